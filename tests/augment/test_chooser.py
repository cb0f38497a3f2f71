"""The race on validation problems, with a measurer that knows all times beforehand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from fmtools.augment.choose import Chooser, Trial, promising_sets
from fmtools.augment.measure import Measurement
from fmtools.augment.pool import Pool, Pooled, gather
from fmtools.pddl.model import Problem
from tests.augment.ferries import ferry_plans
from tests.augment.test_choice import LIMIT, measured, run


@dataclass
class Known:
    """Answers with the CPU seconds that a table has for the first macro of a set."""

    times: dict[str, Sequence[float | None]]
    asked: list[tuple[str, ...]] = field(default_factory=list)

    def augmented(self, items: Sequence[Pooled], problem: Problem, limit: float) -> Measurement:
        names = tuple(item.candidate.name for item in items)
        self.asked.append(names)
        seconds = self.times["+".join(names)][int(problem.name[1:])]
        return run(seconds, kind="augmented").within(limit)


def pool() -> Pool:
    domain, plans = ferry_plans()
    return gather(domain, plans, plans[0].problem, 100.0)


def choose(times: dict[str, Sequence[float | None]], sets: Sequence[Any]) -> tuple[Any, Known]:
    known = Known(times)
    chooser = Chooser(
        known,  # type: ignore[arg-type]
        lambda items: items,  # type: ignore[arg-type, return-value]
        measured(2.0, 4.0, 8.0, None),
        LIMIT,
        lambda: True,
        lambda items: True,
    )
    return chooser.choose(sets, 2), known


def test_the_set_with_the_least_total_wins_and_losers_hardly_run() -> None:
    a, b, c = pool().items[:3]
    names = [item.candidate.name for item in (a, b, c)]
    table: dict[str, Sequence[float | None]] = {
        names[0]: (1.5, 3.0, 7.0, 20.0),
        names[1]: (1.0, 2.0, 3.0, 4.0),
        names[2]: (None, 1.0, 1.0, None),
        f"{names[1]}+{names[0]}": (1.0, 2.0, 3.0, 4.0),
    }
    winner, known = choose(table, [(a,), (b,), (c,)])
    assert isinstance(winner, Trial)
    assert [item.candidate.name for item in winner.items] == [names[1]]
    assert winner.total == 10.0
    assert known.asked.count((names[2],)) == 2  # on the quickest, and on the unsolved one


def test_a_second_macro_joins_where_the_total_falls() -> None:
    a, b = pool().items[:2]
    names = [item.candidate.name for item in (a, b)]
    table: dict[str, Sequence[float | None]] = {
        names[0]: (1.0, 2.0, 3.0, 9.0),
        names[1]: (1.5, 3.0, 7.0, 20.0),
        f"{names[0]}+{names[1]}": (0.5, 1.0, 1.0, 2.0),
    }
    winner, _ = choose(table, [(a,), (b,)])
    assert [item.candidate.name for item in winner.items] == names


def test_where_all_fail_on_the_first_problem_the_second_decides() -> None:
    """And a set may be slower there, if the whole is won."""
    a, b = pool().items[:2]
    names = [item.candidate.name for item in (a, b)]
    table: dict[str, Sequence[float | None]] = {
        names[0]: (9.0, 1.0, 1.0, 2.0),
        names[1]: (None, 9.0, 9.0, None),
    }
    winner, _ = choose(table, [(a,), (b,)])
    assert [item.candidate.name for item in winner.items] == names[:1]
    assert winner.total == 13.0


def test_nothing_is_chosen_that_does_not_beat_the_original() -> None:
    a = pool().items[0]
    winner, _ = choose({a.candidate.name: (1.99, 4.0, 8.0, None)}, [(a,)])
    assert winner is None


def test_sets_to_try_begin_with_single_macros_and_hold_none_twice() -> None:
    items = pool().items
    sets = promising_sets(items, 4, lambda chosen: len(chosen) < 3)
    assert len({frozenset(x.candidate.name for x in chosen) for chosen in sets}) == len(sets)
    assert len(sets[0]) == 1
    assert all(len(chosen) < 3 for chosen in sets)
    assert promising_sets((), 4, lambda chosen: True) == []


def item(name: str) -> Any:
    return SimpleNamespace(candidate=SimpleNamespace(name=name))


def chosen(originals: list[float | None], times: dict[str, Sequence[float | None]]) -> str | None:
    """The winner's name among single macros with these times."""
    chooser = Chooser(
        Known(times),  # type: ignore[arg-type]
        lambda items: items,  # type: ignore[arg-type, return-value]
        measured(*originals),
        LIMIT,
        lambda: True,
        lambda items: False,
    )
    winner = chooser.choose([[item(name)] for name in times], 4)
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
