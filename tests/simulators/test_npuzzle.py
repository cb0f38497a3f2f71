"""The n-puzzle: tiles in and out, parity, moves, counts by depth, the compiled twin's arrays."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.simulator import Simulator, goal_count
from fmtools.simulators.npuzzle import (
    NPuzzle,
    check_tiles,
    is_solvable,
    ordered_tiles,
    parse_tiles,
    state_to_tiles,
    tiles_to_state,
)


def test_fifteen_puzzle_has_16_variables_and_48_actions_of_which_2_to_4_apply():
    puzzle = NPuzzle()
    assert isinstance(puzzle, Simulator)
    assert puzzle.num_variables == 16
    assert len(puzzle.moves) == 48
    counts = {len(NPuzzle(4, _blank_at(cell)).applicable([cell])) for cell in range(16)}
    assert counts == {2, 3, 4}


def test_default_start_is_the_goal_with_the_blank_last():
    puzzle = NPuzzle()
    assert puzzle.goal() == {0: 15, **{tile: tile - 1 for tile in range(1, 16)}}
    assert goal_count(puzzle.start(), puzzle.goal()) == 0


def test_actions_are_numbered_by_blank_position_then_up_down_left_right():
    names = [NPuzzle(3).action_name(action) for action in range(24)]
    assert names[:2] == ["blank 0 down", "blank 0 right"]
    in_the_middle = [f"blank 4 {way}" for way in ("up", "down", "left", "right")]
    assert names[10:14] == in_the_middle
    assert names[-1] == "blank 8 left"


def test_up_swaps_the_blank_with_the_tile_above():
    puzzle = NPuzzle(3, "1 2 3 4 0 5 7 8 6")
    after = puzzle.successor(puzzle.start(), puzzle.action_id("blank 4 up"))
    assert state_to_tiles(after) == (1, 0, 3, 4, 2, 5, 7, 8, 6)


@pytest.mark.parametrize("width", range(2, 9))
def test_action_names_are_distinct_and_parse_back(width):
    puzzle = NPuzzle(width)
    actions = range(len(puzzle.moves))
    assert len(actions) == 4 * width * (width - 1)
    assert [puzzle.action_id(puzzle.action_name(action)) for action in actions] == list(actions)


def test_unknown_action_name_says_what_is_accepted():
    with pytest.raises(InputError, match="blank CELL DIRECTION"):
        NPuzzle().action_id("blank 0 up")


def test_inapplicable_action_is_refused():
    puzzle = NPuzzle()
    with pytest.raises(SimulatorError, match="blank is at cell 15"):
        puzzle.successor(puzzle.start(), 0)


def test_states_by_depth_match_the_published_counts():
    puzzle = NPuzzle()
    counts = _counts_by_depth(puzzle, 9)
    assert counts == [1, 2, 4, 10, 24, 54, 107, 212, 446, 946]


def test_two_by_two_reaches_exactly_the_half_that_parity_allows():
    puzzle = NPuzzle(2)
    reached = _reachable(puzzle)
    assert len(reached) == 12
    for tiles in _permutations(4):
        assert is_solvable(tiles, puzzle.goal_tiles, 2) == (tiles in reached)


@given(st.permutations(range(9)), st.data())
def test_swapping_two_tiles_turns_solvable_into_unsolvable(tiles, data):
    goal = ordered_tiles(3)
    one, other = data.draw(
        st.lists(st.integers(1, 8), min_size=2, max_size=2, unique=True), label="tiles to swap"
    )
    swapped = [{one: other, other: one}.get(tile, tile) for tile in tiles]
    assert is_solvable(tiles, goal, 3) != is_solvable(swapped, goal, 3)


def test_unsolvable_start_is_an_input_error_not_a_search():
    with pytest.raises(InputError, match="parity"):
        NPuzzle(4, "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0")


@given(st.integers(2, 8).flatmap(lambda width: st.permutations(range(width * width))))
def test_tiles_written_as_text_are_read_back(tiles):
    assert parse_tiles(" ".join(map(str, tiles))) == tuple(tiles)
    assert parse_tiles(",\n".join(map(str, tiles))) == tuple(tiles)
    assert state_to_tiles(tiles_to_state(tiles)) == tuple(tiles)


@pytest.mark.parametrize(
    ("text", "width", "says"),
    [
        ("1 2 x 0", None, "tile 3 is 'x'"),
        ("1 -2 3 0", None, "tile 2 is '-2'"),
        ("1 2 3 ²", None, "tile 4"),
        ("1 2 3", None, "no square"),
        ("", None, "no square"),
        ("0", None, "no square"),
        ("1 2 3 0", 4, "needs 16"),
        ("1 2 2 0", None, "missing 3; repeated or out of range 2"),
        ("1 2 9 0", None, "missing 3; repeated or out of range 9"),
        ("1 2 3 4", None, "missing 0"),
    ],
)
def test_wrong_tiles_get_a_one_line_error_that_names_them(text, width, says):
    with pytest.raises(InputError, match=says) as error:
        parse_tiles(text, width)
    assert "\n" not in str(error.value)


def test_error_says_whether_start_or_goal_is_wrong():
    with pytest.raises(InputError, match=r"^goal: wrong tile set"):
        NPuzzle(2, goal=(1, 1, 2, 0))


@pytest.mark.parametrize("width", [-1, 0, 1, 9])
def test_width_outside_2_to_8_is_a_usage_error(width):
    with pytest.raises(UsageError, match="from 2 to 8"):
        NPuzzle(width)
    with pytest.raises(UsageError, match="from 2 to 8"):
        NPuzzle.scrambled(width, seed=0)


def test_same_seed_gives_the_same_scramble_and_others_differ():
    assert NPuzzle.scrambled(4, 7).start_tiles == NPuzzle.scrambled(4, 7).start_tiles
    assert len({NPuzzle.scrambled(4, seed).start_tiles for seed in range(20)}) == 20


def test_scrambles_reach_both_colours_of_the_blanks_cell():
    cells = [NPuzzle.scrambled(4, seed).start()[0] for seed in range(30)]
    assert {(cell // 4 + cell % 4) % 2 for cell in cells} == {0, 1}


def test_scramble_of_no_steps_is_the_goal_and_negative_steps_are_refused():
    assert NPuzzle.scrambled(3, 0, steps=0, goal="0 1 2 3 4 5 6 7 8").start()[0] == 0
    with pytest.raises(UsageError, match="steps"):
        NPuzzle.scrambled(3, 0, steps=-1)


def test_grid_shows_each_tile_in_its_cell():
    puzzle = NPuzzle(2, "3 1 2 0", "3 1 2 0")
    assert puzzle.render(puzzle.start(), color=False).split("\n") == [
        "┌───┬───┐",
        "│ 3 │ 1 │",
        "├───┼───┤",
        "│ 2 │   │",
        "└───┴───┘",
    ]


def test_colour_adds_escapes_and_nothing_else():
    puzzle = NPuzzle.scrambled(4, 1)
    colored = puzzle.render(puzzle.start())
    assert "\x1b[1;32m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == puzzle.render(puzzle.start(), color=False)


@pytest.mark.parametrize("width", [2, 3, 4, 8])
def test_kernel_arrays_agree_with_successor_on_a_random_walk(width):
    puzzle = NPuzzle.scrambled(width, seed=width)
    kernel = puzzle.kernel
    assert kernel.maps.dtype == np.uint8
    assert kernel.maps.flags.c_contiguous
    assert (kernel.steps == 1).all()
    rng = np.random.default_rng(width)
    state = puzzle.start()
    for _ in range(200):
        group = state[kernel.key]
        actions = kernel.actions[kernel.offsets[group] : kernel.offsets[group + 1]]
        assert tuple(actions) == puzzle.applicable(state)
        action = int(rng.choice(actions))
        after = puzzle.successor(state, action)
        assert (kernel.maps[action][state] == after).all()
        state = after


def _blank_at(cell):
    """A solvable start with the blank there: walk it from the corner."""
    tiles = list(ordered_tiles(4))
    blank = 15
    while blank % 4 != cell % 4:
        tiles[blank], tiles[blank - 1] = tiles[blank - 1], tiles[blank]
        blank -= 1
    while blank != cell:
        tiles[blank], tiles[blank - 4] = tiles[blank - 4], tiles[blank]
        blank -= 4
    return check_tiles(tiles, 4)


def _counts_by_depth(simulator, depth):
    layer = {tuple(simulator.start())}
    seen = set(layer)
    counts = [1]
    for _ in range(depth):
        layer = {
            tuple(simulator.successor(np.array(state), action))
            for state in layer
            for action in simulator.applicable(state)
        } - seen
        seen |= layer
        counts.append(len(layer))
    return counts


def _reachable(puzzle):
    waiting, seen = [puzzle.start()], {puzzle.start_tiles}
    while waiting:
        state = waiting.pop()
        for action in puzzle.applicable(state):
            after = puzzle.successor(state, action)
            if state_to_tiles(after) not in seen:
                seen.add(state_to_tiles(after))
                waiting.append(after)
    return seen


def _permutations(size):
    return list(itertools.permutations(range(size)))
