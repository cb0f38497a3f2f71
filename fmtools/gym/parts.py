"""The parts of an environment: the Python containers that hold its state, saved and put back.

Environments rarely offer their state, but they are objects: dictionaries of attributes, lists and
arrays, reachable from one another. `Parts` finds those in which a state can live, copies each
shallowly, and shares the copies that a step did not change; putting a state back writes into the
same containers, so that nothing is built anew. `digest` sums up *all* that is reachable: whoever
restores a state compares it, so that a container which was overlooked is found out.

Random number generators are no part of a state: a world whose steps depend on them is refused.
"""

import copy
import enum
import hashlib
import random
import types
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

Saved = list[Any]
"""The contents of every part, in the order of the parts."""

PLAIN = (int, float, complex, bool, str, bytes, type(None), np.generic, enum.Enum, range)
SIMPLE = {int, float, bool, str, type(None), np.int64, np.float64, np.bool_}
RANDOM = (np.random.Generator, np.random.RandomState, random.Random)
CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
ATOMS = PLAIN + CODE
HOLDERS = (dict, list, set, deque, bytearray, np.ndarray)
MAX_OBJECTS = 200_000
"""Reachable ones; an environment with more is not taken apart."""
LONG = 64
"""Entries of a dictionary, and its square of a list, above which it must be seen to change."""


class UnknownPartError(Exception):
    """A state is held in something that cannot be taken apart."""


def reach(root: object) -> Iterator[tuple[object, int]]:
    """Every object that a state could live in, once, with how far it is from an instance.

    0: the attributes of an instance; 1: a container that is an attribute; more: deeper ones.
    """
    seen: set[int] = set()
    stack: list[tuple[object, int]] = [(root, 0)]
    keep: list[object] = []
    while stack:
        item, depth = stack.pop()
        if isinstance(item, ATOMS) or id(item) in seen:
            continue
        seen.add(id(item))
        keep.append(item)
        if len(seen) > MAX_OBJECTS:
            raise UnknownPartError(f"it holds more than {MAX_OBJECTS:,} objects")
        yield item, depth
        stack.extend(_below(item, depth))


def _below(item: object, depth: int) -> Iterable[tuple[object, int]]:
    if isinstance(item, dict):
        return [(value, depth + 1) for value in item.values()]
    if isinstance(item, list | tuple | set | frozenset | deque):
        return [(value, depth + 1) for value in item]
    if isinstance(item, np.ndarray):
        return [(value, depth + 1) for value in item.flat] if item.dtype.hasobject else ()
    attributes = getattr(item, "__dict__", None)
    if isinstance(item, RANDOM) or _is_description(item) or not isinstance(attributes, dict):
        return ()
    return [(attributes, 0)]


def _is_description(item: object) -> bool:
    """Spaces and specifications say what an environment is; they hold no state."""
    module = type(item).__module__
    return module.startswith(("gymnasium.spaces", "gymnasium.envs.registration", "pygame"))


def generators(root: object) -> list[Any]:
    """Random number generators that an environment holds; not those in containers of containers."""
    found, seen, stack = [], set[int](), [(root, 0)]
    while stack:
        item, depth = stack.pop()
        if isinstance(item, ATOMS) or id(item) in seen:
            continue
        seen.add(id(item))
        if isinstance(item, RANDOM):
            found.append(item)
        elif depth <= 1 or not isinstance(item, HOLDERS):
            stack.extend(_below(item, depth))
    return found


def shake(found: Iterable[Any], seed: int) -> None:
    """Give generators another state: steps that differ then are random."""
    for number, generator in enumerate(found):
        if isinstance(generator, np.random.Generator):
            bits: Any = generator.bit_generator
            bits.state = type(bits)(seed + number).state
        else:
            generator.seed(seed + number)


def digest(root: object) -> bytes:
    """Of everything reachable but random number generators; equal states have equal digests."""
    numbers: dict[int, int] = {}
    keep: list[object] = []
    found = hashlib.blake2b(digest_size=16)
    stack: list[object] = [root]
    while stack:
        item = stack.pop()
        if isinstance(item, PLAIN):
            found.update(f"{type(item).__name__}{item!r};".encode())
            continue
        if isinstance(item, CODE + RANDOM) or _is_description(item):
            found.update(f"{type(item).__name__};".encode())
            continue
        if id(item) in numbers:
            found.update(f"again {numbers[id(item)]};".encode())
            continue
        numbers[id(item)] = len(numbers)
        keep.append(item)
        found.update(f"{type(item).__name__}(".encode())
        stack.extend(_told(item, found))
    return found.digest()


