"""`fmtools plan` as a user types it."""

import functools
import importlib
import json
import signal
import subprocess
import sys

import pytest

from fmtools.cli.app import COMMANDS
from fmtools.cli.shown.plan import _has_color
from tests.cli.command import HANOI, HANOI_PROBLEM, PDDL, assert_refused, fmtools
from tests.cli.terminal import Terminal

CONTRACT = {
    "outcome", "generated", "expanded", "evaluated", "primitive_steps", "seconds", "total_seconds",
    "plan", "primitive_plan", "plan_length", "primitive_plan_length", "best_goal_count", "seed",
}  # fmt: skip


def test_a_short_scramble_is_solved_drawn_and_counted():
    finished = fmtools("plan", "cube", "--scramble", "R U2 F'", "--planner", "bfs")
    assert finished.code == 0
    assert "solved" in finished.out
    assert "4 actions" in finished.out
    assert max(map(len, finished.out.splitlines())) <= 80
    assert finished.out.count("R  R  R") >= 3


def test_json_has_every_field_of_the_contract_and_stdout_nothing_else():
    finished = fmtools("plan", "npuzzle", "--seed", 4, "--json")
    record = finished.json
    assert record.keys() >= CONTRACT
    assert (record["outcome"], finished.code) == ("solved", 0)
    assert record["plan_length"] == len(record["plan"]) >= record["primitive_plan_length"]
    assert record["best_goal_count"] == 0
    assert record["trace"][-1] == [record["generated"], 0]


def test_the_same_seed_gives_the_same_search():
    first, again, other = (
        fmtools("plan", "lock", "--dials", 10, "--seed", seed, "--json").json for seed in (1, 1, 2)
    )
    for record in (first, again, other):
        for key in ("seconds", "shorten_seconds", "total_seconds", "peak_memory_bytes"):
            del record[key]
    assert first == again != other


@pytest.mark.parametrize(
    ("words", "code", "outcome"),
    [
        (["cube", "--budget", "5K"], 12, "budget-exhausted"),
        (["cube", "--budget", "100M", "--time-limit", "0.2"], 23, "timeout"),
        (["cube", "--budget", "100M", "--memory-limit", "20M"], 22, "memory-exhausted"),
    ],
)
def test_limits_have_exit_codes_of_their_own(words, code, outcome):
    finished = fmtools("plan", *words, "--json")
    assert (finished.code, finished.json["outcome"]) == (code, outcome)
    assert finished.json["plan"] is None


@pytest.mark.parametrize(
    ("limit", "code", "outcome"),
    [
        (["--time-limit", "0.000001"], 23, "timeout"),
        (["--memory-limit", "10K"], 22, "memory-exhausted"),
    ],
)
def test_limits_hold_while_grounding_and_end_as_in_a_search(limit, code, outcome):
    words = ("plan", "pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl", *limit)
    finished = fmtools(*words, "--json")
    assert finished.json.keys() >= CONTRACT
    assert (finished.code, finished.json["outcome"]) == (code, outcome)
    assert (finished.json["generated"], finished.json["best_goal_count"]) == (0, None)
    assert "the search did not begin" in finished.json["notes"][0]
    shown = fmtools(*words)
    assert shown.code == code
    assert outcome in shown.out and "limit" in shown.out


def test_a_plan_file_holds_one_action_a_line_and_is_never_overwritten_silently(tmp_path):
    path = tmp_path / "a plan"
    words = ("plan", "cube", "--scramble", "R U", "-o", path)
    assert fmtools(*words).code == 0
    assert path.read_text() == "U'\nR'\n; cost = 2 (unit cost)\n"
    assert_refused(fmtools(*words), 2, "exists", "--force")
    assert fmtools(*words, "--force").code == 0
    assert list(tmp_path.iterdir()) == [path]


def test_instances_give_one_json_line_each_in_order(tmp_path):
    path = tmp_path / "scrambles"
    path.write_text("# two easy ones\nR U\n\nF' L2 D\n")
    for jobs in (1, 2):
        finished = fmtools("plan", "cube", "--instances", path, "--planner", "bfs", "--jobs", jobs)
        records = [json.loads(line) for line in finished.out.splitlines()]
        assert finished.code == 0
        assert [record["instance"] for record in records] == ["R U", "F' L2 D"]
        assert [record["line"] for record in records] == [2, 4]
        assert [record["plan_length"] for record in records] == [2, 4]


def test_a_bad_instance_line_is_named_before_any_search(tmp_path):
    path = tmp_path / "starts"
    path.write_text("1 2 3 4 5 6 7 8 0\n1 2 3 4 5 6 8 7 0\n")
    finished = fmtools("plan", "npuzzle", "--size", 3, "--instances", path)
    assert_refused(finished, 31, "starts:2:", "parity")


