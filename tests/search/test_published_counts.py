"""State counts by depth, and the paper's own searches, against published numbers."""

import numpy as np
import pytest

from fmtools.core.best_first import DEPTH
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import Order, Search
from fmtools.search.planners import Settings, plan
from fmtools.simulators.cube import Cube
from fmtools.simulators.npuzzle import NPuzzle

CUBE_QUARTER_TURNS = [1, 12, 114, 1068, 10011, 93840]
FIFTEEN_PUZZLE = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946]
EIGHT_PUZZLE_STATES = 181_440
PAPER_MODE = {
    "5 4 15 3 13 14 0 2 6 11 8 9 1 10 12 7": 58_402,
    "5 7 6 0 10 8 1 3 13 9 12 11 14 4 2 15": 40_889,
    "5 6 12 8 1 10 0 2 3 15 9 14 13 4 7 11": 67_734,
    "13 0 1 3 2 7 6 10 8 15 14 5 11 12 9 4": 7_933,
    "1 2 7 3 14 0 9 4 8 13 12 10 5 11 15 6": 17_899,
}
"""Of the paper's 15-puzzles: generated states of its own code, GBFS with primitive actions."""


def counts_by_depth(simulator, depth, budget=None):
    search = Search(simulator, Order(1, 0), target=None, ties="fifo", limits=Limits(budget))
    search.run()
    return np.bincount(search.space.node_table()[:, DEPTH])[: depth + 1].tolist()


def test_the_cube_has_as_many_states_per_depth_as_published():
    depth = 5
    budget = sum(CUBE_QUARTER_TURNS[:depth]) * 12
    assert counts_by_depth(Cube(), depth, budget) == CUBE_QUARTER_TURNS[: depth + 1]


def test_the_15_puzzle_has_as_many_states_per_depth_as_published():
    counts = counts_by_depth(NPuzzle(), len(FIFTEEN_PUZZLE) - 1, 10_000)
    assert counts == FIFTEEN_PUZZLE


def test_the_8_puzzle_is_exhausted_after_all_its_states():
    search = Search(NPuzzle(3), Order(1, 0), target=None, ties="fifo")
    assert search.run() is Outcome.EXHAUSTED
    assert search.space.num_states == EIGHT_PUZZLE_STATES
    assert search.space.node_table()[:, DEPTH].max() == 31


@pytest.mark.parametrize("start", PAPER_MODE)
def test_heap_ties_generate_exactly_as_many_states_as_the_papers_code(start):
    result = plan(NPuzzle(start=start), Settings(ties="heap"))
    assert (result.outcome, result.generated) == (Outcome.SOLVED, PAPER_MODE[start])
