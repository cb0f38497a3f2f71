from dataclasses import replace

from fmtools.compare.runs import summarize
from fmtools.drivers.records import RunOutcome, RunRecord
from tests.drivers.test_records import RECORD


def pair(problem: str, effort: tuple[int | None, int | None], seconds: tuple[float, float]):  # type: ignore[no-untyped-def]
    return [
        replace(
            RECORD,
            planner="p",
            domain=kind,
            problem=problem,
            evaluated=evaluated,
            total_seconds=total,
        )
        for kind, evaluated, total in zip(("original", "augmented"), effort, seconds, strict=True)
    ]


def verdict(records: list[RunRecord]) -> str:
    return summarize(records)[0].verdict


def test_verdict_has_the_geometric_mean_of_both_ratios() -> None:
    records = pair("a", (1000, 10), (2.0, 1.0)) + pair("b", (100, 100), (2.0, 4.0))
    assert verdict(records) == "macros: 10.0× fewer evaluations, 1.0× total time"


def test_macros_that_cost_time_are_called_slower() -> None:
    assert verdict(pair("a", (100, 25), (1.0, 3.0))) == (
        "macros: 4.0× fewer evaluations, 3.0× total time, slower"
    )


def test_macros_that_cost_evaluations_are_said_to() -> None:
    assert verdict(pair("a", (100, 250), (1.0, 0.6))) == (
        "macros: 2.5× more evaluations, 0.6× total time"
    )


def test_generated_states_stand_in_for_evaluations() -> None:
    one, two = pair("a", (None, None), (1.0, 1.0))
    assert verdict([one, replace(two, generated=15)]) == (
        "macros: 2.0× fewer generated states, 1.0× total time"
    )


def test_coverage_comes_first_and_unsolved_problems_do_not_spoil_ratios() -> None:
    unsolved = replace(pair("b", (1, 1), (1.0, 1.0))[0], outcome=RunOutcome.TIMEOUT)
    solved = pair("b", (1, 1), (1.0, 1.0))[1]
    records = [*pair("a", (20, 10), (1.0, 1.0)), unsolved, solved]
    assert verdict(records).startswith("macros: solved 2 of 2 instead of 1, 2.0× fewer")


def test_invalid_plans_are_counted() -> None:
    one, two = pair("a", (10, 10), (1.0, 1.0))
    wrong = replace(two, outcome=RunOutcome.INVALID_PLAN)
    assert verdict([one, wrong]) == "macros: solved 0 of 1 instead of 1, 1 INVALID PLAN"


def test_nothing_solved_is_said() -> None:
    records = [replace(r, outcome=RunOutcome.CRASH) for r in pair("a", (1, 1), (1.0, 1.0))]
    assert verdict(records) == "macros: no problem solved"


def test_planners_stay_apart_and_in_order() -> None:
    records = pair("a", (10, 10), (1.0, 1.0))
    others = [replace(record, planner="q") for record in records]
    assert [summary.planner for summary in summarize(others + records)] == ["q", "p"]
