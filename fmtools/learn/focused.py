"""Algorithm 1 of the paper: best-first search for action sequences with small net effects.

Every repetition searches from one state, ordered by length + effect size, and keeps the sequences
with the smallest effects. The next one begins in a random state in which no macro found so far can
run; where none is found, learning ends. All of it goes through the simulator, and every query is
counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

import numpy as np
import numpy.typing as npt

from fmtools.core.best_first import DEPTH, DISTANCE
from fmtools.core.open_list import TIES
from fmtools.errors import InputError, UsageError
from fmtools.learn.judge import MARGIN, NO_WORSE, Judgement
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.select import Selection
from fmtools.limits import Limits
from fmtools.macros import Change, Macro
from fmtools.replay import replay
from fmtools.results import Outcome
from fmtools.search.engine import Order, Progress, Search, shifted
from fmtools.simulator import (
    ActionId,
    Known,
    Lifts,
    RandomStates,
    Simulator,
    State,
    TellsNeeds,
    state_array,
)
from fmtools.watch import OutOfTime

LENGTH_PLUS_EFFECT = Order(depth_weight=1, distance_weight=1)
START_TRIES = 10_000
MOST_LEVELS = 3
FEW_QUERIES = 100
"""Where fewer were made, it was the budget that left nothing to be found."""
CHECK_WALK = 50
"""Steps between the states in which effect sizes are measured."""
_CUT_OFF = (Outcome.INTERRUPTED, Outcome.TIMEOUT)
"""After these the simulator is asked nothing more."""


@dataclass(frozen=True)
class LearnSettings:
    """The paper's parameters, and what it left open; checked when made (UsageError)."""

    budget: int = 20_000
    """B_M: queries of all repetitions together, walks and checks not included."""
    keep: int = 8
    """N_M: macros of all repetitions together."""
    auto: bool = False
    """Choose the number of macros by what was found (fmtools.learn.auto); `keep` has no say."""
    levels: int = 1
    """Further levels search with the macros of the level below as actions (fmtools.learn.auto)."""
    repetitions: int = 1
    """R_M."""
    candidates: int = 1000
    """How many sequences a repetition may propose."""
    ties: str = "fifo"
    seed: int = 0
    expanded_only: bool = True
    """Only expanded nodes are candidates, as in the paper, or all generated ones.

    Generated ones have smaller effects and less variety: tried on cube and hanoi, they solved far
    fewer instances.
    """
    drop_primitives: bool = True
    smallest_last: bool = False
    """Order of the result: largest effect first (the paper's puzzles) or smallest first."""
    walk_share: float = 0.03
    """Length of the random walk to the first start, as a share of the budget."""
    check_states: int = 4
    """From how many states each macro's effect size is measured."""
    seconds: float | None = None
    memory: int | None = None

    def to_dict(self) -> dict[str, object]:
        """Fields that came later are left out at their defaults: older libraries stay the same."""
        later = {"auto": False, "levels": 1}
        return {k: v for k, v in asdict(self).items() if k not in later or v != later[k]}

    def __post_init__(self) -> None:
        for name in ("budget", "keep", "levels", "repetitions", "candidates", "check_states"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name.replace('_', '-')} must be 1 or more")
        if self.levels > MOST_LEVELS:
            raise UsageError(
                f"levels {self.levels} is too many; give at most {MOST_LEVELS}: each level has its "
                "share of one budget, and macros of macros of macros are long"
            )
        if self.ties not in TIES:
            raise UsageError(f"no tie-breaking {self.ties!r}; choose {' | '.join(TIES)}")
        if self.repetitions > self.budget:
            raise UsageError(f"{self.repetitions} repetitions need a budget of as many queries")


