"""Original against augmented, with real planners and with planners that misbehave."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fmtools.errors import EXIT_INPUT, EXIT_INTERRUPTED, EXIT_INVALID_PLAN, EXIT_OK, EXIT_USAGE
from fmtools.pddl.read import read_domain
from tests.cli.command import PDDL, assert_refused, fmtools
from tests.cli.terminal import Terminal
from tests.drivers.misbehaving import PATIENCE, survivors
from tests.pddl.macro_samples import DOUBLE_DROP, HANOI, library, problem_text

FIELDS = {
    "planner", "domain", "problem", "outcome", "translate_seconds", "search_seconds",
    "total_seconds", "operators", "evaluated", "generated", "plan_length",
    "primitive_plan_length", "valid", "cost", "log_tail",
}  # fmt: skip


class Files:
    """A domain, a problem and macros in a folder whose name is a trap."""

    def __init__(self, folder: Path, name: str, macro: str) -> None:
        self.folder = folder / f'{name} "quoted" it\'s'
        self.folder.mkdir()
        self.domain = self.folder / "my domain.pddl"
        self.problem = self.folder / "my problem.pddl"
        self.macros = self.folder / "my macros.json"
        self.domain.write_text((PDDL / name / "domain.pddl").read_text())
        self.problem.write_text(problem_text(name))
        library(read_domain(self.domain), macro).save(self.macros)

    @property
    def words(self) -> list[object]:
        return [self.domain, self.problem, "--macros", self.macros]

    def planner(self, name: str, script: str, **keys: object) -> Path:
        """A planners file with one planner that is a Python script."""
        program = self.folder / f"{name}.py"
        program.write_text(
            "import os, sys, time\ndomain, problem, plan, pids = sys.argv[1:]\n"
            "open(pids, 'a').write(f'{os.getpid()}\\n')\n" + script
        )
        pids = self.folder / "pids"
        words = ["{python}", str(program), "{domain}", "{problem}", "{plan}", str(pids)]
        table = {"command": words, **keys}
        lines = [f"{key} = {json.dumps(value)}" for key, value in table.items()]
        path = self.folder / f"{name}.toml"
        path.write_text(f"[{name}]\n" + "\n".join(lines) + "\n")
        return path


@pytest.fixture
def hanoi(tmp_path: Path) -> Files:
    return Files(tmp_path, "hanoi", HANOI)


@pytest.fixture
def gripper(tmp_path: Path) -> Files:
    return Files(tmp_path, "gripper", DOUBLE_DROP)


def test_external_and_built_in_planners_side_by_side(hanoi: Files) -> None:
    planners = ("--planner", "lama-first", "--planner", "gbfs")
    records, table = hanoi.folder / "records.jsonl", hanoi.folder / "table.csv"
    done = fmtools("compare", *hanoi.words, *planners, "-o", records, "--csv", table, "--json")
    assert done.code == EXIT_OK, done.err
    assert [(r["planner"], r["domain"]) for r in done.json] == [
        ("lama-first", "original"),
        ("lama-first", "augmented"),
        ("gbfs", "original"),
        ("gbfs", "augmented"),
    ]
    for record in done.json:
        assert record.keys() >= FIELDS
        assert (record["outcome"], record["valid"]) == ("solved", True)
        assert record["problem"] == str(hanoi.problem)
        assert record["primitive_plan_length"] == record["cost"] >= record["plan_length"]
        assert record["operators"] and record["evaluated"] and record["total_seconds"] > 0
    assert done.json[1]["operators"] > done.json[0]["operators"]
    assert [json.loads(line) for line in records.read_text().splitlines()] == done.json
    with table.open() as file:
        assert [row["outcome"] for row in csv.DictReader(file)] == ["solved"] * 4
    assert "lama-first: macros: " in done.err
    assert "total time" in done.err


def test_people_get_a_table_and_verdicts(gripper: Files) -> None:
    done = fmtools("compare", *gripper.words)
    assert done.code == EXIT_OK
    assert done.err == ""
    assert "augmented" in done.out and "unfolded" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    assert done.out.splitlines()[-1].startswith("lama-first: macros: ")


def test_live_table_grows_on_a_terminal(gripper: Files) -> None:
    path = gripper.planner("idle", "")
    command = [sys.executable, "-m", "fmtools", "compare", *map(str, gripper.words)]
    command += ["--planner", "idle", "--planners-file", str(path), "--json"]
    terminal = Terminal(command)
    text = terminal.read_to_the_end().decode()
    out, _ = terminal.process.communicate()
    assert len(json.loads(out)) == 2
    assert "compare: 0 of 2, idle on my problem, original" in text
    assert "compare: 1 of 2, idle on my problem, augmented" in text


def test_static_guards_for_a_planner_without_equality(hanoi: Files) -> None:
    path = hanoi.planner(
        "plain",
        "print(open(domain).read()); print(open(problem).read())",
        reads=["costs", "negation"],
    )
    done = fmtools("compare", *hanoi.words, "--planner", "plain", "--planners-file", path, "--json")
    original, augmented = done.json
    assert "fm-distinct" not in original["log_tail"]
    assert "fm-distinct" in augmented["log_tail"]
    assert "(not (=" not in augmented["log_tail"]


def test_files_beyond_a_planner_are_not_given_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "costs"
    folder.mkdir()
    files = Files(tmp_path, "hanoi", HANOI)
    text = files.domain.read_text()
    priced = text.replace("(:predicates", "(:functions (total-cost) - number)\n  (:predicates")
    files.domain.write_text(priced.replace(":strips", ":strips :action-costs"))
    library(read_domain(files.domain), HANOI).save(files.macros)
    path = files.planner("plain", "", reads=["equality"])
    done = fmtools("compare", *files.words, "--planner", "plain", "--planners-file", path, "--json")
    assert [record["outcome"] for record in done.json] == ["unsupported"] * 2
    assert "action costs" in done.json[0]["reason"]


def test_invalid_plan_is_shouted_about_and_gives_exit_code_1(gripper: Files) -> None:
    script = "open(plan, 'w').write('(move a b)\\n')"
    path = gripper.planner("wrong", script)
    done = fmtools("compare", *gripper.words, "--planner", "wrong", "--planners-file", path)
    assert done.code == EXIT_INVALID_PLAN
    assert "invalid-plan: goal (at b1 b) does not hold at the end" in done.err
    assert "2 INVALID PLANS" in done.out


def test_unsound_macro_plan_is_found_out_after_unfolding(gripper: Files) -> None:
    """The planner uses the macro where it does not apply; only unfolding can tell."""
    script = (
        "if 'macro-1' in open(domain).read():\n"
        "    open(plan, 'w').write('(macro-1-drop-x2 b1 a left b2 right)\\n')"
    )
    path = gripper.planner("rash", script)
    done = fmtools(
        "compare", *gripper.words, "--planner", "rash", "--planners-file", path, "--json"
    )
    original, augmented = done.json
    assert (original["outcome"], original["valid"]) == ("no-plan", None)
    assert (augmented["outcome"], augmented["valid"]) == ("invalid-plan", False)
    assert "(drop b1 a left)" in augmented["reason"]


@pytest.mark.parametrize(
    ("script", "limit", "outcomes"),
    [
        ("time.sleep(3600)", ("--time-limit", 1), ["timeout", "timeout"]),
        (
            "if 'macro-1' in open(domain).read(): [bytearray(1 << 24) for _ in range(999)]",
            ("--time-limit", PATIENCE, "--memory-limit", "200M"),
            ["no-plan", "out-of-memory"],
        ),
    ],
)
def test_limits_hold_and_every_failure_has_its_own_outcome(
    gripper: Files, script: str, limit: tuple[object, ...], outcomes: list[str]
) -> None:
    path = gripper.planner("greedy", script)
    words = ("--planner", "greedy", "--planners-file", path, *limit)
    done = fmtools("compare", *gripper.words, *words, "--json")
    assert [record["outcome"] for record in done.json] == outcomes
    assert done.code == EXIT_OK


def test_two_compares_at_once_in_one_directory(gripper: Files) -> None:
    script = (
        "open('junk', 'w').write(str(os.getpid()))\n"
        "here = os.path.join(os.path.dirname(pids), 'here')\n"
        "open(os.path.join(here, str(os.getppid())), 'w').close()\n"
        "while len(os.listdir(here)) < 2: time.sleep(0.01)"
    )
    (gripper.folder / "here").mkdir()  # every planner waits until both commands have one
    path = gripper.planner("slow", script)
    command = [sys.executable, "-m", "fmtools", "compare", *map(str, gripper.words)]
    command += ["--planner", "slow", "--planners-file", str(path), "--json"]
    command += ["--time-limit", str(PATIENCE)]
    before = {"records-0.jsonl", "records-1.jsonl", "pids"}
    before |= {path.name for path in gripper.folder.iterdir()}
    runs = [
        subprocess.Popen(
            [*command, "-o", f"records-{number}.jsonl"],
            cwd=gripper.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for number in range(2)
    ]
    for number, run in enumerate(runs):
        out, _ = run.communicate()
        assert run.returncode == EXIT_OK
        assert [record["outcome"] for record in json.loads(out)] == ["no-plan"] * 2
        assert len((gripper.folder / f"records-{number}.jsonl").read_text().splitlines()) == 2
    assert {path.name for path in gripper.folder.iterdir()} == before


def test_interrupt_keeps_finished_records_and_leaves_nothing_else(gripper: Files) -> None:
    script = (
        "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "if 'macro-1' in open(domain).read():\n"
        "    os.fork()\n    open(pids, 'a').write(f'{os.getpid()}\\n')\n    time.sleep(3600)"
    )
    path = gripper.planner("stubborn", script)
    temporary = gripper.folder / "tmp"
    temporary.mkdir()
    records, pids = gripper.folder / "records.jsonl", gripper.folder / "pids"
    command = [sys.executable, "-m", "fmtools", "compare", *map(str, gripper.words)]
    command += ["--planner", "stubborn", "--planners-file", str(path), "-o", str(records)]
    command += ["--time-limit", str(PATIENCE)]
    run = subprocess.Popen(
        command,
        env=os.environ | {"TMPDIR": str(temporary)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while len(pids.read_text().split() if pids.exists() else []) < 4:
        assert run.poll() is None, run.communicate()
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate()
    assert (run.returncode, out) == (EXIT_INTERRUPTED, "")
    assert "Traceback" not in err
    assert survivors(gripper.folder) == []
    assert list(temporary.iterdir()) == []
    assert [json.loads(line)["domain"] for line in records.read_text().splitlines()] == ["original"]


def test_wrong_use_is_refused_before_anything_runs(gripper: Files, tmp_path: Path) -> None:
    words = gripper.words
    none = tmp_path / "none"
    assert_refused(
        fmtools("compare", *words, "--planner", "lama-frist"), EXIT_USAGE, "did you mean"
    )
    assert_refused(fmtools("compare", *words, "--time-limit", "soon"), EXIT_USAGE, "--time-limit")
    assert_refused(fmtools("compare", *words, "-o", gripper.macros), EXIT_USAGE, "input")
    assert_refused(
        fmtools("compare", gripper.domain, none, "--macros", gripper.macros), EXIT_INPUT, "none"
    )
    assert_refused(
        fmtools("compare", *words[:2], "--macros", none), EXIT_INPUT, "none", "No such file"
    )
    other = PDDL / "ferry"
    assert_refused(
        fmtools("compare", other / "domain.pddl", other / "problem-000.pddl", *words[2:]),
        EXIT_INPUT,
        "not for pddl 'ferry'",
    )


def test_a_path_that_is_no_text_is_recorded_all_the_same(gripper: Files) -> None:
    problem = Path(os.fsdecode(os.fsencode(gripper.folder) + b"/p\xff.pddl"))
    problem.write_text(gripper.problem.read_text())
    path = gripper.planner("idle", "")
    records, table = gripper.folder / "r.jsonl", gripper.folder / "r.csv"
    words = [gripper.domain, problem, "--macros", gripper.macros, "--planner", "idle"]
    done = fmtools(
        "compare", *words, "--planners-file", path, "-o", records, "--csv", table, "--json"
    )
    assert done.code == EXIT_OK, done.err
    assert [Path(record["problem"]).name for record in done.json] == ["p\ufffd.pddl"] * 2
    assert "p\ufffd.pddl" in table.read_text()


def test_an_output_that_cannot_be_written_is_told_in_one_line(gripper: Files) -> None:
    path = gripper.planner("idle", "")
    done = fmtools(
        "compare", *gripper.words, "--planner", "idle", "--planners-file", path,
        "-o", "/proc/records.jsonl",
    )  # fmt: skip
    assert done.code in (EXIT_USAGE, EXIT_INPUT)
    assert_refused(done, done.code, "/proc/records.jsonl")
