"""Macros of macros: searches whose actions are primitives and the macros of the level below.

Effects are measured from the state that the search began in, and sequences are flat: a macro of
any level is a sequence of primitive actions, so that libraries, unfolding and PDDL need not know
of levels. A level's successor counts as one query, as when planning with macros; the primitive
steps behind them are counted beside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fmtools.learn.focused import Learner
from fmtools.learn.ledger import Purpose
from fmtools.learn.profile import Profile
from fmtools.learn.propose import Facts, primitives_of, propose
from fmtools.learn.select import Candidate, Primitive
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import Progress, Search, shifted
from fmtools.simulator import ActionId, Known, Simulator, State


class Extend(Protocol):
    """Adds macros to a world. The caller brings it: worlds differ in how they run macros."""

    def __call__(
        self,
        simulator: Simulator,
        sequences: Sequence[tuple[ActionId, ...]],
        source: Simulator | None = None,
        known: Known | None = None,
    ) -> Simulator:
        """The simulator with sequences as further actions: it `HasMacros`.

        Sequences are in ids of its own, or of `source`, another problem of its domain;
        `known` is what was learned beside macros.
        """


PROPOSED = 4
"""How many times the quota a search may propose."""


@dataclass(frozen=True)
class Level:
    """What one search of a level brought."""

    candidates: tuple[Candidate, ...]
    primitives: tuple[Primitive, ...]
    outcome: Outcome


def search_level(
    learner: Learner,
    world: Simulator,
    start: State,
    budget: int,
    profile: Profile,
    facts: Facts,
    *,
    place: int,
    quota: int,
    progress: Progress | None = None,
) -> Level:
    """One search from `start`, charged to the learner; the world may have macros as actions."""
    settings, ledger = learner.settings, learner.ledger
    search = Search(
        world,
        profile.order,
        target=None,
        start=start,
        ties=settings.ties,
        seed=settings.seed,
        limits=Limits(budget, settings.seconds, settings.memory),
        interpreted=learner.interpreted,
    )
    outcome = search.run(progress and shifted(progress, ledger.queries))
    ledger.enter(Purpose.MACROS, search)
    proposed = PROPOSED * quota
    most = world.num_variables
    return Level(
        candidates=tuple(
            propose(search, place, facts, learner.key, proposed, most, settings.expanded_only)
        ),
        primitives=tuple(primitives_of(search, facts, learner.key)),
        outcome=outcome,
    )
