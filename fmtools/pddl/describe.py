"""A domain and a task in numbers: what `fmtools info` shows.

`asdict` of either is what `--json` prints; nothing here prints.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fmtools.pddl.ground import ground
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.model import EQUALS, OBJECT, Cost, Domain, Operator, Problem, typed_text
from fmtools.pddl.plain_text import object_types


@dataclass(frozen=True)
class PredicateInfo:
    name: str
    parameters: str
    """As PDDL writes them: `?d - disc ?p - place`."""
    static: bool
    """No operator changes it."""
    derived: bool
    """Axioms say where it holds."""


@dataclass(frozen=True)
class OperatorInfo:
    name: str
    parameters: str
    num_parameters: int
    num_preconditions: int
    """Conjuncts."""
    num_adds: int
    num_deletes: int
    num_conditional: int
    """Conditional or quantified effects, as written; not among adds and deletes."""
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
    without needing it may be false already. Of conditional effects all count; derived facts do not.
    """

    name: str
    num_objects: int
    objects: dict[str, int]
    """Type -> objects declared with it; subtypes are not counted again."""
    num_facts: int
    num_constant_facts: int
    """Atoms that hold in every state and are no part of it."""
    num_actions: int
    num_derived_facts: int
    num_axioms: int
    num_conditional_effects: int
    actions: tuple[OperatorActions, ...]
    static_predicates: tuple[str, ...]
    goal_size: int
    goal_unreachable: str | None
    mean_effect_size: float
    max_effect_size: int


def describe_domain(domain: Domain) -> DomainInfo:
    return DomainInfo(
        domain.name,
        domain.requirements,
        {name: parents for name, parents in domain.types.items() if name != OBJECT},
        typed_text(domain.constants),
        tuple(
            PredicateInfo(
                name,
                typed_text(signature.parameters),
                name in domain.static,
                name in domain.derived,
            )
            for name, signature in domain.predicates.items()
            if name != EQUALS
        ),
        tuple(_operator_info(operator) for operator in domain.operators.values()),
    )


def describe_task(domain: Domain, problem: Problem) -> TaskInfo:
    task = ground(domain, problem)
    sizes = _effect_sizes(task)
    declared = object_types(domain, problem)
    objects = Counter(" or ".join(types) for types in declared.values())
    return TaskInfo(
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
        static_predicates=tuple(name for name in domain.predicates if name in domain.static),
        num_derived_facts=0 if task.axioms is None else len(set(task.axioms.heads.tolist())),
        num_axioms=0 if task.axioms is None else len(task.axioms.heads),
        num_conditional_effects=0 if task.effects is None else int(task.effects.first[-1]),
        goal_size=len(task.goal_true) + len(task.goal_false)
        if problem.goal_conditions
        else len(set(problem.goal)),
        goal_unreachable=task.goal_unreachable,
        mean_effect_size=_mean(sizes),
        max_effect_size=int(sizes.max(initial=0)),
    )


def _effect_sizes(task: GroundTask) -> npt.NDArray[np.int64]:
    """Per action, the facts that it may change itself."""
    sizes: npt.NDArray[np.int64]
    sizes = np.diff(task.adds.first).astype(np.int64) + np.diff(task.deletes.first)
    if task.effects is not None:
        for lists in (task.effects.adds, task.effects.deletes):
            sizes += np.diff(lists.first[task.effects.first])
    return sizes


def _mean(sizes: Any) -> float:
    return round(float(sizes.mean()), 3) if len(sizes) else 0.0


def _operator_info(operator: Operator) -> OperatorInfo:
    num_adds = sum(literal.positive for literal in operator.effect)
    return OperatorInfo(
        operator.name,
        typed_text(operator.parameters),
        len(operator.parameters),
        len(operator.precondition) + len(operator.conditions),
        num_adds,
        len(operator.effect) - num_adds,
        len(operator.conditional),
        _cost_text(operator.cost),
    )


def _cost_text(cost: Cost | None) -> str:
    if cost is None:
        return ""
    terms = [str(term) for term in cost.terms]
    if cost.constant or not terms:
        terms.insert(0, str(cost.constant))
    return " + ".join(terms)
