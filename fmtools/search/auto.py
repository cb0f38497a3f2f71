"""`--planner auto`: the planner for people who do not want to choose.

Where variables have two values (PDDL, user's worlds of bits), several searches take turns, for no
order is good everywhere. `novel` prefers states that are novel among those of the same goal count
(a new fact, then a new pair; Lipovetzky & Geffner 2017). `rare` and `rare-deep` go by goal count,
and then by how often the rarest fact of a state was seen before (after Rosa & Lipovetzky 2024),
which still tells states apart when every pair has been seen, and is quick: the first draws among
equals, the second takes the last first.

Where names of actions and facts are made of words (PDDL), what actions need and add is learned from
the transitions that those searches made, and three more are led by it (`fmtools.search.led`).
`broad`, which looks at whatever has a fact that is new, is there to show them all kinds of actions.
No more states are generated for it, and a wrong guess costs time only: every search but `broad`,
which may not say that there is no plan, is complete.

Where variables have more values, one search goes by goal count alone, because there nearly every
state has a fact, or a pair, that is new at its goal count, and looking at those first only delays.

Where macros come as a table, its words are applied, and only where it does not serve is searched.

In `novel`, and by goal count alone, ties are random, expansion is first improvement, and a node
tries its macros first, its primitives only when it comes up again; with novelty, that is after the
macros of all nodes as good as it. Where there are macros, this is the only search; where they are
found in states (PDDL), it shares with all that runs without them (`fmtools.search.shares`), and
where what was learned of actions came with them, searches that know it take its place: those which
served in the tasks that taught, one of them led by it, or two that are; and late, one more that is
led and begins anew again and again. Of macros those count whose steps the guide thinks of
(`fmtools.core.joined`). Where what was learned sees no way to the goal, nothing goes by it, and
macros are not used: nobody says which instances are worth their time.
"""

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, count
from typing import TYPE_CHECKING

from fmtools.core.joined import JoinedMacros
from fmtools.core.limits import WorkLimits
from fmtools.core.memory import Memory
from fmtools.errors import InputError, MemoryLimitError, TimeLimitError, UsageError
from fmtools.frozen import replace
from fmtools.results import SearchResult
from fmtools.search.engine import NoveltySettings, Progress, Search
from fmtools.search.heuristic import by_heuristic, heuristic_of
from fmtools.search.orders import GOALS, GOALS_THEN_RARE, NOVEL_THEN_GOALS
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.search.shares import Lent, SharedSearch
from fmtools.search.turns import Maker, Together, Turns
from fmtools.search.world import world_of
from fmtools.simulator import (
    HasMacros,
    HasTable,
    Known,
    KnowsActions,
    Simulator,
    SpeaksInWords,
    StateLike,
)

if TYPE_CHECKING:
    from fmtools.search.action_model import ActionModel
    from fmtools.search.led import Leader, Worded

_RARITY = NoveltySettings(width=0, by_goal=False)
_QUICK = 8
"""How many more states `rare` and `rare-deep` get than `novel`, which looks for pairs: somewhat
more time, too. Not where the world takes most of it."""
KNOWING = ("led", "led-novel")
"""Searches that know what came with a task, unless it says which."""
KNOWABLE = ("led", "led-novel", "novel", "rare-deep", "rare")
"""What a library may name."""
_NOT_FIRST = 2
"""How much more those get that do not begin: the first has a head start, and where that was not
enough, others mostly serve better."""
_LED, _ANEW, _LED_NOVEL, _BROAD = 8, 8, 2, 4
"""The same for those that a model leads, where estimates count as states: together they get about
half of the time; and for `broad`, which soon ends."""


def is_of_bits(simulator: Simulator) -> bool:
    """Whether every variable has two values, as far as the simulator says."""
    return world_of(simulator).cell_bits == 1


def is_joined(simulator: Simulator) -> bool:
    """Whether its macros are found in states. Only those take turns with a search without them:
    macros of puzzles are chosen for all states, and there sharing cost severalfold."""
    return isinstance(world_of(simulator), JoinedMacros)


