"""Any Python simulator as a world for the loop: asks it state by state, packs what it answers.

The cheap half of the protocol's checks lives here (a whole batch at once); the rest is in
`fmtools.simulators.user.CheckedSimulator`, which wraps what a user loads.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.errors import SimulatorError
from fmtools.kernels.expand import register_apply, register_offer, register_world
from fmtools.kernels.space import CURRENT, PRIMITIVE_STEPS, STATE, Space
from fmtools.kernels.step import register_step
from fmtools.kernels.words import Layout, Words
from fmtools.simulator import ActionId, Simulator, State, StateLike, sealed

_CELL_TYPES: dict[int, type[np.unsignedinteger[Any]]] = {1: np.uint8, 8: np.uint8, 16: np.uint16}


class InterpretedWorld:
    """A simulator and the layout of its states, with views of the space's words as cells."""

    def __init__(self, simulator: Simulator, layout: Layout) -> None:
        self.simulator = simulator
        self.layout = layout
        self.steps: Callable[[ActionId], int] | None = getattr(simulator, "steps", None)
        """Primitive steps of an action, where actions may be macros."""
        self.batch: Callable[[State], tuple[Sequence[ActionId], Any]] | None = getattr(
            simulator, "successors", None
        )
        self.bound_to: Space | None = None
        self.current: State
        """The state whose actions were offered last."""
        self.states: npt.NDArray[Any]
        self.waiting: npt.NDArray[Any]
        self.actions: npt.NDArray[np.int32]
        self.room: int

    def bind(self, space: Space) -> None:
        """See the space's states and waiting batch as rows of cells; anew after it has grown."""
        cell_type = _CELL_TYPES[self.layout.cell_bits]
        bits = self.layout.num_variables * self.layout.cell_bits
        num_cells = -(-bits // (8 * np.dtype(cell_type).itemsize))
        space.successors[:] = 0
        self.states = space.states.view(cell_type)[:, :num_cells]
        self.waiting = space.successors.view(cell_type)[:, :num_cells]
        self.actions = space.actions
        self.room = len(space.actions)
        self.bound_to = space


def state_array(values: StateLike) -> State:
    """As simulators see states."""
    return sealed(values)


def checked_batch(states: Any, count: int, layout: Layout) -> npt.NDArray[Any]:
    """Successors as one array [count, num_variables], once rule 1 holds for all of them."""
    try:
        batch = np.asarray(states)
    except ValueError:
        batch = np.empty(0)
    if batch.shape != (count, layout.num_variables) or batch.dtype.kind not in "iub":
        shapes = sorted({str(np.shape(state)) for state in states})
        raise SimulatorError(
            f"rule 1: every successor must have {layout.num_variables} integers; "
            f"successor() returned shapes {', '.join(shapes)} of type {batch.dtype}"
        )
    if batch.dtype.itemsize * 8 > layout.cell_bits or batch.dtype.kind == "i":
        limit = (1 << layout.cell_bits) - 1
        if batch.min() < 0 or batch.max() > limit:
            raise SimulatorError(
                f"rule 1: every value must lie in 0..{limit}; successor() returned values from "
                f"{batch.min()} to {batch.max()}"
            )
    return batch


def current_state(world: InterpretedWorld, space: Space) -> State:
    """The current node's state, as simulators see it."""
    if world.bound_to is not space:
        world.bind(space)
    layout = world.layout
    cells = world.states[space.nodes[space.counters[CURRENT], STATE]]
    if layout.cell_bits == 1:
        cells = np.unpackbits(cells, count=layout.num_variables, bitorder="little")
    return sealed(cells)


@register_world(InterpretedWorld)
def expand_interpreted(world: InterpretedWorld, space: Space) -> int:
    """Successors of the current node, or minus their number where the batch has no room."""
    state = current_state(world, space)
    layout = world.layout
    counters = space.counters
    if world.batch is None:
        actions = world.simulator.applicable(state)
        successor = world.simulator.successor
        batch: Any = [successor(state, action) for action in actions]
    else:
        actions, batch = world.batch(state)
    count = len(actions)
    if count > world.room:
        return -count
    if count == 0:
        return 0
    if type(batch) is not np.ndarray or batch.dtype != np.uint8 or batch.ndim != 2:
        batch = checked_batch(batch, count, layout)
    if layout.cell_bits == 1:
        batch = np.packbits(batch, axis=1, bitorder="little")
    try:
        world.waiting[:count] = batch
    except ValueError:
        checked_batch(batch, count, layout)
        raise
    world.actions[:count] = actions
    if world.steps is None:
        counters[PRIMITIVE_STEPS] += count
    else:
        counters[PRIMITIVE_STEPS] += sum(world.steps(action) for action in actions)
    return count


@register_step(InterpretedWorld)
def step_interpreted(
    world: InterpretedWorld, rows: Words, i: int, action: ActionId, out: Words, j: int
) -> bool:
    """One action in one state."""
    state = state_array(world.layout.unpack(rows[i]))
    if action not in world.simulator.applicable(state):
        return False
    successor = world.simulator.successor(state, action)
    out[j] = world.layout.pack(checked_batch([successor], 1, world.layout)[0])
    return True


@register_offer(InterpretedWorld)
def offer_interpreted(world: InterpretedWorld, space: Space) -> int:
    world.current = current_state(world, space)
    actions = world.simulator.applicable(world.current)
    count = len(actions)
    waiting = space.waiting
    if count <= len(waiting.offered):
        waiting.offered[:count] = actions
        steps = world.steps
        waiting.steps[:count] = 1 if steps is None else [steps(action) for action in actions]
    return count


@register_apply(InterpretedWorld)
def apply_interpreted(world: InterpretedWorld, space: Space, action: int) -> None:
    """The simulator is asked for this one successor only, even where it could give all at once."""
    if world.bound_to is not space:
        world.bind(space)
    layout = world.layout
    batch = checked_batch([world.simulator.successor(world.current, int(action))], 1, layout)
    if layout.cell_bits == 1:
        batch = np.packbits(batch, axis=1, bitorder="little")
    world.waiting[:1] = batch
