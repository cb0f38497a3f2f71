"""The cube's picture: a cross of 54 stickers, readable with and without colour."""

import re

from fmtools.simulators.cube import Cube

SOLVED = """\
           U  U  U
           U  U  U
           U  U  U
 L  L  L   F  F  F   R  R  R   B  B  B
 L  L  L   F  F  F   R  R  R   B  B  B
 L  L  L   F  F  F   R  R  R   B  B  B
           D  D  D
           D  D  D
           D  D  D"""

# R brings the front to the top, the top to the back (upside down), the back to the bottom.
AFTER_R = """\
           U  U  F
           U  U  F
           U  U  F
 L  L  L   F  F  D   R  R  R   U  B  B
 L  L  L   F  F  D   R  R  R   U  B  B
 L  L  L   F  F  D   R  R  R   U  B  B
           D  D  B
           D  D  B
           D  D  B"""


def _plain(moves):
    cube = Cube(moves)
    text = cube.render(cube.start(), color=False)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def test_solved_cube_is_a_cross_of_whole_faces():
    assert _plain("") == SOLVED


def test_turn_of_the_right_face_shows_on_the_net():
    assert _plain("R") == AFTER_R


def test_turn_of_the_top_brings_the_front_row_to_the_left():
    assert _plain("U").split("\n")[3].split() == list("FFFRRRBBBLLL")


def test_colour_adds_escapes_and_nothing_else():
    cube = Cube.scrambled(2)
    colored = cube.render(cube.start())
    assert colored.count("48;5;") == 54
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == cube.render(cube.start(), color=False)
    assert all(line.endswith("\x1b[0m") for line in colored.split("\n"))


def test_every_scramble_shows_nine_stickers_of_each_face():
    for seed in range(5):
        cube = Cube.scrambled(seed)
        letters = cube.render(cube.start(), color=False).split()
        assert sorted(letters) == sorted("ULFRBD" * 9)