class Auto(Planner):
    """`ties` and `expansion` are there for those who want to compare."""

    expansion = "macros-first"
    joins_macros = True
    is_complete = True
    shortens = True

    def check(self, settings: SearchSettings) -> None:
        if settings.paper:
            raise UsageError("auto is not the paper's: with --paper, take gbfs or bfws")
        super().check(settings)

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        def search(world: Simulator) -> SearchResult:
            together = self.together(world, settings)
            return together.result(together.run(progress), world.goal(), settings.seed)

        if isinstance(simulator, HasTable) and simulator.table is not None:
            from fmtools.tables.plan import plan_by_table  # start-up is short without it

            return plan_by_table(simulator, settings.beam, settings.limits, settings.seed, search)
        return search(simulator)

    def together(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None = None,
        *,
        shared: bool = True,
        model: "ActionModel | None" = None,
        searches: Sequence[str] = (),
        runs_ahead: bool = True,
    ) -> Together:
        """All that it would run, not begun: from the task's start, or from another.

        Not `shared`: where there are macros, the searches with them alone. `model`: what the world
        knows of its actions, where that has been worked out already; then nothing is learned.
        `searches`: which of those that know it, unless the world says so. `runs_ahead`: whether the
        search with macros runs its guide's plans, too.
        """
        memory = Memory(settings.limits.memory)
        told = _told(simulator)
        names = tuple(searches) or (() if told is None else told.searches) or KNOWING
        names = tuple(dict.fromkeys(names))
        if "led" not in names and (shared or isinstance(simulator, HasMacros)):
            names = (*names, "led")

        lent = Lent()

        def turns(world: Simulator) -> Turns:
            searches = self._searches(world, settings, start, memory, lent)
            return Turns(searches, settings.limits, incomplete=("broad",))

        unknown = [name for name in names if name not in KNOWABLE]
        if unknown:
            raise InputError(f"the library names a search {unknown[0]!r}; learn it again")
        until = WorkLimits(settings.limits.seconds)

        def knowing() -> Together | None:
            own, walked = (model, 0) if model else known_model(simulator, start, settings.seed)
            if own is None:
                return None
            lent.walked = walked
            made = self._knowing(
                simulator, settings, start, memory, own, walked, names, runs_ahead, until
            )
            if made is not None:
                lent.walked = 0  # it counts that itself
                if plain is simulator and set(names) <= set(KNOWING):
                    lent.model = own  # `plain` has such searches, too
            return made

        def with_macros() -> Together | None:
            return knowing() if is_told else turns(simulator)

        is_told = told is not None or model is not None
        plain = simulator
        if isinstance(simulator, HasMacros) and is_joined(simulator):
            plain = simulator.without_macros
        elif not is_told:
            return turns(simulator)
        if not shared:
            return with_macros() or turns(plain)
        paid = told is None or told.paid
        return SharedSearch(turns(plain), with_macros, settings.limits, paid, lent)

    def _searches(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
        lent: Lent,
    ) -> Mapping[str, tuple[Search | Maker, int]]:
        """By name, with their shares."""
        searches = self._by_what_is_seen(simulator, settings, start, memory, lent)
        heuristic = heuristic_of(simulator)
        if heuristic is None:
            return searches
        goal = simulator.goal()
        order = by_heuristic(GOALS, heuristic, len(goal))
        full = replace(settings, expansion=settings.expansion or "full")
        own = self.search(simulator, order, full, goal, start=start, memory=memory)
        return {"heuristic": (own, 1), **searches}

    def _by_what_is_seen(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
        lent: Lent,
    ) -> Mapping[str, tuple[Search | Maker, int]]:
        makers = self._makers(simulator, settings, start, memory)
        first = makers["novel"].made()
        if isinstance(simulator, HasMacros) or not is_of_bits(simulator):
            return {"first": (first, 1)}
        quick = 1 if world_of(simulator).is_slow else _QUICK
        searches: dict[str, tuple[Search | Maker, int]] = {"novel": (first, 1)}
        if isinstance(simulator, SpeaksInWords):
            leader = _leader(simulator, settings, start, memory, lent)
            searches["broad"] = (lambda seen: leader().broad(seen), _BROAD)
            searches["led"] = (lambda seen: leader().led(seen), _LED)
            searches["led-anew"] = (lambda seen: leader().anew(seen), _ANEW)
            searches["led-novel"] = (lambda seen: leader().novel(seen), _LED_NOVEL)
        return searches | {name: (makers[name], quick) for name in ("rare", "rare-deep")}

    def _makers(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
    ) -> "dict[str, _Again]":
        """Of searches that know nothing of what actions do."""
        own = replace(settings, expansion=self.expand_by(settings))
        full = replace(settings, expansion=settings.expansion or "full")
        goal = simulator.goal()

        def novel(how: SearchSettings) -> Search:
            return auto_search(simulator, how, start=start, memory=memory)

        def rare(how: SearchSettings) -> Search:
            return self.search(
                simulator, GOALS_THEN_RARE, how, goal, _RARITY, start=start, memory=memory
            )

        drawn = (replace(full, ties="random", seed=full.seed + number) for number in count(1))

        def again(ties: str) -> _Again:
            """At first with these ties; all later ones draw, each by another seed."""
            return _Again(rare, chain([replace(full, ties=ties)], drawn))

        other_draws = (replace(own, seed=own.seed + number) for number in count())
        return {
            "novel": _Again(novel, other_draws),
            "rare": again(full.ties),
            "rare-deep": again("lifo"),
        }

    def _knowing(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
        model: "ActionModel",
        walked: int,
        names: Sequence[str],
        runs_ahead: bool,
        until: WorkLimits,
    ) -> Turns | None:
        """The searches of these names, in turns, that need not find out what actions do, and one
        that begins anew; None where facts have no words, or the model sees no way to the goal.
        Macros are in those that are led. `walked`: states that it took to test what is known."""
        if not isinstance(simulator, SpeaksInWords):
            return None
        from fmtools.search.led import Leader

        plain = simulator.without_macros if isinstance(simulator, HasMacros) else simulator
        others = replace(settings, seed=settings.seed + 1)  # not what runs beside them once more
        try:
            leader = Leader(simulator, settings, start, memory, runs_ahead, until)
            if not leader.go_by(model):
                return None  # then it is wrong, or there is no plan
            makers: dict[str, Maker] = {
                "led": leader.led,
                "led-novel": leader.novel,
                **self._makers(plain, others, start, memory),
            }
            first = makers[names[0]](())
            assert first is not None  # there is a model, and no search yet
            later = {name: (makers[name], _NOT_FIRST) for name in names[1:]}
            if "led" in names:
                later["led-anew"] = leader.anew, 1  # mostly not there, and then often in vain
            return Turns({names[0]: (first, 1), **later}, settings.limits, before=walked)
        except (MemoryLimitError, TimeLimitError):
            return None


