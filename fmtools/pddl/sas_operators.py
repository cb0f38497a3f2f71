"""Ground actions over finite-domain variables: what they need and set, as columns of numbers."""

import numpy as np
import numpy.typing as npt

from fmtools.core.operator_arrays import FactLists
from fmtools.frozen import frozen, replace
from fmtools.pddl.flat_sets import is_among
from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.sas_variables import BoolArray, FactGroups, Variables, needs_two_of_a_group

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


def encode_operators(
    task: GroundTask, groups: FactGroups, variables: Variables, negative: FactLists
) -> Operators:
    """`negative`: what must be false, without what other preconditions imply."""
    needs = _needs(task, variables, negative)
    never = needs_two_of_a_group(task.positive, groups)
    first, second = slice(None, -1), slice(1, None)
    same = needs.action[first] == needs.action[second]
    same &= needs.variable[first] == needs.variable[second]
    differs = same & (needs.value[first] != needs.value[second])
    never[needs.action[first][differs]] = True
    kept = ~never[needs.action]
    kept[first] &= ~same
    needs = needs.rows(kept)
    sets = _sets(task, variables, needs)
    return Operators(task.num_actions, needs, sets.rows(~never[sets.action]))


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


def actions_of(lists: FactLists) -> Column:
    """The action of every fact in the lists."""
    return np.repeat(np.arange(len(lists.first) - 1), np.diff(lists.first))


def _needs(task: GroundTask, variables: Variables, negative: FactLists) -> Needs:
    """May name a variable twice for one action."""
    action = np.concatenate([actions_of(task.positive), actions_of(negative)])
    facts = np.concatenate([task.positive.facts, negative.facts])
    value = variables.value[facts].astype(np.int64)
    value[len(task.positive.facts) :] = 1 - value[len(task.positive.facts) :]
    variable = variables.of_fact[facts].astype(np.int64)
    order = np.argsort(action * len(variables) + variable, kind="stable")
    return Needs(action[order], variable[order], value[order])


def _sets(task: GroundTask, variables: Variables, needs: Needs) -> Sets:
    """What is added, and what is deleted where nothing of its variable is added."""
    width = len(variables)
    action = np.concatenate([actions_of(task.adds), actions_of(task.deletes)])
    facts = np.concatenate([task.adds.facts, task.deletes.facts])
    is_add = np.arange(len(facts)) < len(task.adds.facts)
    variable = variables.of_fact[facts].astype(np.int64)
    old = variables.value[facts].astype(np.int64)
    value = np.where(is_add, old, variables.num_facts[variable])
    key = action * width + variable
    before = _looked_up(needs.action * width + needs.variable, needs.value, key)
    added = key[is_add]
    overwritten = _looked_up(np.sort(added, kind="stable"), np.ones_like(added), key) == 1
    # A value that the variable surely has not is not taken from it.
    kept = is_add | (~overwritten & ((before < 0) | (before == old)))
    kept &= before != value
    unsure = ~is_add & (before < 0) & (variables.num_facts[variable] > 1)
    order = np.argsort(key, kind="stable")
    order = order[kept[order]]
    return Sets(action, variable, value, before, np.where(unsure, old, -1)).rows(order)


def _looked_up(keys: Column, values: Column, wanted: Column) -> Column:
    """The value of each wanted key among sorted ones, -1 where it is not there."""
    place = np.searchsorted(keys, wanted)
    place[place == len(keys)] = 0
    if not len(keys):
        return np.full(len(wanted), -1)
    return np.where(keys[place] == wanted, values[place], -1)
