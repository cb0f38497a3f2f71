"""Measurements: CPU limits, memory across sessions, and what less time would have meant."""

import time
from dataclasses import replace
from pathlib import Path

from fmtools.augment.measure import Measurement, Measurer, Request
from fmtools.drivers.driver import Driver
from fmtools.drivers.records import RunOutcome
from fmtools.pddl.model import Problem
from tests.augment.ferries import TWO_CARS_PLAN, ferry
from tests.drivers.misbehaving import planner

SOLVED = Measurement("q", "original", "p", "solved", 3.0, 10.0, 5, 7, 2, ("(a)", "(b)"))
LATE = Measurement("q", "original", "p", "timeout", 10.0, 10.0, 5, None, None, None)
DOMAIN, PROBLEM = ferry()


def counting(folder: Path, before: str = "") -> Driver:
    """A planner that notes every call and knows the plan."""
    return planner(folder, f"{before}\nwrite({TWO_CARS_PLAN!r})")


def measurer(driver: Driver, path: Path | None = None, jobs: int = 1) -> Measurer:
    return Measurer({"q": driver}, path, jobs=jobs)


def one(
    measurer: Measurer, limit: float, problem: Problem = PROBLEM, repeat: int = 0
) -> Measurement:
    (found,) = measurer.measure([Request("q", DOMAIN, problem, limit, repeat)])
    return found


def num_calls(folder: Path) -> int:
    return len((folder / "pids").read_text().splitlines())


def test_a_run_is_made_once_and_remembered_across_sessions(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    first = measurer(counting(tmp_path), path)
    run = one(first, 20.0)
    assert run.solved
    assert [step.line for step in run.steps()] == [1, 2, 3, 4, 5, 6, 7]
    assert one(first, 20.0) == run
    second = measurer(counting(tmp_path), path)
    assert one(second, 20.0) == run
    assert (first.num_runs, second.num_runs, num_calls(tmp_path)) == (1, 0, 1)
    assert second.spent == first.spent > 0, "what is remembered counts as if it had been run"


def test_a_session_with_more_problems_is_not_charged_for_what_is_known(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    one(measurer(counting(tmp_path), path), 20.0)
    more = Measurer({"q": counting(tmp_path)}, path, charges_remembered=False)
    one(more, 20.0)
    assert more.spent == 0
    one(more, 20.0, repeat=1)
    assert more.spent > 0


def test_a_file_cut_off_in_the_middle_of_a_line_loses_that_run_alone(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    one(measurer(counting(tmp_path), path), 20.0)
    whole = path.read_text()
    path.write_text(whole + whole[: len(whole) // 2])
    again = measurer(counting(tmp_path), path)
    assert one(again, 20.0).solved
    assert again.num_runs == 0


def test_another_text_is_another_run_and_so_is_a_repetition(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    first = measurer(counting(tmp_path), path)
    run = one(first, 20.0)
    one(first, 20.0, replace(PROBLEM, text=PROBLEM.text + "; more\n"))
    one(first, 20.0, repeat=1)
    assert first.num_runs == 3
    assert one(measurer(counting(tmp_path), path), 20.0) == run


def test_a_run_that_computes_too_long_is_stopped_by_its_cpu_time(tmp_path: Path) -> None:
    slow = measurer(counting(tmp_path, "while True: pass"))
    run = one(slow, 0.5)
    assert run.outcome == RunOutcome.TIMEOUT
    assert run.spent(0.5) == 0.5
    one(slow, 0.3)
    assert slow.num_runs == 1
    one(slow, 0.7)
    assert slow.num_runs == 2


def test_a_session_repeated_is_charged_as_the_first_was(tmp_path: Path) -> None:
    """Runs that reached a limit and were given more later count twice, then as now."""
    path = tmp_path / "measurements.jsonl"
    spent = []
    for _ in range(2):
        session = measurer(counting(tmp_path, "while True: pass"), path)
        for limit in (0.2, 0.4, 0.3):
            one(session, limit)
        spent.append(session.spent)
    assert spent[0] == spent[1] > 0.6
    assert num_calls(tmp_path) == 2


def test_several_runs_side_by_side_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    both = measurer(counting(tmp_path), path, jobs=2)
    texts = [replace(PROBLEM, name=f"p{n}", text=f"{PROBLEM.text}; {n}\n") for n in range(4)]
    found = both.measure([Request("q", DOMAIN, problem, 20.0) for problem in (*texts, texts[0])])
    assert [run.problem for run in found] == ["p0", "p1", "p2", "p3", "p0"]
    assert all(run.solved for run in found)
    assert both.num_runs == 4


def test_a_stage_goes_as_far_as_it_got_the_first_time(tmp_path: Path) -> None:
    path = tmp_path / "measurements.jsonl"
    first = measurer(counting(tmp_path), path)
    steps = 0
    with first.stage("mine", 0.05) as goes_on:
        while goes_on():
            steps += 1
            began = time.process_time()
            while time.process_time() < began + 0.01:
                pass
    again = measurer(counting(tmp_path), path)
    repeated = 0
    with again.stage("mine", 0.05) as goes_on:
        while goes_on():
            repeated += 1
    assert repeated == steps > 0
    assert abs(again.spent - first.spent) < 0.001


def test_with_less_time_a_solved_run_is_a_timeout() -> None:
    assert SOLVED.within(5.0) == SOLVED
    assert SOLVED.within(2.0).outcome == RunOutcome.TIMEOUT
    assert SOLVED.within(2.0).plan is None
    assert LATE.within(5.0).spent(5.0) == 5.0
    assert (SOLVED.spent(10.0), LATE.spent(10.0)) == (3.0, 10.0)
