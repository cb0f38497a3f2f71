"""`compiled/` is what `make compiled` makes, byte for byte."""

from pathlib import Path

import pytest

from tests.cli.command import fmtools

ROOT = Path(__file__).parents[1]
DOMAINS = sorted(path.name for path in (ROOT / "pddl").iterdir())
QUICK = ("childsnack", "miconic", "depot")


def check(name: str, out: Path) -> None:
    domain, problems = ROOT / "pddl" / name / "domain.pddl", ROOT / "pddl" / name
    macros = out / "macros.json"
    task = (domain, problems / "problem-000.pddl")
    learned = fmtools("learn", *task, "-o", macros, "--keep", "8", cwd=ROOT)
    assert learned.code == 0, learned.err
    paths = sorted(problems.glob("problem-*.pddl"))
    target = out / "domain.pddl"
    words = ("compile", domain, macros, "-o", target, "--problems", *paths)
    compiled = fmtools(*words, cwd=ROOT)
    assert compiled.code == 0, compiled.err
    kept = ROOT / "compiled" / name
    assert sorted(p.name for p in kept.iterdir()) == sorted(p.name for p in out.iterdir())
    for path in out.iterdir():
        assert path.read_bytes() == (kept / path.name).read_bytes(), path.name


@pytest.mark.parametrize("name", QUICK)
def test_some_compiled_folders_are_reproduced_byte_for_byte(name, tmp_path):
    check(name, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOMAINS)
def test_every_compiled_folder_is_reproduced_byte_for_byte(name, tmp_path):
    check(name, tmp_path)
