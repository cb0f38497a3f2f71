"""What kinds of actions need and do, as far as transitions showed it, for other tasks of a domain.

`fmtools.search.action_model` reads patterns of facts off transitions of one task: `(drive t a b)`
adds `(at t b)`, which is about the first and third thing of its name. Such patterns, by the words
that kinds go by, hold for any task that has the same kinds. A library keeps them with its macros,
so that a search need not find out first what its actions do. A thing that no name of the kind
mentions stands there by its own name, `(treatment p untreated)`: where a task has no such thing, the
pattern says nothing. What only one of several tasks showed of such a thing is left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from fmtools.errors import InputError
from fmtools.search.action_model import (
    ActionModel,
    Facts,
    Ints,
    Pairs,
    Pattern,
    always_false,
    changed,
    examples,
    forbidden,
    lists_of,
    needed,
)
from fmtools.search.engine import Search
from fmtools.simulator import KnownActions, NamesFacts, Simulator, SpeaksInWords

NEEDS, ADDS, DELETES, BLOCKED = "needs", "adds", "deletes", "blocked by"
"""What `KnownActions` has for each kind of action: patterns, each the kind of a fact and places in
the action's name, from 1 on, or names of things."""


CONSULTED = 64
"""Transitions that are asked what a kind may need: more than a planner can afford."""


class Named(Simulator, SpeaksInWords, NamesFacts, Protocol):
    """A world whose actions and facts have names that are made of words."""


def learn_kinds(simulator: Named, searches: Sequence[Search]) -> KnownActions:
    """What the transitions of these searches show."""
    names, facts = simulator.action_words(), Facts(simulator.fact_words())
    action_kinds = _names_of(names, simulator.action_name)
    fact_kinds = _names_of(facts.words, simulator.fact_name)
    found: dict[str, dict[str, list[list[Any]]]] = {}
    needs: list[Pairs] = []
    always_new: list[Pairs] = []
    owners: list[tuple[int, Pattern]] = []
    kinds = examples(searches, names)

    @cache
    def thing(word: int) -> str:
        """What it is called, read off a fact about it."""
        row, column = np.argwhere(facts.words[:, 1:] == word)[0].tolist()
        return _words_of(simulator.fact_name(row))[1 + column]

    def note(kind: int, what: str, patterns: Sequence[Pattern]) -> None:
        own = found.setdefault(action_kinds[kind], {})
        own[what] = [
            [fact_kinds[p[0]], *(place if place >= 0 else thing(-1 - place) for place in p[1:])]
            for p in patterns
        ]

    for kind, seen in kinds:
        ids = np.flatnonzero(names[:, 0] == kind)
        need = needed(facts, names, seen, CONSULTED)
        added = changed(facts, names, seen.actions, seen.before, seen.after, [])
        note(kind, NEEDS, need)
        note(kind, ADDS, added)
        note(kind, DELETES, changed(facts, names, seen.actions, seen.after, seen.before, []))
        needs += facts.of_all(need, ids, names)
        for pattern in always_false(facts, names, seen, added):
            always_new += facts.of_all([pattern], ids, names)
            owners.append((kind, pattern))
    chosen = forbidden(searches, kinds, lists_of(needs, len(names)), always_new)
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


def ground_kinds(simulator: Named, known: KnownActions) -> ActionModel:
    """What this says of the actions of a task; InputError where it cannot be about them."""
    names, facts = simulator.action_words(), Facts(simulator.fact_words())
    action_kinds = _numbers_of(_names_of(names, simulator.action_name))
    fact_kinds = _numbers_of(_names_of(facts.words, simulator.fact_name))

    @cache
    def things(kind: int, column: int) -> Mapping[str, int]:
        """What facts of a kind are about in one place, by name."""
        rows = np.flatnonzero(facts.words[:, 0] == kind)
        words, first = np.unique(facts.words[rows, column], return_index=True)
        own = (_words_of(simulator.fact_name(row))[column] for row in rows[first].tolist())
        return dict(zip(own, words.tolist(), strict=True))

    def pattern_of(name: str, told: Sequence[Any]) -> Pattern | None:
        """None where this task has no such facts."""
        if told[0] not in fact_kinds:
            return None
        kind = fact_kinds[told[0]]
        if len(told) > facts.words.shape[1] or any(
            type(place) is int and place >= names.shape[1] for place in told[1:]
        ):
            about = f"what the library knows of {name} is not about this domain"
            raise InputError(f"{about}; learn it again")
        places = []
        for column, place in enumerate(told[1:], 1):
            if isinstance(place, str):
                if place not in things(kind, column):
                    return None
                place = -1 - things(kind, column)[place]
            places.append(place)
        return (kind, *places)

    def pairs(what: str) -> Iterator[Pairs]:
        for name, own in known.items():
            if name in action_kinds:
                ids = np.flatnonzero(names[:, 0] == action_kinds[name])
                patterns = (pattern_of(name, told) for told in own[what])
                yield from facts.of_all([p for p in patterns if p is not None], ids, names)

    needs, adds, blocked = list(pairs(NEEDS)), list(pairs(ADDS)), list(pairs(BLOCKED))
    false_goals = [variable for variable, value in simulator.goal().items() if value == 0]
    false = [np.array(false_goals, np.int64), *(facts for _, facts in blocked)]
    is_false = np.zeros(len(facts.words), np.bool_)
    is_false[np.concatenate(false)] = True
    complements = np.flatnonzero(is_false)  # `np.unique` loads a part of numpy first
    number = np.full(len(facts.words), -1, np.int64)
    number[complements] = len(facts.words) + np.arange(len(complements))
    needs += [(actions, number[facts]) for actions, facts in blocked]
    for actions, deleted in pairs(DELETES):
        kept = number[deleted] >= 0
        adds.append((actions[kept], number[deleted[kept]]))
    return ActionModel(
        lists_of(needs, len(names)),
        lists_of(adds, len(names)),
        complements.astype(np.int32),
        sum(name in known for name in action_kinds),
        is_settled=all(name in known for name in action_kinds),
    )


def _names_of(words: Ints, name_of: Callable[[int], str]) -> dict[int, str]:
    """The word that each kind goes by."""
    kinds, first = np.unique(words[:, 0], return_index=True)
    named = ((kind, name_of(k)) for kind, k in zip(kinds.tolist(), first.tolist(), strict=True))
    return {kind: _words_of(name)[0] for kind, name in named}


def _words_of(name: str) -> list[str]:
    return name.strip("()").split()


def _names_things(pattern: Sequence[Any]) -> bool:
    return any(isinstance(place, str) for place in pattern[1:])


def _numbers_of(names: Mapping[int, str]) -> dict[str, int]:
    return {name: kind for kind, name in names.items()}
