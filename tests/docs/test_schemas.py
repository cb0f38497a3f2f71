"""What commands print with --json is as the schemas in docs/schemas/ say."""

import json

import jsonschema
import pytest

from tests.cli.command import fmtools
from tests.docs.pages import DOCS

TASK = ("gripper/domain.pddl", "gripper/problem-000.pddl")
LIGHTS = "fmtools.simulators.template:Lights"
RUNS = [
    ("generate", ["gripper", "-o", "gripper", "--size", 4, "--count", 2]),
    ("generate", ["gripper", "-o", "sizes", "--size", "3,4"]),
    ("info", TASK),
    ("info", TASK[:1]),
    ("learn", [*TASK, "-o", "macros.json", "--budget", "2K"]),
    ("learn", [LIGHTS, "-o", "lights.json", "--budget", "1K", "--keep", "auto"]),
    ("show", ["macros.json"]),
    ("show", ["lights.json"]),
    ("compile", [TASK[0], "macros.json", "-o", "augmented.pddl", "--problems", TASK[1]]),
    ("plan", [*TASK, "--macros", "macros.json", "-o", "found.plan"]),
    ("plan", ["cube", "--budget", 500, "--planner", "bfws"]),
    ("plan", [LIGHTS, "--shorten", "1K"]),
    ("unfold", [TASK[0], "macros.json", "found.plan", "--problem", TASK[1]]),
    ("validate", [*TASK, "found.plan"]),
    ("validate", [TASK[0], "gripper/problem-001.pddl", "found.plan"]),
    ("compare", [*TASK, "--macros", "macros.json", "--planner", "gbfs"]),
    ("check", [LIGHTS]),
    ("export", ["npuzzle", "--size", 3, "-o", "puzzle.sas"]),
    ("planners", []),
]


def _schema(name):
    return json.loads((DOCS / "schemas" / f"{name}.json").read_text())


def test_every_schema_is_one_is_named_on_the_page_and_is_held_to():
    page = (DOCS / "json.md").read_text()
    names = sorted(path.stem for path in (DOCS / "schemas").glob("*.json"))
    assert names == sorted({name for name, _ in RUNS})
    for name in names:
        jsonschema.Draft202012Validator.check_schema(_schema(name))
        assert f"schemas/{name}.json" in page


def test_what_commands_print_is_as_the_schemas_say(tmp_path):
    for name, words in RUNS:
        finished = fmtools(name, *words, "--json", cwd=tmp_path)
        try:
            jsonschema.validate(finished.json, _schema(name))
        except (ValueError, jsonschema.ValidationError) as error:
            pytest.fail(f"{name} {words}: {error}\n{finished.err}")
