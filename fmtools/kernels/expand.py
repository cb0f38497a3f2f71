"""`expand`: the successors of the current node, dispatched by the class of the world.

`expand_next` gives them one at a time, for first improvement, from two more functions of the world:
`offer` says which actions apply, `apply` gives the successor of one.

A compiled world is a NamedTuple of arrays with a function registered here; a Python simulator
comes as an `InterpretedWorld` (fmtools.search.interpreted), registered the same way. Inside
compiled code the same table picks the function while numba types the call.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from fmtools.kernels.jit import OPTIONS
from fmtools.kernels.space import (
    CURRENT,
    CURSOR,
    EPOCH,
    EXPANSION,
    FIRST_PART,
    MACROS_FIRST,
    OFFERED,
    PRIMITIVE_STEPS,
    SEED,
)
from fmtools.kernels.waiting import CURSOR_OF, INDEX_MASK, arrange

EXPANDERS: dict[type, Callable[..., Any]] = {}
OFFERERS: dict[type, Callable[..., Any]] = {}
APPLIERS: dict[type, Callable[..., Any]] = {}


def register_world(world_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: the function `(world, space) -> count` that expands worlds of this class.

    It writes the current node's successors to space.successors and space.actions, adds to
    space.counters[PRIMITIVE_STEPS], and returns how many it wrote.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        EXPANDERS[world_class] = function
        return function

    return register


def register_offer(world_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: the function `(world, space) -> count` that offers the current node's actions.

    It writes them to space.waiting.offered, in the order of `expand`, with their primitive steps,
    as far as there is room, and returns how many there are.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        OFFERERS[world_class] = function
        return function

    return register


def register_apply(world_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: `(world, space, action) -> None` that writes one successor to space.successors[0].

    `action` is as it was offered.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        APPLIERS[world_class] = function
        return function

    return register


def expand(world: Any, space: Any) -> int:
    """How many successors were written for the current node."""
    return EXPANDERS[type(world)](world, space)


@overload(expand, strict=False, jit_options=OPTIONS)  # annotations differ from class to class
def _expand_compiled(world: Any, space: Any) -> Callable[..., Any] | None:
    return EXPANDERS.get(getattr(world, "instance_class", None))  # type: ignore[arg-type]


def offer(world: Any, space: Any) -> int:
    return OFFERERS[type(world)](world, space)


@overload(offer, strict=False, jit_options=OPTIONS)
def _offer_compiled(world: Any, space: Any) -> Callable[..., Any] | None:
    return OFFERERS.get(getattr(world, "instance_class", None))  # type: ignore[arg-type]


def apply(world: Any, space: Any, action: int) -> None:
    APPLIERS[type(world)](world, space, action)


@overload(apply, strict=False, jit_options=OPTIONS)
def _apply_compiled(world: Any, space: Any, action: Any) -> Callable[..., Any] | None:
    return APPLIERS.get(getattr(world, "instance_class", None))  # type: ignore[arg-type]


def expand_next(world: Any, space: Any) -> int:
    """Write the current node's next successor; 1, or 0 where none is left.

    Asks for the node's actions at the first call of a visit. Where they have no room: minus their
    number.
    """
    counters = space.counters
    waiting = space.waiting
    if counters[OFFERED] < 0:
        count = offer(world, space)
        if count > len(waiting.offered):
            return -count
        node = counters[CURRENT]
        macros_first = counters[EXPANSION] == MACROS_FIRST
        seed = counters[SEED]
        first_part = arrange(waiting, node, counters[EPOCH], count, macros_first, seed)
        cursor = waiting.taken[node, CURSOR_OF]
        counters[OFFERED] = count
        counters[CURSOR] = cursor
        counters[FIRST_PART] = first_part if cursor < first_part else count
    cursor = counters[CURSOR]
    if cursor >= counters[OFFERED]:
        return 0
    place = waiting.keys[cursor] & INDEX_MASK
    space.actions[0] = waiting.offered[place]
    counters[PRIMITIVE_STEPS] += waiting.steps[place]
    apply(world, space, waiting.offered[place])
    return 1


@overload(expand_next, strict=False, jit_options=OPTIONS)
def _expand_next_compiled(world: Any, space: Any) -> Callable[..., Any]:
    return expand_next
