"""What happens when parameters of a macro stand for one object: the proof that a macro is sound.

A pattern says which terms are one object. Macro operator and primitive sequence are compared under
patterns, symbolically; where the meanings differ, a guard is needed.

Not every pattern needs a look: those that make just two atoms one are enough. Each atom is treated
for itself, so a difference under a pattern is one in what happens to a set of atoms that coincide.
Two of the set are to blame: (1) a step's condition and the last to write or need the other value
before it; (2) two contradicting preconditions of the operator; (3) a precondition of the operator
and an earlier write; (4) the last write and a write of the other value that the operator keeps. The
finest pattern that makes these two coincide has the same difference, because other atoms of the set
come neither before the first, nor between, nor after the last of them. The exception is (2) where
the sequence cannot run either: it might under a coarser pattern, so there the coarser ones are
compared as well.

What excludes a pattern (types, an inequality, static facts, a guard) excludes every coarser one,
and so does the guard that a difference calls for. tests/pddl/test_alias_random.py puts all this to
the test, object by object and state by state.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from fmtools.pddl.alias_pattern import Pair, Pattern, contains_any, unifier
from fmtools.pddl.atom_history import AtomUse, Histories
from fmtools.pddl.compose import BoundStep
from fmtools.pddl.model import EQUALS, Atom, Domain, Literal, Operator, Parameter
from fmtools.pddl.static_facts import StaticFacts
from fmtools.pddl.type_order import TypeOrder

MAX_PATTERNS = 50_000
"""A macro with more of them to look at counts as not proved."""

Meaning = dict[Atom, AtomUse]

TYPES, PRECONDITIONS, STATIC_FACTS, GUARDS = REASONS = (
    "types",
    "preconditions",
    "static facts",
    "guards",
)
"""Why a pattern cannot occur."""


class TooManyPatternsError(Exception):
    pass


@dataclass
class Survey:
    """What comparing found. `same` are sound patterns, `differing` those that need a guard."""

    same: list[Pattern] = field(default_factory=list)
    differing: list[Pattern] = field(default_factory=list)
    num_never: int = 0
    """Patterns under which neither the macro nor the sequence can run."""
    excluded: Counter[str] = field(default_factory=Counter)
    """Reason -> patterns."""

    @property
    def num_compared(self) -> int:
        return len(self.same) + len(self.differing) + self.num_never


@dataclass(frozen=True)
class Proof:
    """Every pattern was found to mean the same, or cannot occur for the reason counted."""

    guards: tuple[Pair, ...]
    num_compared: int = 0
    excluded: Counter[str] = field(default_factory=Counter)
    num_problems: int = 0
    """Problems whose static facts the proof relies on; 0 if it holds for every problem."""


class AliasCheck:
    """One macro's sequence, ready to be compared with operators meant to do the same."""

    def __init__(
        self,
        domain: Domain,
        parameters: Sequence[Parameter],
        steps: Sequence[BoundStep],
        static: StaticFacts,
    ) -> None:
        self.names = tuple(parameter.name for parameter in parameters)
        self._histories = Histories(steps)
        self._types: dict[str, Sequence[str]] = {p.name: p.types for p in parameters}
        self._constants = {item.name: item.types for item in domain.constants}
        self._order = TypeOrder(domain)
        self._static = static
        conditions = [x for step in steps for x in step.precondition]
        self._distinct = _unequal(conditions)
        self._static_conditions = [x for x in conditions if x.atom.predicate in static.predicates]
        self._families = tuple(_families(steps))
        self._reasons: dict[Pattern, str] = {}
        self._meant: dict[Pattern, Meaning | None] = {}

    def survey(self, operator: Operator) -> Survey:
        """Compare under every pattern; inequalities of the operator's own are its guards."""
        return _Surveyor(self, operator).run()

    @property
    def num_objects(self) -> dict[str, int]:
        """Parameter -> how many objects given problems have for it, at most."""
        return {name: self._static.num_objects(types) for name, types in self._types.items()}

    def families(self) -> tuple[tuple[Atom, ...], ...]:
        """Atoms that may coincide with consequences, by predicate."""
        return self._families

    def reason(self, pattern: Pattern) -> str:
        """Why a pattern cannot occur, or nothing."""
        if pattern not in self._reasons:
            self._reasons[pattern] = self._find_reason(pattern)
        return self._reasons[pattern]

    def meant(self, pattern: Pattern) -> Meaning | None:
        """What the primitive sequence means under a pattern; None if it cannot run."""
        if pattern not in self._meant:
            self._meant[pattern] = self._histories.meaning(pattern.mapping)
        return self._meant[pattern]

    def _find_reason(self, pattern: Pattern) -> str:
        if not all(self._can_be_one(term, names) for term, names in pattern.blocks.items()):
            return TYPES
        if any(pattern.merges(pair) for pair in self._distinct):
            return PRECONDITIONS
        if self._static.num_problems and pattern.num_merges and not self._static_allow(pattern):
            return STATIC_FACTS
        return ""

    def _can_be_one(self, term: str, names: Sequence[str]) -> bool:
        """Whether an object may be of the types of all these parameters."""
        lists = [self._types[name] for name in names]
        if term not in self._types:
            return all(self._order.fits(self._constants[term], types) for types in lists)
        if len(lists) == 1 or self._order.common(lists):
            return True
        return self._static.share_objects(lists) or any(
            all(self._order.fits(own, types) for types in lists) for own in self._constants.values()
        )

    def _static_allow(self, pattern: Pattern) -> bool:
        types = {
            term: [self._types[name] for name in names]
            for term, names in pattern.blocks.items()
            if term in self._types
        }
        return self._static.allow(
            (x.bound(pattern.mapping) for x in self._static_conditions), types
        )


