"""Finite-domain variables of a ground task, as in Helmert (2009): groups of exclusive facts.

Groups come proved from `fmtools.core.fact_groups`. Variables take facts from the largest group on;
what is left is a variable of its own. A fact that something needs to be false is in a variable of
two values, so that its negation is the other one.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from fmtools.core.fact_groups import exclusive_groups
from fmtools.core.operator_arrays import IntArray
from fmtools.core.watch import Watch
from fmtools.frozen import frozen
from fmtools.pddl.fact_groups import propose_groups
from fmtools.pddl.flat_sets import sorted_set
from fmtools.pddl.ground_task import GroundTask

BoolArray = npt.NDArray[np.bool_]


@frozen(eq=False)
class FactGroups:
    """Groups of facts of which at most one is ever true; those of one proposal share no fact."""

    of_fact: tuple[IntArray, ...]
    """Per proposal, int32[facts]: the fact's group, -1 for none."""
    may_be_empty: tuple[npt.NDArray[np.uint8], ...]
    """Per proposal, uint8[groups]: whether no fact of the group may be true."""

    def of_facts(self, is_wanted: BoolArray) -> list[tuple[IntArray, bool]]:
        """(wanted facts, whether all of the group may be false), sorted by their facts."""
        found: list[tuple[IntArray, bool]] = []
        for group, may_be_empty in zip(self.of_fact, self.may_be_empty, strict=True):
            facts = np.flatnonzero(is_wanted & (group >= 0)).astype(np.int32)
            facts = facts[np.argsort(group[facts], kind="stable")]
            ends = np.searchsorted(group[facts], np.arange(len(may_be_empty) + 1)).tolist()
            own = [facts[begin:end] for begin, end in pairwise(ends)]
            found += zip(own, map(bool, may_be_empty.tolist()), strict=True)
        return sorted((one for one in found if len(one[0])), key=lambda one: one[0].tolist())


@frozen(eq=False)
class Variables:
    """Values are numbered from 0 in the order of facts; where none of them is true, come last."""

    of_fact: IntArray
    """int32[facts]; -1 for facts that are left out."""
    value: IntArray
    """int32[facts]: which value of its variable says that the fact is true."""
    num_facts: IntArray
    """int32[variables]: also the number of the value that says that none of them is true."""

    def __len__(self) -> int:
        return len(self.num_facts)

    def reordered(self, order: npt.NDArray[np.int64]) -> "Variables":
        """Those of `order` alone."""
        place = np.full(len(self) + 1, -1, np.int32)  # the last one is for facts left out before
        place[order] = np.arange(len(order))
        return Variables(place[self.of_fact], self.value, self.num_facts[order])


def find_groups(task: GroundTask, watch: Watch) -> FactGroups:
    proved = [
        exclusive_groups(task.lists, [proposal], task.start, watch)
        for proposal in propose_groups(task)
    ]
    return FactGroups(tuple(group for group, _ in proved), tuple(empty for _, empty in proved))


def choose_variables(groups: FactGroups, is_possible: BoolArray, negated: IntArray) -> Variables:
    """`negated`: facts that something needs to be false.

    Variables are ordered by their first fact. Facts never true are left out, but count in the sizes
    of groups, as they do for Fast Downward's translator: among equals, others would be chosen.
    """
    is_negated = np.zeros(len(is_possible), np.bool_)
    is_negated[negated] = True
    cover = _cover(groups.of_facts(np.ones_like(is_possible)), is_negated)
    chosen = [own for facts in cover if len(own := facts[is_possible[facts]])]
    first = np.arange(len(is_possible))
    for facts in chosen:
        first[facts] = facts[0]
    variable = np.full(len(is_possible), -1, np.int32)
    variable[is_possible] = np.searchsorted(sorted_set(first[is_possible]), first[is_possible])
    value = np.zeros(len(is_possible), np.int32)
    for facts in chosen:
        value[facts] = np.arange(len(facts))
    return Variables(variable, value, np.bincount(variable[is_possible]).astype(np.int32))


def _cover(groups: list[tuple[IntArray, bool]], is_negated: BoolArray) -> list[IntArray]:
    """Groups that share no fact, the largest first, each with the facts that are left to it.

    Among equals the last comes first: blocks get their places rather than places their blocks.
    Negated facts are left out, except where one of two facts is always true.
    """
    chosen = []
    is_free = np.ones(len(is_negated), np.bool_)
    for facts, may_be_empty in groups:
        is_pair = len(facts) == 2 and not may_be_empty
        if is_pair and is_negated[facts].any() and is_free[facts].all():
            chosen.append(facts)
            is_free[facts] = False
    is_free &= ~is_negated
    waiting: dict[int, list[IntArray]] = {}
    for facts, _ in groups:
        waiting.setdefault(len(facts), []).append(facts)
    for size in range(max(waiting, default=0), 1, -1):
        stack = waiting.pop(size, [])
        while stack:
            facts = stack.pop()
            left = facts[is_free[facts]]
            if len(left) == size:
                chosen.append(left)
                is_free[left] = False
            elif len(left) > 1:
                waiting.setdefault(len(left), []).append(left)
    return chosen
