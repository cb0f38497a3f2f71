"""Ground actions over finite-domain variables: what they need and set, as columns of numbers."""

import numpy as np
import numpy.typing as npt

from fmtools.core.operator_arrays import FactLists
from fmtools.frozen import frozen, replace
from fmtools.pddl.flat_sets import is_among
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.sas_variables import BoolArray, FactGroups, Variables

Column = npt.NDArray[np.int64]


@frozen(eq=False)
class Needs:
    """`variable` must have `value` for `action`; sorted by action."""

    action: Column
    variable: Column
    value: Column

    def rows(self, chosen: BoolArray | Column) -> "Needs":
        return Needs(self.action[chosen], self.variable[chosen], self.value[chosen])


@frozen(eq=False)
class Sets:
    """`action` sets `variable` to `value`; sorted by action."""

    action: Column
    variable: Column
    value: Column
    before: Column
    """What the action needs the variable to be; -1 where it does not say."""
    condition: Column
    """Only if the variable has this value before; -1 for in any case."""

    def rows(self, chosen: BoolArray | Column) -> "Sets":
        return Sets(
            self.action[chosen],
            self.variable[chosen],
            self.value[chosen],
            self.before[chosen],
            self.condition[chosen],
        )


@frozen(eq=False)
class Operators:
    """Of actions that may apply and do something; others have no lines."""

    num_actions: int
    needs: Needs
    sets: Sets

    def actions(self) -> Column:
        """Those that do something, sorted."""
        return np.flatnonzero(np.bincount(self.sets.action, minlength=self.num_actions))

    def prevailing(self) -> Needs:
        """What actions need of variables that they do not set."""
        width = int(self.needs.variable.max(initial=0)) + 1
        told = self.sets.before >= 0
        key = self.sets.action[told] * width + self.sets.variable[told]
        needed = self.needs.action * width + self.needs.variable
        return self.needs.rows(~is_among(needed, key))

    def renumbered(self, place: Column) -> "Operators":
        """Variables by their place; those without one (-1) are gone, and what was done to them."""
        variable = place[self.sets.variable]
        sets = replace(self.sets, variable=variable).rows(variable >= 0)
        acts = np.bincount(sets.action, minlength=self.num_actions) > 0
        variable = place[self.needs.variable]
        needs = replace(self.needs, variable=variable).rows(variable >= 0)
        return replace(self, needs=needs.rows(acts[needs.action]), sets=sets)


@frozen(eq=False)
class Possible:
    """What is left of a task where groups of exclusive facts rule actions out."""

    actions: BoolArray
    """That may apply."""
    facts: BoolArray
    """That may become true."""


def find_possible(task: GroundTask, groups: FactGroups) -> Possible:
    """An action that needs two facts of a group never applies; what it adds is missed by others."""
    action, adding = actions_of(task.positive), actions_of(task.adds)
    applies = np.ones(task.num_actions, np.bool_)
    for group in groups.of_fact:
        own = group[task.positive.facts]
        key = (action * (int(own.max(initial=0)) + 1) + own)[own >= 0]
        order = np.argsort(key, kind="stable")
        repeated = np.flatnonzero(key[order][1:] == key[order][:-1])
        applies[action[own >= 0][order[repeated]]] = False
    while True:
        facts = task.start != 0
        facts[task.adds.facts[applies[adding]]] = True
        fails = applies[action] & ~facts[task.positive.facts]
        if not fails.any():
            return Possible(applies, facts)
        applies[action[fails]] = False


def not_implied(task: GroundTask, groups: FactGroups) -> FactLists:
    """What must be false, without what is so because another fact of its group must be true."""
    first, facts = task.negative
    action, needing = actions_of(task.negative), actions_of(task.positive)
    implied = np.zeros(len(facts), np.bool_)
    for group in groups.of_fact if len(facts) else ():
        width = int(group.max(initial=0)) + 1
        own = group[task.positive.facts]
        needed = (needing * width + own)[own >= 0]
        implied |= (group[facts] >= 0) & is_among(action * width + group[facts], needed)
    counts = np.bincount(action[~implied], minlength=len(first) - 1)
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return FactLists(ends, facts[~implied])


def encode_operators(
    task: GroundTask, possible: Possible, variables: Variables, negative: FactLists
) -> Operators:
    """`negative`: what must be false, without what other preconditions imply."""
    needs = _needs(task, possible.actions, variables, negative)
    first, second = slice(None, -1), slice(1, None)
    same = needs.action[first] == needs.action[second]
    same &= needs.variable[first] == needs.variable[second]
    applies = possible.actions.copy()
    applies[needs.action[first][same & (needs.value[first] != needs.value[second])]] = False
    kept = applies[needs.action]
    kept[first] &= ~same
    needs = needs.rows(kept)
    return Operators(task.num_actions, needs, _sets(task, applies, variables, needs))


def actions_of(lists: FactLists) -> Column:
    """The action of every fact in the lists."""
    return np.repeat(np.arange(len(lists.first) - 1), np.diff(lists.first))


def _needs(
    task: GroundTask, applies: BoolArray, variables: Variables, negative: FactLists
) -> Needs:
    """By action, then variable; may name one twice for the same action."""
    action = np.concatenate([actions_of(task.positive), actions_of(negative)])
    facts = np.concatenate([task.positive.facts, negative.facts])
    value = variables.value[facts].astype(np.int64)
    value[len(task.positive.facts) :] = 1 - value[len(task.positive.facts) :]
    variable = variables.of_fact[facts].astype(np.int64)
    order = np.argsort(action * len(variables) + variable, kind="stable")
    order = order[(applies[action] & (variable >= 0))[order]]
    return Needs(action[order], variable[order], value[order])


def _sets(task: GroundTask, applies: BoolArray, variables: Variables, needs: Needs) -> Sets:
    """What is added, and what is deleted where nothing of its variable is added."""
    action = np.concatenate([actions_of(task.adds), actions_of(task.deletes)])
    facts = np.concatenate([task.adds.facts, task.deletes.facts])
    is_add = np.arange(len(facts)) < len(task.adds.facts)
    variable = variables.of_fact[facts].astype(np.int64)
    kept = applies[action] & (variable >= 0)
    action, variable, is_add, facts = action[kept], variable[kept], is_add[kept], facts[kept]
    old = variables.value[facts].astype(np.int64)
    value = np.where(is_add, old, variables.num_facts[variable])
    key = action * len(variables) + variable
    before = _looked_up(needs.action * len(variables) + needs.variable, needs.value, key)
    overwritten = ~is_add & is_among(key, key[is_add])
    # A value that the variable surely has not is not taken from it.
    surely_another = ~is_add & (before >= 0) & (before != old)
    unsure = ~is_add & (before < 0) & (variables.num_facts[variable] > 1)
    sets = Sets(action, variable, value, before, np.where(unsure, old, -1))
    order = np.argsort(key, kind="stable")
    return sets.rows(order[~(overwritten | surely_another | (before == value))[order]])


def _looked_up(keys: Column, values: Column, wanted: Column) -> Column:
    """The value of each wanted key among sorted ones, -1 where it is not there."""
    place = np.searchsorted(keys, wanted)
    keys, values = np.append(keys, -1), np.append(values, -1)
    return np.where(keys[place] == wanted, values[place], -1)
