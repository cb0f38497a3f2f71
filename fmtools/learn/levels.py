"""Macros of macros: searches whose actions are primitives and the macros of the level below.

Effects are measured from the state that the search began in, and sequences are flat: a macro of
any level is a sequence of primitive actions, so that libraries, unfolding and PDDL need not know
of levels. A level's successor counts as one query, as when planning with macros; the primitive
steps behind them are counted beside.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from fmtools.learn.focused import LENGTH_PLUS_EFFECT, Found, LearnSettings
from fmtools.learn.propose import Facts, primitives_of, propose
from fmtools.learn.select import Candidate, Primitive
from fmtools.results import Outcome
from fmtools.search.engine import Limits, Order, Progress, Search, shifted
from fmtools.simulator import ActionId, Simulator, State

Extend = Callable[[Simulator, Sequence[tuple[ActionId, ...]]], Simulator]
"""A simulator with sequences as further actions, which `primitives(action)` takes apart and whose
`steps(action)` counts them. The caller brings it: worlds differ in how they run macros."""

LENGTH_PLUS_TWICE_EFFECT = Order(depth_weight=1, distance_weight=2)
"""Where one macro of a kind is enough: goes deeper, and finds longer ways back to small effects."""
PROPOSED = 4
"""How many times the quota a search may propose."""


@dataclass(frozen=True)
class Level:
    """What one search of a level brought."""

    candidates: tuple[Candidate, ...]
    primitives: tuple[Primitive, ...]
    outcome: Outcome
    queries: int
    primitive_steps: int
    seconds: float
    memory_bytes: int


def search_level(
    simulator: Simulator,
    start: State,
    place: int,
    budget: int,
    settings: LearnSettings,
    facts: Facts,
    key: Callable[[Found], Hashable],
    quota: int,
    interpreted: bool = False,
    progress: Progress | None = None,
    before: int = 0,
) -> Level:
    """One search from `start` in a simulator that may have macros among its actions.

    `before`: queries of earlier searches, for the progress bar.
    """
    search = Search(
        simulator,
        LENGTH_PLUS_TWICE_EFFECT if facts.lifted else LENGTH_PLUS_EFFECT,
        target=None,
        start=start,
        ties=settings.ties,
        seed=settings.seed,
        limits=Limits(budget, settings.seconds, settings.memory),
        interpreted=interpreted,
    )
    outcome = search.run(progress and shifted(progress, before))
    primitives = primitives_of(search, facts, key)
    candidates = propose(
        search, place, facts, key, PROPOSED * quota, simulator.num_variables, settings.expanded_only
    )
    return Level(
        candidates=tuple(candidates),
        primitives=tuple(primitives),
        outcome=outcome,
        queries=search.space.generated,
        primitive_steps=search.space.primitive_steps,
        seconds=search.seconds,
        memory_bytes=search.memory_bytes,
    )
