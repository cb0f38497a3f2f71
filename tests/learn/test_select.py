"""Choosing macros: properties on random candidates, and what the rules are for."""

from collections import Counter

import numpy as np
import pytest

from fmtools.learn.reasons import Reason
from fmtools.learn.select import (
    Candidate,
    Primitive,
    Rules,
    select,
    within_quota,
)


def candidate(actions, variables, *, place=0, goal=None, key=None, kind=None):
    """A candidate that changes these variables from 0 to 1."""
    effect = tuple((v, 0, 1) for v in sorted(variables))
    groups = frozenset(variables)
    return Candidate(
        actions=tuple(actions),
        effect=effect,
        effect_size=len(effect),
        key=(place, effect) if key is None else key,
        place=place,
        groups=groups,
        goal_groups=groups if goal is None else frozenset(goal),
        kind=kind,
    )


def primitive(action, variables):
    effect = tuple((v, 0, 1) for v in sorted(variables))
    return Primitive((0, effect), len(effect), frozenset(variables))


def random_candidates(rng, count=300, num_variables=12):
    """Goal groups follow from the sequence: two candidates alike are alike in all."""
    for _ in range(count):
        length = int(rng.integers(1, 9))
        size = int(rng.integers(1, 7))
        yield candidate(
            rng.integers(5, size=length).tolist(),
            rng.choice(num_variables, size, replace=False).tolist(),
            place=int(rng.integers(2)),
            goal=[length, size] if length != 7 else [],
        )


PRIMITIVES = [primitive(a, {a, a + 1, a + 2, a + 3}) for a in range(0, 9, 3)]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_chosen_keeps_every_promise(seed):
    rng = np.random.default_rng(seed)
    candidates = list(random_candidates(rng))
    rules = Rules(int(rng.integers(1, 6)), by_parity=seed % 4 > 1, falling=bool(seed % 2))
    selection = select(candidates, PRIMITIVES, rules)
    chosen = selection.chosen
    assert chosen
    assert all(c.length > 1 for c in chosen)
    assert not {c.key for c in chosen} & {p.key for p in PRIMITIVES}
    assert len({c.key for c in chosen}) == len(chosen)
    assert all(c.goal_groups for c in chosen)
    assert [c.effect_size for c in chosen] == sorted(c.effect_size for c in chosen)
    assert sum(selection.dropped.values()) + len(chosen) == selection.candidates == len(candidates)
    counts = Counter()
    for c in chosen:
        assert any(counts[bucket] < rules.quota for bucket in c.buckets(rules.by_parity))
        counts.update(c.buckets(rules.by_parity))


def test_parities_may_share_a_quota():
    even = [candidate((1, k), {0, 1}, key=k) for k in range(5)]
    odd = [candidate((2, k, k), {0, 1}, key=100 + k) for k in range(5)]
    assert len(select([*even, *odd], [], Rules(quota=3)).chosen) == 6
    assert len(select([*even, *odd], [], Rules(quota=3, by_parity=False)).chosen) == 3


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_candidates_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    candidates = list(random_candidates(rng))
    shuffled = [candidates[i] for i in rng.permutation(len(candidates))]
    rules = Rules(quota=3)
    assert select(candidates, PRIMITIVES, rules) == select(shuffled, PRIMITIVES, rules)


def test_both_parities_survive_however_small_one_of_them_is():
    even = [candidate((1, k), {k % 4, (k + 1) % 4}, key=k) for k in range(40)]
    odd = [candidate((2, k, k), {0, 1, 2, 3, 4}, key=100 + k) for k in range(3)]
    chosen = select([*even, *odd], [], Rules(quota=4)).chosen
    assert {c.length % 2 for c in chosen} == {0, 1}
    few = select([*even, *odd], [], Rules(quota=40, most=12))
    assert {c.length % 2 for c in few.chosen} == {0, 1}
    assert few.quota < 40
    assert len(few.chosen) <= 12


def test_every_variable_keeps_its_own_macros():
    many = [candidate((1, k), {0, 1}, key=k) for k in range(50)]
    lonely = candidate((2, 2, 2, 2), {7, 8, 9}, key="lonely")
    chosen = select([*many, lonely], [], Rules(quota=2)).chosen
    assert lonely in chosen
    assert len(chosen) == 3


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ([candidate((1,), {1})], Reason.PRIMITIVE),
        ([candidate((1, 2), {0, 1, 2, 3})], Reason.PRIMITIVE),
        ([candidate((1, 2), {1}), candidate((3, 4, 5), {1})], Reason.DUPLICATE),
        ([candidate((1, 2), {1}), candidate((1, 3), {2}, goal=[])], Reason.NO_GOAL),
        ([candidate((1, 2), {1}), candidate((1, 2, 3), {1, 2})], Reason.EXTENSION),
        ([candidate((1, 2), {1}, kind=7), candidate((3, 4, 5), {2}, kind=7)], Reason.DETOUR),
        (
            [candidate((1, 2), {1, 2, 3, 4, 5}), *[candidate((9, k), {k}) for k in range(6)]],
            Reason.LARGE,
        ),
        ([candidate((9, k), {1}, key=k) for k in range(3)], Reason.OVER_QUOTA),
    ],
)
def test_each_reason_is_counted(given, reason):
    selection = select(given, [PRIMITIVES[0]], Rules(quota=2, falling=False))
    assert selection.dropped == {reason: 1}


def test_a_beginning_of_which_little_is_left_makes_no_extension():
    tower, taller = candidate((1, 2), {1, 2, 3}), candidate((1, 2, 3, 1), {3, 4, 5})
    longer = candidate((1, 2, 4), {1, 2, 6})
    rules = Rules(quota=9, falling=False, slack=None)
    assert select([tower, taller, longer], [], rules).chosen == (tower, taller)


def test_large_effects_stay_where_small_ones_leave_a_goal_group_untouched():
    small, large = candidate((1, 2), {1}), candidate((1, 3), {6, 7, 8, 9, 10})
    assert select([small, large], [PRIMITIVES[0]], Rules(2, falling=False)).chosen == (small, large)


def test_macros_stop_where_they_no_longer_lower_the_mean():
    small = [candidate((1, k), {1}, key=k) for k in range(3)]
    large = candidate((2, 2), {0, 1, 2}, key="large")
    selection = select([*small, large], [primitive(0, {0, 1, 2, 3})], Rules(9))
    assert large in selection.chosen  # it is the first to change 0 and 2 by itself
    primitives = [primitive(0, {1, 2})]
    selection = select(
        [*small, candidate((2, 2), {1, 3}, key="large")], primitives, Rules(9, slack=9)
    )
    assert Reason.NOT_FALLING not in selection.dropped  # nothing else changes 3
    again = candidate((2, 2), {1, 2}, key="again")
    again = select([*small, again, candidate((3, 3), {2}, key=9)], primitives, Rules(9))
    assert again.dropped == {Reason.NOT_FALLING: 1}


def test_where_no_macro_is_smaller_than_the_primitives_the_mean_has_no_say():
    candidates = [candidate((1, k), {0, 1, 2}, key=k) for k in range(3)]
    assert len(select(candidates, [primitive(0, {0, 1})], Rules(9, slack=None)).chosen) == 3


def test_a_quota_counts_only_what_is_kept():
    ranked = [candidate((1, k), {k, k + 1}, key=k) for k in range(6)]
    assert within_quota(ranked, 1) == [ranked[0], ranked[1], ranked[2], *ranked[3:]]
    same = [candidate((1, k), {0}, key=k) for k in range(6)]
    assert within_quota(same, 2) == same[:2]
