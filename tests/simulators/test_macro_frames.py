import numpy as np
import pytest

from fmtools.errors import UsageError
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube import Cube
from fmtools.simulators.cube_experts import EXPERT_MACROS
from fmtools.simulators.cube_notation import QUARTER_TURNS
from fmtools.simulators.macro_views import drawing_of
from fmtools.simulators.npuzzle import NPuzzle


def library_of(kind: str, name: str, *sequences: tuple[str, ...]) -> MacroLibrary:
    macros = tuple(Macro(actions, 48, ()) for actions in sequences)
    return MacroLibrary(World(kind, name, ""), macros)


def random_turns(seed: int) -> tuple[str, ...]:
    rng = np.random.default_rng(seed)
    return tuple(QUARTER_TURNS[turn] for turn in rng.integers(12, size=9))


@pytest.mark.parametrize(
    "actions", [*(tuple(text.split()) for text in EXPERT_MACROS.values()), random_turns(5)]
)
def test_cube_frames_show_what_the_simulator_draws_after_each_turn(
    actions: tuple[str, ...],
) -> None:
    library = library_of("cube", "cube", actions)
    frames = drawing_of(library).frames(library, library.macros[0])
    assert frames.steps == actions and len(frames.frames) == len(actions) + 1
    cube = Cube()
    state = cube.start()
    for number, frame in enumerate(frames.frames):
        if number:
            state = cube.successor(state, cube.action_id(actions[number - 1]))
        rows = cube.render(state, color=False).splitlines()
        drawn = {
            (row, 3 * block + column): line[10 * block + 3 * column + 1]
            for row, line in enumerate(rows)
            for block in range(4)
            for column in range(3)
            if 10 * block + 3 * column + 1 < len(line) and line[10 * block + 3 * column + 1] != " "
        }
        assert drawn == dict(zip(frames.cells, frame, strict=True))
    moved = {int(place) for sticker, place in enumerate(state) if sticker != place}
    assert set(frames.changed) == moved


@pytest.mark.parametrize("width", [2, 3, 4])
def test_puzzle_frames_follow_the_simulator(width: int) -> None:
    rng = np.random.default_rng(width)
    puzzle = NPuzzle.scrambled(width, seed=width)
    state, names, states = puzzle.start(), [], [puzzle.start()]
    for _ in range(12):
        actions = puzzle.applicable(state)
        action = int(actions[int(rng.integers(len(actions)))])
        names.append(puzzle.action_name(action))
        state = puzzle.successor(state, action)
        states.append(state)
    library = library_of("npuzzle", f"npuzzle {width}", tuple(names))
    frames = drawing_of(library).frames(library, library.macros[0])

    def cells_of(state: np.ndarray) -> dict[int, int]:
        return {int(cell): tile for tile, cell in enumerate(state)}

    start = cells_of(states[0])
    label = {start[cell]: text for cell, text in enumerate(frames.frames[0])}
    for state, frame in zip(states, frames.frames, strict=True):
        here = cells_of(state)
        assert frame == tuple(label[here[cell]] for cell in range(width * width))
    assert frames.frames[0][int(states[0][0])] == ""


def test_worlds_without_pictures_are_refused() -> None:
    library = library_of("lock", "lock", ("up 1",))
    with pytest.raises(UsageError, match="pictures are for"):
        drawing_of(library).frames(library, library.macros[0])
