"""The model as plain PDDL for other tools' parsers; never for the user's own files.

Parsers choke on upper case, hyphenated variables, `either`, costs, odd characters, or one name for
two things. So every name is replaced by a letter for its kind and a number (`p3`, `o12`), costs are
dropped, every section is present, and where types are more than a tree they become predicates.
`PlainTask` translates back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fmtools.errors import UnsupportedError
from fmtools.pddl.model import EQUALS, OBJECT, Atom, Domain, Literal, Operator, Parameter, Problem

_SECTION_END = "\n  )"


@dataclass(frozen=True)
class PlainTask:
    """Texts of a domain and a problem, and the names that their numbers stand for."""

    domain_text: str = field(repr=False)
    problem_text: str = field(repr=False)
    predicates: tuple[str, ...]
    operators: tuple[str, ...]
    objects: tuple[str, ...]

    def atom(self, predicate: str, args: Iterable[str]) -> Atom | None:
        """The model's atom for one of the text's; None for those that stand for a type."""
        number = int(predicate[1:])
        if number >= len(self.predicates):
            return None
        return Atom(self.predicates[number], self._object_names(args))

    def plain_atom(self, atom: Atom) -> tuple[str, tuple[str, ...]]:
        """The opposite of `atom`: predicate and arguments as the texts call them."""
        args = tuple(self._number_of["o", arg] for arg in atom.args)
        return self._number_of["p", atom.predicate], args

    def action_name(self, operator: str, args: Iterable[str]) -> str:
        """`(move d1 d2 peg3)` for `a0 o3 o4 o12`."""
        return str(Atom(self.operators[int(operator[1:])], self._object_names(args)))

    @cached_property
    def _object_of(self) -> dict[str, str]:
        return {f"o{number}": name for number, name in enumerate(self.objects)}

    @cached_property
    def _number_of(self) -> dict[tuple[str, str], str]:
        kinds = {"p": self.predicates, "o": self.objects}
        return {(k, name): f"{k}{n}" for k, names in kinds.items() for n, name in enumerate(names)}

    def _object_names(self, args: Iterable[str]) -> tuple[str, ...]:
        return tuple(self._object_of[arg] for arg in args)


def plain_task(domain: Domain, problem: Problem) -> PlainTask:
    """Same actions and states as the originals; costs and unused functions are left out."""
    if not domain.is_strips or problem.goal_conditions:
        raise UnsupportedError(
            f"{domain.path or domain.name}: other tools are asked about STRIPS alone, not about "
            "conditional effects, quantifiers, disjunctions or axioms"
        )
    return _Writer(domain, problem).task()


def object_types(domain: Domain, problem: Problem) -> dict[str, tuple[str, ...]]:
    """Object -> its declared types, constants first; declared twice, it is of both types."""
    types: dict[str, tuple[str, ...]] = {}
    for item in (*domain.constants, *problem.objects):
        known = types.get(item.name, ())
        types[item.name] = known + tuple(name for name in item.types if name not in known)
    return types


class _Writer:
    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain = domain
        self.problem = problem
        self.objects = object_types(domain, problem)
        self.predicate_ids = _numbered("p", domain.predicates)
        self.object_ids = _numbered("o", self.objects)
        self.type_ids = _numbered("t", domain.types)
        self.is_tree = self._types_are_a_tree()

    def _types_are_a_tree(self) -> bool:
        operators = self.domain.operators.values()
        lists = [parameter.types for operator in operators for parameter in operator.parameters]
        lists += self.objects.values()
        lists += self.domain.types.values()
        return all(len(types) <= 1 for types in lists)

    def task(self) -> PlainTask:
        return PlainTask(
            self._domain_text(),
            self._problem_text(),
            tuple(self.domain.predicates),
            tuple(self.domain.operators),
            tuple(self.objects),
        )

    def _domain_text(self) -> str:
        names = {item.name: None for item in self.domain.constants}
        return "\n".join(
            [
                "(define (domain d)",
                "  (:requirements :strips :typing :negative-preconditions :equality)",
                self._section(":types", self._types()),
                self._section(":constants", map(self._typed_object, names)),
                self._section(":predicates", self._predicates()),
                *(
                    self._action(f"a{number}", operator)
                    for number, operator in enumerate(self.domain.operators.values())
                ),
                ")\n",
            ]
        )

    def _problem_text(self) -> str:
        constants = {item.name for item in self.domain.constants}
        names = (name for name in self.objects if name not in constants)
        init = [self._atom(atom, {}) for atom in sorted(self.problem.init)]
        if not self.is_tree:
            init += self._type_facts()
        return "\n".join(
            [
                "(define (problem p)",
                "  (:domain d)",
                self._section(":objects", map(self._typed_object, names)),
                self._section(":init", init),
                f"  (:goal {self._conjunction(self.problem.goal, {})})",
                ")\n",
            ]
        )

    def _section(self, name: str, lines: Iterable[str]) -> str:
        # One entry a line, with a space before the line's end: pddlgym needs both.
        return "".join([f"  ({name}", *(f"\n    {line} " for line in lines), _SECTION_END])

    def _types(self) -> list[str]:
        """All types below one root of our own, since `object` is special to some parsers."""
        root = self.type_ids[OBJECT]
        lines = [f"{root} - {OBJECT}"]
        if self.is_tree:
            # Supertypes first: tarski needs them in this order.
            for name in sorted(self.domain.types, key=lambda t: len(self.domain.supertypes(t))):
                if name != OBJECT:
                    parents = self.domain.types[name]
                    parent = self.type_ids[parents[0]] if parents else root
                    lines.append(f"{self.type_ids[name]} - {parent}")
        return lines

    def _typed_object(self, name: str) -> str:
        type_name = self.objects[name][0] if self.is_tree else OBJECT
        return f"{self.object_ids[name]} - {self.type_ids[type_name]}"

    def _predicates(self) -> list[str]:
        """Arguments are of any type: what an atom may be about, the operators' types decide."""
        root = self.type_ids[OBJECT]
        lines = [
            self._signature(self.predicate_ids[name], len(signature.parameters), root)
            for name, signature in self.domain.predicates.items()
        ]
        if not self.is_tree:
            lines += [self._signature(self._type_predicate(name), 1, root) for name in self._used()]
        return lines

    def _signature(self, name: str, arity: int, type_id: str) -> str:
        return f"({' '.join([name, *(f'?x{k} - {type_id}' for k in range(arity))])})"

    def _used(self) -> dict[tuple[str, ...], int]:
        """Lists of types that parameters have, beyond plain objects, numbered."""
        lists = dict.fromkeys(
            parameter.types
            for operator in self.domain.operators.values()
            for parameter in operator.parameters
            if OBJECT not in parameter.types
        )
        return {types: number for number, types in enumerate(lists)}

    def _type_predicate(self, types: tuple[str, ...]) -> str:
        return f"p{len(self.predicate_ids) + self._used()[types]}"

    def _type_facts(self) -> list[str]:
        above = {name: self.domain.supertypes(name) for name in self.domain.types}
        return [
            f"({self._type_predicate(wanted)} {self.object_ids[name]})"
            for wanted in self._used()
            for name, own in self.objects.items()
            if any(not above[type_name].isdisjoint(wanted) for type_name in own)
        ]

    def _action(self, name: str, operator: Operator) -> str:
        variables = {parameter.name: f"?x{k}" for k, parameter in enumerate(operator.parameters)}
        typed = [self._typed_variable(p, variables[p.name]) for p in operator.parameters]
        conditions = [
            f"({self._type_predicate(p.types)} {variables[p.name]})"
            for p in operator.parameters
            if not self.is_tree and OBJECT not in p.types
        ]
        precondition = self._conjunction(operator.precondition, variables, conditions)
        return "\n".join(
            [
                f"  (:action {name}",
                f"    :parameters ({' '.join(typed)})",
                f"    :precondition {precondition}",
                f"    :effect {self._conjunction(operator.effect, variables)})",
            ]
        )

    def _typed_variable(self, parameter: Parameter, variable: str) -> str:
        type_name = parameter.types[0] if self.is_tree else OBJECT
        return f"{variable} - {self.type_ids[type_name]}"

    def _conjunction(
        self, literals: Sequence[Literal], variables: dict[str, str], more: Sequence[str] = ()
    ) -> str:
        parts = list(more)
        for literal in literals:
            atom = self._atom(literal.atom, variables)
            parts.append(atom if literal.positive else f"(not {atom})")
        return f"(and {' '.join(parts)})"

    def _atom(self, atom: Atom, variables: dict[str, str]) -> str:
        name = EQUALS if atom.predicate == EQUALS else self.predicate_ids[atom.predicate]
        terms = (variables.get(term) or self.object_ids[term] for term in atom.args)
        return f"({' '.join((name, *terms))})"


def _numbered(letter: str, names: Iterable[str]) -> dict[str, str]:
    return {name: f"{letter}{number}" for number, name in enumerate(names)}
