"""The race between sets of macros, on times given by hand."""

from types import SimpleNamespace
from typing import Any

from fmtools.augment.choose import Chooser
from fmtools.augment.measure import Measurement
from tests.augment.test_choice import LIMIT, measured, run


class Times:
    """Stands for a planner whose times are known: (set, problem) -> CPU seconds."""

    def __init__(self, seconds: dict[tuple[str, str], float | None]) -> None:
        self.seconds = seconds
        self.asked: list[tuple[str, str]] = []

    def augmented(self, name: str, problem: Any, limit: float) -> Measurement:
        self.asked.append((name, problem.name))
        return run(self.seconds[name, problem.name], kind="augmented").within(limit)


def item(name: str) -> Any:
    return SimpleNamespace(candidate=SimpleNamespace(name=name))


def chosen(originals: list[float | None], seconds: dict[str, list[float | None]]) -> str | None:
    problems = measured(*originals)
    times = {
        (name, problem.problem.name): took
        for name, own in seconds.items()
        for problem, took in zip(problems, own, strict=True)
    }
    chooser = Chooser(
        Times(times),  # type: ignore[arg-type]
        lambda items: "+".join(one.candidate.name for one in items),  # type: ignore[arg-type,return-value]
        problems,
        LIMIT,
        lambda: True,
        lambda items: False,
    )
    winner = chooser.choose([[item(name)] for name in seconds], 4)
    return None if winner is None else winner.items[0].candidate.name


def test_the_quickest_on_all_problems_wins() -> None:
    assert chosen([2, 4, 6], {"a": [1.9, 3, 5], "b": [1.8, 1, 1], "c": [1.0, 4, 6]}) == "b"


def test_one_that_is_slower_everywhere_loses() -> None:
    assert chosen([2, 4, 6], {"a": [2.4, 5, 7]}) is None


def test_one_that_solves_what_was_not_solved_is_found_where_the_original_was_lucky() -> None:
    """Childsnack: LAMA solves a problem in a second or never; no macro is quicker on the former."""
    originals = [1.0, 1.5, None, None]
    assert chosen(originals, {"a": [2.0, 2.6, None, None], "b": [2.0, 3.0, 2.0, 3.0]}) == "b"


def test_it_is_also_found_where_others_are_quicker_on_the_first_problem() -> None:
    originals = [1.0, 1.5, None, None]
    lucky = [0.9, None, None, None]
    sets = {"a": lucky, "b": lucky, "c": lucky, "d": [2.0, 3.0, 2.0, 3.0]}
    assert chosen(originals, sets) == "d"


def test_a_problem_that_is_lost_costs_the_choice() -> None:
    assert chosen([2, 4, 6], {"a": [1, None, 1]}) is None
