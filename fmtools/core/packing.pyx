"""Rows of facts, packed: a field for every group of facts of which at most one is true.

What such a field holds is the number of its true fact, or one more where none is. Facts in no group
have a bit each. Fields fill words from the low end, the widest first, and never lie across two.
"""

cimport cython
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memset

import numpy as np

from fmtools.core.layout import Layout

PLACE = np.dtype(
    [("mask", "u8"), ("value", "u8"), ("absent", "u8"), ("word", "i4"), ("field", "i4")]
)
FIELD = np.dtype([("word", "i4"), ("shift", "i4"), ("mask", "i4"), ("first", "i4")])
RUN = np.dtype(
    [("word", "i4"), ("shift", "i4"), ("fact_word", "i4"), ("fact_shift", "i4"), ("mask", "u8")]
)


cdef const void* address(object array) except? NULL:
    """Of an array that is never empty and lives as long as the address is used."""
    cdef const unsigned char[::1] view = array.view(np.uint8).reshape(-1)
    return &view[0]


@cython.final
cdef class Packing:
    """group: int32[facts], -1 for facts in none; may_be_empty: uint8[groups]."""

    def __init__(self, group, may_be_empty):
        self.num_variables = len(group)
        self.num_fact_words = Layout(len(group), 1).num_words
        sizes = np.bincount(group[group >= 0], minlength=len(may_be_empty))
        most = np.maximum(sizes - 1 + may_be_empty, 1)  # the largest value
        bits = np.ceil(np.log2(most + 1)).astype(np.int64)
        order = np.argsort(-bits, kind="stable")
        words, shifts, end = _fill(bits[order])
        fields = np.zeros(max(1, len(order)), FIELD)[: len(order)]
        fields["word"][order], fields["shift"][order] = words, shifts
        fields["mask"] = (1 << bits) - 1
        fields["first"] = np.cumsum(1 << bits) - (1 << bits)
        places = np.zeros(max(1, len(group)), PLACE)[: len(group)]
        facts = np.full(int((1 << bits).sum()), -1, np.int32)
        self._place_groups(group, sizes, fields, places, facts)
        self._absents = np.zeros(len(order), np.uint64)
        self._absents[group[group >= 0]] = places["absent"][group >= 0]
        singles = np.flatnonzero(group < 0)
        self._place_singles(singles, end, len(order), places)
        self._runs = _runs_of(singles, end)
        self._places, self._fields, self.facts = places, fields, facts
        self.places = <const Place*>address(places) if len(places) else NULL
        self.fields = <const Field*>address(fields) if len(fields) else NULL
        self.runs = <const Run*>address(self._runs) if len(self._runs) else NULL
        self.num_fields, self.num_runs = len(fields), len(self._runs)
        self.num_words = max(1, -(-(end + len(singles)) // 64))
        self.low = _low(places, self.num_words)

    def _place_groups(self, group, sizes, fields, places, facts):
        """The facts of groups: values are numbers in the group, the next one is for none."""
        members = np.argsort(group, kind="stable")[np.count_nonzero(group < 0) :]
        of = group[members]
        value = np.arange(len(members)) - (np.cumsum(sizes) - sizes)[of]
        shift = fields["shift"][of].astype(np.uint64)
        places["word"][members], places["field"][members] = fields["word"][of], of
        places["mask"][members] = fields["mask"][of].astype(np.uint64) << shift
        places["value"][members] = value.astype(np.uint64) << shift
        fits = sizes[of] <= fields["mask"][of]
        places["absent"][members] = np.where(fits, sizes[of], 0).astype(np.uint64) << shift
        facts[fields["first"][of] + value] = members

    def _place_singles(self, singles, end, num_fields, places):
        at = end + np.arange(len(singles))
        bit = np.uint64(1) << (at & 63).astype(np.uint64)
        places["word"][singles], places["field"][singles] = at >> 6, num_fields + np.arange(len(at))
        places["mask"][singles] = places["value"][singles] = bit

    cdef void write_facts(self, const uint64_t* row, uint64_t* facts) noexcept nogil:
        """The facts of a packed row, one bit each."""
        cdef Py_ssize_t k
        cdef int32_t fact
        cdef const Field* field
        cdef const Run* run
        memset(facts, 0, self.num_fact_words * sizeof(uint64_t))
        for k in range(self.num_runs):
            run = self.runs + k
            facts[run.fact_word] |= ((row[run.word] >> run.shift) & run.mask) << run.fact_shift
        for k in range(self.num_fields):
            field = self.fields + k
            fact = self.facts[field.first + <int32_t>((row[field.word] >> field.shift) & field.mask)]
            if fact >= 0:
                facts[fact >> 6] |= (<uint64_t>1) << (fact & 63)

    def pack(self, values):
        """Values of all facts -> one packed row; None where a group has two true facts, or none
        where it must have one."""
        cdef uint64_t[::1] row = np.zeros(self.num_words, np.uint64)
        cdef unsigned char[::1] taken = np.zeros(self.num_fields + len(values), np.uint8)
        cdef const uint64_t[::1] absents = self._absents
        cdef const Place* place
        cdef Py_ssize_t k
        if len(values) != self.num_variables:
            raise ValueError(f"{len(values)} values, not {self.num_variables}")
        for k in range(self.num_fields):
            row[self.fields[k].word] |= absents[k]
        for k in np.flatnonzero(values).tolist():
            place = self.places + k
            if taken[place.field]:
                return None
            taken[place.field] = True
            row[place.word] = (row[place.word] & ~place.mask) | place.value
        packed = np.asarray(row)
        return packed if np.array_equal(self.unpack(packed), np.asarray(values) != 0) else None

    def unpack(self, row):
        """One packed row -> values of all facts."""
        return self.unpack_rows(row.reshape(1, -1))[0]

    def unpack_rows(self, rows):
        """Many packed rows -> uint8[rows, facts]."""
        cdef const uint64_t[:, ::1] packed = np.ascontiguousarray(rows)
        wide = np.empty((len(rows), self.num_fact_words), np.uint64)
        cdef uint64_t[:, ::1] view = wide
        cdef Py_ssize_t k
        if packed.shape[1] != self.num_words:
            raise ValueError(f"rows have {packed.shape[1]} words, not {self.num_words}")
        for k in range(packed.shape[0]):
            self.write_facts(&packed[k, 0], &view[k, 0])
        return Layout(self.num_variables, 1).unpack_rows(wide)

    def pack_partial(self, assignment):
        """Partial assignment -> (reference, mask), in which one field counts as one variable; None
        where that would miscount: two facts of one group, or one that must be false."""
        both = np.zeros((2, self.num_words), np.uint64)
        cdef uint64_t[:, ::1] view = both
        cdef const Place* place
        cdef Py_ssize_t k
        seen = set()
        for fact, value in assignment.items():
            k = fact
            if not 0 <= k < self.num_variables:
                raise IndexError(fact)
            place = self.places + k
            if place.field in seen or (not value and place.field < self.num_fields):
                return None
            seen.add(place.field)
            view[1, place.word] |= place.mask
            if value:
                view[0, place.word] |= place.value
        reference, mask = both
        return reference, mask


def _fill(bits):
    """(words, shifts, end): where fields of these widths lie, one after the other."""
    words, shifts = np.zeros((2, len(bits)), np.int64)
    at = 0
    for k, width in enumerate(bits.tolist()):
        if (at & 63) + width > 64:
            at = (at | 63) + 1
        words[k], shifts[k] = at >> 6, at & 63
        at += width
    return words, shifts, at


def _runs_of(singles, end):
    """Single facts lie in order from bit `end` on: those in one word both there and as facts."""
    at = end + np.arange(len(singles))
    breaks = (np.diff(singles) != 1) | (singles[1:] & 63 == 0) | (at[1:] & 63 == 0)
    first = np.flatnonzero(np.concatenate([np.ones(min(1, len(at)), bool), breaks]))
    lengths = np.diff(np.append(first, len(singles))).astype(np.uint64)
    runs = np.zeros(len(first), RUN)
    runs["word"], runs["shift"] = at[first] >> 6, at[first] & 63
    runs["fact_word"], runs["fact_shift"] = singles[first] >> 6, singles[first] & 63
    runs["mask"] = np.uint64(0xFFFFFFFFFFFFFFFF) >> (np.uint64(64) - lengths)
    return runs


def _low(places, num_words):
    """Every bit of a field but its highest; unused bits count as fields of their own."""
    low = np.zeros(num_words, np.uint64)
    mask = places["mask"]
    np.bitwise_or.at(low, places["word"], mask & (mask >> np.uint64(1)))
    return low
