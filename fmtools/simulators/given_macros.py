"""Libraries of macros that were not learned: the paper's expert ones, and random ones."""

from pathlib import Path

import numpy as np

from fmtools.errors import UsageError
from fmtools.learn.library import given_library
from fmtools.library_file import load_library
from fmtools.macros import MacroLibrary, World, check_world
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.cube_experts import expert_lengths, expert_sequences, random_formulas
from fmtools.simulators.random_macros import random_like
from fmtools.simulators.with_macros import find_actions


def expert_library(simulator: Simulator, world: World, distinct: bool) -> MacroLibrary:
    """Appendix D of the paper: six sequences, 96 variations each; or the 252 that differ."""
    if not isinstance(simulator, Cube):
        raise UsageError(f"expert macros are known for the cube, not for {world.name}")
    sequences = [tuple(map(simulator.action_id, s)) for s in expert_sequences(distinct)]
    provenance = {"source": "expert", "distinct": distinct}
    return given_library(simulator, world, sequences, provenance, seed=0)


def random_library(simulator: Simulator, world: World, path: Path, seed: int) -> MacroLibrary:
    """As many as in the library at `path`, and as long."""
    return random_library_like(simulator, world, load_library(path), path, seed)


def random_library_like(
    simulator: Simulator, world: World, library: MacroLibrary, path: Path, seed: int
) -> MacroLibrary:
    """As many as in a library, and as long; `path` is for errors.

    After the expert macros of the cube the paper drew six formulas of their lengths and took 96
    variations of each; so do we, where that library is the expert one.
    """
    check_world(library, world, path)
    rng = np.random.default_rng(seed)
    if library.provenance.get("source") == "expert" and not library.provenance.get("distinct"):
        names = list(random_formulas(expert_lengths(), rng))
    else:
        names = random_like(simulator, library, rng)
    sequences = find_actions(simulator, names, path)
    provenance = {"source": "random", "like": library.provenance.get("source", "unknown")}
    return given_library(simulator, world, sequences, provenance, seed)
