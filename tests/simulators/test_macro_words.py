"""What macros do in words, in every kind of world."""

import numpy as np
import pytest

from fmtools.errors import InputError
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube_experts import EXPERT_MACROS, expert_sequences
from fmtools.simulators.macro_maps import cell_map, cycles, piece_map, sticker_map
from fmtools.simulators.macro_views import macro_words, views_of
from fmtools.simulators.npuzzle import NPuzzle

CUBE = World("cube", "cube", "")
PUZZLE = World("npuzzle", "npuzzle 4", "")


def texts(library):
    return [words.text for words in macro_words(library)]


def _library(world, *macros, facts=None):
    return MacroLibrary(world, macros, facts=facts or {})


def _cube(*texts):
    return _library(CUBE, *(Macro(tuple(text.split()), 1, ()) for text in texts))


def _puzzle(blank, *directions):
    puzzle = NPuzzle(4)
    names = []
    for direction in directions:
        names.append(f"blank {blank} {direction}")
        blank = puzzle.moves[puzzle.action_id(names[-1])].target
    return _library(PUZZLE, Macro(tuple(names), 1, ()))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("R-permutation", "swaps 2 corners and 2 edges"),
        ("3-edge swap, face", "3-cycle of edges"),
        ("3-edge swap, middle", "3-cycle of edges"),
        ("3-corner swap", "3-cycle of corners"),
        ("2-edge flip", "flips 2 edges"),
        ("2-corner rotate", "twists 2 corners"),
    ],
)
def test_experts_do_what_the_paper_calls_them(name, words):
    assert texts(_cube(EXPERT_MACROS[name])) == [words]


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        # The learned macro of the paper's figure.
        ("F' L F' L' F F R U' R' F' U F", "3-cycle of edge-corner pairs"),
        ("U", "4-cycle of edge-corner pairs"),
        ("U2", "swaps 4 corners in pairs and 4 edges in pairs"),
        ("R U R' U'", "swaps 4 corners in pairs, 3-cycle of edges"),
        ("R U", "5-cycle of corners, 7-cycle of edges, twists 1 corner"),
        ("R U F", "moves 7 corners, 9 edges"),
        ("U U'", "changes nothing"),
    ],
)
def test_cube_macro_is_told_by_the_pieces_it_moves(moves, words):
    assert texts(_cube(moves)) == [words]


def test_pairs_that_come_apart_are_not_called_pairs():
    apart = "R U R' U' " * 2
    assert "pairs" not in texts(_cube(apart))[0].replace("in pairs", "")


def test_variations_of_an_expert_are_told_alike():
    library = _cube(*(" ".join(sequence) for sequence in expert_sequences()))
    words = texts(library)
    for first in range(0, 576, 96):
        assert len(set(words[first : first + 96])) == 1


def test_pieces_move_with_their_stickers():
    macro = _cube("R U2 F'").macros[0]
    pieces = piece_map(sticker_map(macro))
    assert len(pieces) == 20
    assert sorted(pieces) == sorted(pieces.values())


def test_puzzle_cycle_names_its_cells_in_the_order_of_travel():
    library = _puzzle(5, "up", "right", "down", "left")
    assert texts(library) == ["3-cycle of the tiles on cells 1→6→2, blank stays at 5"]
    assert macro_words(library)[0].kind == "3-cycle of tiles, blank stays"


def test_puzzle_macro_that_moves_the_blank_names_its_way():
    assert texts(_puzzle(5, "right")) == ["tile 6→5, blank moves from 5 to 6"]
    library = _puzzle(5, "up", "right")
    assert texts(library) == ["tiles 2→1→5, blank moves from 5 to 2"]
    assert macro_words(library)[0].kind == "shifts 2 tiles, blank moves"


def test_puzzle_macro_that_moves_much_is_only_counted():
    around = ["up"] * 3 + ["left"] * 3 + ["down"] * 3 + ["right"] * 3
    assert texts(_puzzle(15, *around)) == ["moves 11 tiles, blank stays at 15"]


def test_puzzle_macro_to_and_fro_changes_nothing():
    assert texts(_puzzle(5, "up", "down")) == ["changes nothing"]


