"""`step`: one action in one state, dispatched by the class of the world, as `expand` is.

Following a plan asks for one successor a step, where `expand` would ask for all.
"""

from collections.abc import Callable
from typing import Any

from numba.extending import overload

from fmtools.kernels.jit import OPTIONS, njit
from fmtools.kernels.words import distance

STEPPERS: dict[type, Callable[..., Any]] = {}


def register_step(world_class: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator: the function `(world, rows, i, action, out, j) -> bool` for worlds of this class.

    Where the action applies in state rows[i], it writes its successor to out[j]; else False.
    """

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        STEPPERS[world_class] = function
        return function

    return register


def step(world: Any, rows: Any, i: int, action: int, out: Any, j: int) -> bool:
    """Whether the action applies in rows[i]; its successor is then in out[j]."""
    return bool(STEPPERS[type(world)](world, rows, i, action, out, j))


@overload(step, strict=False, jit_options=OPTIONS)
def _step_compiled(
    world: Any, rows: Any, i: Any, action: Any, out: Any, j: Any
) -> Callable[..., Any] | None:
    return STEPPERS.get(getattr(world, "instance_class", None))  # type: ignore[arg-type]


def follow(world: Any, rows: Any, actions: Any, num_actions: int) -> int:
    """States of a plan from rows[0] on, into rows[1] …; how many of its actions apply."""
    for k in range(num_actions):
        if not step(world, rows, k, actions[k], rows, k + 1):
            return k
    return num_actions


def run_without(
    world: Any,
    rows: Any,
    actions: Any,
    num_actions: int,
    first: int,
    skipped: int,
    kept: Any,
    scratch: Any,
    goal: Any,
    low: Any,
) -> tuple[int, int]:
    """Run a plan without steps first … first + skipped - 1 and without what then cannot run.

    rows[k]: the plan's states; scratch: two rows; goal: two rows, values and mask. Ends at the goal
    or on rejoining the plan. Returns (how many steps from `first` on are left, or -1 where the
    goal is missed; queries asked). The numbers of the steps left are in kept.
    """
    queries = 0
    count = 0
    here = 0
    for w in range(rows.shape[1]):
        scratch[0, w] = rows[first, w]
    for k in range(first + skipped, num_actions):
        if not step(world, scratch, here, actions[k], scratch, 1 - here):
            continue
        queries += 1
        here = 1 - here
        kept[count] = k
        count += 1
        if distance(scratch, here, goal[0], goal[1], low) == 0:
            return count, queries
        same = True
        for w in range(rows.shape[1]):
            if scratch[here, w] != rows[k + 1, w]:
                same = False
                break
        if same:
            for rest in range(k + 1, num_actions):
                kept[count] = rest
                count += 1
            return count, queries
    if distance(scratch, here, goal[0], goal[1], low) == 0:
        return count, queries
    return -1, queries


follow_compiled = njit(follow)
run_without_compiled = njit(run_without)
