"""Expert macros of the cube, and random ones of the same lengths (paper, appendices B and D).

Six sequences that speedcubers know, each in all its variations: 24 orientations of the cube, mirror
images, inverses. A symmetry of the cube carries every face to a face; which one follows from the
faces' normals in 3-D, and a mirror turns clockwise turns around. This module must not know who
plans with them.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product

import numpy as np
import numpy.typing as npt

from fmtools.errors import UsageError
from fmtools.simulator import ActionId
from fmtools.simulators.cube import NUM_ACTIONS, NUM_STICKERS, VIEWS, position_maps
from fmtools.simulators.cube_notation import FACES, QUARTER_TURNS, invert_moves, parse_moves

EXPERT_MACROS = {
    "R-permutation": "F F R' F' U' F' U F R F' U U F U U F' U'",
    "3-edge swap, face": "R R U R U R' U' R' U' R' U R'",
    "3-edge swap, middle": "L' R U U R' L F F",
    "3-corner swap": "L' B L F' L' B' L F",
    "2-edge flip": "L R' F L R' D L R' B L R' U U L R' F L R' D L R' B L R'",
    "2-corner rotate": "R B' R' U' B' U F U' B U R B R' F'",
}
"""Appendix D, in the order in which the paper's runs used them, which is not the text's."""

NUM_VARIATIONS = 96
MAX_DRAWS = 1000
"""Random formulas tried for one length; nearly every one of three turns or more will do."""

TurnNames = tuple[str, ...]


def expert_sequences(distinct: bool = False) -> tuple[TurnNames, ...]:
    """The 96 variations of each of the six: 576, of which 252 differ in what they do.

    With `distinct`, of those with the same net effect only the first is kept.
    """
    sequences = [one for text in EXPERT_MACROS.values() for one in variations(text.split())]
    if not distinct:
        return tuple(sequences)
    by_effect: dict[bytes, TurnNames] = {}
    for one in sequences:
        by_effect.setdefault(net_map(one).tobytes(), one)
    return tuple(by_effect.values())


def variations(sequence: Sequence[str]) -> tuple[TurnNames, ...]:
    """Every sequence that is `sequence` in another orientation, mirrored or undone.

    Sorted as text, turns joined by spaces. There are 96, fewer for short or symmetric sequences.
    """
    turns = parse_moves(" ".join(sequence))
    found = set()
    for symmetry in turn_symmetries():
        image = [symmetry[turn] for turn in turns]
        found |= {_text(image), _text(invert_moves(image))}
    return tuple(tuple(text.split()) for text in sorted(found))


def random_formulas(lengths: Iterable[int], rng: np.random.Generator) -> tuple[TurnNames, ...]:
    """For each length one formula of uniformly random quarter turns, in its 96 variations.

    A formula that does nothing, or has fewer variations, is drawn again. (The paper's code drew
    them alike and then cancelled neighbours, so that its sequences may be shorter; what they do to
    the cube is the same.)
    """
    sequences: list[TurnNames] = []
    for length in lengths:
        sequences += _random_variations(length, rng)
    return tuple(sequences)


def expert_lengths() -> tuple[int, ...]:
    """Quarter turns of each of the six: what the paper's random macros take after."""
    return tuple(len(text.split()) for text in EXPERT_MACROS.values())


def net_map(sequence: Sequence[str]) -> npt.NDArray[np.uint8]:
    """[48]: where the whole sequence brings the sticker that is at position v."""
    places = np.arange(NUM_STICKERS, dtype=np.uint8)
    for turn in parse_moves(" ".join(sequence)):
        places = position_maps()[turn][places]
    return places


@cache
def turn_symmetries() -> tuple[tuple[ActionId, ...], ...]:
    """For each of the 48 symmetries of the cube, the turn that each turn becomes.

    A symmetry permutes the axes and may flip each; it is a mirror iff its determinant is -1.
    """
    symmetries = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = np.diag(signs)[list(order)]
        is_mirror = round(np.linalg.det(matrix)) == -1
        images = []
        for action in range(NUM_ACTIONS):
            normal = tuple((matrix @ VIEWS[FACES[action // 2]].normal).tolist())
            face = next(face for face in FACES if VIEWS[face].normal == normal)
            images.append(QUARTER_TURNS.index(face) + (action % 2 ^ is_mirror))
        symmetries.append(tuple(images))
    return tuple(symmetries)


def _random_variations(length: int, rng: np.random.Generator) -> tuple[TurnNames, ...]:
    for _ in range(MAX_DRAWS):
        formula = [QUARTER_TURNS[turn] for turn in rng.integers(NUM_ACTIONS, size=length)]
        does_something = bool((net_map(formula) != np.arange(NUM_STICKERS)).any())
        if does_something and len(found := variations(formula)) == NUM_VARIATIONS:
            return found
    raise UsageError(
        f"found no formula of {length} turns with {NUM_VARIATIONS} variations; take 3 or more"
    )


def _text(turns: Iterable[ActionId]) -> str:
    return " ".join(QUARTER_TURNS[turn] for turn in turns)
