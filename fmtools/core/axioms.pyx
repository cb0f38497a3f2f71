"""Facts that follow from others: evaluated component by component, and only where needed.

A step changes few facts. Components that look at one of them are evaluated again, in order; where a
derived fact comes out differently, those that look at it follow. All others stay as they are.
"""

from libc.stdint cimport int32_t, uint64_t

import numpy as np

from fmtools.core.layout import Layout
from fmtools.core.words cimport trailing_zeros
from fmtools.errors import UnsupportedError


def strong_components(int32_t[::1] first, int32_t[::1] targets, int32_t[::1] roots):
    """(int32[nodes]: component or -1, their number), by Tarjan's algorithm from these roots on.

    The edges of node v lead to targets[first[v]:first[v + 1]]; a component comes after all that it
    leads to.
    """
    cdef Py_ssize_t num_nodes = first.shape[0] - 1
    component_of = np.full(num_nodes, -1, np.int32)
    cdef int32_t[::1] component = component_of
    cdef int32_t[::1] number = np.zeros(num_nodes, np.int32)   # 0: not met yet
    cdef int32_t[::1] lowest = np.zeros(num_nodes, np.int32)
    cdef int32_t[::1] edge = np.zeros(num_nodes, np.int32)
    cdef int32_t[::1] path = np.zeros(num_nodes + 1, np.int32)  # from the root to the node at hand
    cdef int32_t[::1] open_nodes = np.zeros(num_nodes + 1, np.int32)
    cdef Py_ssize_t depth, num_open = 0, r
    cdef int32_t v, w, met = 0, count = 0
    for r in range(roots.shape[0]):
        if number[roots[r]] != 0:
            continue
        path[0] = roots[r]
        depth = 1
        while depth > 0:
            v = path[depth - 1]
            if number[v] == 0:
                met += 1
                number[v] = lowest[v] = met
                edge[v] = first[v]
                open_nodes[num_open] = v
                num_open += 1
            if edge[v] < first[v + 1]:
                w = targets[edge[v]]
                edge[v] += 1
                if number[w] == 0:
                    path[depth] = w
                    depth += 1
                elif component[w] < 0:
                    lowest[v] = min(lowest[v], number[w])
                continue
            depth -= 1
            if depth > 0:
                lowest[path[depth - 1]] = min(lowest[path[depth - 1]], lowest[v])
            if lowest[v] == number[v]:
                while component[v] < 0:
                    num_open -= 1
                    component[open_nodes[num_open]] = count
                count += 1
    return component_of, count


def _grouped(keys, values, size):
    """(int32[size + 1], int32[.]): the values of each key, without repetition, one after another."""
    pairs = np.sort((keys.astype(np.int64) << 32) | values, kind="stable")
    pairs = pairs[np.diff(pairs, prepend=-1) != 0]
    first = np.zeros(size + 1, np.int32)
    np.cumsum(np.bincount(pairs >> 32, minlength=size), out=first[1:])
    return first, np.append(pairs & 0xFFFFFFFF, 0).astype(np.int32)


