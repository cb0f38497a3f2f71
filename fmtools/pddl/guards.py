"""Guards: the inequalities that keep a macro operator from patterns where it would be wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fmtools.errors import SoundnessError
from fmtools.pddl.alias import Survey
from fmtools.pddl.alias_pattern import Pair
from fmtools.pddl.model import EQUALS, Atom, Literal

_MAX_NODES = 20_000
"""Choices tried; the best set of guards found by then is taken."""

Conflict = frozenset[Pair]
"""Pairs of terms that are one object under a pattern; a guard between any two excludes it."""


def guard_literal(pair: Pair) -> Literal:
    return Literal(Atom(EQUALS, pair), positive=False)


def choose_guards(survey: Survey, num_objects: Mapping[str, int]) -> tuple[Pair, ...]:
    """The fewest inequalities that exclude every pattern that differs.

    Among the fewest, those that exclude fewest sound patterns; then those between parameters that
    have fewest objects to choose from (`num_objects` has all parameters in their order), since they
    exclude most instances; then the first by parameters.
    """
    conflicts = [pattern.pairs for pattern in survey.differing]
    if not all(conflicts):
        raise SoundnessError("the operator differs from its sequence without any aliasing")
    rank = {name: number for number, name in enumerate(num_objects)}
    search = _Search([pattern.pairs for pattern in survey.same], num_objects, rank)
    search.extend((), conflicts, frozenset())
    if search.best is None:
        raise SoundnessError("no set of guards tells the operator from what differs")
    return search.best[1]


@dataclass
class _Search:
    """Branch and bound over sets of guards that hit every conflict."""

    sound: Sequence[frozenset[Pair]]
    num_objects: Mapping[str, int]
    rank: Mapping[str, int]
    best: tuple[tuple[object, ...], tuple[Pair, ...]] | None = None
    num_nodes: int = field(default=0, init=False)

    def extend(
        self, chosen: tuple[Pair, ...], conflicts: list[Conflict], banned: frozenset[Pair]
    ) -> None:
        """All ways to hit the remaining conflicts without the banned pairs."""
        self.num_nodes += 1
        if self.best is not None and (
            self.num_nodes > _MAX_NODES
            or len(chosen) + _num_disjoint(conflicts) > len(self.best[1])
        ):
            return
        if not conflicts:
            value = self._value(chosen)
            if self.best is None or value < self.best[0]:
                self.best = value, tuple(sorted(chosen, key=self._place))
            return
        hits = {pair: sum(pair in other for other in conflicts) for c in conflicts for pair in c}
        narrow = min(conflicts, key=lambda c: (len(c - banned), sorted(map(self._place, c))))
        for pair in sorted(narrow - banned, key=lambda p: (-hits[p], self._place(p))):
            rest = [other for other in conflicts if pair not in other]
            self.extend((*chosen, pair), rest, banned)
            banned |= {pair}

    def _value(self, chosen: tuple[Pair, ...]) -> tuple[object, ...]:
        """Smaller is better."""
        lost = sum(not pairs.isdisjoint(chosen) for pairs in self.sound)
        objects = sum(self.num_objects.get(term, 1) for pair in chosen for term in pair)
        return len(chosen), lost, objects, sorted(map(self._place, chosen))

    def _place(self, pair: Pair) -> tuple[int, int, Pair]:
        first, second = (self.rank.get(term, len(self.rank)) for term in pair)
        return first, second, pair


def _num_disjoint(conflicts: Sequence[Conflict]) -> int:
    """At least so many guards are needed: conflicts without a common pair need one each."""
    used: set[Pair] = set()
    count = 0
    for conflict in sorted(conflicts, key=len):
        if used.isdisjoint(conflict):
            used |= conflict
            count += 1
    return count
