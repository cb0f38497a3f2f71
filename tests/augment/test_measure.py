"""Measurements: CPU limits, memory across sessions, and what less time would have meant."""

from dataclasses import replace
from pathlib import Path

from fmtools.augment.measure import Measurement, Measurer
from fmtools.drivers.driver import Driver
from fmtools.drivers.records import RunOutcome
from tests.augment.ferries import TWO_CARS_PLAN, ferry
from tests.drivers.misbehaving import planner

SOLVED = Measurement("original", "p", "solved", 3.0, 10.0, 5, 7, 2, ("(a)", "(b)"))
LATE = Measurement("original", "p", "timeout", 10.0, 10.0, 5, None, None, None)


def counting(folder: Path, before: str = "") -> Driver:
    """A planner that notes every call and knows the plan."""
    return planner(folder, f"{before}\nwrite({TWO_CARS_PLAN!r})")


def num_calls(folder: Path) -> int:
    return len((folder / "pids").read_text().splitlines())


def test_a_run_is_made_once_and_remembered_across_sessions(tmp_path: Path) -> None:
    domain, problem = ferry()
    path = tmp_path / "measurements.jsonl"
    first = Measurer(counting(tmp_path), path)
    run = first.original(domain, problem, 20.0)
    assert run.solved
    assert [step.line for step in run.steps()] == [1, 2, 3, 4, 5, 6, 7]
    assert first.original(domain, problem, 20.0) == run
    second = Measurer(counting(tmp_path), path)
    assert second.original(domain, problem, 20.0) == run
    assert (first.num_runs, second.num_runs, num_calls(tmp_path)) == (1, 0, 1)


def test_a_file_cut_off_in_the_middle_of_a_line_loses_that_run_alone(tmp_path: Path) -> None:
    domain, problem = ferry()
    path = tmp_path / "measurements.jsonl"
    Measurer(counting(tmp_path), path).original(domain, problem, 20.0)
    whole = path.read_text()
    path.write_text(whole + whole[: len(whole) // 2])
    again = Measurer(counting(tmp_path), path)
    assert again.original(domain, problem, 20.0).solved
    assert again.num_runs == 0


def test_another_text_is_another_run(tmp_path: Path) -> None:
    domain, problem = ferry()
    measurer = Measurer(counting(tmp_path), None)
    measurer.original(domain, problem, 20.0)
    measurer.original(domain, replace(problem, text=problem.text + "; more\n"), 20.0)
    assert measurer.num_runs == 2


def test_a_run_that_computes_too_long_is_stopped_by_its_cpu_time(tmp_path: Path) -> None:
    domain, problem = ferry()
    measurer = Measurer(counting(tmp_path, "while True: pass"), None)
    run = measurer.original(domain, problem, 0.5)
    assert run.outcome == RunOutcome.TIMEOUT
    assert run.spent(0.5) == 0.5
    measurer.original(domain, problem, 0.3)
    assert measurer.num_runs == 1
    measurer.original(domain, problem, 0.7)
    assert measurer.num_runs == 2


def test_with_less_time_a_solved_run_is_a_timeout() -> None:
    assert SOLVED.within(5.0) == SOLVED
    assert SOLVED.within(2.0).outcome == RunOutcome.TIMEOUT
    assert SOLVED.within(2.0).plan is None
    assert LATE.within(5.0).spent(5.0) == 5.0
    assert (SOLVED.spent(10.0), LATE.spent(10.0)) == (3.0, 10.0)
