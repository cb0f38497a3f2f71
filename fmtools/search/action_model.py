"""What actions need and do, learned from transitions: a guess, and good enough to lead a search.

Seen from outside, an action is a name, `(drive t1 a b)`, and so is a fact, `(at t1 a)`. Of all
actions of one kind, what held whenever one was applied, and is about things in its name, is taken
for what the kind needs; what became true is what it adds (after Juba, Le & Stern 2021, who take
names apart in the same way). A few transitions say this of every action of the kind, those that
were never seen included. Facts about other things are noted for the very action that made them.

Where actions do not apply although all that they seem to need holds, they may need a fact to be
false: one of those that they always make true. Such facts get a complement, a further fact that
holds where they do not. To find that out, the simulator is asked what applies in a few states.

Nothing here is certain: kinds that were not seen have no model, conditions that are not
conjunctions of literals are not found. So the model may only order a search, never prune it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.core.pairs import lists_by_owner, owners_that_hold
from fmtools.core.word_table import WordTable
from fmtools.frozen import frozen
from fmtools.search.engine import Search
from fmtools.search.world import world_of
from fmtools.simulator import SpeaksInWords

Ints = npt.NDArray[np.int32]
Pattern = tuple[int, ...]
"""Of a fact: its kind, then places in the name of an action, or -1 - a thing not named there."""

Pairs = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""Actions, and a fact of each."""

MOST_TRANSITIONS = 100
"""Of one kind that are looked at in a search: what a kind needs and does shows in a few."""
CONSULTED = 8
"""Transitions that are asked what a kind may need; all then say whether it does. More than one, for
what one of them needs may be a fact that never changes, and so is no variable."""
ENOUGH = 64
"""Transitions of a kind after which it is not looked at again."""
FEW = 16
"""Transitions of a kind that show no rule about things which its names do not mention."""
ASKED = 24
"""States in which it is asked which actions apply."""
ANY = -(1 << 30)
"""Where a pattern has a place: anything at all."""
MOST_PAIRS = 1 << 20
"""Of actions and facts that are looked at for a pattern with ANY, or compared."""
LEAST_SHARE = 0.1
"""Of transitions that must show it, where an effect is on a thing that no name mentions."""