def test_cell_map_is_what_the_simulator_does_step_by_step():
    puzzle = NPuzzle(3)
    rng = np.random.default_rng(0)
    for _ in range(50):
        start = state = puzzle.start()
        names = []
        for _ in range(int(rng.integers(1, 30))):
            actions = puzzle.applicable(state)
            action = actions[int(rng.integers(len(actions)))]
            names.append(puzzle.action_name(action))
            state = puzzle.successor(state, action)
        found = cell_map(World("npuzzle", "npuzzle 3", ""), Macro(tuple(names), 1, ()))
        assert found.blank == start[0]
        assert [found.targets[cell] for cell in start] == list(state)


def test_cycles_follow_each_place_to_where_it_goes():
    assert cycles({0: 2, 1: 1, 2: 5, 5: 0, 3: 4, 4: 3}) == [(0, 2, 5), (3, 4)]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ([(1, 0, 1), (4, 1, 2)], "turns dials 1, 4 by 1"),
        ([(4, 2, 1)], "turns dial 4 by 2"),
        ([(0, 0, 1), (2, 2, 1), (3, 1, 2)], "turns dials 0, 3 by 1 and dial 2 by 2"),
        ([], "changes nothing"),
    ],
)
def test_lock_macro_is_told_by_dials_modulo_the_digits(effect, words):
    world = World("lock", "lock 5 dials 3 digits", "")
    macro = Macro(("increment 0",), len(effect), tuple(effect))
    assert texts(_library(world, macro)) == [words]


def test_pddl_macro_names_facts_and_its_kind_names_predicates():
    facts = {0: "(on d1 d2)", 1: "(clear d3)", 2: "(on d1 d3)", 3: "(clear d2)", 9: "(idle)"}
    macro = Macro(("(move d1 d3 d2)",), 4, ((0, 0, 1), (1, 0, 1), (2, 1, 0), (3, 1, 0)))
    library = _library(World("pddl", "hanoi", ""), macro, facts=facts)
    assert texts(library) == [
        "adds (clear d3), (on d1 d2); removes (clear d2), (on d1 d3)",
    ]
    assert macro_words(library)[0].kind == "adds clear, on; removes clear, on"


def test_pddl_kind_counts_equal_predicates():
    facts = {0: "(on a b)", 1: "(on b c)"}
    macro = Macro(("(x)",), 3, ((0, 0, 1), (1, 0, 1), (7, 1, 0)))
    words = macro_words(_library(World("pddl", "blocks", ""), macro, facts=facts))[0]
    assert words.text == "adds (on a b), (on b c); removes (fact 7)"
    assert words.kind == "adds 2 × on; removes fact"


def test_users_world_is_told_by_variables():
    world = World("user", "warehouse:Warehouse", "")
    two = Macro(("go", "go"), 2, ((3, 0, 1), (1, 4, 0)))
    many = Macro(("go",), 12, tuple((v, 0, 1) for v in range(12)))
    library = _library(world, two, many, facts={})
    assert texts(library) == ["changes variables 1, 3", "changes 12 variables"]
    named = _library(world, two, facts={1: "robot", 3: "box"})
    assert texts(named) == ["changes variables robot, box"]


def test_sequences_are_written_short():
    assert views_of(_cube("R R U'")).sequence(_cube("R R U'").macros[0]) == "R2 U'"
    library = _puzzle(5, "up", "right")
    assert views_of(library).sequence(library.macros[0]) == "5: up right"
    pddl = _library(World("pddl", "x", ""), Macro(("(a b)", "(c)"), 1, ()))
    assert views_of(pddl).sequence(pddl.macros[0]) == "(a b) (c)"
    lock = _library(World("lock", "x", ""), Macro(("increment 1", "decrement 2"), 1, ()))
    assert views_of(lock).sequence(lock.macros[0]) == "increment 1, decrement 2"


@pytest.mark.parametrize(
    ("world", "actions", "message"),
    [
        (CUBE, ("R", "M"), "macro 2: move 2 is 'M'"),
        (PUZZLE, ("blank 0 up",), "macro 2: action 1 is 'blank 0 up', which npuzzle 4"),
        (PUZZLE, ("blank 0 down", "blank 0 down"), "macro 2: action 2 .* the blank is at cell 4"),
        (World("npuzzle", "npuzzle 99", ""), ("blank 0 down",), "no n-puzzle"),
    ],
)
def test_actions_of_another_world_are_refused(world, actions, message):
    good = Macro(("R",) if world is CUBE else ("blank 0 down",), 1, ())
    with pytest.raises(InputError, match=message):
        texts(_library(world, good, Macro(actions, 1, ())))
