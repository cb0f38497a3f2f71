"""A ground task over finite-domain variables, without what does not matter for its goal."""

import numpy as np

from fmtools.core.limits import WorkLimits
from fmtools.core.operator_arrays import IntArray
from fmtools.errors import UnsupportedError
from fmtools.frozen import frozen
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.sas_operators import (
    Column,
    Operators,
    encode_operators,
    find_possible,
    not_implied,
)
from fmtools.pddl.sas_order import relevant_order
from fmtools.pddl.sas_variables import FactGroups, Variables, choose_variables, find_groups


@frozen(eq=False)
class SasEncoding:
    task: GroundTask
    variables: Variables
    num_values: Column
    """Per variable: that none of its facts is true counts where it can be so."""
    mutexes: list[IntArray]
    """Facts of several variables, at most one of which is true."""
    start: Column
    goal: dict[int, int]
    """Variable -> value."""
    operators: Operators
    unsolvable: str = ""
    """Why there is no plan, where that is known."""

    @property
    def has_costs(self) -> bool:
        """Else every operator costs 1, whatever the domain says, as in Fast Downward."""
        return self.task.problem.minimize_cost

    def costs(self) -> Column:
        """Per action."""
        costs = self.task.costs
        if self.has_costs and costs is not None:
            return costs.astype(np.int64)
        return np.full(self.task.num_actions, 0 if self.has_costs else 1)


def encode(task: GroundTask, limits: WorkLimits | None = None) -> SasEncoding:
    """UnsupportedError where the task has conditional effects or derived facts left."""
    if not task.is_plain:
        what = "conditional effects" if task.axioms is None else "derived facts"
        raise UnsupportedError(f"SAS+ is written for tasks without {what} only")
    groups = find_groups(task, (WorkLimits() if limits is None else limits).watch())
    possible = find_possible(task, groups)
    negative = not_implied(task, groups)
    negated = np.append(negative.facts, np.array(task.goal_false, np.int32))
    variables = choose_variables(groups, possible.facts, negated)
    operators = encode_operators(task, possible, variables, negative)
    goal, contradiction = _goal(task, variables)
    order = relevant_order(operators, len(variables), goal)
    place = np.full(len(variables), -1)
    place[order] = np.arange(len(order))
    variables = variables.reordered(order)
    operators = operators.renumbered(place)
    start = _start(task, variables)
    return SasEncoding(
        task,
        variables,
        _num_values(variables, operators, start),
        _mutexes(groups, variables),
        start,
        {int(place[variable]): value for variable, value in goal.items()},
        operators,
        task.goal_unreachable or contradiction,
    )


def _goal(task: GroundTask, variables: Variables) -> tuple[dict[int, int], str]:
    """(variable -> value, why that cannot be)."""
    goal: dict[int, int] = {}
    contradiction = ""
    for fact in (*task.goal_true, *task.goal_false):
        is_false = fact in task.goal_false
        variable, value = int(variables.of_fact[fact]), int(variables.value[fact])
        if variable >= 0:
            value = 1 - value if is_false else value
            fits = goal.setdefault(variable, value) == value
        else:
            fits = is_false
        if not fits:
            contradiction = contradiction or f"the goal {task.fact_name(fact)} can never be reached"
    return goal, contradiction


def _start(task: GroundTask, variables: Variables) -> Column:
    start = variables.num_facts.astype(np.int64)
    true = np.flatnonzero((task.start != 0) & (variables.of_fact >= 0))
    start[variables.of_fact[true]] = variables.value[true]
    return start


def _num_values(variables: Variables, operators: Operators, start: Column) -> Column:
    """A variable of one fact has two, others one more than facts if it can be that none is true."""
    last = variables.num_facts.astype(np.int64)
    is_reached = (start == last) | (last == 1)
    sets = operators.sets
    is_reached[sets.variable[sets.value == last[sets.variable]]] = True
    return np.asarray(last + is_reached, np.int64)


def _mutexes(groups: FactGroups, variables: Variables) -> list[IntArray]:
    """Groups that are spread over several variables: the others are said by their variable."""
    found = []
    for facts, _ in groups.of_facts(variables.of_fact >= 0):
        own = variables.of_fact[facts]
        if (own != own[0]).any():
            found.append(facts)
    return found
