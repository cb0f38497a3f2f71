"""What a sequence of any classical actions does as one action, exactly.

What a later step asks is asked of the state before the sequence, by regression: an atom holds after
a step where the step adds it, or where it held and the step does not delete it. Every condition, of
a precondition or an effect, goes back through all earlier steps in this way. An effect that adds an
atom counts unless a later step deletes it, which is one more condition; deletes need none, since
adds win within one action as they do here. Quantified effects stay whole.

Two parameters that are compared on the way are taken for different objects, and a guard says so:
instances that a guard excludes do not exist. So nothing has to be said about aliases, and the rule
holds by construction: tests/pddl/test_regress.py tries it on all instances in many states.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.model import (
    EQUALS,
    And,
    Atom,
    Axiom,
    Condition,
    ConditionalEffect,
    Cost,
    Domain,
    Exists,
    Literal,
    Operator,
    Or,
    Parameter,
    literals_of,
)
from fmtools.pddl.substitute import (
    FALSE,
    TRUE,
    Fresh,
    conjoined,
    disjoined,
    given,
    negated,
    quantified,
)
from fmtools.pddl.type_order import TypeOrder

MOST_LITERALS = 150
"""A macro whose conditions have more of them is refused: no planner gains by such an action."""


class CannotRegressError(Exception):
    """Why the sequence does not become an action; the text completes `dropped: …`."""


@dataclass(frozen=True)
class _Effect:
    """One literal of an effect, with its quantifiers and its condition."""

    variables: tuple[Parameter, ...]
    condition: Condition
    literal: Literal


@dataclass(frozen=True)
class _Step:
    text: str
    precondition: Condition
    effects: tuple[_Effect, ...]


def regress(
    domain: Domain, sequence: LiftedSequence, name: str, cost: Cost | None
) -> tuple[Operator, tuple[Atom, ...]]:
    """The action, and the pairs of terms that its guards keep apart; CannotRegressError if none."""
    return _Regression(domain, sequence).operator(name, cost)


class _Regression:
    def __init__(self, domain: Domain, sequence: LiftedSequence) -> None:
        self.domain = domain
        self.order = TypeOrder(domain)
        self.parameters = sequence.parameters
        self.types = {item.name: item.types for item in (*domain.constants, *sequence.parameters)}
        self.fresh = Fresh(self.types, separator="_")
        self.guards: dict[Atom, None] = {}
        self.needs = _needs(domain.axioms)
        self.steps = [self._step(step.operator, step.args) for step in sequence.steps]

    def operator(self, name: str, cost: Cost | None) -> tuple[Operator, tuple[Atom, ...]]:
        asked: list[Condition] = []
        for number, step in enumerate(self.steps):
            asked.append(self._before(step.precondition, number))
            if conjoined(asked) == FALSE:
                raise CannotRegressError(
                    f"step {number + 1}, {step.text}, needs what cannot hold there"
                )
        needed = conjoined(asked)
        parts = needed.parts if isinstance(needed, And) else (needed,)
        known = {part for part in parts if isinstance(part, Literal)}
        effects = self._effects(known)
        if not effects:
            raise CannotRegressError("it changes nothing")
        guards = [Literal(pair, False) for pair in self.guards]
        made = Operator(
            name,
            self.parameters,
            tuple(dict.fromkeys([*(x for x in parts if isinstance(x, Literal)), *guards])),
            tuple(e.literal for e in effects if not e.variables and e.condition == TRUE),
            cost,
            tuple(x for x in parts if not isinstance(x, Literal)),
            _grouped(e for e in effects if e.variables or e.condition != TRUE),
        )
        size = sum(map(_size, (*made.conditions, *(And(e.condition) for e in made.conditional))))
        if size > MOST_LITERALS:
            raise CannotRegressError(
                f"its conditions would have {size} literals, more than {MOST_LITERALS}"
            )
        return made, tuple(self.guards)

    def _step(self, name: str, args: Sequence[str]) -> _Step:
        operator = self.domain.operators[name]
        terms = dict(zip((p.name for p in operator.parameters), args, strict=True))
        asked = [self._apart(x, terms) for x in (*operator.precondition, *operator.conditions)]
        effects = [_Effect((), TRUE, x.bound(terms)) for x in operator.effect]
        for effect in operator.conditional:
            variables, named = self.fresh.variables(effect.variables, terms)
            self.types.update((variable.name, variable.types) for variable in variables)
            condition = conjoined(self._apart(x, named) for x in effect.condition)
            effects += [_Effect(variables, condition, x.bound(named)) for x in effect.effect]
        text = f"({' '.join((name, *args))})"
        return _Step(text, conjoined(asked), tuple(effects))

    def _apart(self, condition: Condition, terms: Mapping[str, str]) -> Condition:
        """With these terms, quantified variables under names of their own, equality settled."""
        return self._settled(self.fresh.condition(condition, terms))

    def _settled(self, condition: Condition) -> Condition:
        if isinstance(condition, Literal):
            if condition.atom.predicate != EQUALS:
                return condition
            same = self._same(*condition.atom.args)
            return same if condition.positive else negated(same)
        if isinstance(condition, And):
            return conjoined(self._settled(part) for part in condition.parts)
        if isinstance(condition, Or):
            return disjoined(self._settled(part) for part in condition.parts)
        self.types.update((variable.name, variable.types) for variable in condition.variables)
        return quantified(condition, self._settled(condition.body))

    def _same(self, left: str, right: str) -> Condition:
        """Whether two terms are one object; parameters that differ in name are kept apart."""
        if left == right:
            return TRUE
        if left[0] != "?" and right[0] != "?":
            return FALSE
        if not self._may_meet(left, right):
            return FALSE
        fixed = {parameter.name for parameter in self.parameters}
        if all(term in fixed or term[0] != "?" for term in (left, right)):
            self.guards[Atom(EQUALS, tuple(sorted((left, right))))] = None
            return FALSE
        return Literal(Atom(EQUALS, (left, right)))

    def _may_meet(self, left: str, right: str) -> bool:
        """An object declared with two unrelated types is of both, so only constants tell."""
        for one, other in ((left, right), (right, left)):
            if one[0] != "?":
                return self.order.fits(self.types[one], self.types[other])
        return True

    def _before(self, condition: Condition, number: int) -> Condition:
        """What must hold before the sequence for the condition to hold before step `number`."""
        for step in reversed(self.steps[:number]):
            condition = self._back(condition, step)
            if _size(condition) > 4 * MOST_LITERALS:
                raise CannotRegressError("its conditions grow too large")
        return condition

    def _back(self, condition: Condition, step: _Step) -> Condition:
        if isinstance(condition, Literal):
            atom = condition.atom
            self._refuse_derived(atom, step)
            held = Literal(atom)
            kept = conjoined([held, negated(self._changed(atom, step, False))])
            after = disjoined([self._changed(atom, step, True), kept])
            return after if condition.positive else negated(after)
        if isinstance(condition, And):
            return conjoined(self._back(part, step) for part in condition.parts)
        if isinstance(condition, Or):
            return disjoined(self._back(part, step) for part in condition.parts)
        return quantified(condition, self._back(condition.body, step))

    def _refuse_derived(self, atom: Atom, step: _Step) -> None:
        for effect in step.effects:
            written = effect.literal.atom.predicate
            if written in self.needs.get(atom.predicate, ()):
                raise CannotRegressError(
                    f"{atom} is derived from {written}, which {step.text} changes before"
                )

    def _changed(self, atom: Atom, step: _Step, positive: bool) -> Condition:
        """Where the step makes the atom true, or false, in the state before it."""
        return disjoined(
            self._occasion(effect, atom)
            for effect in step.effects
            if effect.literal.positive == positive
            and effect.literal.atom.predicate == atom.predicate
        )

    def _occasion(self, effect: _Effect, atom: Atom) -> Condition:
        """Where an effect is about this very atom.

        A quantified variable in the atom's place stands for the term there, if its type allows all
        that the term may be; else it stays, equal to the term.
        """
        own = {variable.name: variable for variable in effect.variables}
        terms: dict[str, str] = {}
        for mine, theirs in zip(effect.literal.atom.args, atom.args, strict=True):
            fits = mine in own and self.order.includes(own[mine].types, self.types[theirs])
            if fits and mine not in terms:
                terms[mine] = theirs
        variables, named = self.fresh.variables(
            tuple(v for v in effect.variables if v.name not in terms), terms
        )
        self.types.update((variable.name, variable.types) for variable in variables)
        pairs = zip(effect.literal.atom.bound(named).args, atom.args, strict=True)
        same = [self._same(mine, theirs) for mine, theirs in pairs]
        if FALSE in same:
            return FALSE
        body = conjoined([*same, self._apart(effect.condition, named)])
        return quantified(Exists(variables, TRUE), body) if variables else body

    def _effects(self, known: set[Literal]) -> list[_Effect]:
        """The net effects, in the order of the steps; what is so already is left out."""
        found: dict[tuple[tuple[Parameter, ...], Condition, Literal], None] = {}
        for number, step in enumerate(self.steps):
            for effect in step.effects:
                condition = self._before(effect.condition, number)
                if effect.literal.positive:
                    undone = [
                        self._before(self._undone(effect.literal.atom, later), place)
                        for place, later in enumerate(self.steps)
                        if place > number
                    ]
                    condition = conjoined([condition, *map(negated, undone)])
                condition = given(condition, known)
                if condition != FALSE:
                    found[effect.variables, condition, effect.literal] = None
        made = [_Effect(*key) for key in found]
        plain = {e.literal for e in made if not e.variables and e.condition == TRUE}
        made = [e for e in made if e.literal.positive or negated(e.literal) not in plain]
        kinds = {(e.literal.atom.predicate, e.literal.positive) for e in made}
        return [
            e
            for e in made
            if e.literal not in known or (e.literal.atom.predicate, not e.literal.positive) in kinds
        ]

    def _undone(self, atom: Atom, step: _Step) -> Condition:
        deleted = self._changed(atom, step, False)
        return conjoined([deleted, negated(self._changed(atom, step, True))])


def _grouped(effects: Iterable[_Effect]) -> tuple[ConditionalEffect, ...]:
    """Literals under the same quantifiers and condition together."""
    found: dict[tuple[tuple[Parameter, ...], Condition], list[Literal]] = {}
    for effect in effects:
        key = effect.variables, effect.condition
        found.setdefault(key, []).append(effect.literal)
    return tuple(
        ConditionalEffect(
            variables,
            condition.parts if isinstance(condition, And) else (condition,),
            tuple(literals),
        )
        for (variables, condition), literals in found.items()
    )


def _needs(axioms: Sequence[Axiom]) -> dict[str, set[str]]:
    """Derived predicate -> all predicates that it depends on."""
    needs: dict[str, set[str]] = {axiom.head.predicate: set() for axiom in axioms}
    for axiom in axioms:
        needs[axiom.head.predicate].update(x.atom.predicate for x in literals_of(axiom.body))
    while True:
        before = sum(map(len, needs.values()))
        for own in needs.values():
            own.update(*(needs[name] for name in own & needs.keys()))
        if sum(map(len, needs.values())) == before:
            return needs


def _size(condition: Condition) -> int:
    return sum(1 for _ in literals_of([condition]))
