"""A search from start to end: memory, limits, interruption and the way back to the start.

Owns a `Space` and runs the loop over it in slices, so that Ctrl-C, time limits and progress bars
get their turn. Planners and the macro learner both stand on it.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.errors import SimulatorError
from fmtools.kernels import novelty as nv
from fmtools.kernels import space as sp
from fmtools.kernels.handle import advance
from fmtools.kernels.novelty import Novelty, make_novelty
from fmtools.kernels.words import Layout, Words
from fmtools.results import Outcome
from fmtools.search.interpreted import InterpretedWorld, state_array
from fmtools.search.loop import best_first, compiled
from fmtools.simulator import ActionId, Simulator, State, StateLike
from fmtools.watch import OutOfTime, set_deadline

FIRST_CAPACITY = 1 << 12
"""Small enough for a short search to stay in the cache."""
GROWTH = 16
_SLICE_SECONDS = 0.05
_MAX_NODES = (1 << 31) - 1
_FIRST_SLOTS = 16
MAX_FACTS = 1 << 16
EXPANSIONS = {"full": sp.FULL, "first": sp.FIRST, "macros-first": sp.MACROS_FIRST}
"""All successors at once; or one by one, moving on at the first that improves; or the same, macros
first, and primitives only when the node comes up again."""
DEFAULT_PAIR_BYTES = 4 << 30
"""Half of this is for tables of pairs, where no memory limit is given."""

_OUTCOMES = {
    sp.GOAL: Outcome.SOLVED,
    sp.EMPTY: Outcome.EXHAUSTED,
    sp.BUDGET: Outcome.BUDGET_EXHAUSTED,
}

Progress = Callable[[int, int], None]
"""Called between slices with (generated states, best distance)."""


def shifted(progress: Progress, queries: int) -> Progress:
    """Progress over several searches, from that of one that begins after so many queries."""
    return lambda generated, best: progress(queries + generated, best)


@dataclass(frozen=True)
class Limits:
    """None means no limit. `budget` counts generated states; the rest seconds and bytes."""

    budget: int | None = None
    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True)
class Order:
    """What the search prefers: small depth_weight * depth + distance_weight * distance."""

    depth_weight: int
    distance_weight: int
    depth_limit: int = sp.NO_DEPTH_LIMIT
    """Larger depth costs count as this much."""
    novel_first: bool = False
    """Small novelty comes before everything else."""
    wait_cost: int = 0
    """Where macros come first: how much worse a node is whose macros have all been tried."""

    def width_weight(self, max_distance: int) -> int:
        if not self.novel_first:
            return 0
        return self.distance_weight * max_distance + self.depth_limit + self.wait_cost + 1


@dataclass(frozen=True)
class NoveltySettings:
    """How novelty is measured, where a search asks for it (fmtools.kernels.novelty)."""

    width: int
    """Up to pairs (2), or single facts only (1)."""
    prune_above: int = 3
    """Nodes of larger novelty are dropped: IW(k) drops those above k."""
    by_goal: bool = True
    """Partition by goal count (BFWS), or not at all (IW)."""
    relevant: tuple[int, ...] = ()
    """Facts whose reaching counts as #r."""
    paper: bool = False
    """#r as the paper's code had it: without the state's own facts, reset when (w, #g) falls."""


def layout_of(simulator: Simulator, kernel: Any) -> Layout:
    """The kernel's cells, or cells wide enough for the simulator's optional `num_values`."""
    if kernel is not None:
        return Layout(simulator.num_variables, kernel.cell_bits)
    num_values = getattr(simulator, "num_values", 1 << 16)
    cell_bits = 1 if num_values <= 2 else 8 if num_values <= 1 << 8 else 16
    return Layout(simulator.num_variables, cell_bits)