@dataclass(frozen=True)
class Learned:
    """Macros with what it took to find them."""

    macros: tuple[Macro, ...]
    queries: int
    """Of the searches."""
    other_queries: int
    """Of walks to starts and of measuring effects from further states."""
    repetitions: int
    """How many were run; fewer than asked for where no further start was found."""
    outcome: Outcome
    """BUDGET_EXHAUSTED is the ordinary end; EXHAUSTED means that the whole world was seen."""
    seconds: float
    memory_bytes: int
    primitive_steps: int | None = None
    """Behind all queries, where macros were among the actions (levels)."""
    selection: Selection | None = None
    """What was chosen and why the rest was not, where the number was not given."""
    judgement: Judgement | None = None
    """What the macros, or the best that were tried, save searches for the goal, where judged."""
    known: Known | None = None
    """What was learned of all kinds of actions, where macros were judged, kept or not."""
    problem: int = 0
    """Of several: that which the macros come from."""
    spent: Mapping[Purpose, int] = field(default_factory=dict)
    """Queries by purpose."""
    notes: tuple[str, ...] = ()
    """What the user should know, such as a simulator that did not return."""

    @property
    def why_none(self) -> str | None:
        """Where there are no macros: what became of the candidates."""
        if self.macros:
            return None
        if self.judgement is not None:
            return (
                f"no macro pays: in {self.judgement.cases} searches for the goal the best took "
                f"{self.judgement.alone:.2f} times the states of those without, in the whole "
                f"planner {self.judgement.ratio:.2f}; at most {MARGIN:.2f} in one and "
                f"{NO_WORSE:.2f} in the other are kept; further or larger problems may show more "
                "that pays, and --keep 8 keeps macros without judging them"
            )
        if self.selection is None or self.selection.candidates == 0:
            made = self.queries + self.other_queries
            if self.outcome is Outcome.BUDGET_EXHAUSTED and made < FEW_QUERIES:
                return f"{made} queries are too few to find a sequence; give a larger --budget"
            early = "" if self.outcome is Outcome.BUDGET_EXHAUSTED else f" ({self.outcome.value})"
            return f"no sequence of actions with a focused effect was found{early}"
        dropped = self.selection.dropped
        reason = max(dropped, key=lambda reason: dropped[reason]).told(self.selection.quota)
        return f"of {self.selection.candidates:,} candidates none is left: most {reason}"


@dataclass(frozen=True)
class Found:
    """A sequence with the state it was found in and the state it led to."""

    actions: tuple[ActionId, ...]
    start: State
    end: State

    @property
    def effect(self) -> tuple[Change, ...]:
        changed = np.flatnonzero(self.start != self.end)
        return tuple((int(v), int(self.start[v]), int(self.end[v])) for v in changed)


