"""Random small domains with a macro that can run in them, for hypothesis."""

import random
from typing import NamedTuple

from hypothesis import strategies as st

from fmtools.pddl.model import (
    Atom,
    Domain,
    Literal,
    Operator,
    Parameter,
    Problem,
    Signature,
)
from fmtools.pddl.plan_file import Step
from tests.reference import strips

TYPES = {"object": (), "thing": ("object",), "tool": ("thing",), "place": ("object",)}
PREDICATES = {"p": 0, "q": 1, "r": 2, "s": 1}
OBJECTS = tuple(
    Parameter(name, (kind,))
    for name, kind in (("t1", "tool"), ("t2", "tool"), ("x1", "thing"), ("h1", "place"))
)
CONSTANT = Parameter("k", ("tool",))


class RandomTask(NamedTuple):
    domain: Domain
    problem: Problem
    steps: tuple[Step, ...]


def random_tasks() -> st.SearchStrategy[RandomTask]:
    """By seed: hypothesis' own draws are too fond of small and empty things."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_task(random.Random(seed)))


def random_task(rng: random.Random) -> RandomTask:
    """The macro is a walk of two to four actions from the problem's start."""
    while True:
        operators = [_operator(rng, name) for name in ("go", "do")[: rng.randint(1, 2)]]
        domain = Domain(
            name="random",
            requirements=(),
            types=TYPES,
            constants=(CONSTANT,),
            predicates={
                name: Signature(name, tuple(Parameter(f"?{k}") for k in range(arity)))
                for name, arity in PREDICATES.items()
            },
            functions={},
            operators={operator.name: operator for operator in operators},
        )
        names = [item.name for item in (*OBJECTS, CONSTANT)]
        atoms = [Atom("p"), *(Atom(p, (n,)) for p in "qs" for n in names)]
        atoms += [Atom("r", (m, n)) for m in names for n in names]
        init = frozenset(atom for atom in atoms if rng.random() < 0.6)
        problem = Problem("random", "random", OBJECTS, init, {}, ())
        steps = _walk(rng, domain, problem, rng.randint(2, 4))
        if len(steps) > 1:
            return RandomTask(domain, problem, steps)


def _walk(rng: random.Random, domain: Domain, problem: Problem, length: int) -> tuple[Step, ...]:
    state, steps = problem.init, []
    everything = list(strips.ground_actions(domain, problem))
    for _ in range(length):
        actions = [action for action in everything if strips.is_applicable(action, state)]
        if not actions:
            break
        action = rng.choice(actions)
        steps.append(Step(action[0].name, action[1]))
        state = strips.apply(action, state)
    return tuple(steps)


def _operator(rng: random.Random, name: str) -> Operator:
    kinds = [("object",), ("thing",), ("tool",), ("place",), ("tool", "place")]
    parameters = tuple(
        Parameter(f"?{letter}", rng.choice(kinds)) for letter in "abc"[: rng.randint(1, 3)]
    )
    terms = [parameter.name for parameter in parameters]
    if rng.random() < 0.25:
        terms.append(CONSTANT.name)
    return Operator(
        name,
        parameters,
        _literals(rng, terms, rng.randint(0, 3), effect=False),
        _literals(rng, terms, rng.randint(1, 4), effect=True),
    )


def _literals(
    rng: random.Random, terms: list[str], count: int, effect: bool
) -> tuple[Literal, ...]:
    literals: dict[Literal, None] = {}
    for _ in range(count):
        # No operator changes s; only conditions compare objects.
        name = rng.choice("pqqrrr" if effect else "pqqrrss=")
        arity = 2 if name == "=" else PREDICATES[name]
        args = tuple(rng.choice(terms) for _ in range(arity))
        positive = name != "=" and rng.random() < 0.6
        if name != "=" or args[0] != args[1]:
            literals[Literal(Atom(name, args), positive)] = None
    return tuple(literals)
