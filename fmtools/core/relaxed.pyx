"""Delete relaxation over a model of the actions: how far is the goal if nothing ever gets lost?

Costs of facts add up over what an action needs (h_add; Bonet & Geffner 2001); the cheapest makers
of the goals, and of what these need, form a relaxed plan (h_FF; Hoffmann & Nebel 2001). Its length
is the estimate, and those of its actions that can begin at once are preferred. Actions that led to
states without a way to the goal cost more, so that the plan does without them where it can. The
model need not be right: it was learned (`fmtools.search.action_model`), so nothing is pruned by it.
"""

cimport cython
from libc.stdint cimport int32_t, int64_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

import numpy as np

from fmtools.core.arrays import counted_zeros
from fmtools.core.words cimport bit_of, trailing_zeros

cdef enum:
    UNREACHED = 0x7F7F7F7F   # as memset writes it
    MOST_COST = 1 << 14      # larger costs count as this
    NO_WAY = 64              # what a goal counts that the model cannot reach
    MOST_RISK = 64           # further states that are lost make an action no dearer
    MOST_NEEDS = 0xFFFF      # an action that needs more facts is reached with so many of them


def by_fact(first, facts, num_facts):
    """Lists of facts by action, turned round: (first, actions) by fact."""
    ends = np.zeros(num_facts + 1, np.int32)
    np.cumsum(np.bincount(facts, minlength=num_facts), out=ends[1:])
    owners = np.repeat(np.arange(len(first) - 1, dtype=np.int32), np.diff(first))
    return ends, owners[np.argsort(facts, kind="stable")]


