"""When is a macro operator superfluous? When another does the same wherever it applies."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from fmtools.pddl.model import EQUALS, Atom, Cost, Domain, Literal, Operator
from fmtools.pddl.type_order import TypeOrder

_MAX_TRIES = 10_000
"""Matches tried; beyond, an operator counts as not subsumed, which is safe."""

_EFFECT, _CONDITION = 0, 1


def subsumes(domain: Domain, general: Operator, special: Operator) -> bool:
    """Whether, for every instance of `special`, one of `general` needs no more (preconditions and
    cost) and has the same effect. Names and order of parameters do not matter. It is never said of
    operators that are more than literals."""
    if (
        not general.is_strips
        or not special.is_strips
        or _wants_equals(general)
        or len(general.effect) < len(special.effect)
        or _by_kind(general.effect).keys() != _by_kind(special.effect).keys()
        or not _by_kind(_plain(general)).keys() <= _by_kind(_plain(special)).keys()
    ):
        return False
    return _Match(TypeOrder(domain), domain, general, special).exists()


@dataclass
class _Match:
    """A search for terms of `special` to put in the place of the parameters of `general`."""

    order: TypeOrder
    domain: Domain
    general: Operator
    special: Operator
    num_tries: int = field(default=0, init=False)

    def exists(self) -> bool:
        self.types = {
            item.name: item.types for item in (*self.domain.constants, *self.special.parameters)
        }
        self.wanted = {p.name: p.types for p in self.general.parameters}
        self.effect = frozenset(self.special.effect)
        self.pools = _by_kind(self.effect), _by_kind(_plain(self.special))
        self.unequal = {frozenset(a.args) for a in _inequalities(self.special)}
        self.fitting = {
            name: {term for term in self.types if self._fits(term, name)} for name in self.wanted
        }
        rest = [(x, _EFFECT) for x in self.general.effect]
        return self._extend([*rest, *((x, _CONDITION) for x in _plain(self.general))], {})

    def _extend(self, rest: list[tuple[Literal, int]], terms: dict[str, str]) -> bool:
        """Match the literal with fewest free parameters next; of these, the rarest kind."""
        if not rest:
            return self._complete(terms)
        free = self.wanted.keys() - terms.keys()
        chosen = min(
            rest,
            key=lambda x: (sum(t in free for t in x[0].atom.args), len(self._pool(x))),
        )
        others = [x for x in rest if x is not chosen]
        for other in self._pool(chosen):
            self.num_tries += 1
            if self.num_tries > _MAX_TRIES:
                return False
            more = self._bound(chosen[0].atom, other.atom, terms)
            if more is not None and self._extend(others, more):
                return True
        return False

    def _pool(self, literal: tuple[Literal, int]) -> list[Literal]:
        """What a literal of `general` may be matched with."""
        return self.pools[literal[1]].get(_kind(literal[0]), [])

    def _bound(self, atom: Atom, other: Atom, terms: dict[str, str]) -> dict[str, str] | None:
        more = dict(terms)
        for mine, theirs in zip(atom.args, other.args, strict=True):
            if mine not in self.wanted:
                if mine != theirs:
                    return None
            elif mine not in more:
                if theirs not in self.fitting[mine]:
                    return None
                more[mine] = theirs
            elif more[mine] != theirs:
                return None
        return more

    def _fits(self, term: str, parameter: str) -> bool:
        if term.startswith("?"):
            return self.order.includes(self.wanted[parameter], self.types[term])
        return self.order.fits(self.types[term], self.wanted[parameter])

    def _complete(self, terms: dict[str, str]) -> bool:
        """Whether the match covers all effects, keeps guards and costs no more."""
        for parameter in self.general.parameters:
            if parameter.name not in terms:
                spare = sorted(self.fitting[parameter.name])
                if not spare:
                    return False
                terms = {**terms, parameter.name: spare[0]}
        image = {x.bound(terms) for x in self.general.effect}
        return (
            image == self.effect
            and all(self._differ(*atom.bound(terms).args) for atom in _inequalities(self.general))
            and _no_dearer(self.general.cost, self.special.cost, terms)
        )

    def _differ(self, first: str, second: str) -> bool:
        """Whether `special` makes sure that the two terms are different objects."""
        if frozenset((first, second)) in self.unequal:
            return True
        if first == second:
            return False
        constants = not first.startswith("?") and not second.startswith("?")
        return constants or not self.order.common([self.types[first], self.types[second]])


def _wants_equals(operator: Operator) -> bool:
    """Whether two parameters must be one object: only the domain's own operators may ask that."""
    return any(
        x.positive and x.atom.predicate == EQUALS and x.atom.args[0] != x.atom.args[1]
        for x in operator.precondition
    )


def _kind(literal: Literal) -> tuple[str, bool]:
    return literal.atom.predicate, literal.positive


def _by_kind(literals: Iterable[Literal]) -> dict[tuple[str, bool], list[Literal]]:
    kinds: dict[tuple[str, bool], list[Literal]] = {}
    for literal in sorted(literals):
        kinds.setdefault(_kind(literal), []).append(literal)
    return kinds


def _plain(operator: Operator) -> Iterator[Literal]:
    return (x for x in operator.precondition if x.atom.predicate != EQUALS)


def _inequalities(operator: Operator) -> Iterator[Atom]:
    return (x.atom for x in operator.precondition if x.atom.predicate == EQUALS and not x.positive)


def _no_dearer(general: Cost | None, special: Cost | None, terms: dict[str, str]) -> bool:
    mine, theirs = general or Cost(), special or Cost()
    rest = list(theirs.terms)
    for term in mine.terms:
        image = term.bound(terms)
        if image not in rest:
            return False
        rest.remove(image)
    return mine.constant <= theirs.constant
