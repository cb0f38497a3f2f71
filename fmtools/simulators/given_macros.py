"""Libraries of macros that were not learned: the paper's expert ones, and random ones."""

from pathlib import Path

import numpy as np

from fmtools.errors import UsageError
from fmtools.learn.library import given_library
from fmtools.learn.random_macros import random_like
from fmtools.macros import MacroLibrary, World, check_world
from fmtools.simulator import Simulator
from fmtools.simulators.registry import kind_named, kinds
from fmtools.simulators.with_macros import find_actions


def expert_library(simulator: Simulator, world: World, distinct: bool) -> MacroLibrary:
    """Appendix D of the paper: six sequences, 96 variations each; or the 252 that differ."""
    experts = kind_named(world.kind).experts
    if experts is None:
        known = ", ".join(f"the {name}" for name, kind in kinds().items() if kind.experts)
        raise UsageError(f"expert macros are known for {known}, not for {world.name}")
    sequences = find_actions(simulator, experts().sequences(distinct), Path("expert macros"))
    provenance = {"source": "expert", "distinct": distinct}
    return given_library(simulator, world, sequences, provenance, seed=0)


def random_library(
    simulator: Simulator, world: World, library: MacroLibrary, path: Path, seed: int
) -> MacroLibrary:
    """As many as in a library, and as long; `path` is for errors.

    After the expert macros of the cube the paper drew six formulas of their lengths and took 96
    variations of each; so do we, where that library is the expert one.
    """
    check_world(library, world, path)
    rng = np.random.default_rng(seed)
    experts = kind_named(world.kind).experts
    is_expert = library.provenance.get("source") == "expert"
    if experts is not None and is_expert and not library.provenance.get("distinct"):
        names = list(experts().random(rng))
    else:
        names = random_like(simulator, library, rng)
    sequences = find_actions(simulator, names, path)
    provenance = {"source": "random", "like": library.provenance.get("source", "unknown")}
    return given_library(simulator, world, sequences, provenance, seed)
