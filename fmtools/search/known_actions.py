"""What kinds of actions need and do, as far as transitions showed it, for other tasks of a domain.

`fmtools.search.action_model` reads patterns of facts off transitions of one task: `(drive t a b)`
adds `(at t b)`, which is about the first and third thing of its name. Such patterns, by the words
that kinds go by, hold for any task that has the same kinds. A library keeps them with its macros,
so that a search need not find out first what its actions do. A thing that no name of the kind
mentions stands there by its own name, `(treatment p untreated)`: where a task has no such thing,
the pattern says nothing. What only one of several tasks showed of such a thing is left out, and
so is what is told of the only thing of its sort, as a small task may have one truck. What actions
make false of many things that they do not mention is said of anything, `(scheduled *)`.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Protocol

import numpy as np

from fmtools.core.pairs import lists_by_owner
from fmtools.errors import InputError
from fmtools.search.action_model import (
    ANY,
    ActionModel,
    Facts,
    Ints,
    Pairs,
    Pattern,
    about_anything,
    always_false,
    changed,
    examples,
    forbidden,
    needed,
)
from fmtools.search.engine import Search
from fmtools.search.tried_actions import (
    MORE_STEPS,
    STEPS,
    Tried,
    Walk,
    corrected,
    not_contradicted,
)
from fmtools.simulator import KnownActions, NamesFacts, Simulator, SpeaksInWords

ANYTHING = "*"
"""In the place of a name: an action may do that to whatever there is."""
NEEDS, ADDS, DELETES, BLOCKED = "needs", "adds", "deletes", "blocked by"
"""What `KnownActions` has for each kind of action: patterns, each the kind of a fact and places in
the action's name, from 1 on, or names of things."""

Rules = dict[int, dict[str, list[Pattern]]]
"""The same for the kinds of a task."""

CONSULTED = 64
"""Transitions that are asked what a kind may need: more than a planner can afford."""


class Named(Simulator, SpeaksInWords, NamesFacts, Protocol):
    """A world whose actions and facts have names that are made of words."""


def learn_kinds(simulator: Named, searches: Sequence[Search]) -> KnownActions:
    """What the transitions of these searches show."""
    names, facts = simulator.action_words(), Facts(simulator.fact_words())
    action_kinds = _names_of(names, simulator.action_name)
    reader = _Reader(simulator, facts, names)
    found: dict[str, dict[str, list[list[Any]]]] = {}
    needs: list[Pairs] = []
    always_new: list[Pairs] = []
    owners: list[tuple[int, Pattern]] = []
    kinds = examples(searches, names)

    def note(kind: int, what: str, patterns: Sequence[Pattern]) -> None:
        told = map(reader.told, patterns)
        found.setdefault(action_kinds[kind], {})[what] = [one for one in told if one is not None]

    for kind, seen in kinds:
        ids = np.flatnonzero(names[:, 0] == kind)
        need = needed(facts, names, seen, CONSULTED)
        added = changed(facts, names, seen.actions, seen.before, seen.after, [])
        note(kind, NEEDS, need)
        note(kind, ADDS, added)
        noted: list[Pairs] = []
        deleted = changed(facts, names, seen.actions, seen.after, seen.before, noted)
        note(kind, DELETES, deleted + about_anything(facts, names, noted, len(seen.actions)))
        needs += facts.of_all(need, ids, names)
        for pattern in always_false(facts, names, seen, added):
            always_new += facts.of_all([pattern], ids, names)
            owners.append((kind, pattern))
    chosen = forbidden(searches, kinds, lists_by_owner(needs, len(names)), always_new)
    for kind, _ in kinds:
        own = [owners[k] for k in chosen if owners[k][0] == kind]
        note(kind, BLOCKED, [pattern for _, pattern in own])
    return found


def common(known: Sequence[KnownActions]) -> KnownActions:
    """Of several tasks together: an action needs what it needed in all of them."""
    merged: dict[str, dict[str, list[list[Any]]]] = {}
    for one in known:
        for kind, own in one.items():
            if kind not in merged:
                merged[kind] = {what: [list(p) for p in patterns] for what, patterns in own.items()}
                continue
            there = merged[kind]
            there[NEEDS] = [p for p in there[NEEDS] if p in own[NEEDS]]
            for what in (ADDS, DELETES, BLOCKED):
                shown = [p for p in there[what] if p in own[what] or not _names_things(p)]
                new = (p for p in own[what] if p not in shown and not _names_things(p))
                there[what] = [*shown, *map(list, new)]
    return {kind: merged[kind] for kind in sorted(merged)}