class _Again:
    """Makes a search, and another when that is no more."""

    def __init__(
        self, make: Callable[[SearchSettings], Search], settings: Iterator[SearchSettings]
    ) -> None:
        self._make, self._settings = make, settings
        self._made: weakref.ref[Search] | None = None

    def __call__(self, searches: Sequence[Search]) -> Search | None:
        if self._made is not None and self._made() is not None:
            return None
        return self.made()

    def made(self) -> Search:
        search = self._make(next(self._settings))
        self._made = weakref.ref(search)
        return search


def _leader(
    simulator: "Worded",
    settings: SearchSettings,
    start: StateLike | None,
    memory: Memory,
    lent: Lent,
) -> Callable[[], "Leader"]:
    """The one leader of a task, made when it is first asked for."""
    until = WorkLimits(settings.limits.seconds)

    @cache
    def made() -> "Leader":
        from fmtools.search.led import Leader  # only where a task is not solved at once

        return Leader(simulator, settings, start, memory, until=until, lent=lent)

    return made


def _told(simulator: Simulator) -> Known | None:
    """What learning found out in tasks of its domain."""
    return simulator.known if isinstance(simulator, KnowsActions) else None


def known_model(
    simulator: Simulator, start: StateLike | None, seed: int
) -> "tuple[ActionModel | None, int]":
    """What came with the task of its actions, as far as a walk of so many steps did not show it to
    be wrong there; None where nothing did."""
    if not isinstance(simulator, KnowsActions) or simulator.known is None:
        return None, 0
    from fmtools.search.known_actions import ground_kinds
    from fmtools.search.tried_actions import Walk

    plain = simulator.without_macros if isinstance(simulator, HasMacros) else simulator
    walk = Walk(plain, start, seed)
    return ground_kinds(simulator, simulator.known.actions, walk), walk.num_steps


def auto_search(
    simulator: Simulator,
    settings: SearchSettings,
    *,
    start: StateLike | None = None,
    memory: Memory | None = None,
) -> Search:
    """The search of this planner in one world, macros or none; the learner judges macros by it."""
    novel = is_of_bits(simulator)
    return Search(
        simulator,
        NOVEL_THEN_GOALS if novel else GOALS,
        target=simulator.goal(),
        start=start,
        ties=settings.ties,
        seed=settings.seed,
        limits=settings.limits,
        interpreted=settings.interpreted,
        novelty=NoveltySettings(settings.width) if novel else None,
        expansion=settings.expansion or Auto.expansion,
        memory=memory,
    )
