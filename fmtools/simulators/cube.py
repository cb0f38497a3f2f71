"""Rubik's cube in quarter turns (paper, section 5 and appendix B, Rubik's Cube).

State: 48 variables, the position of each sticker; the six centres stand still and are left out.
Positions are numbered along the unfolded net: faces U L F R B D, eight stickers each, row by row.
Sticker i belongs at position i. A turn is one map of positions, the same for every variable, and
always applies; it moves 20 stickers. The goal count is the number of stickers out of place.

The maps are derived by turning 3-D coordinates, not written down. This module must not know who
searches it: no planner, no learner, no macros.
"""

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError, UsageError
from fmtools.simulator import ActionId, State
from fmtools.simulators.cube_net import NET_FACES, draw_net
from fmtools.simulators.cube_notation import FACES, QUARTER_TURNS, parse_moves

if TYPE_CHECKING:
    from fmtools.core.position_maps import PositionMaps

NUM_STICKERS = 48
NUM_ACTIONS = len(QUARTER_TURNS)
Vector = tuple[int, int, int]


class FaceView(NamedTuple):
    """How one looks at a face of the net: outward normal, and the net's right and down there.

    Axes: x to the right, y up, z towards the viewer, who looks at F with U on top.
    """

    normal: Vector
    right: Vector
    down: Vector


