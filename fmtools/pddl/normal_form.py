"""All of classical PDDL as operators and axioms whose conditions are literals, ready to be joined.

- What is no literal in a precondition becomes an auxiliary predicate over its free variables, with
  an axiom for every way to make it true; `forall` becomes the negation of one. So disjunctions are
  never multiplied out: ten of four alternatives make ten predicates with four axioms each.
- A conditional effect becomes an operator of its own, with its action's parameters first and its
  action's precondition before its own condition: an instance of it belongs to one of the action.
- Alternatives in axioms and in conditions of effects become several axioms and effects.

Grounding does away again with auxiliary atoms wherever literals say the same (ground_axioms.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from fmtools.frozen import field, frozen, replace
from fmtools.pddl.model import (
    EQUALS,
    And,
    Atom,
    Condition,
    Domain,
    Exists,
    Forall,
    Literal,
    Operator,
    Or,
    Parameter,
    Problem,
    objects_by_type,
)
from fmtools.pddl.substitute import Fresh, free_variables, negated

MOST_CASES = 8
"""A conjunction of alternatives with more cases than this is not multiplied out."""

Case = tuple[tuple[Parameter, ...], tuple[Literal, ...]]
"""Further variables, and what must hold for some objects that fit them."""


@frozen
class NormalForm:
    """`operators` are actions, then conditional effects, then axioms; all are STRIPS.

    An axiom is an operator that adds its head.
    """

    operators: tuple[Operator, ...]
    num_actions: int
    action_of: tuple[int, ...]
    """Per conditional effect, the number of its action's operator."""
    arity: Mapping[str, int]
    """Of all predicates, auxiliary ones last."""
    changing: frozenset[str]
    goal: tuple[Literal, ...]
    meanings: Mapping[str, Condition] = field(default_factory=dict)
    """Auxiliary predicate -> what it stands for; its n-th argument is called ?n there."""

    @property
    def first_axiom(self) -> int:
        return self.num_actions + len(self.action_of)

    @property
    def is_strips(self) -> bool:
        return len(self.operators) == self.num_actions

    def text(self, literal: Literal) -> str:
        """A ground literal, auxiliary atoms as the condition that they stand for."""
        return meaning_text(literal, self.meanings)


def meaning_text(literal: Literal, meanings: Mapping[str, Condition]) -> str:
    """A ground literal; an auxiliary atom as what it stands for, with its objects filled in."""
    meaning = meanings.get(literal.atom.predicate)
    if meaning is None:
        return str(literal)
    terms = {f"?{number}": name for number, name in enumerate(literal.atom.args)}
    condition = Fresh(()).condition(meaning, terms)
    return str(condition if literal.positive else negated(condition))


def count_places(meaning: Condition) -> int:
    """How many arguments the auxiliary predicate with that meaning has."""
    return len(free_variables(meaning))


def normalize(domain: Domain, problem: Problem) -> NormalForm:
    arity = {name: len(signature.parameters) for name, signature in domain.predicates.items()}
    operators = tuple(domain.operators.values())
    if domain.is_strips and not problem.goal_conditions:
        return NormalForm(
            operators, len(operators), (), arity, domain.changing, tuple(problem.goal)
        )
    return _Normalizer(domain).normal_form(problem, arity)


