"""Static guards: copies of a problem's init and goal facts that keep macros to where they help.

`goal-at` holds of what the goal wants, `init-at` of what was true at the start. No action changes
them, so a macro that asks for them has few ground instances, and planners see it before search. A
guard only restricts: primitives stay, and a macro's proof is not touched.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from fmtools.errors import InputError
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Problem, Signature, typed_words
from fmtools.pddl.names import fresh_name
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.splice import Splice

GOAL, INIT = "goal", "init"
MOSTLY = 0.75
"""A guard is kept where it holds in at least so many of the training uses."""
_COMMENT = "fmtools: for the macros; made from start, goal and static facts, never changed"


@dataclass(frozen=True, order=True)
class GuardPredicate:
    """A static copy of `source`, as it stands in the goal or in the initial state."""

    name: str
    source: str
    kind: str
    """`goal` or `init`."""


class GuardNames:
    """Which static predicate copies which, for one domain; names that nothing else has."""

    def __init__(self, domain: Domain) -> None:
        taken = domain.names | {constant.name for constant in domain.constants}
        self._by_source: dict[tuple[str, str], GuardPredicate] = {}
        self._by_name: dict[str, GuardPredicate] = {}
        for kind in (GOAL, INIT):
            for source in domain.predicates:
                predicate = GuardPredicate(fresh_name(f"{kind}-{source}", taken), source, kind)
                taken.add(predicate.name)
                self._by_source[kind, source] = predicate
                self._by_name[predicate.name] = predicate

    def copy_of(self, kind: str, atom: Atom) -> Atom:
        return Atom(self._by_source[kind, atom.predicate].name, atom.args)

    def predicate(self, name: str) -> GuardPredicate:
        """InputError where no guard of this domain is called so."""
        if name not in self._by_name:
            raise InputError(f"no guard of this domain is called {name!r}")
        return self._by_name[name]

    def all(self) -> tuple[GuardPredicate, ...]:
        return tuple(self._by_name.values())

    def used(self, guards: Iterable[Atom]) -> tuple[GuardPredicate, ...]:
        """The predicates of these guards, each once, sorted."""
        return tuple(sorted({self.predicate(atom.predicate) for atom in guards}))


def possible_guards(
    names: GuardNames,
    precondition: Iterable[Literal],
    effect: Iterable[Literal],
    changing: Collection[str],
) -> tuple[Atom, ...]:
    """Goal copies of what a macro achieves, init copies of what it needs, where those can change.

    An init copy says little of a precondition with one argument or none.
    """
    goals = [x.atom for x in effect if x.positive]
    inits = [
        x.atom
        for x in precondition
        if x.positive and x.atom.predicate in changing and len(x.atom.args) >= 2
    ]
    copies = [names.copy_of(GOAL, atom) for atom in goals if atom.predicate != EQUALS]
    copies += [names.copy_of(INIT, atom) for atom in inits]
    return tuple(dict.fromkeys(copies))


def guard_facts(problem: Problem, predicates: Sequence[GuardPredicate]) -> tuple[Atom, ...]:
    """What holds of these predicates in a problem, sorted."""
    facts: list[Atom] = []
    for predicate in predicates:
        if predicate.kind == GOAL:
            source = [x.atom for x in problem.goal if x.positive]
        else:
            source = list(problem.init)
        facts += sorted(
            {Atom(predicate.name, a.args) for a in source if a.predicate == predicate.source}
        )
    return tuple(facts)


def holding_share(
    guard: Atom, predicate: GuardPredicate, uses: Sequence[tuple[Problem, Mapping[str, str]]]
) -> float:
    """In which share of uses, each a problem and the objects of the parameters, a guard holds."""
    return sum(holds_in(guard, predicate, problem, terms) for problem, terms in uses) / len(uses)


def holds_in(
    guard: Atom, predicate: GuardPredicate, problem: Problem, terms: Mapping[str, str]
) -> bool:
    atom = Atom(predicate.source, guard.args).bound(terms)
    if predicate.kind == INIT:
        return atom in problem.init
    return Literal(atom) in problem.goal


def guard_signatures(domain: Domain, predicates: Sequence[GuardPredicate]) -> list[Signature]:
    return [Signature(p.name, domain.predicates[p.source].parameters) for p in predicates]


def with_predicates(domain: Domain, signatures: Sequence[Signature]) -> Domain:
    """The domain with these predicates declared, in its own text."""
    if not signatures:
        return domain
    splice = Splice(domain.text, domain.path)
    lines = [
        f"({' '.join((signature.name, *typed_words(signature.parameters)))})"
        for signature in signatures
    ]
    splice.add_to(":predicates", lines, _COMMENT)
    return parse_domain(splice.result(), domain.path)


def with_facts(domain: Domain, problem: Problem, facts: Sequence[Atom]) -> Problem:
    """The problem with these facts in its initial state; `domain` has the predicates."""
    if not facts:
        return problem
    splice = Splice(problem.text, problem.path)
    splice.add_to(":init", [str(fact) for fact in facts], _COMMENT)
    return parse_problem(splice.result(), domain, problem.path)