VIEWS = {
    "U": FaceView((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    "L": FaceView((-1, 0, 0), (0, 0, 1), (0, -1, 0)),
    "F": FaceView((0, 0, 1), (1, 0, 0), (0, -1, 0)),
    "R": FaceView((1, 0, 0), (0, 0, -1), (0, -1, 0)),
    "B": FaceView((0, 0, -1), (-1, 0, 0), (0, -1, 0)),
    "D": FaceView((0, -1, 0), (1, 0, 0), (0, 0, -1)),
}


class Sticker(NamedTuple):
    """A place for a sticker: the small cube it is on, and the side of it that it faces."""

    cubie: Vector
    normal: Vector


class Cube:
    """From the solved cube after `scramble` to the solved cube after `goal_scramble`.

    Scrambles are Singmaster text (checked, InputError) or action ids.
    """

    kind = "cube"
    num_variables = NUM_STICKERS

    def __init__(
        self,
        scramble: str | Sequence[ActionId] = (),
        goal_scramble: str | Sequence[ActionId] = (),
    ) -> None:
        self.scramble = _turns(scramble, "scramble")
        self.goal_scramble = _turns(goal_scramble, "goal scramble")
        self._maps = position_maps()
        self._start = self._apply(self.scramble)
        self._goal = {v: int(place) for v, place in enumerate(self._apply(self.goal_scramble))}
        self._actions = tuple(range(NUM_ACTIONS))
        self._action_array = np.arange(NUM_ACTIONS, dtype=np.int32)

    @classmethod
    def scrambled(
        cls, seed: int = 0, steps: int = 60, goal_scramble: str | Sequence[ActionId] = ()
    ) -> Self:
        """A start made by `steps` uniformly random quarter turns of the solved cube.

        Turns are drawn independently, as in the paper, so that neighbours may cancel.
        """
        if steps < 0:
            raise UsageError(f"steps is {steps}; give 0 or more random turns")
        rng = np.random.default_rng(seed)
        return cls(rng.integers(NUM_ACTIONS, size=steps).tolist(), goal_scramble)

    def start(self) -> npt.NDArray[np.uint8]:
        return self._start.copy()

    def goal(self) -> dict[int, int]:
        return dict(self._goal)

    def applicable(self, state: State) -> tuple[ActionId, ...]:
        """Every turn applies everywhere."""
        return self._actions

    def successor(self, state: State, action: ActionId) -> npt.NDArray[np.uint8]:
        successor: npt.NDArray[np.uint8] = self._maps[action][state]
        return successor

    def successors(self, state: State) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint8]]:
        """All twelve at once."""
        return self._action_array, self._maps.take(state, axis=1)

    def precondition(self, actions: Sequence[ActionId]) -> dict[int, int]:
        """What must hold for a sequence to run: nothing."""
        return {}

    def action_name(self, action: ActionId) -> str:
        return QUARTER_TURNS[action]

    def action_id(self, name: str) -> ActionId:
        """The quarter turn of that name; the opposite of `action_name`."""
        actions = parse_moves(name)
        if len(actions) != 1:
            raise InputError(f"{name!r} is not one quarter turn; accepted: {list(QUARTER_TURNS)}")
        return actions[0]

    def render(self, state: State, color: bool = True) -> str:
        """The unfolded cube, centres included; letters name the face a sticker belongs to."""
        faces = [""] * NUM_STICKERS
        for sticker, place in enumerate(state):
            faces[place] = NET_FACES[sticker // 8]
        return draw_net(faces, color)

    @cached_property
    def kernel(self) -> "PositionMaps":
        """The compiled twin: a map of positions per turn, all in one group."""
        from fmtools.core.position_maps import PositionMaps

        return PositionMaps(
            maps=np.ascontiguousarray(self._maps),
            steps=np.ones(NUM_ACTIONS, dtype=np.int32),
            offsets=np.array([0, NUM_ACTIONS], dtype=np.int32),
            actions=np.arange(NUM_ACTIONS, dtype=np.int32),
            key=-1,
        )

    def _apply(self, actions: Iterable[ActionId]) -> npt.NDArray[np.uint8]:
        state = np.arange(NUM_STICKERS, dtype=np.uint8)
        for action in actions:
            state = self._maps[action][state]
        return state


@cache
def position_maps() -> npt.NDArray[np.uint8]:
    """[12, 48]: where turn a brings the sticker that is at position v. Read-only."""
    places = sticker_places()
    place_ids = {sticker: place for place, sticker in enumerate(places)}
    maps = np.empty((NUM_ACTIONS, NUM_STICKERS), dtype=np.uint8)
    for face_id, face in enumerate(FACES):
        axis = VIEWS[face].normal
        for place, sticker in enumerate(places):
            if _dot(sticker.cubie, axis) == 1:
                sticker = Sticker(_turned(sticker.cubie, axis), _turned(sticker.normal, axis))
            maps[2 * face_id, place] = place_ids[sticker]
        maps[2 * face_id + 1] = np.argsort(maps[2 * face_id])
    maps.flags.writeable = False
    return maps


@cache
def sticker_places() -> tuple[Sticker, ...]:
    """The 48 places in order of position number: along the net, centres left out."""
    places = []
    for face in NET_FACES:
        normal, right, down = VIEWS[face]
        for row in (-1, 0, 1):
            for column in (-1, 0, 1):
                if (row, column) != (0, 0):
                    x, y, z = (
                        n + column * r + row * d
                        for n, r, d in zip(normal, right, down, strict=True)
                    )
                    places.append(Sticker((x, y, z), normal))
    return tuple(places)


def _turned(vector: Vector, axis: Vector) -> Vector:
    """Turned by a quarter, clockwise as seen from the tip of `axis`: v × a + (v · a) a."""
    (x, y, z), (a, b, c) = vector, axis
    along = _dot(vector, axis)
    return (y * c - z * b + along * a, z * a - x * c + along * b, x * b - y * a + along * c)


def _dot(one: Vector, other: Vector) -> int:
    return sum(p * q for p, q in zip(one, other, strict=True))


def _turns(scramble: str | Sequence[ActionId], what: str) -> tuple[ActionId, ...]:
    try:
        actions = parse_moves(scramble) if isinstance(scramble, str) else tuple(scramble)
    except InputError as error:
        raise InputError(f"{what}: {error}") from None
    for action in actions:
        if not 0 <= action < NUM_ACTIONS:
            raise InputError(f"{what}: no action {action}; ids run from 0 to {NUM_ACTIONS - 1}")
    return actions