def num_values_of(simulator: Simulator, world: Any, layout: Layout) -> int:
    """How many values a variable may take; novelty needs it small to number facts."""
    if layout.cell_bits == 1:
        return 2
    num_values = getattr(world, "num_values", None) or getattr(simulator, "num_values", None)
    if num_values is None or layout.num_variables * num_values > MAX_FACTS:
        raise SimulatorError(
            "novelty numbers facts: give the simulator `num_values`, the number of values that a "
            f"variable may take, so that num_variables * num_values is at most {MAX_FACTS:,}"
        )
    return int(num_values)


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
        novelty: "NoveltySettings | None" = None,
        expansion: str = "full",
        first_capacity: int = FIRST_CAPACITY,
    ) -> None:
        """`target` is the goal; None measures distance from the start and stops nowhere."""
        self.simulator = simulator
        self.order = order
        self.notes: list[str] = []
        self.ties = ties
        self.limits = limits
        self.seconds = 0.0
        kernel = None if interpreted else getattr(simulator, "kernel", None)
        self.layout = layout_of(simulator, kernel)
        self.world: Any = kernel or InterpretedWorld(simulator, self.layout)
        self._loop = compiled if kernel is not None else best_first
        start_row = self._pack_start(simulator.start() if start is None else start)
        if target is None:
            reference, mask = (
                start_row,
                self.layout.pack(
                    np.full(self.layout.num_variables, (1 << self.layout.cell_bits) - 1)
                ),
            )
        else:
            reference, mask = self.layout.pack_partial(dict(target))
        branching = getattr(kernel, "branching", 64)
        budget = _MAX_NODES if limits.budget is None else limits.budget
        self._most_states = min(budget + branching + 1, _MAX_NODES)
        capacity = min(self._most_states, first_capacity + branching)
        num_measured = self.layout.num_variables if target is None else len(target)
        self.space = sp.make_space(
            layout=self.layout,
            start=start_row,
            reference=reference,
            mask=mask,
            ties=ties,
            seed=seed,
            num_states=capacity,
            branching=branching,
            depth_weight=order.depth_weight,
            distance_weight=order.distance_weight,
            budget=budget,
            stop_at_zero=target is not None,
            max_distance=num_measured,
            depth_limit=order.depth_limit,
            width_weight=order.width_weight(num_measured),
            novelty=None
            if novelty is None
            else self._make_novelty(novelty, num_measured, capacity),
            expansion=EXPANSIONS[expansion],
            wait_cost=order.wait_cost,
        )

    def _make_novelty(self, novelty: NoveltySettings, num_goals: int, capacity: int) -> Novelty:
        return make_novelty(
            width=novelty.width,
            prune_above=novelty.prune_above,
            by_goal=novelty.by_goal,
            cell_bits=self.layout.cell_bits,
            num_values=num_values_of(self.simulator, self.world, self.layout),
            num_variables=self.layout.num_variables,
            num_goals=num_goals,
            relevant=np.array(novelty.relevant, np.int64),
            num_nodes=capacity,
            num_slots=_FIRST_SLOTS,
            paper=novelty.paper,
        )

    def _pack_start(self, values: StateLike) -> Words:
        array = np.asarray(values)
        if array.shape != (self.layout.num_variables,) or array.dtype.kind not in "iub":
            raise SimulatorError(
                f"rule 1: start() must return {self.layout.num_variables} integers, "
                f"not shape {array.shape} of type {array.dtype}"
            )
        if array.min() < 0 or array.max() >= 1 << self.layout.cell_bits:
            raise SimulatorError(
                f"rule 1: every value of start() must lie in 0..{(1 << self.layout.cell_bits) - 1}"
            )
        return self.layout.pack(array)

    def run(self, progress: Progress | None = None) -> Outcome:
        """Search until solved, exhausted or a limit is hit; Ctrl-C ends it as INTERRUPTED."""
        counters = self.space.counters
        if counters[sp.GOAL_NODE] >= 0:
            return Outcome.SOLVED
        self._load_kernels()
        began = time.perf_counter()
        slice_size = 64 if self._loop is best_first else 1 << 14
        set_deadline(self.limits.seconds)
        try:
            while True:
                slice_began = time.perf_counter()
                status = self._loop(
                    self.world, self.space, int(counters[sp.GENERATED]) + slice_size
                )
                if status == sp.GROW:
                    if not self._grow():
                        return Outcome.MEMORY_EXHAUSTED
                elif status in _OUTCOMES:
                    return _OUTCOMES[status]
                now = time.perf_counter()
                if status == sp.PAUSED and now - slice_began < _SLICE_SECONDS:
                    slice_size *= 2
                if progress is not None:
                    progress(int(counters[sp.GENERATED]), int(counters[sp.BEST_DISTANCE]))
                if self.limits.seconds is not None and now - began >= self.limits.seconds:
                    return Outcome.TIMEOUT
        except KeyboardInterrupt:
            return Outcome.INTERRUPTED
        except OutOfTime as late:
            self.notes.append(str(late))
            return Outcome.TIMEOUT
        finally:
            set_deadline(None)
            self.seconds += time.perf_counter() - began

    def _load_kernels(self) -> None:
        """Load or compile what the loop will call, off the clock; the space is left as it is."""
        if self._loop is compiled:
            self._loop(self.world, self.space, 0)
        else:
            row = self.space.states[0]
            empty = sp.make_space(
                self.layout, row, row, row, "fifo", 0, 1, 1, 0, 1, 1, False, max_distance=1
            )
            empty.counters[sp.PENDING] = 0
            advance(empty)

    def _grow(self) -> bool:
        """Make room for the waiting batch; False where the memory limit forbids it."""
        space, counters = self.space, self.space.counters
        if counters[sp.PENDING] < -1:
            self.space = sp.with_branching(space, 2 * int(-counters[sp.PENDING]))
            counters[sp.PENDING] = -1
            return True
        pending = int(counters[sp.PENDING])
        states = self._grown_size(len(space.states), int(counters[sp.NUM_STATES]) + pending)
        nodes = self._grown_size(len(space.nodes), int(counters[sp.NUM_NODES]) + pending)
        limit = self.limits.memory
        if limit is not None and sp.space_bytes(self.layout, max(states, nodes), self.ties) > limit:
            states = int(counters[sp.NUM_STATES]) * 5 // 4 + pending
            nodes = int(counters[sp.NUM_NODES]) * 5 // 4 + pending
            if sp.space_bytes(self.layout, max(states, nodes), self.ties) > limit:
                return False
        depth = int(space.nodes[counters[sp.CURRENT], sp.DEPTH])
        deepest = min(int(counters[sp.DEPTH_WEIGHT]) * (2 * depth + 64), self.order.depth_limit)
        buckets = int(
            deepest
            + counters[sp.DISTANCE_WEIGHT] * counters[sp.MAX_DISTANCE]
            + 2 * counters[sp.WIDTH_WEIGHT]
            + counters[sp.WAIT_COST]
            + 1
        )
        self.space = sp.with_capacity(space, states, nodes, buckets, self._grown_slots())
        return True

    def _grown_slots(self) -> int:
        """Rows for twice as many partitions, where they are used up; pairs are given up first."""
        novelty = self.space.novelty
        meta = novelty.meta
        slots = int(meta[nv.PAIR_SLOTS])
        if meta[nv.SLOTS_USED] < slots or meta[nv.WIDTH] == 0:
            return slots
        limit = self.limits.memory or DEFAULT_PAIR_BYTES
        if meta[nv.WIDTH] == 2 and nv.pair_bytes(novelty, 2 * slots) > limit // 2:
            meta[nv.WIDTH] = 1
            self.notes.append(
                f"width 2 given up for width 1 after {self.count(sp.GENERATED):,} states: its "
                f"tables would take over {limit // 2 >> 20} MB; a larger --memory-limit allows more"
            )
        return 2 * slots

    def _grown_size(self, room: int, needed: int) -> int:
        """Sixteen times as much, within what the budget can ever need; unchanged where it suffices.

        Few large steps: what is not used stays untouched memory, and what is copied costs time.
        """
        if needed <= room:
            return room
        return max(needed, min(GROWTH * room, self._most_states))

    def count(self, counter: int) -> int:
        return int(self.space.counters[counter])

    @property
    def memory_bytes(self) -> int:
        """What the arrays hold by now."""
        filled = max(self.count(sp.NUM_STATES), self.count(sp.NUM_NODES))
        return sp.space_bytes(self.layout, filled, self.ties)

    @property
    def trace(self) -> tuple[tuple[int, int], ...]:
        rows = self.space.trace[: self.count(sp.TRACE_LENGTH)]
        return tuple((int(generated), int(best)) for generated, best in rows)

    def actions_to(self, node: int) -> tuple[ActionId, ...]:
        """The actions from the start to this node."""
        actions: list[ActionId] = []
        nodes = self.space.nodes
        while nodes[node, sp.PARENT] >= 0:
            actions.append(int(nodes[node, sp.ACTION]))
            node = int(nodes[node, sp.PARENT])
        return tuple(reversed(actions))

    def state_of(self, node: int) -> State:
        row = self.space.states[self.space.nodes[node, sp.STATE]]
        return state_array(self.layout.unpack(row))


def replay(simulator: Simulator, actions: tuple[ActionId, ...], expected: State) -> None:
    """Run the actions through the simulator; raise where they do not lead to `expected`."""
    state: npt.NDArray[Any] = state_array(simulator.start())
    for step, action in enumerate(actions, 1):
        if action not in simulator.applicable(state):
            raise SimulatorError(
                f"rule 2: replaying the plan, step {step} {simulator.action_name(action)!r} is no "
                f"longer applicable; applicable() must answer the same every time"
            )
        state = state_array(simulator.successor(state, action))
    if not np.array_equal(state, expected):
        raise SimulatorError(
            "rule 2: replaying the plan ends in another state than the search saw; "
            "successor() must answer the same every time"
        )
