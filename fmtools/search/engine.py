"""A search from start to end: limits, interruption and the way back to the start.

Owns a `BestFirst` of the core and runs its loop in slices, so that Ctrl-C, time limits and progress
bars get their turn; slices never change a result. Planners and the macro learner both stand on it.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.core.ahead import Ahead
from fmtools.core.best_first import BestFirst, Status
from fmtools.core.guide import Guide
from fmtools.core.landmarks import Landmarks
from fmtools.core.memory import Memory
from fmtools.core.novelty import Novelty
from fmtools.core.waiting import Waiting
from fmtools.core.world import World
from fmtools.errors import SimulatorError
from fmtools.frozen import frozen
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.world import world_of
from fmtools.simulator import ActionId, Simulator, State, StateLike, state_array
from fmtools.watch import OutOfTime, set_deadline

MAX_FACTS = 1 << 16
EXPANSIONS = ("full", "first", "macros-first")
"""All successors at once; or one by one, moving on at the first that improves; or the same, macros
first, and primitives only when the node comes up again."""
COUNTS = ("generated", "expanded", "evaluated", "primitive_steps", "num_states")
NO_DEPTH_LIMIT = 1 << 30
MOST_BUCKETS = 1 << 16
"""Where costs count, of an open list; a heap takes any priority."""
MOST_RARITY = 33
"""Levels that novelty of width 0 may have: no fact is counted beyond 2^32."""
DEFAULT_PAIR_BYTES = 4 << 30
"""Half of this is for tables of pairs, where no memory limit is given."""

_FIRST_SLICE, _FIRST_PYTHON_SLICE = 1 << 14, 64
_SLICE_SECONDS = 0.05
NO_BUDGET = (1 << 31) - 1
NO_PAUSE = 1 << 62

_OUTCOMES = {
    Status.GOAL: Outcome.SOLVED,
    Status.EMPTY: Outcome.EXHAUSTED,
    Status.BUDGET: Outcome.BUDGET_EXHAUSTED,
    Status.OUT_OF_MEMORY: Outcome.MEMORY_EXHAUSTED,
}

Progress = Callable[[int, int], None]
"""Called between slices with (generated states, best distance)."""


def shifted(progress: Progress, queries: int) -> Progress:
    """Progress over several searches, from that of one that begins after so many queries."""
    return lambda generated, best: progress(queries + generated, best)


@frozen
class Order:
    """What the search prefers: small depth_weight * depth + distance_weight * distance."""

    depth_weight: int
    distance_weight: int
    depth_limit: int = NO_DEPTH_LIMIT
    """Larger depth costs count as this much."""
    novel_first: bool = False
    """Small novelty comes before everything else."""
    novelty_weight: int = 0
    """Where novelty does not come first: how much worse a node is for each level of it."""
    wait_cost: int = 0
    """Where macros come first: how much worse a node is whose macros have all been tried."""
    guide_weight: int = 0
    """Where there is a guide: of its estimate of the parent."""
    heuristic: Callable[[State], int] | None = None
    """The simulator's own estimate of a state (fmtools.search.heuristic)."""
    heuristic_weight: int = 0

    def width_weight(self, max_distance: int) -> int:
        if not self.novel_first:
            return self.novelty_weight
        return self.distance_weight * max_distance + self.depth_limit + self.wait_cost + 1


@frozen
class NoveltySettings:
    """How novelty is measured, where a search asks for it (fmtools.core.novelty)."""

    width: int
    """Up to pairs (2), or single facts only (1); 0: how rare the rarest fact is, in octaves."""
    prune_above: int = 3
    """Nodes of larger novelty are dropped: IW(k) drops those above k."""
    by_goal: bool = True
    """Partition by goal count (BFWS), or not at all (IW)."""
    relevant: tuple[int, ...] = ()
    """Facts whose reaching counts as #r."""
    paper: bool = False
    """#r as the paper's code had it: without the state's own facts, reset when (w, #g) falls."""


