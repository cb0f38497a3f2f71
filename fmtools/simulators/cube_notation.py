"""Singmaster's notation for cube turns (paper, appendix D), in and out.

A letter turns that face a quarter clockwise as seen from outside, `'` turns it back, `2` turns it
twice. Half turns are two quarter turns everywhere in fmtools. Action ids follow the order of
`QUARTER_TURNS`, which is the paper's successor order.

This module must not know how a turn moves stickers; that is `cube.py`.
"""

import re
from collections.abc import Sequence

from fmtools.errors import InputError
from fmtools.simulator import ActionId

FACES = "BDFLRU"
QUARTER_TURNS = tuple(face + prime for face in FACES for prime in ("", "'"))
"""B B' D D' F F' L L' R R' U U': the name of each action id."""

_APOSTROPHES = str.maketrans(dict.fromkeys("’ʼ′‘`´", "'"))
_TURN = re.compile(r"([BDFLRU])(2'?|'2?)?")
_ACCEPTED = "accepted are B D F L R U, each alone or with ', 2 or 2'"


def parse_moves(text: str) -> tuple[ActionId, ...]:
    """Read `R U2 F'` as quarter turns; spaces may be left out, and `R2'` is `R' R'`.

    Whole-cube rotations, slices and wide turns are refused: they would move the centres, which
    stand still here.
    """
    actions: list[ActionId] = []
    for place, token in enumerate(text.split(), start=1):
        rest = token.translate(_APOSTROPHES)
        while rest:
            turn = _TURN.match(rest)
            if turn is None:
                raise InputError(f"move {place} is {token!r}, which is no turn; {_ACCEPTED}")
            face, suffix = turn[1], turn[2] or ""
            action = QUARTER_TURNS.index(face + "'" * ("'" in suffix))
            actions += [action] * (2 if "2" in suffix else 1)
            rest = rest[turn.end() :]
    return tuple(actions)


def format_moves(actions: Sequence[ActionId], half_turns: bool = True) -> str:
    """Write quarter turns as text; with `half_turns`, two equal ones in a row become `R2`."""
    words: list[str] = []
    place = 0
    while place < len(actions):
        name = QUARTER_TURNS[actions[place]]
        if half_turns and place + 1 < len(actions) and actions[place + 1] == actions[place]:
            words.append(name[0] + "2")
            place += 2
        else:
            words.append(name)
            place += 1
    return " ".join(words)


def invert_moves(actions: Sequence[ActionId]) -> tuple[ActionId, ...]:
    """The sequence that undoes `actions`: reversed, each turn turned back."""
    return tuple(action ^ 1 for action in reversed(actions))