cdef class Axioms:
    def __init__(self, lists, Py_ssize_t num_facts):
        """UnsupportedError where a fact depends on its own negation."""
        self.lists = lists
        self.num_facts = num_facts
        self.num_words = Layout(num_facts, 1).num_words
        heads = np.asarray(lists.heads, np.int32)
        sizes = [np.diff(part.first) for part in (lists.positive, lists.negative)]
        rules = np.concatenate([np.repeat(np.arange(len(heads)), size) for size in sizes])
        facts = np.concatenate([lists.positive.facts, lists.negative.facts]).astype(np.int32)
        negated = np.repeat([0, 1], [len(lists.positive.facts), len(lists.negative.facts)])
        is_derived = np.zeros(num_facts, bool)
        is_derived[heads] = True

        inner = is_derived[facts]
        first, targets = _grouped(heads[rules[inner]], facts[inner], num_facts)
        component, self.num_components = strong_components(
            first, targets, np.flatnonzero(is_derived).astype(np.int32)
        )
        own = component[facts] == component[heads[rules]]
        if np.any(own & (negated == 1)):
            raise UnsupportedError(
                "derived predicates that depend on their own negation through (forall ...) are "
                "not supported; expected axioms that can be evaluated one after the other"
            )

        order = np.argsort(component[heads], kind="stable")
        place = np.empty(len(heads), np.int32)
        place[order] = np.arange(len(heads))
        self.heads = heads[order]
        self.first_rule = np.searchsorted(
            component[heads][order], np.arange(self.num_components + 1)
        ).astype(np.int32)
        self.first_literal, self.literals = _grouped(
            place[rules], 2 * facts + negated, len(heads)
        )
        derived = np.flatnonzero(is_derived)
        self.first_member, self.members = _grouped(
            component[derived], derived, self.num_components
        )
        self.first_watcher, self.watchers = _grouped(
            facts[~own], component[heads[rules[~own]]], num_facts
        )
        self.first_user, self.users = _grouped(facts[own], place[rules[own]], num_facts)
        layout = Layout(num_facts, 1)
        self.derived = layout.pack(is_derived)
        self.watched = layout.pack(np.diff(self.first_watcher) > 0)
        self.waiting = Layout(self.num_components, 1).pack(np.zeros(self.num_components))
        self.queue = np.zeros(num_facts + 1, np.int32)
        self.before = np.zeros(num_facts + 1, np.uint8)

    def __reduce__(self):
        return Axioms, (self.lists, self.num_facts)

    def completed(self, const uint64_t[::1] state):
        """A row of words with the derived facts that follow from the others in it."""
        row = np.array(state, np.uint64)
        cdef uint64_t[::1] view = row
        cdef Py_ssize_t c, w
        for w in range(self.num_words):
            view[w] &= ~self.derived[w]
        for c in range(self.num_components):
            self.waiting[c >> 6] |= bit_of(c)
        self.run(&view[0])
        return row

    cdef void update(self, const uint64_t* before, uint64_t* state) noexcept nogil:
        """Derived facts of a state that has those of the state before, where all was right."""
        cdef Py_ssize_t w
        cdef uint64_t changed
        for w in range(self.num_words):
            changed = (before[w] ^ state[w]) & self.watched[w]
            while changed != 0:
                self.call_watchers(<int32_t>((w << 6) + trailing_zeros(changed)))
                changed &= changed - 1
        self.run(state)

    cdef void run(self, uint64_t* state) noexcept nogil:
        """Evaluate all components that wait, and those that come to wait, in order."""
        cdef Py_ssize_t w
        for w in range(self.waiting.shape[0]):
            while self.waiting[w] != 0:
                self.evaluate(<int32_t>((w << 6) + trailing_zeros(self.waiting[w])), state)

    cdef void call_watchers(self, int32_t fact) noexcept nogil:
        cdef int32_t k
        for k in range(self.first_watcher[fact], self.first_watcher[fact + 1]):
            self.waiting[self.watchers[k] >> 6] |= bit_of(self.watchers[k])

    cdef void evaluate(self, int32_t component, uint64_t* state) noexcept nogil:
        cdef int32_t begin = self.first_member[component]
        cdef int32_t end = self.first_member[component + 1]
        cdef int32_t k, fact
        self.waiting[component >> 6] &= ~bit_of(component)
        for k in range(begin, end):
            fact = self.members[k]
            self.before[k - begin] = is_set(state, fact)
            state[fact >> 6] &= ~bit_of(fact)
        self.derive(component, state)
        for k in range(begin, end):
            if is_set(state, self.members[k]) != self.before[k - begin]:
                self.call_watchers(self.members[k])

    cdef void derive(self, int32_t component, uint64_t* state) noexcept nogil:
        """Make true what follows, from a state where nothing of the component is."""
        cdef int32_t rule, fact, head, k
        cdef Py_ssize_t taken = 0, queued = 0
        cdef const int32_t* literals = &self.literals[0]
        for rule in range(self.first_rule[component], self.first_rule[component + 1]):
            fact = self.heads[rule]
            if not is_set(state, fact) and all_hold(
                state, literals, self.first_literal[rule], self.first_literal[rule + 1]
            ):
                state[fact >> 6] |= bit_of(fact)
                self.queue[queued] = fact
                queued += 1
        while taken < queued:
            fact = self.queue[taken]
            taken += 1
            for k in range(self.first_user[fact], self.first_user[fact + 1]):
                rule = self.users[k]
                head = self.heads[rule]
                if not is_set(state, head) and all_hold(
                    state, literals, self.first_literal[rule], self.first_literal[rule + 1]
                ):
                    state[head >> 6] |= bit_of(head)
                    self.queue[queued] = head
                    queued += 1
