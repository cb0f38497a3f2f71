"""Singmaster's notation, in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmtools.errors import InputError
from fmtools.simulators.cube_notation import (
    QUARTER_TURNS,
    format_moves,
    invert_moves,
    parse_moves,
)

move_sequences = st.lists(st.integers(0, 11), max_size=40)


def _names(text):
    return [QUARTER_TURNS[action] for action in parse_moves(text)]


def test_half_turn_is_two_quarter_turns():
    assert _names("R U2 F'") == ["R", "U", "U", "F'"]


@pytest.mark.parametrize("text", ["R'", "R’", "Rʼ", "R′", "R`", "R´", " R' \n"])
def test_every_usual_apostrophe_is_read(text):
    assert _names(text) == ["R'"]


@pytest.mark.parametrize("text", ["R2'", "R'2", "R2’"])
def test_half_turn_back_is_two_turns_back(text):
    assert _names(text) == ["R'", "R'"]


def test_spaces_may_be_left_out():
    assert _names("RU2F'") == ["R", "U", "U", "F'"]


def test_nothing_is_no_moves():
    assert parse_moves("") == parse_moves("  \n") == ()


@pytest.mark.parametrize(
    "bad", ["X", "r", "M", "x", "R3", "R''", "R22", "2", "'", "Rw", "(R", "R,"]
)
def test_malformed_move_is_named_with_its_place(bad):
    with pytest.raises(InputError) as error:
        parse_moves(f"R U2 {bad} F")
    assert str(error.value).startswith(f"move 3 is {bad!r}")
    assert "accepted are B D F L R U" in str(error.value)


@given(move_sequences)
def test_written_moves_are_read_back_without_half_turns(moves):
    assert parse_moves(format_moves(moves, half_turns=False)) == tuple(moves)


@given(move_sequences)
def test_written_moves_are_read_back_up_to_the_sense_of_half_turns(moves):
    read = parse_moves(format_moves(moves))
    assert [action // 2 for action in read] == [action // 2 for action in moves]
    changed = [place for place in range(len(moves)) if read[place] != moves[place]]
    assert len(changed) % 2 == 0


def test_pairs_are_written_as_half_turns():
    assert format_moves(parse_moves("R R R U' U' F")) == "R2 R U2 F"
    assert format_moves(parse_moves("R R"), half_turns=False) == "R R"


@given(move_sequences)
def test_inverting_twice_gives_the_sequence_back(moves):
    assert invert_moves(invert_moves(moves)) == tuple(moves)


def test_inverse_is_reversed_and_turned_back():
    assert format_moves(invert_moves(parse_moves("R U2 F'"))) == "F U2 R'"
