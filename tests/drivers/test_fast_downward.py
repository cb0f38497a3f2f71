"""The real Fast Downward on real files."""

import sys
from pathlib import Path

import pytest

from fmtools.drivers import fast_downward
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.registry import find_driver
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner, run_sas
from fmtools.errors import InputError, UsageError
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem
from tests.drivers.misbehaving import DOMAIN, PATIENCE, small_task, with_time_enough

PDDL = Path(__file__).parents[2] / "pddl"
LIMITS = ProcessLimits(PATIENCE, 2 << 30)


def run(name: str, task: PlannerTask, limits: ProcessLimits = LIMITS) -> RunRecord:
    return run_planner(find_driver(name), task, limits).record


def file_task(name: str, number: int = 0) -> PlannerTask:
    domain = read_domain(PDDL / name / "domain.pddl")
    problem = read_problem(PDDL / name / f"problem-{number:03}.pddl", domain)
    return PlannerTask(ORIGINAL, "p", domain.text, problem.text, domain, problem)


def test_lama_first_solves_and_tells_its_statistics() -> None:
    record = run("lama-first", file_task("gripper"))
    assert record.outcome is RunOutcome.SOLVED
    assert record.valid and record.cost == record.plan_length == record.primitive_plan_length
    assert record.operators == 338
    assert record.evaluated and record.generated and record.evaluated < record.generated
    assert record.translate_seconds is not None and record.search_seconds is not None
    parts = record.translate_seconds + record.search_seconds
    assert 0 < parts < record.total_seconds


def test_search_string_is_handed_over_as_it_is() -> None:
    record = run("fd:astar(blind())", small_task())
    assert (record.outcome, record.plan_length) == (RunOutcome.SOLVED, 2)
    assert record.planner == "fd:astar(blind())"


def test_every_plan_of_lama_is_collected_within_our_time_limit() -> None:
    record = with_time_enough(
        lambda seconds: run("lama", file_task("hanoi"), ProcessLimits(seconds, 2 << 30)),
        lambda record: record.num_plans > 0,
    )
    assert record.outcome is RunOutcome.SOLVED
    assert record.evaluated


def test_unsolvable_task_is_unsolvable() -> None:
    domain = parse_domain(DOMAIN)
    text = "(define (problem p) (:domain walk) (:objects a b c) (:init (at a) (next a b)) "
    text += "(:goal (and (at a) (at b))))"
    task = PlannerTask(ORIGINAL, "p", DOMAIN, text, domain, parse_problem(text, domain))
    assert run("lama-first", task).outcome is RunOutcome.UNSOLVABLE


def test_unreachable_goal_is_unsolvable() -> None:
    domain = parse_domain(DOMAIN)
    text = "(define (problem p) (:domain walk) (:objects a b) (:init (at a)) (:goal (at b)))"
    task = PlannerTask(ORIGINAL, "p", DOMAIN, text, domain, parse_problem(text, domain))
    assert run("lama-first", task).outcome is RunOutcome.UNSOLVABLE


def test_too_little_time_is_a_timeout() -> None:
    record = run("fd:astar(blind())", file_task("gripper"), ProcessLimits(1.5, 4 << 30))
    assert record.outcome is RunOutcome.TIMEOUT
    assert record.total_seconds >= 1.5


def test_its_own_time_limit_is_a_timeout_too() -> None:
    record = run("fd:astar(blind(),max_time=1)", file_task("gripper"))
    assert record.outcome is RunOutcome.TIMEOUT


def test_too_little_memory_is_out_of_memory() -> None:
    record = run("fd:astar(blind())", file_task("gripper"), ProcessLimits(PATIENCE, 80 << 20))
    assert record.outcome is RunOutcome.OUT_OF_MEMORY


def test_wrong_search_string_is_a_crash_with_its_complaint() -> None:
    record = run("fd:astar(no_such_heuristic())", small_task())
    assert record.outcome is RunOutcome.CRASH
    assert "no_such_heuristic" in record.log_tail


def test_unknown_alias_is_a_crash_with_its_complaint() -> None:
    record = run("fd:no-such-alias", small_task())
    assert record.outcome is RunOutcome.CRASH
    assert "no-such-alias" in record.log_tail


def test_explicit_path_may_be_the_script_or_its_directory() -> None:
    found = fast_downward.find()
    assert found is not None
    script = Path(found.place)
    for path in (script, script.parent):
        driver = find_driver("lama-first", fast_downward=path)
        record = run_planner(driver, small_task(), LIMITS).record
        assert record.outcome is RunOutcome.SOLVED


def test_path_of_ones_own_with_spaces_and_quotes(tmp_path: Path) -> None:
    found = fast_downward.find()
    assert found is not None
    folder = tmp_path / 'my "fast" planner\'s home'
    folder.mkdir()
    script = folder / "fast-downward.py"
    script.write_text(
        f"#!{sys.executable}\nimport subprocess, sys\n"
        f"sys.exit(subprocess.run([{sys.executable!r}, {found.place!r}, *sys.argv[1:]]).returncode)"
    )
    driver = find_driver("lama-first", fast_downward=folder)
    assert run_planner(driver, small_task(), LIMITS).record.solved


def test_path_without_fast_downward_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        find_driver("lama-first", fast_downward=tmp_path)


def test_planners_without_sas_refuse_it() -> None:
    with pytest.raises(UsageError, match="does not read .sas"):
        run_sas(find_driver("gbfs"), "", lambda plan: "", LIMITS)


def test_statistics_of_several_searches_are_added_up() -> None:
    log = """
Done! [0.010s CPU, 0.250s wall-clock]
Translator operators: 12
[t=0.1s, 1 KB] Actual search time: 1.5s
[t=0.1s, 1 KB] Evaluated 100 state(s).
[t=0.1s, 1 KB] Generated 1000 state(s).
[t=0.2s, 1 KB] Actual search time: 0.5s
[t=0.2s, 1 KB] Evaluated 20 state(s).
[t=0.2s, 1 KB] Generated 200 state(s).
"""
    told = fast_downward.read_statistics(log)
    assert (told.evaluated, told.generated, told.operators) == (120, 1200, 12)
    assert (told.translate_seconds, told.search_seconds) == (0.25, 2.0)
    whole = fast_downward.read_statistics(
        log + "Cumulative statistics:\nEvaluated 120 state(s).\nSearch time: 2.1s\n"
    )
    assert (whole.evaluated, whole.search_seconds) == (120, 2.1)


def test_log_without_statistics_gives_none() -> None:
    told = fast_downward.read_statistics("garbage \x00 Evaluated many state(s)")
    assert told.evaluated is None and told.search_seconds is None
