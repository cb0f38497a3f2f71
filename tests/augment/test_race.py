"""The race, with times that a table knows beforehand."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from fmtools.augment.arms import Arm, arms_to_try, promising_sets
from fmtools.augment.measure import Measurement
from fmtools.augment.pool import Pool, Pooled, gather
from fmtools.augment.race import Case, Race, Trial
from fmtools.pddl.model import Problem
from tests.augment.ferries import ferry, ferry_plans
from tests.augment.runs import run

Times = Sequence[float | None]


def pool() -> Pool:
    domain, plans = ferry_plans()
    return gather(domain, plans, plans[0].problem, 100.0)


def names(items: Sequence[Pooled]) -> str:
    return "+".join(item.candidate.name for item in items)


@dataclass
class Known:
    """Answers with the CPU seconds of a table, by macros; notes what it was asked."""

    originals: Times
    times: dict[str, Times]
    left: int = 10_000
    """Runs until the time is over."""
    asked: list[str] = field(default_factory=list)

    def measure(self, wanted: Sequence[tuple[Arm, Problem, float]]) -> list[Measurement]:
        found = []
        for arm, problem, limit in wanted:
            self.left -= 1
            self.asked.append(names(arm.items))
            seconds = self.times[names(arm.items)][int(problem.name[1:])]
            found.append(run(seconds, kind="augmented", limit=limit))
        return found

    def leaders(self, sets: Sequence[Sequence[Pooled]]) -> list[Trial]:
        problem = ferry()[1]
        cases = [
            Case(replace(problem, name=f"p{n}"), run(seconds))
            for n, seconds in enumerate(self.originals)
        ]
        race = Race(
            cases,
            self.measure,
            lambda case: case,
            lambda: self.left > 0,
            lambda items: names(items) in self.times,
            1.5,
        )
        return race.leaders([Arm("p", tuple(items)) for items in sets])


def test_the_quickest_on_all_problems_wins_and_losers_hardly_run() -> None:
    items = pool().items[:4]
    a, b, c, d = (item.candidate.name for item in items)
    known = Known(
        [1, 2, 4, 8, 9, 9],
        {
            a: [0.9, 1.9, 3.9, 7.9, 8.9, 8.9],
            b: [0.5, 1.0, 2.0, 4.0, 4.5, 4.5],
            c: [1.5, 3.0, 1.0, 1.0, 1.0, 1.0],
            d: [None] * 6,
        },
    )
    best = known.leaders([[item] for item in items])[0]
    assert names(best.arm.items) == b
    assert len(best.pairs) == 6
    assert known.asked.count(d) == 2
    assert known.asked.count(c) == 2


def test_many_run_on_one_problem_before_half_of_them_go() -> None:
    sets = list(itertools.combinations(pool().items[:5], 2))
    times = {names(items): [0.05 * (n + 1)] * 6 for n, items in enumerate(sets)}
    known = Known([1.0] * 6, dict(times))
    best = known.leaders(sets)[0]
    assert names(best.arm.items) == names(sets[0])
    assert len(best.pairs) == 6
    counts = [known.asked.count(name) for name in times]
    assert counts[5:] == [1] * 5
    assert counts[3:5] == [3] * 2


def test_nothing_leads_that_is_slower_than_the_planner_alone() -> None:
    item = pool().items[0]
    assert Known([1, 2], {item.candidate.name: [1.05, 2.1]}).leaders([[item]]) == []


def test_an_arm_that_solves_what_is_not_solved_alone_wins() -> None:
    """Floortile: one macro solved in two seconds what the planner does not solve in thirty."""
    first, second = pool().items[:2]
    a, b = first.candidate.name, second.candidate.name
    known = Known([1, None], {a: [0.9, None], b: [1.0, 2.2]})
    assert names(known.leaders([[first], [second]])[0].arm.items) == b


def test_what_leads_when_time_is_over_still_leads() -> None:
    first, second = pool().items[:2]
    a, b = first.candidate.name, second.candidate.name
    known = Known([1, 2, 4], {a: [0.5, 1, 2], b: [0.5, 1, 2]}, left=1)
    leaders = known.leaders([[first], [second]])
    assert [names(trial.arm.items) for trial in leaders] == [a]
    assert known.asked == [a]


def test_a_second_macro_joins_where_that_is_clearly_better() -> None:
    first, second = pool().items[:2]
    a, b = first.candidate.name, second.candidate.name
    table: dict[str, Times] = {a: [0.8, 1.6], b: [0.9, 1.8], f"{a}+{b}": [0.4, 0.8]}
    assert names(Known([1, 2], table).leaders([[first], [second]])[0].arm.items) == f"{a}+{b}"
    table[f"{a}+{b}"] = [0.8, 1.6]
    assert names(Known([1, 2], table).leaders([[first], [second]])[0].arm.items) == a


def test_a_larger_set_that_is_behind_after_two_problems_is_not_run_on_more() -> None:
    first, second = pool().items[:2]
    a, b = first.candidate.name, second.candidate.name
    known = Known([1] * 6, {a: [0.5] * 6, b: [0.6] * 6, f"{a}+{b}": [0.5, 0.9, *[0.1] * 4]})
    assert names(known.leaders([[first], [second]])[0].arm.items) == a
    assert known.asked.count(f"{a}+{b}") == 2


def test_sets_to_try_begin_with_single_macros_and_hold_none_twice() -> None:
    items = pool().items
    sets = promising_sets(items, lambda chosen: len(chosen) < 3)
    keys = [frozenset(item.candidate.name for item in chosen) for chosen in sets]
    assert len(set(keys)) == len(keys) >= len(items)
    assert len(sets[0]) == 1
    assert all(len(chosen) < 3 for chosen in sets)
    assert promising_sets((), lambda chosen: True) == []


def test_planners_take_turns_the_best_twice_as_often() -> None:
    arms = arms_to_try(["x", "y"], pool().items[:4], lambda chosen: False)
    assert [arm.planner for arm in arms[:6]] == ["x", "x", "y", "x", "x", "y"]
    assert len(arms) == 8
