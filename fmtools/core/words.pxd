"""States as rows of 64-bit words: bit tricks, hashing, and the one distance function.

A variable is a cell of 1, 8 or 16 bits, or, in packed rows, of as many as it needs; no cell lies
across two words, and unused bits stay 0. `low` has every bit of a cell set except its highest (0 for
1-bit cells), word by word, and is all that the loop needs to know of the layout.
"""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

cdef extern from *:
    """
    #define fmtools_popcount(x) __builtin_popcountll(x)
    #define fmtools_trailing_zeros(x) __builtin_ctzll(x)
    #define fmtools_prefetch(address) __builtin_prefetch(address)
    """
    int popcount "fmtools_popcount"(uint64_t x) nogil
    int trailing_zeros "fmtools_trailing_zeros"(uint64_t x) nogil  # of a word that is not zero
    void prefetch "fmtools_prefetch"(const void* address) nogil

cdef inline uint64_t bit_of(Py_ssize_t position) noexcept nogil:
    return (<uint64_t>1) << (position & 63)


cdef inline int64_t distance(
    const uint64_t* row,
    const uint64_t* reference,
    const uint64_t* mask,
    const uint64_t* low,
    Py_ssize_t num_words,
) noexcept nogil:
    """How many variables under `mask` differ: goal count and effect size are both this number.

    Adding `low` to the low bits of a cell carries into its top bit unless they are all zero.
    """
    cdef int64_t total = 0
    cdef Py_ssize_t w
    cdef uint64_t x
    for w in range(num_words):
        x = (row[w] ^ reference[w]) & mask[w]
        total += popcount((((x & low[w]) + low[w]) | x) & ~low[w])
    return total


cdef inline uint64_t mixed_in(uint64_t h, uint64_t value) noexcept nogil:
    """One more value in a hash."""
    h = (h ^ value) * 0xD6E8FEB86659FD93u
    return h ^ (h >> 32)


cdef inline uint64_t hash_word(uint64_t value, uint64_t key) noexcept nogil:
    """What a word adds to the sum that a row's hash is made of; keys are `words.hash_keys`."""
    return (value ^ (value >> 32)) * key


cdef inline uint64_t hash_sum(uint64_t total) noexcept nogil:
    """The hash of a row whose words add up to this."""
    total = (total ^ (total >> 32)) * 0x9E3779B97F4A7C15u
    return total ^ (total >> 29)


cdef inline uint64_t hash_row(
    const uint64_t* row, const uint64_t* keys, Py_ssize_t num_words
) noexcept nogil:
    """A well mixed number of one row of words; a sum, so that who changes few words need not look
    at the others."""
    cdef uint64_t total = 0
    cdef Py_ssize_t w
    for w in range(num_words):
        total += hash_word(row[w], keys[w])
    return hash_sum(total)


cdef inline bint same_row(
    const uint64_t* row, const uint64_t* other, Py_ssize_t num_words
) noexcept nogil:
    """Without a branch a word: rows that are compared are nearly always the same."""
    cdef uint64_t difference = 0
    cdef Py_ssize_t w
    for w in range(num_words):
        difference |= row[w] ^ other[w]
    return difference == 0


cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """The output of splitmix64 for its state z."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef inline int64_t cell(const uint64_t* row, Py_ssize_t v, int cell_bits) noexcept nogil:
    """The value of one variable."""
    if cell_bits == 1:
        return (row[v >> 6] >> (v & 63)) & 1
    return (<const uint8_t*>row)[v] if cell_bits == 8 else (<const uint16_t*>row)[v]


cdef inline void put_cell(
    uint64_t* row, Py_ssize_t v, int cell_bits, int64_t value
) noexcept nogil:
    """Write one variable of a row that is zero there; the value fits."""
    if cell_bits == 1:
        row[v >> 6] |= <uint64_t>(value & 1) << (v & 63)
    elif cell_bits == 8:
        (<uint8_t*>row)[v] = <uint8_t>value
    else:
        (<uint16_t*>row)[v] = <uint16_t>value
