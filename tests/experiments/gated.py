"""A world whose later instances wait at a gate: a sweep that cannot be over before it is killed.

The gate is a file, named by the environment so that workers inherit it. It is open once it exists.
"""

import os
import time
from pathlib import Path

from fmtools.simulators.npuzzle import NPuzzle

GATE = "FMTOOLS_TEST_GATE"
FIRST_WAITING = 20

GATED = """
worlds = "tests.experiments.gated:gated"
instances = 40
tie_seeds = 4
budget = 300
"""
NUM_FREE_RUNS = FIRST_WAITING * 4
NUM_GATED_RUNS = 160


def gated(seed: int = 0) -> NPuzzle:
    while seed >= FIRST_WAITING and not Path(os.environ[GATE]).exists():
        time.sleep(0.01)
    return NPuzzle.scrambled(3, seed)
