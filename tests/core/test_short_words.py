"""Short words, their pairs, and the beam, against plain Python on a world of 27 states."""

import itertools

import numpy as np
import pytest

from fmtools.limits import Limits
from fmtools.macro_table import MacroTable
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.tables.beam import TAIL, CompiledTable, search_beam
from fmtools.tables.invertible import MapLearner
from fmtools.tables.short_words import Chain, ShortWords
from tests.reference.beam import reference_beam
from tests.tables.table_worlds import Dials


def learned_maps(simulator):
    return MapLearner(simulator, np.random.default_rng(0), 10**6).run()


@pytest.fixture(scope="module")
def dials():
    return learned_maps(Dials(3, 3))


@pytest.fixture(scope="module")
def puzzle():
    return learned_maps(NPuzzle(2))


def test_every_effect_is_found_once_by_a_shortest_word(dials):
    words = ShortWords(dials, 1000, 10**6)
    shortest = {}
    for length in range(7):
        for word in itertools.product(range(3), repeat=length):
            shortest.setdefault(dials.row(word).tobytes(), length)
    assert words.count == len(shortest) == 27
    for node in range(words.count):
        word = words.word(node)
        assert np.array_equal(words.rows[node], dials.row(word))
        assert words.nodes["depth"][node] == len(word) == shortest[words.rows[node].tobytes()]


def test_enumeration_ends_with_its_room_or_its_steps(dials):
    assert ShortWords(dials, 10, 10**6).count == 10
    assert ShortWords(dials, 1000, 12).steps == 12


@pytest.mark.parametrize("name", ["dials", "puzzle"])
def test_pairs_are_the_shortest_that_leave_the_order_alone(name, request):
    """All pairs of words, one after the other, with no limit on repeats."""
    maps = request.getfixturevalue(name)
    goal = [0, 0, 0] if name == "dials" else [3, 0, 1, 2]
    order = [2, 0, 1] if name == "dials" else [1, 2, 3]
    words = ShortWords(maps, 60, 10**6)
    chain = Chain(words, goal)
    for level, variable in enumerate(order):
        homes = [int(maps.bases[v]) + goal[v] for v in order[:level]]
        best = {}
        for one, other in itertools.product(range(words.count), repeat=2):
            first, second = words.nodes[one], words.nodes[other]
            if first["at"] != second["at"]:
                continue
            word = words.word(one) + maps.inverse(words.word(other))
            row = maps.row(word)
            at = int(first["source"])
            # Where the blank stands, no tile belongs: neither before the word nor after it.
            taken = {home % maps.stride for home in homes}
            if maps.key >= 0 and (
                maps.key_values[at] in taken
                or maps.key_values[second["source"]] in taken | {goal[variable]}
            ):
                continue
            if any(row[home] != home % maps.stride for home in homes):
                continue
            base = int(maps.bases[variable])
            for value in range(maps.num_values):
                if maps.key >= 0 and value == maps.key_values[at]:
                    continue
                if value != goal[variable] and row[base + value] == goal[variable]:
                    length = int(first["depth"] + second["depth"])
                    best[at, value] = min(best.get((at, value), 99), length)
        found = chain.words(variable, 3, 60)
        cells = chain.pairs(variable, 3, 60)
        lengths = cells.pairs["length"][:, 0]
        kept = {divmod(int(c), maps.stride): int(lengths[c]) for c in np.flatnonzero(cells.used)}
        assert kept == best
        assert found.words.keys() == best.keys()
        for (at, value), several in found.words.items():
            for word in several:
                row = maps.row(word)
                assert maps.sources[word[0]] == at
                assert row[int(maps.bases[variable]) + value] == goal[variable]
                assert all(row[home] == home % maps.stride for home in homes)
        chain.add(variable)


@pytest.mark.parametrize("width", [1, 2, 9])
def test_the_beam_agrees_with_the_reference(dials, width):
    words = ShortWords(dials, 27, 10**6)
    chain = Chain(words, [0, 0, 0])
    cells = {}
    for level, variable in enumerate((1, 0, 2)):
        for (at, value), several in chain.words(variable, 4, 27).words.items():
            cells[level, at, value] = several
        chain.add(variable)
    table = MacroTable(dials, {0: 0, 1: 0, 2: 0}, (1, 0, 2), cells)
    compiled = CompiledTable(table)
    for start in itertools.product(range(3), repeat=3):
        found = search_beam(compiled, np.array(start, np.uint8), 3, width, Limits())
        assert (found.words, found.generated) == reference_beam(table, start, width, TAIL)
        assert found.words is not None
