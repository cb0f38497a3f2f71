"""How an environment is brought back to a state: four ways, chosen by trying, never by trust.

`deepcopy` of an environment may start it anew without a word (`gymnasium.utils.EzPickle`), and a
pair of methods called get_state and set_state may do anything. So every way is tried on walks: it
must bring back all that can be seen of the environment, and the same step must lead to the same
place. What cannot be seen (a library in C) is judged by the steps alone.
"""

import copy
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

import numpy as np

from fmtools.errors import FmtoolsError, SimulatorError
from fmtools.gym.parts import Parts, changed_since, contents, digest, generators, shake

OWN_PAIRS = (
    ("clone_state", "restore_state"),
    ("get_state", "set_state"),
    ("save_state", "load_state"),
    ("get_snapshot", "load_snapshot"),
)
"""Methods by which environments offer their state, the one that gives it first."""
WALK_STEPS = 96
LOOKS = (1, 3, 8, 20, 50, 90)
"""Steps of a walk at which all of an environment is looked at, which takes long."""


class Way(Protocol):
    """A way to save and restore; `env` is the environment in the state restored last."""

    env: Any
    is_seen: bool
    """All of the environment must look as it did: not where a way does not claim that."""

    @property
    def name(self) -> str: ...

    def save(self, before: Any, action: Any) -> Any:
        """The state now, which `action` made of the saved state `before` (None: by reset)."""

    def restore(self, saved: Any) -> None: ...

    def difference(self, one: Any, other: Any) -> frozenset[Any] | None:
        """Where two saved states differ; None where that cannot be told."""


class OwnMethods:
    """The environment's own clone and restore."""

    is_seen = True

    def __init__(self, env: Any, pair: tuple[str, str]) -> None:
        self.env, (give, take) = env, pair
        self.name = f"its own {give}() and {take}()"
        self._give: Callable[[], Any] = getattr(env.unwrapped, give)
        self._take: Callable[[Any], object] = getattr(env.unwrapped, take)

    def save(self, before: Any, action: Any) -> Any:
        return self._give()

    def restore(self, saved: Any) -> None:
        self._take(saved)

    def difference(self, one: Any, other: Any) -> None:
        return None


class OwnParts:
    """Its attributes and containers, written back in place: `fmtools.gym.parts`."""

    is_seen = True

    def __init__(self, env: Any, actions: Sequence[Any], rng: np.random.Generator) -> None:
        """On a random walk, those that change are noted; then the environment is as before."""
        self.env = env
        before = contents(env)
        whole = Parts(env, set(before))
        start, changed = whole.save(), set[int]()
        for step in range(max(LOOKS) + 1):
            terminated = env.step(actions[int(rng.integers(len(actions)))])[2]
            if step in LOOKS or terminated:
                changed |= changed_since(before)
            if terminated:
                break
        whole.restore(start)
        self._parts = Parts(env, changed)

    @property
    def name(self) -> str:
        number = len(self._parts.holders)
        return f"its attributes, written back ({number} part{'s' * (number > 1)})"

    def save(self, before: Any, action: Any) -> Any:
        return self._parts.save(before)

    def restore(self, saved: Any) -> None:
        self._parts.restore(saved)

    def difference(self, one: Any, other: Any) -> frozenset[Any]:
        return self._parts.difference(one, other)


class DeepCopies:
    """A copy of the whole environment for every state, and one more for every step."""

    name = "copies of the whole environment (deepcopy, checked)"
    is_seen = True

    def __init__(self, env: Any) -> None:
        self.env = env

    def save(self, before: Any, action: Any) -> Any:
        return copy.deepcopy(self.env)

    def restore(self, saved: Any) -> None:
        self.env = copy.deepcopy(saved)

    def difference(self, one: Any, other: Any) -> None:
        return None


class Replays:
    """`reset(seed)` and all actions again: works everywhere, and takes longest."""

    name = "replaying all actions from reset(seed)"
    is_seen = False

    def __init__(self, env: Any, seed: int) -> None:
        self.env, self._seed = env, seed

    def save(self, before: Any, action: Any) -> Any:
        return () if before is None else (before, action)

    def restore(self, saved: Any) -> None:
        actions = []
        while saved:
            saved, action = saved
            actions.append(action)
        self.env.reset(seed=self._seed)
        for action in reversed(actions):
            self.env.step(action)

    def difference(self, one: Any, other: Any) -> None:
        return None


WAYS = ("auto", "own", "parts", "deepcopy", "replay")
Observe = Callable[[Any, tuple[Any, ...]], bytes]
"""From an environment and what its step returned to what planners see of the state."""


def choose_way(
    wanted: str, env: Any, seed: int, actions: Sequence[Any], reset: Callable[[], Observe]
) -> tuple[Way, Observe]:
    """The first way that stands its trial; the environment is at its start then.

    `reset` brings it there and says how its steps are looked at from then on.
    """
    refused: list[str] = []
    for label, make in _ways(env, seed, actions):
        if wanted not in ("auto", label):
            continue
        observe = reset()
        try:
            way = make()
            fault = _fault(way, actions, observe, np.random.default_rng(seed))
        except FmtoolsError:
            raise
        except Exception as error:
            fault = " ".join(f"{type(error).__name__}: {error}".split())
        if fault is None:
            return way, observe
        refused.append(f"{label}: {fault}")
    raise SimulatorError(
        f"the environment cannot be brought back to a state ({'; '.join(refused) or 'none'}); "
        "give it methods get_state and set_state"
    )


def _ways(env: Any, seed: int, actions: Sequence[Any]) -> list[tuple[str, Callable[[], Way]]]:
    inner = env.unwrapped
    own = [pair for pair in OWN_PAIRS if all(callable(getattr(inner, m, None)) for m in pair)]
    return [
        *[("own", partial(OwnMethods, env, pair)) for pair in own],
        ("parts", lambda: OwnParts(env, actions, np.random.default_rng(seed))),
        ("deepcopy", lambda: DeepCopies(env)),
        ("replay", lambda: Replays(env, seed)),
    ]


def _fault(
    way: Way, actions: Sequence[Any], observe: Observe, rng: np.random.Generator
) -> str | None:
    """What is wrong with a way, found on a random walk whose steps are gone over again.

    The environment is at its start before and after.
    """
    start = saved = way.save(None, None)
    walked: list[tuple[Any, bytes | None, Any, bytes]] = []
    for number in range(WALK_STEPS):
        seen = digest(way.env) if way.is_seen and number in LOOKS else None
        action = actions[int(rng.integers(len(actions)))]
        step = way.env.step(action)
        after = observe(way.env, step)
        walked.append((saved, seen, action, after))
        if step[2]:
            saved = start
            way.restore(start)
        else:
            saved = way.save(saved, action)
    for index in rng.permutation(len(walked)):
        saved, seen, action, after = walked[index]
        way.restore(saved)
        if seen is not None and digest(way.env) != seen:
            return "something in it is not brought back"
        shake(generators(way.env), int(rng.integers(1 << 30)))
        if observe(way.env, way.env.step(action)) != after:
            return "the same step leads elsewhere"
    way.restore(start)
    return None