class Search:
    """One best-first search; `run` may be called again after a pause with wider limits."""

    def __init__(
        self,
        simulator: Simulator,
        order: Order,
        *,
        target: Mapping[int, int] | None,
        start: StateLike | None = None,
        ties: str = "fifo",
        seed: int = 0,
        limits: Limits = Limits(),
        interpreted: bool = False,
        novelty: NoveltySettings | None = None,
        expansion: str = "full",
        stop_at_goal: bool = True,
        memory: Memory | None = None,
        guide: Guide | None = None,
        runs_ahead: bool = False,
        landmarks: Landmarks | None = None,
        bound: int | None = None,
        costs: npt.NDArray[np.int32] | None = None,
    ) -> None:
        """`target` is the goal; None measures distance from the start and stops nowhere.

        `memory`: where searches share a limit; else the search has its own. `runs_ahead`: the
        guide's plan is run in every state, as one more successor; not where that asks Python.
        `bound`: only plans of smaller depth are looked for; depth counts `costs`, by action,
        where they are given.
        """
        self.simulator = simulator
        self.limits = limits
        self._has_heuristic = order.heuristic is not None
        self._may_miss = bound is not None and novelty is not None
        self.seconds = 0.0
        self.late: str | None = None
        """Where the user's code was at work when time was up."""
        world = world_of(simulator, interpreted)
        values = checked_start(world, simulator.start() if start is None else start)
        packed = None if target is None else world.packed(values, target)
        self.world: World = world if packed is None else packed
        self.layout = self.world.layout
        self.memory = Memory(limits.memory) if memory is None else memory
        row = self.layout.pack(values)
        if target is None:
            everywhere = np.full(self.layout.num_variables, (1 << self.layout.cell_bits) - 1)
            reference, mask = row, self.layout.pack(everywhere)
        else:
            reference, mask = self.layout.pack_partial(dict(target))
        most = self.layout.num_variables if target is None else len(target)
        if landmarks is not None:
            most = landmarks.num_landmarks
        self.novelty = None if novelty is None else self._make_novelty(novelty, most)
        waiting = None
        if expansion != "full":
            waiting = Waiting(
                self.memory, seed & 0x7FFFFFFFFFFFFFFF, macros_first=expansion == "macros-first"
            )
        self.space = BestFirst(
            self.world,
            self.memory,
            row,
            reference,
            mask,
            ties=ties if _has_buckets(order, most, bound, costs) else "heap",
            seed=seed,
            budget=NO_BUDGET if limits.budget is None else limits.budget,
            depth_weight=order.depth_weight,
            depth_limit=order.depth_limit,
            distance_weight=order.distance_weight,
            width_weight=order.width_weight(most),
            wait_cost=order.wait_cost,
            stop_at_zero=stop_at_goal and target is not None,
            note_expansions=target is None,
            novelty=self.novelty,
            waiting=waiting,
            guide=guide,
            guide_weight=order.guide_weight,
            ahead=Ahead(world, self.memory) if runs_ahead and not world.is_python else None,
            landmarks=landmarks,
            heuristic=order.heuristic,
            heuristic_weight=order.heuristic_weight,
            bound=bound,
            costs=costs,
        )

    def _make_novelty(self, novelty: NoveltySettings, num_goals: int) -> Novelty:
        return Novelty(
            self.memory,
            width=novelty.width,
            prune_above=novelty.prune_above if novelty.width > 0 else MOST_RARITY,
            by_goal=novelty.by_goal,
            paper=novelty.paper,
            cell_bits=self.world.cell_bits,
            num_variables=self.world.num_variables,
            num_values=num_values_of(self.world),
            num_goals=num_goals,
            relevant=novelty.relevant,
            most_pair_bytes=self._most_pair_bytes,
        )

    @property
    def _most_pair_bytes(self) -> int:
        return (DEFAULT_PAIR_BYTES if self.limits.memory is None else self.limits.memory) // 2

    def run(self, progress: Progress | None = None) -> Outcome:
        """Search until solved, exhausted or a limit is hit; Ctrl-C ends it as INTERRUPTED."""
        outcome = self.advance(NO_BUDGET, progress)
        assert outcome is not None  # the budget ends first
        return outcome

    def advance(
        self, pause_at: int, progress: Progress | None = None, pause_effort: int = NO_PAUSE
    ) -> Outcome | None:
        """The same, or None once so many states are generated, or the effort has come so far
        (`BestFirst.effort`: what a guide takes counts, too); it may be called again."""
        space = self.space
        began = time.perf_counter()
        slice_size = _FIRST_PYTHON_SLICE if self.world.is_python else _FIRST_SLICE
        set_deadline(self.limits.seconds)
        try:
            while True:
                slice_began = time.perf_counter()
                status = space.run(min(space.generated + slice_size, pause_at), pause_effort)
                if status in _OUTCOMES:
                    return self._outcome(status)
                if space.generated >= pause_at or space.effort >= pause_effort:
                    return None
                now = time.perf_counter()
                if now - slice_began < _SLICE_SECONDS:
                    slice_size *= 2
                if progress is not None:
                    progress(space.generated, space.best_distance)
                if self.limits.seconds is not None and now - began >= self.limits.seconds:
                    return Outcome.TIMEOUT
        except KeyboardInterrupt:
            return Outcome.INTERRUPTED
        except OutOfTime as late:
            self.late = str(late)
            return Outcome.TIMEOUT
        finally:
            set_deadline(None)
            self.seconds += time.perf_counter() - began

    def _outcome(self, status: Status) -> Outcome:
        """With a bound, novelty passes over shorter ways to states that were seen before."""
        outcome = _OUTCOMES[status]
        return Outcome.INCOMPLETE if outcome is Outcome.EXHAUSTED and self._may_miss else outcome

    @property
    def counts(self) -> Counter[str]:
        """Of states: as results name them."""
        return Counter({name: int(getattr(self.space, name)) for name in COUNTS})

    @property
    def memory_bytes(self) -> int:
        """The most that the core held."""
        return self.memory.peak

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know."""
        notes = []
        if self._has_heuristic:
            notes.append("led by the simulator's own heuristic")
        if self.novelty is not None and self.novelty.gave_up:
            notes.append(
                "novelty given up at the memory limit, for more states; a larger --memory-limit "
                "allows both"
            )
        elif self.novelty is not None and self.novelty.gave_up_pairs:
            most = self._most_pair_bytes >> 20
            notes.append(
                f"width 2 given up for width 1: its tables would take over {most} MB; "
                "a larger --memory-limit allows more"
            )
        return tuple(notes if self.late is None else [*notes, self.late])

    def actions_to(self, node: int) -> tuple[ActionId, ...]:
        """The actions from the start to this node."""
        return self.space.actions_to(node)

    def state_of(self, node: int) -> State:
        return state_array(self.states_of(np.array([node], np.int64))[0])

    def states_of(self, nodes: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """A row of values for each of these nodes."""
        return self.layout.unpack_rows(self.space.rows(nodes))


def _has_buckets(order: Order, most: int, bound: int | None, costs: object) -> bool:
    """Whether priorities are small enough for a list with a bucket for each of them."""
    if order.heuristic is not None:
        return False
    return costs is None or (bound or 0) + order.distance_weight * most < MOST_BUCKETS


def checked_start(world: World, values: StateLike) -> npt.NDArray[Any]:
    array = np.asarray(values)
    if array.shape != (world.num_variables,) or array.dtype.kind not in "iub":
        raise SimulatorError(
            f"rule 1: start() must return {world.num_variables} integers, "
            f"not shape {array.shape} of type {array.dtype}"
        )
    most = min(world.num_values, 1 << world.cell_bits) - 1
    if array.min(initial=0) < 0 or array.max(initial=0) > most:
        raise SimulatorError(f"rule 1: every value of start() must lie in 0..{most}")
    return array


def num_values_of(world: World) -> int:
    """How many values a variable may take; novelty needs it small to number facts."""
    if world.cell_bits == 1:
        return 2
    if world.num_variables * world.num_values > MAX_FACTS:
        raise SimulatorError(
            "novelty numbers facts: give the simulator `num_values`, the number of values that a "
            f"variable may take, so that num_variables * num_values is at most {MAX_FACTS:,}"
        )
    return int(world.num_values)
