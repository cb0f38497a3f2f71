"""Macro operators as actions of a unified-planning problem, and back to primitive actions.

The operators come proved from `fmtools.pddl.pipeline`; here they only change language.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from unified_planning.model import Fluent, InstantaneousAction
from unified_planning.model.metrics import MinimizeActionCosts
from unified_planning.plans import ActionInstance, SequentialPlan

from fmtools.pddl.lift import LiftedSequence
from fmtools.pddl.macro_costs import cost_function, cost_values, is_readable
from fmtools.pddl.model import EQUALS, Atom, Cost, Literal, Operator
from fmtools.pddl.names import fresh_name
from fmtools.pddl.pipeline import Compilation
from fmtools.up.translate import Translation


@dataclass(frozen=True)
class AugmentedProblem:
    """`problem` is the user's with one action more per macro; `sequences` has what is behind."""

    task: Translation
    problem: Any
    sequences: Mapping[str, LiftedSequence]

    def primitive_plan(self, plan: Any) -> Any:
        """A plan for `problem` as one for the user's own problem."""
        found: list[Any] = []
        for instance in plan.actions:
            sequence = self.sequences.get(instance.action.name)
            if sequence is None:
                action = self.task.source.action(instance.action.name)
                found.append(ActionInstance(action, instance.actual_parameters))
                continue
            names = self.task.names.objects.to_pddl
            args = [names[argument.object().name] for argument in instance.actual_parameters]
            found += self.task.instances(sequence.unfold(args))
        return SequentialPlan(found, self.task.source.environment)


def augment(task: Translation, compilation: Compilation) -> AugmentedProblem:
    return _Writer(task).augmented(compilation)


class _Writer:
    def __init__(self, task: Translation) -> None:
        self.task = task
        self.problem = task.source.clone()
        self.manager = task.source.environment.expression_manager

    def augmented(self, compilation: Compilation) -> AugmentedProblem:
        costs = self._primitive_costs()
        sequences = {}
        for item in compilation.macros:
            operator = item.macro.operator
            action = self._action(operator)
            self.problem.add_action(action)
            sequences[action.name] = item.macro.sequence
            if self._counts_steps():
                costs[action] = self.manager.Int(len(item.macro.sequence.steps))
            else:
                costs[action] = self._cost(operator)
        if self.problem.quality_metrics:
            self.problem.clear_quality_metrics()
            metric = MinimizeActionCosts(costs, environment=self.task.source.environment)
            self.problem.add_quality_metric(metric)
        return AugmentedProblem(self.task, self.problem, sequences)

    def _counts_steps(self) -> bool:
        """A macro is as long as its sequence, so plan length has to become a cost."""
        metrics = self.task.source.quality_metrics
        return bool(metrics) and bool(metrics[0].is_minimize_sequential_plan_length())

    def _primitive_costs(self) -> dict[Any, Any]:
        metrics = self.task.source.quality_metrics
        one, nothing = self.manager.Int(1), self.manager.Int(0)
        if self._counts_steps() or not metrics:
            return dict.fromkeys(self.problem.actions, one)
        given = {a.name: metrics[0].get_action_cost(a) for a in self.task.source.actions}
        return {action: given[action.name] or nothing for action in self.problem.actions}

    def _action(self, operator: Operator) -> Any:
        names = self.task.names
        parameters: OrderedDict[str, Any] = OrderedDict()
        for parameter in operator.parameters:
            [kind] = parameter.types  # types of unified-planning are a tree, so one is enough
            parameters[parameter.name[1:]] = self.problem.user_type(names.types.to_user[kind])
        name = self._fresh_name(operator.name)
        action = InstantaneousAction(name, parameters, self.task.source.environment)
        for literal in operator.precondition:
            action.add_precondition(self._literal(literal, action))
        for literal in operator.effect:
            action.add_effect(self._atom(literal.atom, action), literal.positive)
        return action

    def _literal(self, literal: Literal, action: Any) -> Any:
        atom = literal.atom
        if atom.predicate == EQUALS:
            node = self.manager.Equals(*(self._term(arg, action) for arg in atom.args))
        else:
            node = self._atom(atom, action)
        return node if literal.positive else self.manager.Not(node)

    def _atom(self, atom: Atom, action: Any) -> Any:
        fluent = self.problem.fluent(self.task.names.fluents.to_user[atom.predicate])
        return self.manager.FluentExp(fluent, [self._term(arg, action) for arg in atom.args])

    def _term(self, term: str, action: Any) -> Any:
        if term.startswith("?"):
            return self.manager.ParameterExp(action.parameter(term[1:]))
        return self.manager.ObjectExp(self.problem.object(self.task.names.objects.to_user[term]))

    def _cost(self, operator: Operator) -> Any:
        """A number or one fluent, as Fast Downward reads it; a sum becomes a fluent of its own."""
        cost = operator.cost or Cost()
        action = self.problem.actions[-1]
        if not is_readable(cost):
            return self._sum_of_fluents(operator, action)
        if cost.terms:
            return self._atom(cost.terms[0], action)
        return self.manager.Int(cost.constant)

    def _sum_of_fluents(self, operator: Operator, action: Any) -> Any:
        function = cost_function(operator)
        environment = self.task.source.environment
        signature = OrderedDict(
            (parameter.name[1:], action.parameter(parameter.name[1:]).type)
            for parameter in function.parameters
        )
        fluent = Fluent(
            self._fresh_name(function.name),
            environment.type_manager.IntType(),
            signature,
            environment=environment,
        )
        self.problem.add_fluent(fluent, default_initial_value=0)
        for atom, value in cost_values(self.task.domain, self.task.problem, function):
            objects = [self._term(arg, action) for arg in atom.args]
            self.problem.set_initial_value(self.manager.FluentExp(fluent, objects), value)
        return self.manager.FluentExp(fluent, [self._term(p, action) for p in function.term.args])

    def _fresh_name(self, name: str) -> str:
        problem = self.problem
        things = (problem.actions, problem.fluents, problem.all_objects, problem.user_types)
        return fresh_name(name, (item.name for group in things for item in group))
