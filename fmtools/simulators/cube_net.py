"""The cube drawn as an unfolded net for people: U above L F R B above D, 54 stickers.

Every sticker shows the letter of the face it belongs to, so the net reads without colour too.
This module must not know how a turn moves stickers; that is `cube.py`.
"""

from collections.abc import Sequence

NET_FACES = "ULFRBD"
"""Faces in the order in which the net, and the cube's positions, number them."""

BACKGROUNDS = {"U": 231, "L": 208, "F": 34, "R": 160, "B": 27, "D": 226}
"""256-colour codes of the usual scheme: white, orange, green, red, blue, yellow."""

FACE_COLORS = {
    "U": "#ffffff",
    "L": "#ff9f45",
    "F": "#5ccb6c",
    "R": "#f4655f",
    "B": "#6fa1f7",
    "D": "#ffe14d",
}
"""The same for pages; black letters on each are legible."""


def draw_net(faces: Sequence[str], color: bool = True) -> str:
    """`faces[p]` is the letter to show at position p (48 of them); centres are filled in."""
    rows = {face: _face_rows(face, faces[8 * i : 8 * i + 8]) for i, face in enumerate(NET_FACES)}
    margin = " " * 10
    lines = [margin + _row_text(row, color) for row in rows["U"]]
    lines += [
        " ".join(_row_text(row, color) for row in band)
        for band in zip(*(rows[face] for face in "LFRB"), strict=True)
    ]
    lines += [margin + _row_text(row, color) for row in rows["D"]]
    return "\n".join(lines)


def _face_rows(centre: str, ring: Sequence[str]) -> list[list[str]]:
    cells = [*ring[:4], centre, *ring[4:]]
    return [cells[0:3], cells[3:6], cells[6:9]]


def _row_text(row: Sequence[str], color: bool) -> str:
    if not color:
        return "".join(f" {face} " for face in row)
    return "".join(f"\x1b[38;5;16;48;5;{BACKGROUNDS[face]}m {face} " for face in row) + "\x1b[0m"
