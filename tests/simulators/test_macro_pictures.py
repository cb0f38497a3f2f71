"""Pictures of macros: only what moves is marked, on the terminal and in SVG."""

import re
from xml.etree import ElementTree

import pytest

from fmtools.errors import UsageError
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube_experts import EXPERT_MACROS
from fmtools.simulators.cube_net import FACE_COLORS
from fmtools.simulators.macro_pictures import net_cells
from fmtools.simulators.macro_svg import GREY, MAX_ARROWS
from fmtools.simulators.macro_views import drawing_of

SVG = "{http://www.w3.org/2000/svg}"

# The 3-corner swap: piece a goes from the back right to the front left, b to c's place, c to a's.
CORNERS = """\
before                                   after
           ·  · Ua                                  ·  · Uc
           ·  U  ·                                  ·  U  ·
          Ub  · Uc                                 Ba  · Lb
 ·  · Lb  Fb  · Fc  Rc  · Ra  Ba  ·  ·    ·  · Ua  Ra  · Fb  Ub  · Fc  Rc  ·  ·
 ·  L  ·   ·  F  ·   ·  R  ·   ·  B  ·    ·  L  ·   ·  F  ·   ·  R  ·   ·  B  ·
 ·  ·  ·   ·  ·  ·   ·  ·  ·   ·  ·  ·    ·  ·  ·   ·  ·  ·   ·  ·  ·   ·  ·  ·
           ·  ·  ·                                  ·  ·  ·
           ·  D  ·                                  ·  D  ·
           ·  ·  ·                                  ·  ·  ·"""

SQUARE = """\
┌───────┬───────┬───────┬───────┐
│   0   │  1→6  │  2→1  │   3   │
├───────┼───────┼───────┼───────┤
│   4   │   □   │  6→2  │   7   │
├───────┼───────┼───────┼───────┤
│   8   │   9   │  10   │  11   │
├───────┼───────┼───────┼───────┤
│  12   │  13   │  14   │  15   │
└───────┴───────┴───────┴───────┘"""


def _library(kind, name, actions):
    return MacroLibrary(World(kind, name, ""), (Macro(tuple(actions), 1, ()),))


def _cube(moves):
    return _library("cube", "cube", moves.split())


PUZZLE = _library(
    "npuzzle", "npuzzle 4", ["blank 5 up", "blank 1 right", "blank 2 down", "blank 6 left"]
)
SHIFT = _library("npuzzle", "npuzzle 4", ["blank 5 up", "blank 1 right"])


def _picture(library, color=True, width=80):
    text = drawing_of(library).picture(library, library.macros[0], color, width)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _svg_text(library):
    return drawing_of(library).svg(library, library.macros[0])


def _svg(library):
    return ElementTree.fromstring(_svg_text(library))


def _fills(root):
    return [rect.get("fill") for rect in root.iter(f"{SVG}rect") if rect.get("rx")]


def _arrows(root):
    return [path for path in root.iter(f"{SVG}path") if path.get("stroke-width") == "1.8"]


def test_net_shows_moved_stickers_before_and_after():
    assert _picture(_cube(EXPERT_MACROS["3-corner swap"]), color=False) == CORNERS


def test_nets_stand_below_each_other_where_there_is_no_room():
    narrow = _picture(_cube("R U R' U'"), color=False, width=60)
    assert max(map(len, narrow.split("\n"))) < 40
    assert len(narrow.split("\n")) == 20


def test_wide_picture_fits_80_columns():
    library = _cube("R")
    picture = drawing_of(library).picture(library, library.macros[0], False, 80)
    assert max(map(len, picture.split("\n"))) == 80


def test_every_position_has_a_cell_of_its_own_on_the_net():
    assert len(set(net_cells())) == 48


def test_grid_shows_where_tiles_go():
    assert _picture(PUZZLE, color=False) == SQUARE


def test_grid_shows_where_the_blank_goes():
    assert "│   4   │  □→2  │   6   │   7   │" in _picture(SHIFT, color=False)


@pytest.mark.parametrize("library", [PUZZLE, SHIFT, _cube("R U R' U'")])
def test_colour_adds_escapes_and_nothing_else(library):
    colored = _picture(library)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", colored)
    assert colored != plain
    assert "\n".join(line.rstrip() for line in plain.split("\n")) == _picture(library, color=False)


@pytest.mark.parametrize("name", EXPERT_MACROS)
def test_svg_colours_moved_stickers_on_both_nets_and_greys_the_rest(name):
    library = _cube(EXPERT_MACROS[name])
    stickers = re.findall(r"[ULFRBD][a-z]", _picture(library, color=False))
    fills = _fills(_svg(library))
    assert len(fills) == 2 * 54
    colored = sorted(fill for fill in fills if fill != GREY)
    assert colored == sorted(FACE_COLORS[sticker[0]] for sticker in stickers)


def test_svg_follows_one_sticker_of_each_moved_piece():
    assert len(_arrows(_svg(_cube(EXPERT_MACROS["3-corner swap"])))) == 3
    assert len(_arrows(_svg(_cube(EXPERT_MACROS["2-corner rotate"])))) == 6
    assert len(_arrows(_svg(_cube(EXPERT_MACROS["R-permutation"])))) == 4


def test_svg_of_much_movement_has_no_arrows():
    root = _svg(_cube("R U F D L"))
    assert len(_arrows(root)) == 0
    assert len([fill for fill in _fills(root) if fill != GREY]) > 2 * MAX_ARROWS


def test_svg_of_a_puzzle_has_an_arrow_per_moved_cell_and_dashes_the_blanks():
    assert len(_arrows(_svg(PUZZLE))) == 3
    arrows = _arrows(_svg(SHIFT))
    assert len(arrows) == 3
    assert len([arrow for arrow in arrows if arrow.get("stroke-dasharray")]) == 1


@pytest.mark.parametrize("library", [PUZZLE, _cube("R U R' U'"), _cube("U U'")])
def test_svg_stands_alone_and_says_in_words_what_it_shows(library):
    text = _svg_text(library)
    root = ElementTree.fromstring(text)
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text
    assert root.get("role") == "img"
    assert re.findall(r"https?://\S+", text) == ['http://www.w3.org/2000/svg"']
    assert not {"image", "style", "link", "script"} & {e.tag.removeprefix(SVG) for e in root.iter()}


def test_svg_is_the_same_every_time():
    assert _svg_text(PUZZLE) == _svg_text(PUZZLE)


def test_world_without_pictures_says_so():
    library = _library("pddl", "hanoi", ["(move a b c)"])
    with pytest.raises(UsageError, match="cube and npuzzle macros, not for pddl"):
        drawing_of(library)