def ground_kinds(simulator: Named, known: KnownActions, walk: Walk | None = None) -> ActionModel:
    """What this says of the actions of a task; InputError where it cannot be about them.

    `walk`: through the task, which may show otherwise; it goes on where it does.
    """
    names, facts = simulator.action_words(), Facts(simulator.fact_words())
    action_kinds = {name: kind for kind, name in _names_of(names, simulator.action_name).items()}
    reader = _Reader(simulator, facts, names)
    rules: Rules = {
        action_kinds[name]: {
            what: [p for p in (reader.pattern(name, one) for one in told) if p is not None]
            for what, told in own.items()
        }
        for name, own in known.items()
        if name in action_kinds
    }
    if walk is not None:
        said = rules
        for steps in (STEPS, MORE_STEPS):
            tried = walk.tried(names[:, 0], steps)
            rules = said if tried is None else _corrected(facts, names, said, tried)
            if rules == said:
                break

    ids = {kind: np.flatnonzero(names[:, 0] == kind) for kind in rules}

    def pairs(what: str) -> Iterator[Pairs]:
        for kind, own in rules.items():
            if own[what]:
                yield from facts.of_all(own[what], ids[kind], names)

    needs, adds, blocked = list(pairs(NEEDS)), list(pairs(ADDS)), list(pairs(BLOCKED))
    false_goals = [variable for variable, value in simulator.goal().items() if value == 0]
    false = [np.array(false_goals, np.int64), *(facts for _, facts in blocked)]
    is_false = np.zeros(len(facts.words), np.bool_)
    is_false[np.concatenate(false)] = True
    complements = np.flatnonzero(is_false)  # `np.unique` loads a part of numpy first
    number = np.full(len(facts.words), -1, np.int64)
    number[complements] = len(facts.words) + np.arange(len(complements))
    needs += [(actions, number[facts]) for actions, facts in blocked]
    of_any = (
        facts.of_any(pattern, ids[kind], names)
        for kind, own in rules.items()
        for pattern in own[DELETES]
        if ANY in pattern
    )
    for actions, deleted in chain(pairs(DELETES), of_any):
        kept = number[deleted] >= 0
        adds.append((actions[kept], number[deleted[kept]]))
    return ActionModel(
        lists_by_owner(needs, len(names)),
        lists_by_owner(adds, len(names)),
        complements.astype(np.int32),
        sum(name in known for name in action_kinds),
        is_settled=all(name in known for name in action_kinds),
    )


def _corrected(facts: Facts, names: Ints, said: Rules, tried: Tried) -> Rules:
    rules: Rules = {}
    for kind, own in said.items():
        rules[kind] = {
            NEEDS: not_contradicted(facts, names, kind, own[NEEDS], 1, tried),
            ADDS: corrected(facts, names, kind, own[ADDS], 1, tried),
            DELETES: corrected(facts, names, kind, own[DELETES], 0, tried),
            BLOCKED: not_contradicted(facts, names, kind, own[BLOCKED], 0, tried),
        }
    return rules


class _Reader:
    """From patterns to what is told of them, and back. Things that no action mentions go by their
    names, which are read off those of facts, where these are plain words."""

    def __init__(self, simulator: Named, facts: Facts, names: Ints) -> None:
        self._simulator, self._words, self._most = simulator, facts.words, names.shape[1]
        self._kinds = _names_of(facts.words, simulator.fact_name)
        self._kind_numbers = {name: kind for kind, name in self._kinds.items()}
        self._numbers: dict[tuple[int, int], dict[str, int]] = {}

    def told(self, pattern: Pattern) -> list[Any] | None:
        """None where a thing has no name, or is the only one that such facts are about: then
        that it is always this one says nothing."""
        told: list[Any] = [self._kinds[pattern[0]]]
        for column, place in enumerate(pattern[1:], 1):
            if place == ANY:
                told.append(ANYTHING)
            elif place < 0:
                numbers = self._numbers_in(pattern[0], column)
                named = [name for name, thing in numbers.items() if thing == -1 - place]
                if not named or len(numbers) == 1:
                    return None
                told += named
            else:
                told.append(place)
        return told

    def pattern(self, action: str, told: Sequence[Any]) -> Pattern | None:
        """None where this task has no such facts; InputError where it cannot be about them."""
        if told[0] not in self._kind_numbers:
            return None
        if len(told) > self._words.shape[1] or any(
            type(place) is int and place >= self._most for place in told[1:]
        ):
            about = f"what the library knows of {action} is not about this domain"
            raise InputError(f"{about}; learn it again")
        kind, places = self._kind_numbers[told[0]], []
        for column, place in enumerate(told[1:], 1):
            if place == ANYTHING:
                places.append(ANY)
            elif isinstance(place, str):
                thing = self._numbers_in(kind, column).get(place)
                if thing is None:
                    return None
                places.append(-1 - thing)
            else:
                places.append(place)
        return (kind, *places)

    def _numbers_in(self, kind: int, column: int) -> dict[str, int]:
        """What facts of a kind are about in one place of their names."""
        if (kind, column) not in self._numbers:
            rows = np.flatnonzero(self._words[:, 0] == kind)
            things, first = np.unique(self._words[rows, column], return_index=True)
            numbers: dict[str, int] = {}
            for thing, row in zip(things.tolist(), rows[first].tolist(), strict=True):
                words = _words_of(self._simulator.fact_name(row))
                if len(words) == (self._words[row] >= 0).sum():
                    numbers[words[column]] = thing
            self._numbers[kind, column] = numbers
        return self._numbers[kind, column]


def _names_of(words: Ints, name_of: Callable[[int], str]) -> dict[int, str]:
    """The word that each kind goes by."""
    kinds, first = np.unique(words[:, 0], return_index=True)
    named = ((kind, name_of(k)) for kind, k in zip(kinds.tolist(), first.tolist(), strict=True))
    return {kind: _words_of(name)[0] for kind, name in named}


def _words_of(name: str) -> list[str]:
    return name.strip("()").split()


def _names_things(pattern: Sequence[Any]) -> bool:
    return any(isinstance(place, str) for place in pattern[1:])
