"""What given problems say once and for all: facts of predicates that no operator changes.

`StaticFacts` answers whether any choice of objects satisfies a set of such conditions. It may only
err on the side of yes: a macro gets a guard too many then, never one too few.
"""

from collections.abc import Iterable, Mapping, Sequence

from fmtools.pddl.model import Atom, Domain, Literal, Problem
from fmtools.pddl.type_order import TypeOrder, Types

_MAX_TRIES = 3_000
"""Facts tried before the answer is taken to be yes."""

TypesOf = Mapping[str, Sequence[Types]]
"""Variable -> lists of types; its object is of every one of them."""


class StaticFacts:
    """Without problems, every condition is taken to be satisfiable."""

    def __init__(self, domain: Domain, problems: Sequence[Problem] = ()) -> None:
        self.predicates = domain.static
        self.num_problems = len(problems)
        order = TypeOrder(domain)
        worlds = (_World(domain, problem, self.predicates, order) for problem in problems)
        # Problems of one size often share objects and static facts: one of them speaks for all.
        self._worlds = tuple({world.key: world for world in worlds}.values())

    def allow(self, literals: Iterable[Literal], types: TypesOf) -> bool:
        """Whether, in some problem, objects of these types satisfy all static literals.

        `types` names the variables among the terms; other terms are objects.
        """
        if not self._worlds:
            return True
        static = list(dict.fromkeys(x for x in literals if x.atom.predicate in self.predicates))
        return any(_Join(world, static, types).has_solution() for world in self._worlds)

    def num_objects(self, types: Types) -> int:
        """Objects of these types in the problem that has most of them; 0 without problems."""
        counts = (
            sum(world.is_of(name, [types]) for name in world.objects) for world in self._worlds
        )
        return max(counts, default=0)

    def share_objects(self, lists: Sequence[Types]) -> bool:
        """Whether some problem has an object that is of every one of these lists of types."""
        return any(world.is_of(name, lists) for world in self._worlds for name in world.objects)


class _World:
    """One problem's objects and static facts, the facts found by predicate and one argument."""

    def __init__(
        self, domain: Domain, problem: Problem, predicates: frozenset[str], order: TypeOrder
    ) -> None:
        self.objects = {item.name: item.types for item in (*domain.constants, *problem.objects)}
        self.facts = frozenset(a for a in problem.init if a.predicate in predicates)
        self._order = order
        self._by_argument: dict[tuple[str, int, str], list[Atom]] = {}
        self._by_predicate: dict[str, list[Atom]] = {}
        for atom in sorted(self.facts):
            self._by_predicate.setdefault(atom.predicate, []).append(atom)
            for place, name in enumerate(atom.args):
                self._by_argument.setdefault((atom.predicate, place, name), []).append(atom)

    @property
    def key(self) -> tuple[frozenset[tuple[str, tuple[str, ...]]], frozenset[Atom]]:
        return frozenset(self.objects.items()), self.facts

    def is_of(self, name: str, lists: Sequence[Types]) -> bool:
        return all(self._order.fits(self.objects[name], types) for types in lists)

    def candidates(self, atom: Atom, binding: Mapping[str, str]) -> list[Atom]:
        """Facts that agree with `atom` in one bound argument, the one that leaves fewest."""
        lists = [
            self._by_argument.get((atom.predicate, place, binding[term]), [])
            for place, term in enumerate(atom.args)
            if term in binding
        ]
        return min(lists, key=len) if lists else self._by_predicate.get(atom.predicate, [])


class _Join:
    """A backtracking search for objects that make all conditions true."""

    def __init__(self, world: _World, static: Sequence[Literal], types: TypesOf) -> None:
        self.world = world
        self.types = types
        self.positive = [x.atom for x in static if x.positive]
        self.negative = [x.atom for x in static if not x.positive]
        self.num_tries = 0

    def has_solution(self) -> bool:
        terms = {term for x in (*self.positive, *self.negative) for term in x.args}
        return self._extend(self.positive, {term: term for term in terms - self.types.keys()})

    def _extend(self, rest: list[Atom], binding: dict[str, str]) -> bool:
        if not rest:
            return self._no_negative_fails(binding)
        atom = min(rest, key=lambda a: self._rank(a, binding))
        others = [other for other in rest if other is not atom]
        for fact in self.world.candidates(atom, binding):
            self.num_tries += 1
            if self.num_tries > _MAX_TRIES:
                return True
            more = self._matched(atom, fact, binding)
            if more is not None and self._extend(others, more):
                return True
        return False

    def _rank(self, atom: Atom, binding: Mapping[str, str]) -> tuple[int, int]:
        """Few unbound variables first; those that repeat a variable are the narrowest."""
        unbound = len({term for term in atom.args if term not in binding})
        return unbound, unbound - len(atom.args)

    def _matched(self, atom: Atom, fact: Atom, binding: Mapping[str, str]) -> dict[str, str] | None:
        """`binding` extended so that `atom` is `fact`, or None."""
        more = dict(binding)
        for term, name in zip(atom.args, fact.args, strict=True):
            if term not in more and not self.world.is_of(name, self.types[term]):
                return None
            if more.setdefault(term, name) != name:
                return None
        return more

    def _no_negative_fails(self, binding: Mapping[str, str]) -> bool:
        """Conditions with unbound variables are taken to hold for some object."""
        return not any(
            all(term in binding for term in atom.args)
            and Atom(atom.predicate, tuple(binding[term] for term in atom.args)) in self.world.facts
            for atom in self.negative
        )
