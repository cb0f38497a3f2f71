"""Ground conditions made as plain as they can be, before anything is simulated.

What never changes goes first: a derived fact with an axiom that needs nothing is always true, one
without axioms never is. Then auxiliary facts, which stand for parts of formulas, give way to
literals wherever these say the same: where only one axiom is left, its body stands for the fact;
where every axiom needs a single literal, the negations of these stand for its negation. So most
quantifiers and disjunctions vanish, and with them the axioms.

All is done on flat arrays: a literal is 2 * fact + (1 if it must be false), an owner is an instance
of an operator, and the last owner is the goal.
"""

import numpy as np

from fmtools.pddl.flat_sets import Bools, Ints, sorted_set

_MOST_LITERALS = 50_000_000
"""Literals that may stand in the place of others, all in all; beyond that, facts stay facts."""


class Conditions:
    """Literals of all owners; axioms are owners with a head.

    heads: int64[owners], -1 for those that are no axioms. is_auxiliary: per fact.
    """

    def __init__(
        self, owners: Ints, literals: Ints, heads: Ints, is_derived: Bools, is_auxiliary: Bools
    ) -> None:
        self.num_facts = len(is_derived)
        self.num_owners = len(heads)
        self.goal = self.num_owners
        self.heads = heads
        self.alive = np.ones(self.num_owners + 1, np.bool_)
        """Of owners: False for those that can never apply and axioms that are not needed."""
        self.is_true = np.zeros(self.num_facts, np.bool_)
        self.is_false = np.zeros(self.num_facts, np.bool_)
        self.unmet: set[int] = set()
        """Literals of the goal that never hold."""
        self._is_derived = is_derived
        self._is_auxiliary = is_auxiliary
        self._set(owners, literals)

    @property
    def pairs(self) -> tuple[Ints, Ints]:
        """(owners, literals), sorted."""
        return self._owners, self._literals

    def simplify(self) -> None:
        self._settle()
        while self._replace():
            self._settle()

    def is_needed(self) -> Bools:
        """Per fact: whether states need it; auxiliary ones only where a literal is left of them."""
        used = np.zeros(self.num_facts, np.bool_)
        used[self._literals >> 1] = True
        return ~self.is_true & ~self.is_false & (used | ~self._is_auxiliary)

    def _set(self, owners: Ints, literals: Ints) -> None:
        """Without repetition and without owners that are gone; contradictions go as well."""
        width = 2 * self.num_facts + 1
        while True:
            kept = self.alive[owners]
            keys = sorted_set(owners[kept] * width + literals[kept])
            owners, literals = keys // width, keys % width
            opposite = (np.diff(keys) == 1) & (literals[:-1] & 1 == 0)
            never = owners[:-1][opposite]
            never = never[never != self.goal]
            if not len(never):
                break
            self.alive[never] = False
        self._owners, self._literals = owners, literals

    def _rules(self) -> tuple[Ints, Ints, Ints]:
        """(axioms, literals of each owner, axioms of each fact)."""
        rules = np.flatnonzero((self.heads >= 0) & self.alive[:-1])
        sizes = np.bincount(self._owners, minlength=self.num_owners + 1)
        return rules, sizes, np.bincount(self.heads[rules], minlength=self.num_facts)

    def _settle(self) -> None:
        """Find what is always true or never, until nothing follows from it."""
        while True:
            rules, sizes, num_rules = self._rules()
            self.is_true[self.heads[rules[sizes[rules] == 0]]] = True
            self.alive[rules[self.is_true[self.heads[rules]]]] = False
            self.is_false |= self._is_derived & (num_rules == 0) & ~self.is_true
            negative = self._literals & 1 == 1
            facts = self._literals >> 1
            holds = np.where(negative, self.is_false[facts], self.is_true[facts])
            fails = np.where(negative, self.is_true[facts], self.is_false[facts])
            if not holds.any() and not fails.any():
                return
            of_goal = self._owners == self.goal
            self.unmet.update(self._literals[fails & of_goal].tolist())
            self.alive[self._owners[fails & ~of_goal]] = False
            kept = ~holds & ~(fails & of_goal)
            self._set(self._owners[kept], self._literals[kept])

    def _replace(self) -> bool:
        """Put literals in the place of auxiliary facts, innermost first; False if none are left."""
        self._forget_unused()
        rules, sizes, num_rules = self._rules()
        auxiliary = self._is_auxiliary & (num_rules > 0)
        most = np.zeros(self.num_facts, np.int64)
        np.maximum.at(most, self.heads[rules], sizes[rules])
        single = auxiliary & (most == 1)
        needed = np.zeros(2 * self.num_facts, np.bool_)
        needed[self._literals] = True
        one = auxiliary & (num_rules == 1)
        replaced = np.zeros(2 * self.num_facts, np.bool_)
        replaced[0::2] = one
        replaced[1::2] = single & (~needed[0::2] | one)
        of_goal = replaced.copy()
        of_goal[1::2] |= single
        replaced &= ~self._contains(replaced, rules)
        of_goal &= ~self._contains(replaced | of_goal, rules)
        chosen = np.where(
            self._owners == self.goal, of_goal[self._literals], replaced[self._literals]
        )
        if not chosen.any():
            return False
        return self._put(chosen, rules)

    def _contains(self, replaced: Bools, rules: Ints) -> Bools:
        """Per literal: whether an axiom of its fact has literals that are about to be replaced."""
        busy = np.zeros(self.num_owners + 1, np.bool_)
        busy[self._owners[replaced[self._literals]]] = True
        facts = np.zeros(self.num_facts, np.bool_)
        facts[self.heads[rules[busy[rules]]]] = True
        return np.repeat(facts, 2)

    def _put(self, chosen: Bools, rules: Ints) -> bool:
        """The bodies of axioms in the place of these literals; negated for negative ones."""
        bodies = (self.heads[np.minimum(self._owners, self.num_owners - 1)] >= 0) & (
            self._owners < self.num_owners
        )
        heads = self.heads[np.minimum(self._owners[bodies], self.num_owners - 1)]
        order = np.argsort(heads, kind="stable")
        body = self._literals[bodies][order]
        first = np.searchsorted(heads[order], np.arange(self.num_facts + 1))
        facts = self._literals[chosen] >> 1
        counts = first[facts + 1] - first[facts]
        if counts.sum() > _MOST_LITERALS:
            return False
        starts = np.repeat(first[facts] - np.cumsum(counts) + counts, counts)
        taken = body[starts + np.arange(counts.sum())]
        taken ^= np.repeat(self._literals[chosen] & 1, counts)
        owners = np.repeat(self._owners[chosen], counts)
        self._set(
            np.concatenate([self._owners[~chosen], owners]),
            np.concatenate([self._literals[~chosen], taken]),
        )
        return True

    def _forget_unused(self) -> None:
        """Drop axioms of auxiliary facts that no literal mentions any more."""
        while True:
            used = np.zeros(self.num_facts, np.bool_)
            used[self._literals >> 1] = True
            rules = np.flatnonzero((self.heads >= 0) & self.alive[:-1])
            idle = rules[(self._is_auxiliary & ~used)[self.heads[rules]]]
            if not len(idle):
                return
            self.alive[idle] = False
            self._set(self._owners, self._literals)
