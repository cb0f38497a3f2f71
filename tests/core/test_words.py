"""The distance function, packing and hashing against plain Python."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmtools.core.layout import Layout
from fmtools.core.words import count_ones, lowest_one, row_distance, row_hash


@pytest.mark.parametrize("cell_bits", [1, 8, 16])
@given(data=st.data())
def test_distance_counts_variables_that_differ_under_the_mask(cell_bits, data):
    size = data.draw(st.integers(1, 70))
    values = st.lists(st.integers(0, (1 << cell_bits) - 1), min_size=size, max_size=size)
    one, other = data.draw(values), data.draw(values)
    masked = data.draw(st.sets(st.integers(0, size - 1)))
    layout = Layout(size, cell_bits)
    reference, mask = layout.pack_partial({v: other[v] for v in masked})
    expected = sum(one[v] != other[v] for v in masked)
    low = np.full(layout.num_words, layout.low, np.uint64)
    assert row_distance(layout.pack(one), reference, mask, low) == expected


@pytest.mark.parametrize("cell_bits", [1, 8, 16])
@given(data=st.data())
def test_unpack_gives_back_what_was_packed(cell_bits, data):
    size = data.draw(st.integers(1, 70))
    values = data.draw(st.lists(st.integers(0, (1 << cell_bits) - 1), min_size=size, max_size=size))
    layout = Layout(size, cell_bits)
    assert layout.unpack(layout.pack(values)).tolist() == values


@given(st.integers(1, 2**64 - 1))
def test_bit_tricks_agree_with_python_integers(number):
    assert count_ones(number) == number.bit_count()
    assert lowest_one(number) == (number & -number).bit_length() - 1


def test_hashes_of_neighbouring_states_spread_over_the_table():
    rows = np.array(
        [Layout(8, 8).pack([i % 251, i // 251, 0, 0, 0, 0, 0, 1]) for i in range(20000)]
    )
    hashes = np.array([row_hash(row) for row in rows], np.uint64)
    assert len(np.unique(hashes)) == len(rows)
    for shift in (0, 32, 49):
        slots = (hashes >> np.uint64(shift)) & np.uint64(0x7FFF)
        assert 14500 < len(np.unique(slots)) < 15500  # 2^15 slots, 20,000 draws: 14,970 expected