class Learner:
    """One run of Algorithm 1; `run` may be interrupted and then returns what is complete."""

    def __init__(
        self,
        simulator: Simulator,
        settings: LearnSettings,
        *,
        interpreted: bool = False,
    ) -> None:
        self.simulator = simulator
        self.settings = settings
        self.interpreted = interpreted
        self.rng = np.random.default_rng(settings.seed)
        self.ledger = Ledger(settings.budget)

    @property
    def other_queries(self) -> int:
        return self.ledger.other_queries

    def run(self, progress: Progress | None = None) -> Learned:
        settings = self.settings
        share = settings.budget // settings.repetitions
        walk = int(settings.walk_share * share)
        start: State | None = self.walk(state_array(self.simulator.start()), walk)
        kept: dict[object, Found] = {}
        ledger, repetitions = self.ledger, 0
        outcome = Outcome.BUDGET_EXHAUSTED
        while repetitions < settings.repetitions and start is not None:
            search = Search(
                self.simulator,
                LENGTH_PLUS_EFFECT,
                target=None,
                start=start,
                ties=settings.ties,
                seed=settings.seed,
                limits=Limits(share, settings.seconds, settings.memory),
                interpreted=self.interpreted,
            )
            outcome = search.run(progress and shifted(progress, ledger.queries))
            ledger.enter(Purpose.MACROS, search)
            repetitions += 1
            for found in self._propose(search, start):
                kept.setdefault(self.key(found), found)
            if outcome in (Outcome.INTERRUPTED, Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED):
                break
            if repetitions < settings.repetitions:
                start = self.start_without(start, [found.actions for found in kept.values()])
        with ledger.spending(Purpose.CHECKS):
            macros = self.measured(
                list(kept.values()), 1 if outcome in _CUT_OFF else settings.check_states
            )
        return Learned(
            macros=macros,
            queries=ledger.queries,
            other_queries=ledger.other_queries,
            repetitions=repetitions,
            outcome=outcome,
            seconds=ledger.seconds,
            memory_bytes=ledger.memory_bytes,
            spent=dict(ledger.spent),
        )

    def _propose(self, search: Search, start: State) -> list[Found]:
        """One repetition's share of macros, in the order of the result."""
        settings = self.settings
        nodes = candidate_nodes(search, settings)
        shortest = 2 if settings.drop_primitives else 1
        nodes = nodes[search.space.node_table()[nodes, DEPTH] >= shortest]
        share = -(-settings.keep // settings.repetitions)
        proposed: dict[object, Found] = {}
        for node in nodes[::-1] if settings.smallest_last else nodes:
            found = Found(search.actions_to(int(node)), start, search.state_of(int(node)))
            proposed.setdefault(self.key(found), found)
            if len(proposed) == share:
                break
        chosen = list(proposed.values())
        return chosen[::-1] if settings.smallest_last else chosen

    def measured(self, kept: Sequence[Found], num_states: int) -> tuple[Macro, ...]:
        """Macros with their largest effect over so many states (Definition 2)."""
        states: list[State] = []
        try:
            for _ in range(num_states - 1 if kept else 0):
                states.append(self.walk(states[-1] if states else kept[0].start, CHECK_WALK))
            return tuple(self._macro(found, states) for found in kept)
        except OutOfTime:
            return tuple(self._macro(found, []) for found in kept)

    def _macro(self, found: Found, states: Sequence[State]) -> Macro:
        largest = len(found.effect)
        for state in states:
            end = self.execute(found.actions, state)
            if end is not None:
                largest = max(largest, int(np.count_nonzero(end != state)))
        return Macro(
            actions=tuple(map(self.simulator.action_name, found.actions)),
            effect_size=largest,
            effect=found.effect,
            precondition=self.precondition(found.actions),
        )

    def found(self, actions: Sequence[ActionId]) -> Found:
        """A given sequence, run where it can run: the start, or a state on a walk from there."""
        state = state_array(self.simulator.start())
        for _ in range(START_TRIES):
            end = self.execute(actions, state)
            if end is not None:
                return Found(tuple(actions), state, end)
            state = self.walk(state, 1)
        names = ", ".join(map(self.simulator.action_name, actions))
        raise InputError(f"found no state in which this sequence can run: {names}")

    def key(self, found: Found) -> object:
        """What makes two sequences the same macro: precondition and net effect, or as it lifts."""
        if isinstance(self.simulator, Lifts):
            return self.simulator.macro_key(found.actions)
        precondition = self.precondition(found.actions)
        return found.effect, None if precondition is None else tuple(precondition.items())

    def precondition(self, actions: tuple[ActionId, ...]) -> dict[int, int] | None:
        """Where the world can tell what a sequence needs."""
        if not isinstance(self.simulator, TellsNeeds):
            return None
        return dict(self.simulator.precondition(actions))

    def execute(self, actions: Sequence[ActionId], state: State) -> State | None:
        """The state after the whole sequence, or None where it cannot run."""
        run = replay(self.simulator, actions, state)
        self.ledger.charge(run.done)
        return run.state if run.done == len(actions) else None

    def walk(self, state: State, steps: int) -> State:
        """A uniform random walk; it ends early where nothing applies."""
        for _ in range(steps):
            actions = self.simulator.applicable(state)
            if len(actions) == 0:
                break
            action = actions[int(self.rng.integers(len(actions)))]
            state = state_array(self.simulator.successor(state, action))
            self.ledger.charge(1)
        return state

    def start_without(
        self,
        state: State,
        sequences: Sequence[tuple[ActionId, ...]],
        most_queries: int | None = None,
    ) -> State | None:
        """A random state in which none of the sequences can run, or None.

        By the simulator's own `random_state` where it offers one, else by a random walk. No
        further state is tried once `most_queries` are spent.
        """
        draw = self.simulator.random_state if isinstance(self.simulator, RandomStates) else None
        before = self.other_queries
        for _ in range(START_TRIES):
            if most_queries is not None and self.other_queries - before >= most_queries:
                return None
            state = self.walk(state, 1) if draw is None else state_array(draw(self.rng))
            if not any(self.execute(sequence, state) is not None for sequence in sequences):
                return state
        return None


def candidate_nodes(search: Search, settings: LearnSettings) -> npt.NDArray[np.int64]:
    """Nodes of the candidates: by effect size, as `smallest_last` says, else in search order."""
    if settings.expanded_only:
        negated, heaped = search.space.smallest_effects(settings.candidates)
        order = np.argsort(negated if settings.smallest_last else -negated, kind="stable")
        return heaped[order]
    table = search.space.node_table()
    nodes = np.arange(1, len(table))
    effects = table[nodes, DISTANCE]
    nodes = nodes[effects > 0]
    effects = effects[effects > 0]
    if len(nodes) > settings.candidates:
        worst = np.partition(effects, settings.candidates - 1)[settings.candidates - 1]
        nodes, effects = nodes[effects <= worst], effects[effects <= worst]
    order = np.lexsort((nodes, table[nodes, DEPTH], effects))[: settings.candidates]
    ranked: npt.NDArray[np.int64] = nodes[order[::-1] if settings.smallest_last else order]
    return ranked


def paper_settings(settings: LearnSettings) -> LearnSettings:
    """What the paper's code did, beyond its parameters."""
    return replace(settings, ties="heap", walk_share=0.0, check_states=1)