class _Normalizer:
    """Collects auxiliary predicates with their axioms."""

    def __init__(self, domain: Domain) -> None:
        self.domain = domain
        self.axioms: list[Operator] = []
        self.names: dict[tuple[Condition, tuple[tuple[str, ...], ...]], str] = {}
        self.meanings: dict[str, Condition] = {}
        self.arity: dict[str, int] = {}

    def normal_form(self, problem: Problem, arity: dict[str, int]) -> NormalForm:
        actions: list[Operator] = []
        effects: list[Operator] = []
        action_of: list[int] = []
        for number, operator in enumerate(self.domain.operators.values()):
            action = self._action(operator)
            made = self._effects(action, operator)
            actions.append(action)
            effects += made
            action_of += [number] * len(made)
        for axiom in self.domain.axioms:
            self._add_axioms(axiom.head, axiom.parameters, And(axiom.body))
        goal = (*problem.goal, *self._goal(problem))
        return NormalForm(
            (*actions, *effects, *self.axioms),
            len(actions),
            tuple(action_of),
            arity | self.arity,
            self.domain.changing | self.arity.keys(),
            goal,
            self.meanings,
        )

    def _action(self, operator: Operator) -> Operator:
        types = {parameter.name: parameter for parameter in operator.parameters}
        conditions = [Fresh(types).condition(x, {}) for x in operator.conditions]
        more = self._literals(conditions, types, operator.precondition)
        literals = tuple(dict.fromkeys((*operator.precondition, *more)))
        return replace(operator, precondition=literals, conditions=(), conditional=())

    def _effects(self, action: Operator, operator: Operator) -> list[Operator]:
        """The conditional effects of an action, one for every case of their conditions."""
        effects: list[Operator] = []
        taken = {parameter.name for parameter in operator.parameters}
        for effect in operator.conditional:
            fresh = Fresh(taken)
            variables, terms = fresh.variables(effect.variables, {})
            condition = fresh.condition(And(effect.condition), terms)
            types = {p.name: p for p in (*operator.parameters, *variables)}
            literals = tuple(x.bound(terms) for x in effect.effect)
            for extra, case in self._cases(condition, types, action.precondition):
                effects.append(
                    Operator(
                        operator.name,
                        (*operator.parameters, *variables, *extra),
                        tuple(dict.fromkeys((*action.precondition, *case))),
                        literals,
                    )
                )
        return effects

    def _add_axioms(self, head: Atom, parameters: tuple[Parameter, ...], body: Condition) -> None:
        types = {parameter.name: parameter for parameter in parameters}
        for extra, case in self._cases(Fresh(types).condition(body, {}), types, ()):
            self.axioms.append(
                Operator(head.predicate, (*parameters, *extra), case, (Literal(head),))
            )

    def _goal(self, problem: Problem) -> list[Literal]:
        """Conjuncts of the goal; `forall` at the top is one conjunct for each choice of objects."""
        literals: dict[Literal, None] = {}
        objects = objects_by_type(self.domain, problem)
        todo: list[tuple[Condition, dict[str, Parameter]]] = [
            (Fresh(()).condition(condition, {}), {}) for condition in problem.goal_conditions
        ]
        while todo:
            condition, types = todo.pop(0)
            if isinstance(condition, Forall):
                inner = types | {variable.name: variable for variable in condition.variables}
                todo.append((condition.body, inner))
            elif isinstance(condition, And):
                todo.extend((part, types) for part in condition.parts)
            else:
                for literal in self._literals([condition], types, ()):
                    literals.update(dict.fromkeys(_instances(literal, types, objects)))
        return list(literals)

    def _literals(
        self,
        conditions: Iterable[Condition],
        types: Mapping[str, Parameter],
        context: Sequence[Literal],
    ) -> list[Literal]:
        """A conjunction as literals; `context` holds wherever they are asked."""
        literals: list[Literal] = []
        for condition in conditions:
            if isinstance(condition, Literal):
                literals.append(condition)
            elif isinstance(condition, And):
                literals += self._literals(condition.parts, types, context)
            elif isinstance(condition, Forall):
                literals.append(Literal(self._auxiliary(negated(condition), types, context), False))
            else:
                literals.append(Literal(self._auxiliary(condition, types, context)))
        return literals

    def _cases(
        self, condition: Condition, types: Mapping[str, Parameter], context: Sequence[Literal]
    ) -> list[Case]:
        """Ways to satisfy a condition whose variables all have different names."""
        if isinstance(condition, Or):
            return [case for part in condition.parts for case in self._cases(part, types, context)]
        if isinstance(condition, Exists):
            inner = {**types, **{variable.name: variable for variable in condition.variables}}
            return [
                ((*condition.variables, *extra), literals)
                for extra, literals in self._cases(condition.body, inner, context)
            ]
        if not isinstance(condition, And):
            return [((), tuple(self._literals([condition], types, context)))]
        plain = tuple(part for part in condition.parts if isinstance(part, Literal))
        cases: list[Case] = [((), plain)]
        for part in condition.parts:
            if isinstance(part, Literal):
                continue
            own = self._cases(part, types, (*context, *plain))
            if len(cases) * len(own) > MOST_CASES and len(own) > 1:
                own = [((), tuple(self._literals([part], types, (*context, *plain))))]
            cases = [
                (some + more, tuple(dict.fromkeys((*left, *right))))
                for some, left in cases
                for more, right in own
            ]
        return cases

    def _auxiliary(
        self, condition: Condition, types: Mapping[str, Parameter], context: Sequence[Literal]
    ) -> Atom:
        """An atom that holds where the condition does; the same for the same condition."""
        free = free_variables(condition)
        fixed = [x for x in context if self._narrows(x, set(free))]
        if fixed and not _covers(condition, set(free)):
            condition = _with_context(condition, fixed)
            free = free_variables(condition)
        places = {name: f"?{number}" for number, name in enumerate(free)}
        condition = Fresh(places.values()).condition(condition, places)
        parameters = tuple(Parameter(places[name], types[name].types) for name in free)
        key = condition, tuple(parameter.types for parameter in parameters)
        name = self.names.get(key)
        if name is None:
            # No name of PDDL has braces or spaces; it comes after all others in order.
            name = self.names[key] = f"{{condition {len(self.names) + 1}}}"
            self.meanings[name] = condition
            self.arity[name] = len(free)
            self._add_axioms(Atom(name, tuple(places.values())), parameters, condition)
        return Atom(name, tuple(free))

    def _narrows(self, literal: Literal, free: set[str]) -> bool:
        """Whether a literal never changes and speaks of these variables alone."""
        atom = literal.atom
        variables = {term for term in atom.args if term[0] == "?"}
        fixed = atom.predicate == EQUALS or atom.predicate not in self.domain.changing
        return fixed and bool(variables) and variables <= free