def test_the_example_simulator_runs_by_name():
    finished = fmtools(
        "plan", "fmtools.examples.warehouse:Warehouse", "--option", "robots=2", "--json"
    )
    assert (finished.code, finished.json["outcome"]) == (0, "solved")


def test_a_pddl_task_is_planned_and_its_plan_validated(tmp_path):
    files = ("pddl/gripper/domain.pddl", "pddl/gripper/problem-000.pddl")
    path = tmp_path / "plan"
    finished = fmtools("plan", *files, "-o", path, "--json")
    assert finished.json["outcome"] == "solved"
    assert fmtools("validate", *files, path).code == 0
    lines = path.read_text().splitlines()
    assert lines[-1] == f"; cost = {len(lines) - 1} (unit cost)"


@pytest.mark.parametrize(
    ("words", "code", "fragments"),
    [
        (["cube", "--scramble", "R X"], 31, ["move 2 is 'X'"]),
        (["cube", "--scramble", "R", "--scramble-steps", "3"], 2, ["exclude each other"]),
        (["cubes"], 2, ["unknown world 'cubes'", "did you mean 'cube'"]),
        (["npuzzle", "--start", "1 2 3 4 4 6 7 8 0"], 31, ["missing 5", "repeated"]),
        (["npuzzle", "--size", "9"], 2, ["width is 9"]),
        (["npuzzle", "--scramble", "R"], 2, ["--scramble is not for npuzzle", "--scramble-steps"]),
        (["lock", "--effect-size", "20"], 2, []),
        (["cube", "--budget", "0"], 2, ["--budget '0'"]),
        (["cube", "--budget", "many"], 2, ["--budget 'many'"]),
        (["cube", "--time-limit", "-3"], 2, ["--time-limit"]),
        (["cube", "--memory-limit", "2X"], 2, ["--memory-limit"]),
        (["cube", "--planner", "magic"], 2, ["no planner 'magic'", "gbfs"]),
        (["cube", "--ties", "coin"], 2, ["no tie-breaking"]),
        (["cube", "--expansion", "half"], 2, ["no expansion 'half'", "full | first"]),
        (["cube", "--paper", "--expansion", "first"], 2, ["leave out --expansion"]),
        (["cube", "--paper", "--planner", "auto"], 2, ["with --paper, take gbfs"]),
        (["cube", "--instances", "nowhere"], 31, ["nowhere: No such file"]),
        (["lock", "--instances", "README.md"], 2, ["--instances is for"]),
        (["cube", "--macros", "nowhere.json"], 31, ["nowhere.json: No such file"]),
        (["cube", "-o", "no/such/folder/plan"], 2, ["no directory"]),
        (["cube", "-o", "fmtools"], 2, ["is a directory"]),
        (["domain.pddl"], 2, ["two files"]),
        (["a.pddl", "b.pddl"], 31, ["a.pddl"]),
        (["a", "b", "c"], 2, ["3 words"]),
        (["no_such_module:Class"], 31, ["no module 'no_such_module'"]),
        (["fmtools.examples.warehouse:Wearhouse"], 31, ["did you mean 'Warehouse'"]),
        (
            ["fmtools.examples.warehouse:Warehouse", "--option", "robot=2"],
            2,
            ["did you mean 'robots'"],
        ),
        (["fmtools.examples.warehouse:Warehouse", "--option", "robots"], 2, ["name=value"]),
        (["fmtools.examples.warehouse:Warehouse", "--dials", "3"], 2, ["--dials"]),
    ],
)
def test_bad_input_is_one_line_that_says_what_to_do(words, code, fragments):
    assert_refused(fmtools("plan", *words), code, *fragments)


def test_ctrl_c_ends_cleanly_with_the_best_node_so_far():
    """On a terminal, where the progress bar tells that the search is under way."""
    command = [sys.executable, "-m", "fmtools", "plan", "cube", "--budget", "1000M", "--json"]
    terminal = Terminal(command)
    terminal.read_until(rb"[1-9][\d,]* of 1,000,000,000 states")
    terminal.process.send_signal(signal.SIGINT)
    shown = terminal.read_to_the_end()
    out, _ = terminal.process.communicate()
    record = json.loads(out)
    assert terminal.process.returncode == 130
    assert record["outcome"] == "interrupted"
    assert record["best_goal_count"] < 40
    assert b"Traceback" not in shown