@frozen(eq=False)
class ActionModel:
    """Facts that every action needs and adds, as (first, facts) by action."""

    needs: tuple[Ints, Ints]
    adds: tuple[Ints, Ints]
    complements: Ints
    """Facts f0, f1, …: that fk is false is itself a fact, number (facts) + k."""
    num_kinds: int
    """Of actions that were seen."""
    is_settled: bool
    """Whether enough was seen of every kind of action."""

    def says_as(self, other: "ActionModel") -> bool:
        """Whether both are the same."""
        ours = *self.needs, *self.adds, self.complements
        theirs = *other.needs, *other.adds, other.complements
        return all(map(np.array_equal, ours, theirs))

    def bears_out(self, shown: "ActionModel", num_facts: int) -> bool:
        """Whether this says all that `shown` says to be added, and no needs that it does not say,
        but of actions of which it says none. False where to find out would take long."""
        if len(self.needs[1]) + len(shown.needs[1]) > MOST_PAIRS:
            return False
        ours, theirs = self._pairs(self.needs, num_facts), shown._pairs(shown.needs, num_facts)
        width = 2 * num_facts
        more = np.setdiff1d(ours, theirs)
        more = more[np.isin(more // width, theirs // width)]
        ours, theirs = self._pairs(self.adds, num_facts), shown._pairs(shown.adds, num_facts)
        return len(more) == len(np.setdiff1d(theirs, ours)) == 0

    def _pairs(self, lists: tuple[Ints, Ints], num_facts: int) -> npt.NDArray[np.int64]:
        """Actions and facts, each pair a number; complements by the facts that they belong to."""
        first, facts = lists
        of_all = np.concatenate([np.arange(num_facts), num_facts + self.complements])
        owners = np.repeat(np.arange(len(first) - 1), np.diff(first))
        pairs: npt.NDArray[np.int64] = owners * (2 * num_facts) + of_all[facts]
        return pairs


@frozen(eq=False)
class Seen:
    """Transitions of one kind of action: a row each."""

    actions: Ints
    before: npt.NDArray[Any]
    after: npt.NDArray[Any]


class Facts:
    """Facts by their words."""

    def __init__(self, words: Ints) -> None:
        self.words = words
        self._table = WordTable(words)

    def instances(self, patterns: Sequence[Pattern], names: Ints) -> npt.NDArray[np.int64]:
        """[patterns, names]: the fact that each stands for in each name, -1 where there is none."""
        width = self.words.shape[1]
        padded = [[*pattern, *[0] * (width - len(pattern))] for pattern in patterns]
        return self._table.find(np.array(padded, np.int32).reshape(-1, width), names)

    def of_all(
        self, patterns: Iterable[Pattern], ids: npt.NDArray[np.int64], names: Ints
    ) -> Iterator[Pairs]:
        """For each pattern, the facts that it stands for in these actions, where there are any."""
        own = names[ids]
        for pattern in patterns:
            (instances,) = self.instances([pattern], own)
            there = instances >= 0
            yield (ids, instances) if there.all() else (ids[there], instances[there])

    def of_any(self, pattern: Pattern, ids: npt.NDArray[np.int64], names: Ints) -> Pairs:
        """The facts that a pattern with ANY in it stands for in these actions; none where looking
        for them takes long."""
        rows = np.flatnonzero(self.words[:, 0] == pattern[0])
        if len(ids) * len(rows) > MOST_PAIRS:
            ids = ids[:0]
        fits = np.ones((len(ids), len(rows)), np.bool_)
        for column, place in enumerate(pattern[1:], 1):
            if place != ANY:
                thing = names[ids, place] if place > 0 else np.full(len(ids), -1 - place)
                fits &= thing[:, None] == self.words[rows, column]
        of_ids, of_rows = np.nonzero(fits)
        return ids[of_ids], rows[of_rows]


def learn_model(
    simulator: SpeaksInWords,
    searches: Sequence[Search],
    false_goals: Sequence[int] = (),
    check: Callable[[], object] = lambda: None,
) -> ActionModel:
    """The model that the transitions of these searches show.

    false_goals: facts that get a complement in any case. `check` is called now and then, and may
    raise what ends it.
    """
    names = simulator.action_words()
    facts = Facts(simulator.fact_words())
    needs: list[Pairs] = []
    adds: list[Pairs] = []
    always_new: list[Pairs] = []
    kinds = examples(searches, names)
    for kind, seen in kinds:
        check()
        ids = np.flatnonzero(names[:, 0] == kind)
        needs += facts.of_all(needed(facts, names, seen), ids, names)
        added = changed(facts, names, seen.actions, seen.before, seen.after, adds)
        adds += facts.of_all(added, ids, names)
        always_new += facts.of_all(always_false(facts, names, seen, added), ids, names)
    check()
    chosen = forbidden(searches, kinds, lists_by_owner(needs, len(names)), always_new)
    check()
    blocked = [always_new[k] for k in chosen]
    false = [facts for _, facts in blocked]
    complements = np.unique(np.concatenate([np.array(false_goals, np.int64), *false]))
    number = np.full(len(facts.words), -1, np.int64)
    number[complements] = len(facts.words) + np.arange(len(complements))
    needs += [(actions, number[facts]) for actions, facts in blocked]
    if len(complements):
        adds += [(a, number[f]) for a, f in _deleted(facts, names, kinds, number >= 0)]
    is_settled = len(kinds) == len(set(names[:, 0].tolist())) and all(
        len(seen.actions) >= ENOUGH for _, seen in kinds
    )
    return ActionModel(
        lists_by_owner(needs, len(names)),
        lists_by_owner(adds, len(names)),
        complements.astype(np.int32),
        len(kinds),
        is_settled,
    )


def always_false(
    facts: Facts, names: Ints, seen: Seen, patterns: Iterable[Pattern]
) -> list[Pattern]:
    """Of patterns, those that held before no transition of a kind."""
    patterns = list(patterns)
    instances = facts.instances(patterns, names[seen.actions])
    held = seen.before[np.arange(len(seen.before)), instances].astype(bool) & (instances >= 0)
    return [pattern for pattern, ever in zip(patterns, held, strict=True) if not ever.any()]


def forbidden(
    searches: Sequence[Search],
    kinds: Sequence[tuple[int, Seen]],
    needs: tuple[Ints, Ints],
    always_new: Sequence[Pairs],
) -> list[int]:
    """Of facts that actions always make true, those that explain why actions did not apply.

    A kind has one pattern after the other in `always_new`, so one entry stands for one pattern.
    """
    world = world_of(searches[0].simulator)
    every = np.concatenate([seen.before for _, seen in kinds])
    states = every[:: -(-len(every) // ASKED)]
    fact_of = np.full((len(always_new), len(needs[0]) - 1), -1, np.int32)
    for row, (actions, facts) in zip(fact_of, always_new, strict=True):
        row[actions] = facts
    blocked = []
    for state in states:
        does_not = np.ones(len(needs[0]) - 1, np.bool_)
        does_not[world.offered(world.layout.pack(state))] = False
        seem_to = owners_that_hold(*needs, state)
        found = fact_of[:, seem_to[does_not[seem_to]]]
        blocked.append((found >= 0) & (state[found] == 1))
    return _explaining(np.concatenate(blocked, axis=1))


def _explaining(blocked: npt.NDArray[np.bool_]) -> list[int]:
    """Rows that together are true in the columns in which any is: first the one that is true in
    most, and so on, as long as one adds enough."""
    chosen: list[int] = []
    least = 1 + LEAST_SHARE * blocked.any(axis=0).sum() / max(len(blocked), 1)
    while len(blocked) and (counts := blocked.sum(axis=1)).max() > least:
        best = int(counts.argmax())
        chosen.append(best)
        blocked = blocked & ~blocked[best]
    return chosen


def _deleted(
    facts: Facts, names: Ints, kinds: Sequence[tuple[int, Seen]], wanted: npt.NDArray[np.bool_]
) -> Iterator[Pairs]:
    """What actions make false of the facts that are wanted."""
    for kind, seen in kinds:
        noted: list[Pairs] = []
        patterns = changed(facts, names, seen.actions, seen.after, seen.before, noted)
        ids = np.flatnonzero(names[:, 0] == kind)
        noted += [(ids, instances) for instances in facts.instances(patterns, names[ids])]
        for actions, deleted in noted:
            kept = (deleted >= 0) & wanted[deleted]
            yield actions[kept], deleted[kept]


def examples(searches: Sequence[Search], names: Ints) -> list[tuple[int, Seen]]:
    """Transitions of each kind of action that was seen."""
    kinds = np.ascontiguousarray(names[:, 0])
    num_kinds = int(kinds.max(initial=-1)) + 1
    found: list[list[Seen]] = [[] for _ in range(num_kinds)]
    for search in searches:
        of_kinds = search.space.examples(kinds, num_kinds, MOST_TRANSITIONS)
        for seen, nodes in zip(found, of_kinds, strict=True):
            if len(nodes):
                parents, actions = zip(*map(search.space.step_to, nodes.tolist()), strict=True)
                before = search.states_of(np.array(parents, np.int64))
                seen.append(Seen(np.array(actions, np.int32), before, search.states_of(nodes)))
    return [(kind, _joined(seen)) for kind, seen in enumerate(found) if seen]


def _joined(seen: Sequence[Seen]) -> Seen:
    return Seen(
        np.concatenate([part.actions for part in seen]),
        np.concatenate([part.before for part in seen]),
        np.concatenate([part.after for part in seen]),
    )


Places = dict[int, list[int]]
"""Things that the name of an action mentions -> where."""


def _places(name: Sequence[int]) -> Places:
    places: Places = {}
    for place, thing in enumerate(name[1:], 1):
        places.setdefault(thing, []).append(place)
    return places


def _patterns(fact: Sequence[int], places: Places) -> list[Pattern]:
    """How a fact may be read off a name; what the name does not mention stands for itself."""
    found = [places.get(thing) or [-1 - thing] for thing in fact[1:] if thing >= 0]
    return [(fact[0], *choice) for choice in product(*found)]


def needed(facts: Facts, names: Ints, seen: Seen, consulted: int = CONSULTED) -> list[Pattern]:
    """Patterns that held before every transition of a kind."""
    candidates: set[Pattern] = set()
    for k in range(0, len(seen.actions), -(-len(seen.actions) // consulted)):
        name = names[seen.actions[k]]
        true = facts.words[np.flatnonzero(seen.before[k])]
        about = np.isin(true[:, 1:], name[1:][name[1:] >= 0]).any(axis=1)
        about |= (true[:, 1:] < 0).all(axis=1)
        places = _places(name.tolist())
        for fact in true[about].tolist():
            candidates.update(_patterns(fact, places))
    kept = sorted(candidates)
    for rows in (slice(None, None, -(-len(seen.actions) // FEW)), slice(None)):
        before = seen.before[rows]
        instances = facts.instances(kept, names[seen.actions[rows]])
        # A fact that is no variable never changes: it cannot be missing.
        held = before[np.arange(len(before)), instances].astype(bool) | (instances < 0)
        kept = [pattern for pattern, always in zip(kept, held, strict=True) if always.all()]
    if len(seen.actions) < FEW:
        kept = [pattern for pattern in kept if min(pattern[1:], default=0) >= 0]
    return _plausible(kept)


def _shape(pattern: Pattern) -> Pattern:
    """Without the things that stand for themselves."""
    return tuple(max(place, -1) for place in pattern)


def _plausible(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Without those that differ only in a thing that no name mentions: so far it was always true
    of many things, which is chance; of a single one, it may be a rule."""
    patterns = list(patterns)
    shapes = Counter(_shape(p) for p in patterns)
    return [p for p in patterns if shapes[_shape(p)] == 1]


def changed(
    facts: Facts,
    names: Ints,
    actions: Ints,
    lower: npt.NDArray[Any],
    higher: npt.NDArray[Any],
    noted: list[Pairs],
) -> list[Pattern]:
    """Patterns that became true from `lower` to `higher`, which transitions of a kind began and
    ended with (or the other way round); what only one did goes to `noted`.

    Where a name mentions a thing twice, a fact can be read off it in several ways: those where it
    can not speak first.
    """
    found: Counter[Pattern] = Counter()
    read: list[tuple[int, int, list[Pattern]]] = []
    places = [_places(name) for name in names[actions].tolist()]
    rows, changed_facts = np.nonzero(higher > lower)
    words = facts.words[changed_facts].tolist()
    for row, fact, own in zip(rows.tolist(), changed_facts.tolist(), words, strict=True):
        read.append((int(actions[row]), fact, _patterns(own, places[row])))
    changes: list[tuple[int, int, Pattern]] = []
    for action, fact, patterns in sorted(read, key=lambda one: len(one[2])):
        pattern = max(patterns, key=lambda one: found[one])
        found[pattern] += 1
        changes.append((action, fact, pattern))
    common = set(
        _plausible(
            pattern
            for pattern, count in found.items()
            if min(pattern[1:], default=0) >= 0 or count > len(actions) * LEAST_SHARE
        )
    )
    for action, fact, pattern in changes:
        if pattern not in common:
            noted.append((np.array([action]), np.array([fact])))
    return sorted(common)


def about_anything(
    facts: Facts, names: Ints, noted: Sequence[Pairs], transitions: int
) -> list[Pattern]:
    """Of what only some transitions did to things that their actions do not mention: patterns with
    ANY in the place of such things, where there are several, and it happened often, to one of them
    more than once: in several transitions."""
    happened: dict[Pattern, list[int]] = {}
    for actions, changed_facts in noted:
        for action, fact in zip(actions.tolist(), changed_facts.tolist(), strict=True):
            for pattern in _patterns(facts.words[fact].tolist(), _places(names[action].tolist())):
                if min(pattern[1:], default=0) < 0:
                    shape = tuple(ANY if place < 0 else place for place in pattern)
                    happened.setdefault(shape, []).append(fact)
    return sorted(
        shape
        for shape, own in happened.items()
        if 1 < len(set(own)) < len(own) > transitions * LEAST_SHARE
    )
