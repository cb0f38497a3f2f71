"""The cube: turns against a published table, orders of known sequences, counts by depth."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmtools.errors import InputError, UsageError
from fmtools.simulator import Simulator, goal_count
from fmtools.simulators.cube import Cube, position_maps, sticker_places
from fmtools.simulators.cube_notation import invert_moves, parse_moves

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

# The generators in the manual of the GAP system (example "Rubik's cube"), whose stickers 1..48 are
# numbered along the same net as our positions 0..47. Each cycle sends a place to the next.
PUBLISHED_CYCLES = {
    "U": [(1, 3, 8, 6), (2, 5, 7, 4), (9, 33, 25, 17), (10, 34, 26, 18), (11, 35, 27, 19)],
    "L": [(9, 11, 16, 14), (10, 13, 15, 12), (1, 17, 41, 40), (4, 20, 44, 37), (6, 22, 46, 35)],
    "F": [(17, 19, 24, 22), (18, 21, 23, 20), (6, 25, 43, 16), (7, 28, 42, 13), (8, 30, 41, 11)],
    "R": [(25, 27, 32, 30), (26, 29, 31, 28), (3, 38, 43, 19), (5, 36, 45, 21), (8, 33, 48, 24)],
    "B": [(33, 35, 40, 38), (34, 37, 39, 36), (3, 9, 46, 32), (2, 12, 47, 29), (1, 14, 48, 27)],
    "D": [(41, 43, 48, 46), (42, 45, 47, 44), (14, 22, 30, 38), (15, 23, 31, 39), (16, 24, 32, 40)],
}

move_sequences = st.lists(st.integers(0, 11), max_size=30)


@pytest.mark.parametrize("face", PUBLISHED_CYCLES)
def test_turn_equals_the_published_permutation(face):
    expected = np.arange(48)
    for cycle in PUBLISHED_CYCLES[face]:
        for place, following in zip(cycle, cycle[1:] + cycle[:1], strict=True):
            expected[place - 1] = following - 1
    cube = Cube()
    assert (position_maps()[cube.action_id(face)] == expected).all()


def test_every_turn_moves_20_stickers_in_five_cycles_of_four():
    for turn in position_maps():
        assert sorted(_cycle_lengths(turn)) == [1] * 28 + [4] * 5


def test_stickers_of_one_small_cube_stay_together():
    cubies = [sticker.cubie for sticker in sticker_places()]
    for turn in position_maps():
        for one in range(48):
            for other in range(one):
                assert (cubies[one] == cubies[other]) == (cubies[turn[one]] == cubies[turn[other]])


def test_actions_stand_in_the_papers_order():
    cube = Cube()
    assert isinstance(cube, Simulator)
    names = [cube.action_name(action) for action in cube.applicable(cube.start())]
    assert " ".join(names) == "B B' D D' F F' L L' R R' U U'"
    assert [cube.action_id(name) for name in names] == list(range(12))


@pytest.mark.parametrize(
    ("moves", "order"),
    [
        ("R", 4),
        ("R2", 2),
        ("R U", 105),
        ("R U R' U'", 6),
        ("R U'", 63),
        ("R2 U2", 6),
        ("R U R' U R U2 R'", 6),
        ("R U R' U' R' F R2 U' R' U' R U R' F'", 2),
        ("R U2 D' B D'", 1260),
        (SUPERFLIP, 2),
        ("", 1),
    ],
)
def test_sequence_has_its_known_order(moves, order):
    assert np.lcm.reduce(_cycle_lengths(Cube(moves).start())) == order


def test_superflip_flips_all_edges_in_place_and_leaves_corners():
    state = Cube(SUPERFLIP).start()
    places = sticker_places()
    for sticker, place in enumerate(state):
        is_edge = sum(map(abs, places[sticker].cubie)) == 2
        assert places[place].cubie == places[sticker].cubie
        assert (place != sticker) == is_edge


def test_expert_three_corner_swap_touches_nine_stickers():
    cube = Cube("L' B L F' L' B' L F")
    assert goal_count(cube.start(), cube.goal()) == 9


def test_states_by_depth_match_the_published_counts():
    maps = position_maps()
    layer = np.arange(48, dtype=np.uint8)[None]
    seen = {layer[0].tobytes()}
    counts = [1]
    for _ in range(5):
        successors = np.ascontiguousarray(maps[:, layer]).reshape(-1, 48)
        new = {row.tobytes() for row in successors} - seen
        seen |= new
        layer = np.frombuffer(b"".join(new), dtype=np.uint8).reshape(-1, 48)
        counts.append(len(new))
    assert counts == [1, 12, 114, 1068, 10011, 93840]


@given(move_sequences)
def test_inverse_sequence_undoes_the_scramble(moves):
    cube = Cube([*moves, *invert_moves(moves)])
    assert goal_count(cube.start(), cube.goal()) == 0


@given(move_sequences)
def test_start_is_the_scramble_played_from_the_solved_state(moves):
    solved = Cube()
    state = solved.start()
    for action in moves:
        state = solved.successor(state, action)
    assert (Cube(moves).start() == state).all()
    assert sorted(state) == list(range(48))


def test_goal_scramble_sets_the_goal():
    cube = Cube("R U", goal_scramble="R U")
    assert goal_count(cube.start(), cube.goal()) == 0
    assert goal_count(Cube().start(), Cube(goal_scramble="F").goal()) == 20


def test_same_seed_gives_the_same_scramble_of_60_turns():
    cube = Cube.scrambled(3)
    assert len(cube.scramble) == 60
    assert cube.scramble == Cube.scrambled(3).scramble
    assert cube.scramble != Cube.scrambled(4).scramble
    assert Cube.scrambled(3, steps=0).scramble == ()


def test_bad_scrambles_are_told():
    with pytest.raises(InputError, match=r"^scramble: move 2 is 'X'"):
        Cube("R X")
    with pytest.raises(InputError, match=r"^goal scramble: no action 12"):
        Cube(goal_scramble=[12])
    with pytest.raises(UsageError, match="steps"):
        Cube.scrambled(0, steps=-1)
    with pytest.raises(InputError, match="not one quarter turn"):
        Cube().action_id("R2")


def test_kernel_arrays_agree_with_successor_on_a_random_walk():
    cube = Cube.scrambled(1)
    kernel = cube.kernel
    assert kernel.key == -1
    assert kernel.actions[kernel.offsets[0] : kernel.offsets[1]].tolist() == list(range(12))
    assert kernel.maps.dtype == np.uint8
    assert kernel.maps.flags.c_contiguous
    assert (kernel.steps == 1).all()
    rng = np.random.default_rng(1)
    state = cube.start()
    for action in rng.integers(12, size=200).tolist():
        after = cube.successor(state, action)
        assert (kernel.maps[action][state] == after).all()
        state = after


def test_expert_two_edge_flip_touches_four_stickers():
    moves = "L R' F L R' D L R' B L R' U U L R' F L R' D L R' B L R'"
    cube = Cube(moves)
    assert len(parse_moves(moves)) == 24
    assert goal_count(cube.start(), cube.goal()) == 4


def _cycle_lengths(permutation):
    seen, lengths = set(), []
    for first in range(len(permutation)):
        length = 0
        while first not in seen:
            seen.add(first)
            first = int(permutation[first])
            length += 1
        if length:
            lengths.append(length)
    return lengths
