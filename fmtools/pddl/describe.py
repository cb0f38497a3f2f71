"""A domain and a task in numbers: what `fmtools info` shows.

`to_dict` of either is what `--json` prints; nothing here prints.
"""

from collections import Counter
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import EQUALS, OBJECT, Cost, Domain, Operator, Parameter, Problem
from fmtools.pddl.plain_text import object_types


@dataclass(frozen=True)
class PredicateInfo:
    name: str
    parameters: str
    """As PDDL writes them: `?d - disc ?p - place`."""
    static: bool
    """No operator changes it."""


@dataclass(frozen=True)
class OperatorInfo:
    name: str
    parameters: str
    num_parameters: int
    num_preconditions: int
    num_adds: int
    num_deletes: int
    cost: str
    """`2`, `(distance ?a ?b)`, or nothing where it costs nothing."""


@dataclass(frozen=True)
class DomainInfo:
    name: str
    requirements: tuple[str, ...]
    types: dict[str, tuple[str, ...]]
    """Type -> its direct supertypes; without the root."""
    constants: str
    predicates: tuple[PredicateInfo, ...]
    operators: tuple[OperatorInfo, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class OperatorActions:
    """The ground actions of one operator."""

    operator: str
    num_actions: int
    mean_effect_size: float
    max_effect_size: int


@dataclass(frozen=True)
class TaskInfo:
    """A grounded problem.

    The effect size of an action is how many facts it changes, at most: a fact that it deletes
    without needing it may be false already.
    """

    name: str
    num_objects: int
    objects: dict[str, int]
    """Type -> objects declared with it; subtypes are not counted again."""
    num_facts: int
    num_constant_facts: int
    """Atoms that hold in every state and are no part of it."""
    num_actions: int
    actions: tuple[OperatorActions, ...]
    static_predicates: tuple[str, ...]
    goal_size: int
    goal_unreachable: str | None
    mean_effect_size: float
    max_effect_size: int

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def describe_domain(domain: Domain) -> DomainInfo:
    changing = _changing(domain)
    return DomainInfo(
        domain.name,
        domain.requirements,
        {name: parents for name, parents in domain.types.items() if name != OBJECT},
        _typed(domain.constants),
        tuple(
            PredicateInfo(name, _typed(signature.parameters), name not in changing)
            for name, signature in domain.predicates.items()
            if name != EQUALS
        ),
        tuple(_operator_info(operator) for operator in domain.operators.values()),
    )


def describe_task(domain: Domain, problem: Problem) -> tuple[TaskInfo, GroundTask]:
    """Numbers of the grounded problem, and the grounded problem itself."""
    task = ground(domain, problem)
    sizes = np.diff(task.adds.first) + np.diff(task.deletes.first)
    changing = _changing(domain)
    declared = object_types(domain, problem)
    objects = Counter(" or ".join(types) for types in declared.values())
    info = TaskInfo(
        name=problem.name,
        num_objects=len(declared),
        objects=dict(sorted(objects.items())),
        num_facts=task.num_facts,
        num_constant_facts=len(task.always_true),
        num_actions=task.num_actions,
        actions=tuple(
            OperatorActions(
                name,
                len(own := sizes[task.operator_ids == number]),
                _mean(own),
                int(own.max(initial=0)),
            )
            for number, name in enumerate(domain.operators)
        ),
        static_predicates=tuple(name for name in domain.predicates if name not in changing),
        goal_size=len(set(problem.goal)),
        goal_unreachable=task.goal_unreachable,
        mean_effect_size=_mean(sizes),
        max_effect_size=int(sizes.max(initial=0)),
    )
    return info, task


def _mean(sizes: Any) -> float:
    return round(float(sizes.mean()), 3) if len(sizes) else 0.0


def _changing(domain: Domain) -> set[str]:
    return {x.atom.predicate for op in domain.operators.values() for x in op.effect}


def _operator_info(operator: Operator) -> OperatorInfo:
    num_adds = sum(literal.positive for literal in operator.effect)
    return OperatorInfo(
        operator.name,
        _typed(operator.parameters),
        len(operator.parameters),
        len(operator.precondition),
        num_adds,
        len(operator.effect) - num_adds,
        _cost_text(operator.cost),
    )


def _typed(parameters: tuple[Parameter, ...]) -> str:
    """`?a ?b - place ?t - truck`: neighbours of one type share it; plain objects go without."""
    words: list[str] = []
    for number, parameter in enumerate(parameters):
        words.append(parameter.name)
        after = parameters[number + 1 : number + 2]
        if after and after[0].types == parameter.types:
            continue
        if len(parameter.types) > 1:
            words.append(f"- (either {' '.join(parameter.types)})")
        elif parameter.types != (OBJECT,) or after:
            words.append(f"- {parameter.types[0]}")
    return " ".join(words)


def _cost_text(cost: Cost | None) -> str:
    if cost is None:
        return ""
    terms = [str(term) for term in cost.terms]
    if cost.constant or not terms:
        terms.insert(0, str(cost.constant))
    return " + ".join(terms)
