"""Records of small numbers, packed into 64-bit words and sorted by their digits.

A radix sort from the least significant digit up: time grows with the number of records alone, and
it can be interrupted anywhere. Digits that all records share are passed over.
"""

cimport cython
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    DIGIT_BITS = 11
    NUM_DIGITS = 1 << 11


cdef int bits_for(int64_t num_values) noexcept:
    """Bits that hold 0 … num_values - 1."""
    return max(1, (int(num_values) - 1).bit_length())


@cython.no_gc_clear
cdef class Records:
    def __init__(self, Memory memory, int64_t count, list field_bits, int payload_bits=0):
        """Fields of so many bits are compared, the first before all; the payload is not."""
        cdef int word = 0, used = 0, bits
        cdef Py_ssize_t k
        self.memory = memory
        self.num_fields = len(field_bits) + 1
        memory.need(<void**>&self.fields, 0, self.num_fields * sizeof(Field))
        for k in range(self.num_fields - 1):
            bits = field_bits[k]
            if used + bits > 64:
                word += 1
                used = 0
            used += bits
            self.fields[k] = Field(word, 64 - used, ((<uint64_t>1) << bits) - 1)
        self.num_compared = word + 1
        self.num_words = word + 1
        if payload_bits > 0:
            if used + payload_bits > 64:
                self.num_words += 1
            self.fields[self.num_fields - 1] = Field(
                self.num_words - 1, 0, ((<uint64_t>1) << payload_bits) - 1
            )
        memory.need(<void**>&self.words, 0, count * self.num_words * sizeof(uint64_t))
        self.count = count

    def __dealloc__(self):
        cdef int64_t num_bytes = self.count * self.num_words * sizeof(uint64_t)
        if self.memory is None:
            return
        self.memory.release(self.words, num_bytes)
        self.memory.release(self.spare, num_bytes)
        self.memory.release(self.fields, self.num_fields * sizeof(Field))

    cdef int sort(self, Watch watch) except -1 nogil:
        cdef int64_t num_bytes = self.count * self.num_words * sizeof(uint64_t)
        cdef Py_ssize_t word
        cdef Field* payload = self.fields + self.num_fields - 1
        cdef uint64_t differ, first
        cdef int64_t i
        cdef int shift
        if self.spare == NULL:
            self.memory.need(<void**>&self.spare, 0, num_bytes)
        for word in range(self.num_compared - 1, -1, -1):
            differ = 0
            first = self.words[word] if self.count > 0 else 0
            for i in range(self.count):
                differ |= self.words[i * self.num_words + word] ^ first
            if word == payload.word:
                differ &= ~payload.mask
            shift = 0
            while shift < 64 and differ >> shift != 0:
                # From the lowest bit that differs on: fewer digits where fields are small.
                while not (differ >> shift) & 1:
                    shift += 1
                self.sort_by_digit(word, shift, watch)
                shift += DIGIT_BITS
        self.memory.release(self.spare, num_bytes)
        self.spare = NULL
        return 0

    cdef int sort_by_digit(self, Py_ssize_t word, int shift, Watch watch) except -1 nogil:
        """Stable, by DIGIT_BITS bits from `shift` on."""
        cdef int64_t[NUM_DIGITS] place
        cdef int64_t i, size, total = 0
        cdef int digit
        cdef Py_ssize_t k, num_words = self.num_words
        cdef uint64_t* words = self.words
        cdef uint64_t* spare = self.spare
        memset(place, 0, sizeof(place))
        for i in range(self.count):
            place[(words[i * num_words + word] >> shift) & (NUM_DIGITS - 1)] += 1
        for digit in range(NUM_DIGITS):
            size = place[digit]
            place[digit] = total
            total += size
        for i in range(self.count):
            watch.tick()
            digit = (words[i * num_words + word] >> shift) & (NUM_DIGITS - 1)
            for k in range(num_words):
                spare[place[digit] * num_words + k] = words[i * num_words + k]
            place[digit] += 1
        self.words = spare
        self.spare = words
        return 0