def _covers(condition: Condition, free: set[str]) -> bool:
    """Whether every way to satisfy it has positive literals with all of these variables."""
    if isinstance(condition, Or):
        return all(_covers(part, free) for part in condition.parts)
    if isinstance(condition, Exists):
        return _covers(condition.body, free)
    parts = condition.parts if isinstance(condition, And) else (condition,)
    found = {term for x in parts if isinstance(x, Literal) and x.positive for term in x.atom.args}
    return free <= found


def _with_context(condition: Condition, context: Sequence[Literal]) -> Condition:
    """The condition where the context holds; no way to satisfy it leaves the context open."""
    if isinstance(condition, Or):
        return Or(tuple(_with_context(part, context) for part in condition.parts))
    if isinstance(condition, Exists):
        return Exists(condition.variables, _with_context(condition.body, context))
    parts = condition.parts if isinstance(condition, And) else (condition,)
    return And((*context, *parts))


def _instances(
    literal: Literal, types: Mapping[str, Parameter], objects: Mapping[str, Sequence[str]]
) -> Iterator[Literal]:
    """The literal for all objects that its variables may stand for; none where there are none for
    some variable around it."""
    choices = {
        variable: dict.fromkeys(x for kind in parameter.types for x in objects[kind])
        for variable, parameter in types.items()
    }
    if not all(choices.values()):
        return
    variables = list(dict.fromkeys(term for term in literal.atom.args if term[0] == "?"))
    for names in product(*(choices[variable] for variable in variables)):
        terms = dict(zip(variables, names, strict=True))
        yield literal.bound(terms)
