"""Small random tasks with all of classical PDDL: nested formulas with quantifiers and shadowed
variables, conditional and quantified effects, axioms in layers, recursion, general goals."""

import random

from fmtools.pddl.model import (
    And,
    Atom,
    Axiom,
    Condition,
    ConditionalEffect,
    Domain,
    Exists,
    Forall,
    Literal,
    Operator,
    Or,
    Parameter,
    Problem,
    Signature,
    typed_text,
)

TYPES = {"object": (), "a": ("object",), "b": ("object",), "c": ("a",)}
BASE = {"p": 1, "q": 1, "r": 2, "s": 2, "flag": 0}
"""No effect changes s."""
LOWER = {"near": 2, "some": 1}
UPPER = {"lone": 1, "odd": 0}
"""Derived: the lower may need each other, the upper may negate the lower."""


def random_task(seed: int, axioms: bool = True) -> tuple[Domain, Problem]:
    return _Maker(random.Random(seed), axioms).task()


class _Maker:
    def __init__(self, rng: random.Random, axioms: bool) -> None:
        self.rng = rng
        self.with_axioms = axioms
        self.constants = tuple(
            Parameter(f"k{i}", (rng.choice("abc"),)) for i in range(rng.randint(0, 1))
        )
        kinds = ["a", "a", "b", "c", "object"]
        self.objects = tuple(
            Parameter(f"o{i}", (rng.choice(kinds),)) for i in range(rng.randint(2, 4))
        )
        self.derived = {**LOWER, **UPPER} if axioms else {}
        self.arity = BASE | self.derived

    def task(self) -> tuple[Domain, Problem]:
        rng = self.rng
        predicates = {
            name: Signature(name, tuple(Parameter(f"?{k}") for k in range(arity)))
            for name, arity in self.arity.items()
        }
        operators = {f"op{i}": self.operator(f"op{i}") for i in range(rng.randint(2, 4))}
        domain = Domain(
            "d", (), TYPES, self.constants, predicates, {}, operators, tuple(self.axioms())
        )
        names = [item.name for item in self.constants + self.objects]
        init = frozenset(self.atom(names, list(BASE)) for _ in range(rng.randint(3, 14)))
        goals = [self.condition([], 2, list(self.arity)) for _ in range(rng.randint(1, 3))]
        literals = tuple(goal for goal in goals if isinstance(goal, Literal))
        others = tuple(goal for goal in goals if not isinstance(goal, Literal))
        problem = Problem("p", "d", self.objects, init, {}, literals, goal_conditions=others)
        return domain, problem

    def atom(self, terms: list[str], among: list[str]) -> Atom:
        name = self.rng.choice([n for n in among if terms or not self.arity[n]])
        return Atom(name, tuple(self.rng.choice(terms) for _ in range(self.arity[name])))

    def variables(self, letters: str, least: int = 1) -> tuple[Parameter, ...]:
        kinds = [("object",), ("a",), ("b",), ("c",), ("b", "c")]
        count = self.rng.randint(least, len(letters))
        return tuple(Parameter(f"?{x}", self.rng.choice(kinds)) for x in letters[:count])

    def terms(self, variables: list[str]) -> list[str]:
        return variables * 2 + [constant.name for constant in self.constants]

    def literal(self, variables: list[str], among: list[str], negated: list[str]) -> Literal:
        terms = self.terms(variables)
        if terms and self.rng.random() < 0.15:
            args = (self.rng.choice(terms), self.rng.choice(terms))
            return Literal(Atom("=", args), self.rng.random() < 0.5)
        atom = self.atom(terms, among)
        return Literal(atom, atom.predicate not in negated or self.rng.random() < 0.6)

    def condition(
        self,
        variables: list[str],
        depth: int,
        among: list[str],
        negated: list[str] | None = None,
    ) -> Condition:
        """Variables of inner quantifiers are ?x and ?y again and again, so that they shadow."""
        negated = among if negated is None else negated
        kind = self.rng.choice(["literal", "literal", "and", "or", "or", "forall", "exists"])
        if depth == 0 or kind == "literal":
            return self.literal(variables, among, negated)
        if kind in ("and", "or"):
            parts = tuple(
                self.condition(variables, depth - 1, among, negated)
                for _ in range(self.rng.randint(0 if self.rng.random() < 0.1 else 2, 3))
            )
            return And(parts) if kind == "and" else Or(parts)
        own = self.variables("xy")
        inner = [*variables, *(v.name for v in own)]
        body = self.condition(inner, depth - 1, among, negated)
        return Forall(own, body) if kind == "forall" else Exists(own, body)

    def split(
        self, variables: list[str], count: int
    ) -> tuple[tuple[Literal, ...], tuple[Condition, ...]]:
        found = [self.condition(variables, 2, list(self.arity)) for _ in range(count)]
        literals = tuple(x for x in found if isinstance(x, Literal))
        return literals, tuple(x for x in found if not isinstance(x, Literal))

    def operator(self, name: str) -> Operator:
        parameters = self.variables("vwx", 0)
        names = [p.name for p in parameters]
        literals, others = self.split(names, self.rng.randint(0, 3))
        changing = ["p", "q", "r", "flag"]
        effect = self.changes(names, changing, self.rng.randint(0, 2))
        conditional = []
        for _ in range(self.rng.randint(0, 3)):
            own = self.variables("zx", 0)
            inner = [n for n in names if n not in {v.name for v in own}] + [v.name for v in own]
            parts = self.split(inner, self.rng.randint(0, 2))
            changes = self.changes(inner, changing, self.rng.randint(1, 2))
            if changes and (own or parts[0] or parts[1]):
                conditional.append(ConditionalEffect(own, (*parts[0], *parts[1]), changes))
        return Operator(name, parameters, literals, effect, None, others, tuple(conditional))

    def changes(self, variables: list[str], among: list[str], count: int) -> tuple[Literal, ...]:
        terms = self.terms(variables)
        return tuple(
            dict.fromkeys(
                Literal(self.atom(terms, among), self.rng.random() < 0.6) for _ in range(count)
            )
        )

    def axioms(self) -> list[Axiom]:
        if not self.with_axioms:
            return []
        axioms = []
        for name in [*self.derived, *self.rng.choices(list(self.derived), k=2)]:
            parameters = tuple(
                Parameter(f"?{x}", (self.rng.choice(["object", "a", "b"]),))
                for x in "uv"[: self.derived[name]]
            )
            among = [*BASE, *LOWER, *(UPPER if name in UPPER else ())]
            negated = [*BASE, *(LOWER if name in UPPER else ())]
            variables = [p.name for p in parameters]
            body = tuple(
                self.condition(variables, 2, among, negated) for _ in range(self.rng.randint(1, 2))
            )
            axioms.append(Axiom(Atom(name, tuple(variables)), parameters, body))
        return axioms


def domain_text(domain: Domain, macros: str = "") -> str:
    """The domain as a file has it, with further actions at its end."""
    types = " ".join(f"{name} - {above[0]}" for name, above in TYPES.items() if above)
    predicates = " ".join(
        f"({name} {typed_text(signature.parameters)})"
        for name, signature in domain.predicates.items()
    )
    actions = "\n".join(
        f"(:action {op.name} :parameters ({typed_text(op.parameters)})\n"
        f"  :precondition {And((*op.precondition, *op.conditions))}\n"
        f"  :effect (and {' '.join(map(str, (*op.effect, *op.conditional)))}))"
        for op in domain.operators.values()
    )
    axioms = "\n".join(
        f"(:derived ({axiom.head.predicate} {typed_text(axiom.parameters)}) {And(axiom.body)})"
        for axiom in domain.axioms
    )
    return (
        f"(define (domain d) (:requirements :adl) (:types {types})\n"
        f"(:constants {typed_text(domain.constants)}) (:predicates {predicates})\n"
        f"{axioms}\n{actions}\n{macros})"
    )