def imported_by(*words):
    """The modules that a command line imports."""
    script = (
        "import sys; from fmtools.cli.app import main\n"
        f"sys.argv = {['fmtools', *words]}\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return set(run.stderr.split())


@pytest.mark.parametrize("words", [["--help"], ["plan", "--help"]])
def test_help_is_quick_because_nothing_heavy_is_imported(words):
    heavy = {"numpy", "rich", "tarski", "pddlgym", "matplotlib"}
    assert not heavy & imported_by(*words)


def test_a_small_task_needs_nothing_heavy():
    assert not {"rich", "numpy.random"} & imported_by("plan", "cube", "--scramble", "R")


def test_macros_of_a_library_need_nothing_that_compiles_them(tmp_path):
    library = str(tmp_path / "macros.json")
    task = [str(HANOI), str(HANOI_PROBLEM)]
    assert fmtools("learn", *task, "-o", library, "--keep", "4", "--budget", "2000").code == 0
    heavy = {"fmtools.pddl.pipeline", "fmtools.simulators.augmented"}
    assert not heavy & imported_by("plan", *task, "--macros", library)


@pytest.mark.parametrize("name", COMMANDS)
def test_summaries_in_the_list_of_commands_are_those_of_their_help(name):
    module = name.replace("-", "_")
    function = getattr(importlib.import_module(f"fmtools.cli.{module}"), module)
    first = " ".join((function.__doc__ or "").split("\n\n")[0].split())
    assert first == COMMANDS[name]


def test_a_plan_is_found_without_rich_and_other_heavy_modules():
    script = (
        "import sys; from fmtools.cli.app import main; "
        f"sys.argv = ['fmtools', 'plan', {str(HANOI)!r}, {str(HANOI_PROBLEM)!r}]\n"
        "try: main()\nexcept SystemExit as end: assert end.code == 0, end.code\n"
        "heavy = {'rich', 'scipy', 'tarski', 'pddlgym', 'matplotlib', 'dataclasses'}\n"
        "heavy &= set(sys.modules); "
        "sys.exit(str(heavy) if heavy else 0)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("command", ["learn", "plan", "validate", "info", "generate", "bench"])
def test_every_commands_help_has_an_example(command):
    finished = fmtools(command, "--help")
    assert finished.code == 0
    assert f"Example: fmtools {command}" in " ".join(finished.out.split())


@pytest.mark.parametrize("command", [["plan"], ["learn", "-o", "macros.json", "--force"]])
def test_interpreted_is_accepted_with_a_warning_and_not_in_the_help(tmp_path, command):
    words = [*command, "lock", "--dials", 6, "--digits", 2, "--budget", 500, "--json"]
    plain = fmtools(*words, cwd=tmp_path)
    warned = fmtools(*words, "--interpreted", cwd=tmp_path)
    assert warned.err.startswith("fmtools: --interpreted does nothing since")
    assert len(warned.err.splitlines()) == 1 + len(plain.err.splitlines())
    assert warned.code == plain.code
    assert warned.json.keys() == plain.json.keys()
    assert "--interpreted" not in fmtools(command[0], "--help").out


@pytest.mark.parametrize("planner", ["auto", "gbfs"])
def test_a_plan_in_an_augmented_domain_is_written_in_primitive_actions(tmp_path, planner):
    files = "compiled/doors/domain.pddl", "pddl/doors/problem-000.pddl"
    path = tmp_path / "plan"
    record = fmtools("plan", *files, "--planner", planner, "-o", path, "--json").json
    assert 0 < record["plan_macros"] <= record["plan_length"] < record["primitive_plan_length"]
    assert not any("macro-" in step for step in record["primitive_plan"])
    assert fmtools("validate", "pddl/doors/domain.pddl", files[1], path).code == 0


def test_an_augmented_domain_whose_comments_lie_is_refused(tmp_path):
    text = (PDDL.parent / "compiled/doors/domain.pddl").read_text()
    step = "  ; fmtools step (pick ?k ?to ?r2)\n"
    (tmp_path / "domain.pddl").write_text(text.replace(step, "", 1))
    finished = fmtools("plan", tmp_path / "domain.pddl", "pddl/doors/problem-000.pddl")
    assert_refused(finished, 31, "does not do what the steps in its comment do")


def test_a_plan_says_how_many_macros_are_in_it():
    words = ("plan", HANOI, HANOI_PROBLEM, "--planner", "gbfs")
    with_macros = (*words, "--macros", "compiled/hanoi/macros.json")
    used = fmtools(*with_macros, "--json").json["plan_macros"]
    assert f" actions, {used or 'none'} of them macros" in fmtools(*with_macros).out
    assert fmtools(*words, "--json").json["plan_macros"] is None


def test_planners_of_others_are_said_to_run_in_compare():
    assert_refused(fmtools("plan", "cube", "--planner", "lama"), 2, "fmtools compare")
    assert_refused(fmtools("plan", "cube", "--planner", "gbfz"), 2, "did you mean 'gbfs'?")


def wrapped(self, state, color=False):
    return ""


@pytest.mark.parametrize(
    ("render", "takes_color"),
    [
        (lambda state: "", False),
        (lambda state, color: "", True),
        (lambda state, *, color=False: "", True),
        (functools.wraps(wrapped)(lambda *words, **named: ""), True),
        (functools.lru_cache(lambda state, color=False: ""), True),
    ],
)
def test_color_is_told_to_whoever_takes_it(render, takes_color):
    assert _has_color(render) is takes_color
