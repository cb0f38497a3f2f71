"""Lists by owner, and words of facts found in names, against what they are said to be."""

import numpy as np
import pytest

from fmtools.core.pairs import lists_by_owner, owners_that_hold
from fmtools.core.word_table import WordTable


@pytest.mark.parametrize("seed", range(50))
def test_lists_are_sorted_by_owner_with_each_fact_once(seed):
    rng = np.random.default_rng(seed)
    num_owners = int(rng.integers(1, 20))
    most = 2 if seed % 5 == 0 else 300  # many facts of one owner, too
    parts = [
        (rng.integers(0, num_owners, size), rng.integers(0, most, size))
        for size in rng.integers(0, 200, int(rng.integers(0, 5)))
    ]
    first, facts = lists_by_owner(parts, num_owners)
    assert first.dtype == facts.dtype == np.int32 and len(first) == num_owners + 1
    assert first[0] == 0 and first[-1] == len(facts)
    pairs = [pair for part in parts for pair in zip(*map(np.ndarray.tolist, part), strict=True)]
    for owner in range(num_owners):
        own = facts[first[owner] : first[owner + 1]].tolist()
        assert own == sorted({fact for other, fact in pairs if other == owner})
    state = rng.integers(0, 2, max(most, 1)).astype(np.uint8)
    holding = [
        owner for owner in range(num_owners) if state[facts[first[owner] : first[owner + 1]]].all()
    ]
    assert owners_that_hold(first, facts, state).tolist() == holding


def test_nobody_has_anything():
    first, facts = lists_by_owner([], 3)
    assert first.tolist() == [0, 0, 0, 0] and len(facts) == 0
    assert owners_that_hold(first, facts, np.zeros(0, np.uint8)).tolist() == [0, 1, 2]


def read_off(pattern, name):
    """What a pattern says of a name, word by word."""
    kind, *places = pattern
    return [kind, *(-1 - place if place <= 0 else name[place] for place in places)]


@pytest.mark.parametrize("seed", range(50))
def test_patterns_find_the_first_row_with_their_words(seed):
    rng = np.random.default_rng(seed)
    width, length = int(rng.integers(1, 5)), int(rng.integers(1, 5))
    words = rng.integers(-1, 4, (int(rng.integers(0, 60)), width)).astype(np.int32)
    names = rng.integers(-1, 4, (int(rng.integers(0, 30)), length)).astype(np.int32)
    patterns = rng.integers(-5, length, (int(rng.integers(0, 10)), width)).astype(np.int32)
    patterns[:, 0] = rng.integers(0, 4, len(patterns))
    found = WordTable(words).find(patterns, names)
    assert found.shape == (len(patterns), len(names))
    rows = words.tolist()
    for pattern, of_pattern in zip(patterns.tolist(), found.tolist(), strict=True):
        for name, row in zip(names.tolist(), of_pattern, strict=True):
            wanted = read_off(pattern, name)
            assert row == (rows.index(wanted) if wanted in rows else -1)