class _Surveyor:
    """One survey: the patterns to look at, each once, and what was found."""

    def __init__(self, check: AliasCheck, operator: Operator) -> None:
        self.check = check
        self.guards = _unequal(operator.precondition)
        self.macro = Histories([BoundStep(operator.precondition, operator.effect)])
        self.survey = Survey()
        self.seen: set[Pattern] = set()
        self.hopeless: list[frozenset[Pair]] = []
        self.never: list[Pattern] = []

    def run(self) -> Survey:
        identity = Pattern.distinct(self.check.names)
        merges = [
            unifier(first.args, second.args)
            for atoms in self.check.families()
            for first, second in combinations(atoms, 2)
        ]
        if self._look(identity):
            self._join(identity, merges)
        while self.never:
            self._join(self.never.pop(), merges)
        return self.survey

    def _join(self, pattern: Pattern, merges: Sequence[tuple[Pair, ...]]) -> None:
        """Look at the patterns that make one more pair of atoms coincide, the finest first."""
        joined = {pattern.joined(merge) for merge in merges}
        new = [other for other in joined if other is not None and other not in self.seen]
        self.seen.update(new)
        if len(self.seen) > MAX_PATTERNS:
            raise TooManyPatternsError
        for other in sorted(new, key=lambda p: (p.num_merges, p.terms)):
            self._look(other)

    def _look(self, pattern: Pattern) -> bool:
        """Whether nothing speaks against looking at coarser patterns."""
        survey = self.survey
        if contains_any(pattern.pairs, self.hopeless):
            return False
        reason = self.check.reason(pattern)
        if not reason and any(pattern.merges(pair) for pair in self.guards):
            reason = GUARDS
        if reason:
            survey.excluded[reason] += 1
            return False
        meant = self.check.meant(pattern)
        got = self.macro.meaning(pattern.mapping)
        if meant != got:
            survey.differing.append(pattern)
            self.hopeless.append(pattern.pairs)
            return False
        if meant is None:
            survey.num_never += 1
            self.never.append(pattern)
        else:
            survey.same.append(pattern)
        return True


def _unequal(literals: Iterable[Literal]) -> tuple[Pair, ...]:
    """Pairs of terms that conditions want to be different."""
    return tuple(
        (x.atom.args[0], x.atom.args[1])
        for x in literals
        if x.atom.predicate == EQUALS and not x.positive
    )


def _families(steps: Sequence[BoundStep]) -> Iterator[tuple[Atom, ...]]:
    """The atoms of each predicate, where more than conditions of one sign are among its uses."""
    uses: dict[str, set[str]] = {}
    atoms: dict[str, dict[Atom, None]] = {}
    for step in steps:
        for kind, literals in (("needs", step.precondition), ("makes", step.effect)):
            for literal in literals:
                predicate = literal.atom.predicate
                uses.setdefault(predicate, set()).add(f"{kind} {literal.positive}")
                atoms.setdefault(predicate, {})[literal.atom] = None
    for predicate, members in atoms.items():
        if predicate != EQUALS and len(uses[predicate]) > 1:
            yield tuple(members)
