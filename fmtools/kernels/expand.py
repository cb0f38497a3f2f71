"""`expand`: the successors of the current node, dispatched by the class of the world.

A compiled world is a NamedTuple of arrays with a function registered here; a Python simulator
comes as an `InterpretedWorld` (fmtools.search.interpreted), registered the same way. Inside
compiled code the same table picks the function while numba types the call.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from fmtools.kernels.jit import OPTIONS

EXPANDERS: dict[type, Callable[..., Any]] = {}


def register_world(world_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: the function `(world, space) -> count` that expands worlds of this class.

    It writes the current node's successors to space.successors and space.actions, adds to
    space.counters[PRIMITIVE_STEPS], and returns how many it wrote.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        EXPANDERS[world_class] = function
        return function

    return register


def expand(world: Any, space: Any) -> int:
    """How many successors were written for the current node."""
    return EXPANDERS[type(world)](world, space)


@overload(expand, strict=False, jit_options=OPTIONS)  # annotations differ from class to class
def _expand_compiled(world: Any, space: Any) -> Callable[..., Any] | None:
    return EXPANDERS.get(getattr(world, "instance_class", None))  # type: ignore[arg-type]
