"""Expert macros: six sequences, 96 variations each, and what they are known to move."""

import numpy as np
import pytest

from fmtools.errors import InputError, UsageError
from fmtools.simulators.cube import Cube, position_maps
from fmtools.simulators.cube_experts import (
    EXPERT_MACROS,
    expert_lengths,
    expert_sequences,
    net_map,
    random_formulas,
    turn_symmetries,
    variations,
)
from fmtools.simulators.cube_notation import QUARTER_TURNS

MOVED_STICKERS = {
    "R-permutation": 10,
    "3-edge swap, face": 6,
    "3-edge swap, middle": 6,
    "3-corner swap": 9,
    "2-edge flip": 4,
    "2-corner rotate": 6,
}


def _turns(text):
    return tuple(text.split())


def _effect_size(sequence):
    return int((net_map(sequence) != np.arange(48)).sum())


def _cycle_lengths(targets):
    seen, lengths = set(), []
    for first in range(48):
        length, place = 0, first
        while place not in seen:
            seen.add(place)
            place = int(targets[place])
            length += 1
        lengths.append(length)
    return sorted(lengths)


def _renamed(sequence, table):
    return tuple(table[turn] for turn in sequence)


def test_experts_stand_in_the_order_of_the_papers_runs():
    assert list(EXPERT_MACROS) == list(MOVED_STICKERS)
    assert expert_lengths() == (17, 12, 8, 8, 24, 14)


@pytest.mark.parametrize("name", EXPERT_MACROS)
def test_expert_moves_as_many_stickers_as_its_name_says(name):
    assert _effect_size(EXPERT_MACROS[name].split()) == MOVED_STICKERS[name]


@pytest.mark.parametrize("name", EXPERT_MACROS)
def test_every_expert_has_96_variations_of_its_own_length_and_cycles(name):
    sequence = tuple(EXPERT_MACROS[name].split())
    found = variations(sequence)
    assert len(found) == len(set(found)) == 96
    assert sequence in found
    texts = [" ".join(variation) for variation in found]
    assert texts == sorted(texts)
    assert {len(variation) for variation in found} == {len(sequence)}
    cycles = _cycle_lengths(net_map(sequence))
    assert all(_cycle_lengths(net_map(variation)) == cycles for variation in found)


def test_variations_hold_mirror_images_inverses_and_turned_cubes():
    sequence = _turns("R U R' F")
    mirror = {"R": "L'", "R'": "L", "U": "U'", "F": "F'"}
    seen_from_the_right = {"R": "F", "R'": "F'", "U": "U", "F": "L"}
    found = variations(sequence)
    assert _renamed(sequence, mirror) in found
    assert _renamed(sequence, seen_from_the_right) in found
    assert _turns("F' R U' R'") in found
    assert _turns("L' U' L F") not in found


def test_a_variation_varies_back():
    sequence = EXPERT_MACROS["3-corner swap"].split()
    found = variations(sequence)
    assert all(variations(variation) == found for variation in found[::19])


def test_single_turn_varies_into_all_twelve():
    assert variations(["R"]) == tuple((turn,) for turn in sorted(QUARTER_TURNS))


def test_symmetries_are_48_distinct_ways_to_rename_turns():
    symmetries = turn_symmetries()
    assert len(set(symmetries)) == 48
    assert tuple(range(12)) in symmetries
    assert all(sorted(symmetry) == list(range(12)) for symmetry in symmetries)
    assert all(symmetry[a ^ 1] == symmetry[a] ^ 1 for symmetry in symmetries for a in range(12))


def test_symmetries_keep_which_turns_commute():
    maps = position_maps()
    commute = {
        (a, b) for a in range(12) for b in range(12) if (maps[a][maps[b]] == maps[b][maps[a]]).all()
    }
    for symmetry in turn_symmetries():
        assert {(symmetry[a], symmetry[b]) for a, b in commute} == commute


def test_there_are_576_experts_and_252_distinct_ones():
    every, distinct = expert_sequences(), expert_sequences(distinct=True)
    assert len(every) == 576
    assert len(distinct) == 252
    effects = [net_map(sequence).tobytes() for sequence in every]
    first = [s for i, s in enumerate(every) if effects[i] not in effects[:i]]
    assert list(distinct) == first
    assert every[0] == _turns("B B D' B' L' B' L B D B' L L B L L B' L'")


def test_net_map_is_what_the_simulator_does_step_by_step():
    cube = Cube.scrambled(4)
    for sequence in expert_sequences()[::97]:
        state = cube.start()
        for turn in sequence:
            state = cube.successor(state, cube.action_id(turn))
        assert (state == net_map(sequence)[cube.start()]).all()


def test_random_formulas_take_after_the_experts_lengths():
    found = random_formulas(expert_lengths(), np.random.default_rng(3))
    assert [len(sequence) for sequence in found] == [
        length for length in expert_lengths() for _ in range(96)
    ]
    for first in range(0, len(found), 96):
        assert found[first : first + 96] == variations(found[first])
    assert all(_effect_size(sequence) > 0 for sequence in found[::96])


def test_random_formulas_depend_on_the_seed_alone():
    one, same, other = (random_formulas([8, 8], np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one == same != other
    assert one[:96] != one[96:]


def test_random_formulas_move_more_than_experts():
    found = random_formulas(expert_lengths(), np.random.default_rng(0))
    assert np.mean([_effect_size(s) for s in found[::96]]) > 20


def test_formula_too_short_for_96_variations_is_refused():
    with pytest.raises(UsageError, match="2 turns"):
        random_formulas([2], np.random.default_rng(0))


def test_unknown_turn_in_a_sequence_is_named():
    with pytest.raises(InputError, match="'M'"):
        variations(["R", "M"])