def _told(item: object, found: Any) -> Iterable[object]:
    """What is inside an object goes into the digest at once, or is handed back."""
    if isinstance(item, dict):
        found.update(repr([key if isinstance(key, PLAIN) else "?" for key in item]).encode())
        return list(item.values())
    if isinstance(item, set | frozenset):
        found.update(repr(sorted(map(repr, item))).encode())
        return ()
    if isinstance(item, list | tuple | deque):
        if all(type(value) in SIMPLE for value in item):
            found.update(repr(item).encode())
            return ()
        found.update(f"{len(item)}".encode())
        return list(item)
    if isinstance(item, bytearray):
        found.update(bytes(item))
        return ()
    if isinstance(item, np.ndarray):
        found.update(f"{item.dtype}{item.shape}".encode())
        if item.dtype.hasobject:
            return list(item.flat)
        found.update(item.tobytes())
        return ()
    attributes = getattr(item, "__dict__", None)
    return [attributes] if isinstance(attributes, dict) else ()


class Parts:
    """The containers of an environment that a state may live in.

    They are: the attributes of every instance, the containers that are attributes (long ones only
    if they were seen to change), and of all others those that were seen to change.
    """

    def __init__(self, root: object, changed: set[int]) -> None:
        """`changed`: ids of containers seen to change, from `contents`."""
        self._known: dict[int, object] = {id(item): item for item, _ in reach(root)}
        self.holders = [
            item
            for item, depth in reach(root)
            if isinstance(item, HOLDERS)
            and (depth == 0 or id(item) in changed or (depth == 1 and not _is_long(item)))
        ]

    def save(self, before: Saved | None = None) -> Saved:
        """The contents now; those that are as in `before` are shared with it."""
        if before is None:
            return [self._content(holder, None) for holder in self.holders]
        return [
            old if _is_same(holder, old) else self._content(holder, old)
            for holder, old in zip(self.holders, before, strict=True)
        ]

    def restore(self, saved: Saved) -> None:
        for holder, content in zip(self.holders, saved, strict=True):
            if type(content) is _Fresh:
                content = content.copy()
            if type(holder) is dict:
                if holder.keys() != content.keys():
                    holder.clear()
                holder.update(content)
            elif isinstance(holder, np.ndarray):
                holder[...] = content
            elif isinstance(holder, list | bytearray):
                holder[:] = content
            else:
                holder.clear()
                (holder.extend if isinstance(holder, deque) else holder.update)(content)

    def difference(self, one: Saved, other: Saved) -> frozenset[Any]:
        """Where two states differ: attributes by name, other containers by number."""
        found: set[Any] = set()
        for number, (first, second) in enumerate(zip(one, other, strict=True)):
            if first is second or _is_same(first, second):
                continue
            if type(first) is type(second) is dict:
                keys = first.keys() | second.keys()
                found |= {k for k in keys if not _is_same(first.get(k), second.get(k))}
            else:
                found.add(number)
        return frozenset(found)

    def _content(self, holder: Any, old: Any) -> Any:
        """A shallow copy; what was made since, and can change, is copied with it."""
        if isinstance(holder, np.ndarray | bytearray):
            return holder.copy()
        items = list(holder.items() if isinstance(holder, dict) else enumerate(holder))
        if type(holder) is type(old) is dict:
            items = [(key, value) for key, value in items if value is not old.get(key)]
        strays = {key: value for key, value in items if self._is_stray(value)}
        if not strays:
            return holder.copy()
        if isinstance(holder, set):
            raise UnknownPartError("it keeps objects that come and go in a set")
        shared = {id(item): item for item, _ in reach(strays) if id(item) in self._known}
        return _Fresh(holder, strays, shared)

    def _is_stray(self, value: object) -> bool:
        """Made since the parts were found, and able to change."""
        if isinstance(value, ATOMS) or id(value) in self._known:
            return False
        return any(not isinstance(item, (tuple, frozenset, *RANDOM)) for item, _ in reach(value))


class _Fresh:
    """The content of a container with objects that are copied at every use."""

    def __init__(self, holder: Any, strays: dict[Any, Any], shared: dict[int, object]) -> None:
        self._content, self._shared = holder.copy(), shared
        self._strays = copy.deepcopy(strays, dict(shared))

    def copy(self) -> Any:
        content = self._content.copy()
        for key, value in copy.deepcopy(self._strays, dict(self._shared)).items():
            content[key] = value
        return content


def contents(root: object) -> dict[int, tuple[object, Any]]:
    """A shallow copy of every container, by id, to find out later which have changed."""
    return {
        id(item): (item, copy.copy(item)) for item, _ in reach(root) if isinstance(item, HOLDERS)
    }


def changed_since(before: dict[int, tuple[object, Any]]) -> set[int]:
    return {key for key, (item, old) in before.items() if not _is_same(item, old)}


def _is_same(holder: Any, old: Any) -> bool:
    if isinstance(holder, np.ndarray):
        return bool(np.array_equal(holder, old))
    if type(old) is _Fresh:
        return False
    try:
        return bool(holder == old)
    except ValueError:  # arrays inside are compared one by one
        return False


def _is_long(item: Any) -> bool:
    size = item.size if isinstance(item, np.ndarray) else len(item)
    return size > (LONG if isinstance(item, dict) else LONG * LONG)
