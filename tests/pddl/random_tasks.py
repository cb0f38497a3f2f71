"""Small random tasks with everything the grounder knows: types, constants, negation, equality,
repeated arguments, predicates of up to three arguments, operators that can never apply."""

import numpy as np

from fmtools.pddl.model import Atom, Domain, Literal, Operator, Parameter, Problem, Signature

TYPES = {"object": (), "a": ("object",), "b": ("object",), "c": ("a",)}


def random_task(seed: int) -> tuple[Domain, Problem]:
    rng = np.random.default_rng(seed)

    def pick(items: list) -> object:
        return items[rng.integers(len(items))]

    def types() -> tuple[str, ...]:
        return (
            ("a", "b")
            if rng.random() < 0.1
            else (str(pick(["object", "object", "a", "a", "b", "c"])),)
        )

    constants = tuple(Parameter(f"k{i}", types()) for i in range(rng.integers(0, 2)))
    objects = tuple(Parameter(f"o{i}", types()) for i in range(rng.integers(2, 6)))
    names = [item.name for item in constants + objects]
    predicates = {
        f"p{i}": Signature(
            f"p{i}", tuple(Parameter(f"?x{k}") for k in range(pick([0, 1, 1, 2, 2, 2, 3])))
        )
        for i in range(rng.integers(1, 4))
    }

    def atom(terms: list[str], among: list[str]) -> Atom:
        name = str(pick([n for n in among if terms or not predicates[n].parameters]))
        return Atom(name, tuple(str(pick(terms)) for _ in predicates[name].parameters))

    predicates["flag"] = Signature("flag")
    changing = [name for name in predicates if name == "flag" or rng.random() < 0.6]

    def operator(number: int) -> Operator:
        parameters = tuple(Parameter(f"?v{k}", types()) for k in range(pick([0, 1, 2, 2, 3, 3])))
        terms = [p.name for p in parameters] * 3 + [c.name for c in constants]
        conditions = []
        for _ in range(rng.integers(0, 4)):
            if terms and rng.random() < 0.25:
                equality = Atom("=", (str(pick(terms)), str(pick(terms))))
                conditions.append(Literal(equality, bool(rng.random() < 0.2)))
            else:
                conditions.append(Literal(atom(terms, list(predicates)), bool(rng.random() < 0.55)))
        effects = [
            Literal(atom(terms, changing), bool(rng.random() < 0.6))
            for _ in range(rng.integers(1, 4))
        ]
        return Operator(f"op{number}", parameters, tuple(conditions), tuple(effects))

    operators = {f"op{i}": operator(i) for i in range(rng.integers(2, 5))}
    domain = Domain("d", (), TYPES, constants, predicates, {}, operators)
    init = frozenset(atom(names, list(predicates)) for _ in range(rng.integers(5, 70)))
    goal = tuple(
        Literal(atom(names, list(predicates)), bool(rng.random() < 0.7))
        for _ in range(rng.integers(0, 3))
    )
    return domain, Problem("p", "d", objects, init, {}, goal)