@cython.final
cdef class Relaxed(Guide):
    def __init__(self, memory, num_facts, needs, adds, goals, complements=()):
        """needs, adds: (first, facts) by action, int32; goals: facts that are to hold.

        complements: facts f0, f1, …; that fk is false is fact num_facts + k.
        """
        sizes = np.diff(needs[0]).astype(np.int32)
        num_actions = len(sizes)

        def zeros(*shape):
            return counted_zeros(memory, shape, np.int32)

        self.num_words, self.num_facts = (num_facts + 63) // 64, num_facts
        self.complements = np.asarray(complements, np.int32)
        num_facts += len(complements)
        self.first_need, self.needs = needs
        self.first_add, self.adds = adds
        self.first_user, self.users = by_fact(*needs, num_facts)
        self.free_actions = np.flatnonzero((sizes == 0) & (np.diff(adds[0]) > 0)).astype(np.int32)
        self.goals = np.asarray(goals, np.int32)
        self.missing_at_first = np.minimum(sizes, MOST_NEEDS).astype(np.uint16)
        self.missing = counted_zeros(memory, (num_actions,), np.uint16)
        self.action_cost, self.risk = zeros(num_actions), zeros(num_actions)
        self.used_actions, self.preferred = zeros(num_actions), zeros(num_actions)
        self.fact_cost, self.supporter = zeros(num_facts), zeros(num_facts)
        self.is_goal, self.used_facts = zeros(num_facts), zeros(num_facts)
        self.stack = zeros(num_facts)
        self.planned_actions = zeros(num_actions)
        self.heads = zeros(MOST_COST + 1)
        self.arrivals = zeros(num_facts + len(adds[1]) + 1, 2)
        np.asarray(self.is_goal)[goals] = 1

    def estimated(self, const uint64_t[::1] facts, int32_t action=-1):
        """The estimate of a state that this action led to, and the actions preferred there."""
        estimate = self.estimate(&facts[0])
        self.arrived(action)
        return estimate, np.flatnonzero(np.asarray(self.preferred) == self.number)

    def planned(self):
        """The actions of the last relaxed plan, in the order they are to be run; for tests."""
        self.order_plan()
        return np.asarray(self.planned_actions)[: self.num_planned].astype(np.int64)

    cdef int64_t estimate(self, const uint64_t* facts) except -1 nogil:
        cdef int64_t estimate
        self.number += 1
        self.start_from(facts)
        self.explore()
        self.effort += self.num_arrivals
        estimate = self.extract()
        if self.number == 1:
            self.unreached_at_first = self.unreached
        self.is_lost = self.unreached > self.unreached_at_first
        return estimate

    cdef void arrived(self, int32_t action) noexcept nogil:
        if not 0 <= action < self.risk.shape[0]:
            return
        if self.is_lost:
            self.risk[action] = min(self.risk[action] + 1, <int32_t>MOST_RISK)
        elif self.risk[action] > 0:
            self.risk[action] -= 1

    cdef bint prefers(self, int32_t action) noexcept nogil:
        # A macro is there because the plan has all of its steps (fmtools.core.joined, ahead).
        if not 0 <= action < self.preferred.shape[0]:
            return True
        return self.preferred[action] == self.number

    cdef bint takes(self, int32_t action) noexcept nogil:
        return self.used_actions[action] == self.number

    cdef void start_from(self, const uint64_t* facts) noexcept nogil:
        """Facts that hold cost nothing; nothing else has been reached."""
        cdef Py_ssize_t w, k, num_actions = self.missing.shape[0]
        cdef uint64_t bits
        if num_actions > 0:
            memcpy(&self.missing[0], &self.missing_at_first[0], num_actions * sizeof(uint16_t))
        memset(&self.fact_cost[0], 0x7F, self.fact_cost.shape[0] * sizeof(int32_t))
        self.num_arrivals = 0
        self.largest = 0
        for w in range(self.num_words):
            bits = facts[w]
            while bits != 0:
                self.arrive(<int32_t>((w << 6) + trailing_zeros(bits)), 0, -1)
                bits &= bits - 1
        for k in range(self.complements.shape[0]):
            if not facts[self.complements[k] >> 6] & bit_of(self.complements[k]):
                self.arrive(<int32_t>(self.num_facts + k), 0, -1)
        for k in range(self.free_actions.shape[0]):
            self.fire(self.free_actions[k])

    cdef inline void arrive(self, int32_t fact, int32_t cost, int32_t action) noexcept nogil:
        """A way to a fact; one that is no cheaper than another is forgotten."""
        if cost >= self.fact_cost[fact]:
            return
        self.fact_cost[fact] = cost
        self.supporter[fact] = action
        self.arrivals[self.num_arrivals, 0] = fact
        self.arrivals[self.num_arrivals, 1] = self.heads[cost]
        self.num_arrivals += 1
        self.heads[cost] = self.num_arrivals
        self.largest = max(self.largest, cost)

    cdef inline void fire(self, int32_t action) noexcept nogil:
        """All that an action needs is reached, and costs what it will: so is what it adds. The sum
        is made here, not with every need that is reached: most actions lack some for long."""
        cdef int32_t k, cost = self.risk[action]
        cdef int32_t first = self.first_need[action], last = self.first_need[action + 1]
        cdef const int32_t* needs
        cdef const int32_t* fact_cost
        if first < last:
            needs, fact_cost = &self.needs[0], &self.fact_cost[0]
            for k in range(first, last):
                cost = min(cost + fact_cost[needs[k]], <int32_t>MOST_COST)
        self.action_cost[action] = cost
        cost = min(cost + 1, <int32_t>MOST_COST)
        for k in range(self.first_add[action], self.first_add[action + 1]):
            self.arrive(self.adds[k], cost, action)

    cdef void explore(self) noexcept nogil:
        """Facts in the order of their costs, until the goals are among them or no more come."""
        cdef int32_t cost = 0, at, fact, action, k, first, last
        cdef Py_ssize_t goals_left = self.goals.shape[0]
        cdef const int32_t* users   # kept in registers: nothing else here is done as often
        cdef uint16_t* missing
        while cost <= self.largest:
            at = self.heads[cost]
            if at == 0:
                cost += 1
                continue
            self.heads[cost] = self.arrivals[at - 1, 1]
            fact = self.arrivals[at - 1, 0]
            if self.fact_cost[fact] != cost or goals_left == 0:
                continue  # a cheaper way came later, or the rest is only cleared away
            goals_left -= self.is_goal[fact]
            first, last = self.first_user[fact], self.first_user[fact + 1]
            if first == last:
                continue
            self.effort += last - first
            users, missing = &self.users[0], &self.missing[0]
            for k in range(first, last):
                action = users[k]
                missing[action] -= 1
                if missing[action] == 0:
                    self.fire(action)

    cdef int64_t extract(self) noexcept nogil:
        """The length of the relaxed plan; its actions that can begin at once are preferred."""
        cdef Py_ssize_t g
        cdef int32_t size = 0, fact, action, k
        cdef int64_t length = 0
        self.unreached = 0
        for g in range(self.goals.shape[0]):
            fact = self.goals[g]
            if self.fact_cost[fact] == UNREACHED:
                self.unreached += 1
            elif self.used_facts[fact] != self.number:
                self.used_facts[fact] = self.number
                self.stack[size] = fact
                size += 1
        while size > 0:
            size -= 1
            action = self.supporter[self.stack[size]]
            if action < 0 or self.used_actions[action] == self.number:
                continue
            self.used_actions[action] = self.number
            self.planned_actions[length] = action
            length += 1
            if self.action_cost[action] == self.risk[action]:
                self.preferred[action] = self.number
            for k in range(self.first_need[action], self.first_need[action + 1]):
                fact = self.needs[k]
                if self.used_facts[fact] != self.number:
                    self.used_facts[fact] = self.number
                    self.stack[size] = fact
                    size += 1
        self.num_planned = length
        return length + self.unreached * NO_WAY

    cdef int64_t plan(self, const int32_t** actions) noexcept nogil:
        self.order_plan()
        actions[0] = &self.planned_actions[0] if self.num_planned > 0 else NULL
        return self.num_planned

    cdef void order_plan(self) noexcept nogil:
        """What needs least comes first; among equals, what was thought of last."""
        cdef int64_t i, k
        cdef int32_t action, cost
        for i in range(1, self.num_planned):
            action = self.planned_actions[i]
            cost = self.action_cost[action]
            k = i
            while k > 0 and self.action_cost[self.planned_actions[k - 1]] >= cost:
                self.planned_actions[k] = self.planned_actions[k - 1]
                k -= 1
            self.planned_actions[k] = action

    cdef int64_t spoilt(
        self,
        const uint64_t* before,
        const uint64_t* after,
        const int32_t* actions,
        int64_t count,
        int64_t done,
    ) noexcept nogil:
        cdef int64_t i, spoilt = 0
        cdef int32_t k, fact
        for i in range(count):
            if i == done:
                continue
            for k in range(self.first_need[actions[i]], self.first_need[actions[i] + 1]):
                fact = self.needs[k]
                if fact < self.num_facts and before[fact >> 6] & ~after[fact >> 6] & bit_of(fact):
                    spoilt += 1
        return spoilt
