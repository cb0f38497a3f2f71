"""State counts by depth against published tables, through the compiled loop."""

import numba
import numpy as np
import pytest

from fmtools.kernels import space as sp
from fmtools.results import Outcome
from fmtools.search.engine import Limits, Order, Search
from fmtools.simulators.cube import Cube
from fmtools.simulators.npuzzle import NPuzzle

CUBE_QUARTER_TURNS = [1, 12, 114, 1068, 10011, 93840]
FIFTEEN_PUZZLE = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946]
EIGHT_PUZZLE_STATES = 181_440
JIT = not numba.config.DISABLE_JIT


def counts_by_depth(simulator, depth, budget=None):
    search = Search(simulator, Order(1, 0), target=None, ties="fifo", limits=Limits(budget))
    search.run()
    nodes = search.space.nodes[: search.count(sp.NUM_NODES)]
    return np.bincount(nodes[:, sp.DEPTH])[: depth + 1].tolist()


def test_the_cube_has_as_many_states_per_depth_as_published():
    depth = 5 if JIT else 2
    budget = sum(CUBE_QUARTER_TURNS[:depth]) * 12
    assert counts_by_depth(Cube(), depth, budget) == CUBE_QUARTER_TURNS[: depth + 1]


def test_the_15_puzzle_has_as_many_states_per_depth_as_published():
    counts = counts_by_depth(NPuzzle(), len(FIFTEEN_PUZZLE) - 1, 10_000)
    assert counts == FIFTEEN_PUZZLE


@pytest.mark.skipif(not JIT, reason="half a million states in plain Python")
def test_the_8_puzzle_is_exhausted_after_all_its_states():
    search = Search(NPuzzle(3), Order(1, 0), target=None, ties="fifo")
    assert search.run() is Outcome.EXHAUSTED
    assert search.count(sp.NUM_STATES) == EIGHT_PUZZLE_STATES
    deepest = search.space.nodes[: search.count(sp.NUM_NODES), sp.DEPTH].max()
    assert deepest == 31
