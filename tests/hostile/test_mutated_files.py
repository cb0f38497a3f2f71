"""Damaged files, thousands, seeded: a result or one line, never anything else.

The real commands, called in one process, since a thousand starts of Python would take an hour.
"""

import contextlib
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from fmtools.cli.app import _main as main  # without its guards on stdout and stderr
from fmtools.errors import FmtoolsError
from fmtools.pddl.read import read_domain
from tests.experiments.small_experiments import PUZZLES, run, write
from tests.hostile.mutations import mutate
from tests.pddl.macro_samples import CARRY_BALL, PDDL, library, problem_text

pytestmark = [pytest.mark.hostile("mutated files"), pytest.mark.slow]
EXIT_CODES = (0, 1, 2, 11, 12, 22, 23, 31, 32, 34)
"""All that are documented, without that of a crash."""
PLAN = "(pick b1 a left)\n(move a b)\n(drop b1 b left)\n; cost = 3 (unit cost)\n"
PLANNERS = """
[mine]
command = ["{python}", "planner.py", "{domain}", "{problem}", "{plan}"]
plans = ["plan*"]
reads = ["costs", "negation"]
address_space_limit = false
patterns = { evaluated = 'Evaluated (\\d+)', unsolvable = "no plan" }
"""


class Sound:
    """Sound files of every kind in a folder; one of them is damaged at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        domain = PDDL / "gripper" / "domain.pddl"
        self.texts = {
            "domain.pddl": domain.read_text(),
            "problem.pddl": problem_text("gripper"),
            "plan": PLAN,
            "planners.toml": PLANNERS,
            "experiment.toml": PUZZLES,
        }
        library(read_domain(domain), CARRY_BALL).save(folder / "macros.json")
        self.texts["macros.json"] = (folder / "macros.json").read_text()
        macro_plan = "(macro-1-pick-move-drop-move b1 a left b)\n(move a b)\n"
        self.texts["macro-plan"] = macro_plan
        for name, text in self.texts.items():
            (folder / name).write_text(text)

    def damage(self, name: str, rng: Random) -> bytes:
        data = mutate(self.texts[name], rng)
        (self.folder / name).write_bytes(data)
        return data

    def mend(self, name: str) -> None:
        (self.folder / name).write_text(self.texts[name])


@pytest.fixture
def sound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sound:
    monkeypatch.chdir(tmp_path)
    return Sound(tmp_path)


def call(*words: str) -> tuple[int, str]:
    """Exit code and stderr of the command; whatever it raises is raised here."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.argv
    sys.argv = ["fmtools", *words]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        return code, err.getvalue()
    finally:
        sys.argv = before
    return 0, err.getvalue()


FILES = ("domain.pddl", "problem.pddl")
COMPILE = ("compile", "domain.pddl", "macros.json", "-o", "out.pddl", "--force")
COMMANDS: dict[str, list[tuple[str, ...]]] = {
    "domain.pddl": [
        ("info", *FILES),
        ("validate", *FILES, "plan"),
        COMPILE,
        ("plan", *FILES, "--budget", "500", "--json"),
    ],
    "problem.pddl": [
        ("info", *FILES),
        ("validate", *FILES, "plan"),
        (*COMPILE, "--problems", FILES[1]),
        ("plan", *FILES, "--budget", "500", "--macros", "macros.json"),
    ],
    "plan": [("validate", *FILES, "plan")],
    "macro-plan": [("unfold", "domain.pddl", "macros.json", "macro-plan")],
    "macros.json": [
        ("show", "macros.json"),
        COMPILE,
        ("unfold", "domain.pddl", "macros.json", "macro-plan"),
        ("plan", *FILES, "--budget", "500", "--macros", "macros.json"),
    ],
}  # fmt: skip
ROUNDS = {
    "domain.pddl": 300,
    "problem.pddl": 300,
    "plan": 600,
    "macro-plan": 300,
    "macros.json": 300,
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands_survive_damaged(
    name: str, sound: Sound, num_cases: Callable[[int], None]
) -> None:
    for words in COMMANDS[name]:
        assert call(*words)[0] in (0, 1, 12), f"the sound files are not sound: {words}"
    ran = 0
    for seed in range(ROUNDS[name]):
        data = sound.damage(name, Random(f"{name} {seed}"))
        for words in COMMANDS[name]:
            context = f"seed {seed}, {words}: {data[:2000]!r}"
            try:
                code, err = call(*words)
            except Exception as error:
                raise AssertionError(f"{type(error).__name__} at {context}") from error
            assert code in EXIT_CODES, f"{code}: {err} at {context}"
            assert "Traceback" not in err, context
            if code in (2, 31, 34):
                last = err.strip().splitlines()[-1]
                assert last.startswith("fmtools: error: "), f"{err} at {context}"
            ran += 1
            if words[0] == "compile" and code == 0:
                read_domain(sound.folder / "out.pddl")
    sound.mend(name)
    num_cases(ran)


@pytest.mark.parametrize("name", ["experiment.toml", "planners.toml"])
def test_settings_survive_damaged(
    name: str, sound: Sound, num_cases: Callable[[int], None]
) -> None:
    from fmtools.drivers.command import load_commands
    from fmtools.experiments.spec import read_experiment

    read: Callable[[Path], object] = {
        "experiment.toml": read_experiment,
        "planners.toml": load_commands,
    }[name]
    read(sound.folder / name)
    for seed in range(1000):
        data = sound.damage(name, Random(f"{name} {seed}"))
        try:
            read(sound.folder / name)
        except FmtoolsError as error:
            assert "\n" not in str(error), f"seed {seed}: {error}"
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} at seed {seed}: {data!r}") from error
    num_cases(1000)


def test_stores_survive_damaged(tmp_path: Path, num_cases: Callable[[int], None]) -> None:
    from fmtools.store.reading import RECORDS_NAME, read_store

    store = tmp_path / "store"
    run(write(tmp_path / "small.toml", PUZZLES), store, quick=True)
    path = store / RECORDS_NAME
    text = path.read_text()
    whole = [json.loads(line) for line in text.splitlines()]
    for seed in range(500):
        path.write_bytes(mutate(text, Random(seed)))
        try:
            records, _ = read_store(store)
        except FmtoolsError as error:
            assert "\n" not in str(error)
            continue
        assert len(records) <= 2 * len(whole)
    num_cases(500)
