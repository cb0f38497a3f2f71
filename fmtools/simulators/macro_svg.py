"""What a puzzle macro moves, drawn for pages: self-contained SVG, the terminal's picture and more.

Cube: the net before and after; what moves is in colour, its pieces lettered, all else grey; arrows
show where stickers go, as long as they are few enough to follow. N-puzzle: the grid, with arrows
from cell to cell. Text uses the reader's own fonts; the background is white.
"""

import math
import textwrap
from collections.abc import Callable, Iterable, Mapping
from xml.sax.saxutils import escape

from fmtools.macros import Macro, MacroLibrary
from fmtools.simulators.cube import Vector, sticker_places
from fmtools.simulators.cube_net import FACE_COLORS, NET_FACES
from fmtools.simulators.cube_notation import format_moves, parse_moves
from fmtools.simulators.macro_maps import cell_map, cycles, piece_map, sticker_map
from fmtools.simulators.macro_pictures import (
    FACE_ORIGINS,
    NET_COLUMNS,
    NET_ROWS,
    net_cells,
    piece_letters,
)
from fmtools.simulators.macro_words import cube_words, puzzle_words

CYCLE_COLORS = ("#111827", "#8b1a8b", "#0b5f7a", "#a03c00", "#3f6212", "#1d4ed8")
"""Of arrows, one per cycle, used over again."""
TILE_COLORS = ("#cfe3ff", "#ffe0b8", "#d5f2cf", "#f7d2e6", "#e2d9fb", "#fff2a8")
"""Of an n-puzzle's cells that move, one per cycle."""
GREY, LINE, PALE, INK = "#eceef1", "#c3c9d1", "#5a626e", "#1f2937"
MAX_ARROWS = 12
"""Stickers that move at once before arrows hide more than they show."""

STICKER, FACE_GAP, CELL = 28, 5, 68
MARGIN, TEXT_SIZE, LINE_HEIGHT = 18, 14, 19
CHARACTER_WIDTH = 7.6
"""Of monospaced text at TEXT_SIZE, with some to spare; for wrapping it."""

Point = tuple[float, float]


def cube_svg(library: MacroLibrary, macro: Macro) -> str:
    targets = sticker_map(macro)
    before = {p: (NET_FACES[p // 8], letter) for p, letter in piece_letters(targets).items()}
    after = {targets[p]: sticker for p, sticker in before.items()}
    width, height = _net_corner(NET_ROWS - 1, NET_COLUMNS - 1)
    width, height = width + STICKER, height + STICKER
    second = width + 2 * MARGIN
    ways = _shown_cycles(targets)
    arrows: list[str] = []
    if sum(map(len, ways)) <= MAX_ARROWS:
        arrows = _cycle_arrows(ways, _sticker_middle, STICKER * 0.32)
    body = [*_net_squares(before), *arrows, *_net_letters(before, "before")]
    body += [f'<g transform="translate({second:g} 0)">', *_net_squares(after)]
    body += [*_net_letters(after, "after"), "</g>"]
    notes = ["Letters name pieces."] + ["Arrows follow one sticker of each."] * bool(arrows)
    for line, note in enumerate(notes):
        place = (_net_corner(0, 6)[0] + 8, height - LINE_HEIGHT * (len(notes) - line - 0.5))
        body.append(_text(place, note, "start", PALE))
    sequence = format_moves(parse_moves(" ".join(macro.actions)))
    return _document(cube_words(library, macro).text, body, (second + width, height), sequence)


def _shown_cycles(targets: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each set of pieces that move in a ring, the ring of stickers that is shortest to draw."""
    ring_of_piece = {
        piece: number for number, ring in enumerate(_piece_rings(targets)) for piece in ring
    }
    shortest: dict[int, tuple[int, ...]] = {}
    for cycle in cycles(dict(enumerate(targets))):
        ring = ring_of_piece[sticker_places()[cycle[0]].cubie]
        if ring not in shortest or _drawn_length(cycle) < _drawn_length(shortest[ring]):
            shortest[ring] = cycle
    return list(shortest.values())


def _piece_rings(targets: tuple[int, ...]) -> list[tuple[Vector, ...]]:
    """Cycles of pieces, and pieces that turn in place as rings of one."""
    pieces = piece_map(targets)
    return [*cycles(pieces), *((piece,) for piece, target in pieces.items() if piece == target)]


def _drawn_length(cycle: tuple[int, ...]) -> float:
    ways = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    return sum(math.dist(_sticker_middle(here), _sticker_middle(there)) for here, there in ways)


def _net_squares(stickers: Mapping[int, tuple[str, str]]) -> list[str]:
    centres = [(row + 1, column + 1) for row, column in FACE_ORIGINS.values()]
    body = [_square(_net_corner(*centre), STICKER, GREY, LINE) for centre in centres]
    for position, cell in enumerate(net_cells()):
        face = stickers[position][0] if position in stickers else ""
        fill, stroke = (FACE_COLORS[face], INK) if face else (GREY, LINE)
        body.append(_square(_net_corner(*cell), STICKER, fill, stroke))
    return body


def _net_letters(stickers: Mapping[int, tuple[str, str]], name: str) -> list[str]:
    body = [_text((0, TEXT_SIZE), name, "start", PALE)]
    for face, (row, column) in FACE_ORIGINS.items():
        body.append(_text(_net_middle(row + 1, column + 1), face, "middle", PALE))
    for position, (_, letter) in sorted(stickers.items()):
        body.append(_text(_sticker_middle(position), letter, "middle", INK))
    return body


def _net_corner(row: int, column: int) -> Point:
    """Upper left corner of a sticker; a gap stands between faces."""
    return column * STICKER + column // 3 * FACE_GAP, row * STICKER + row // 3 * FACE_GAP


def _net_middle(row: int, column: int) -> Point:
    x, y = _net_corner(row, column)
    return x + STICKER / 2, y + STICKER / 2


def _sticker_middle(position: int) -> Point:
    return _net_middle(*net_cells()[position])


def puzzle_svg(library: MacroLibrary, macro: Macro) -> str:
    found = cell_map(library.world, macro)
    ways = cycles(dict(enumerate(found.targets)))
    fills = {
        cell: TILE_COLORS[number % len(TILE_COLORS)]
        for number, cycle in enumerate(ways)
        for cell in cycle
    }

    def corner(cell: int) -> Point:
        row, column = divmod(cell, found.width)
        return column * CELL, row * CELL

    def middle(cell: int) -> Point:
        x, y = corner(cell)
        return x + CELL / 2, y + CELL / 2

    squares, labels = [], []
    for cell in range(len(found.targets)):
        x, y = corner(cell)
        squares.append(_square((x, y), CELL, fills.get(cell, GREY), LINE))
        labels.append(_text((x + 9, y + 14), str(cell), "start", INK if cell in fills else PALE))
        if cell == found.blank:
            squares.append(_square((x + 4, y + 4), CELL - 8, "#ffffff", INK, dashed=True))
            labels.append(_text((x + CELL / 2, y + CELL - 16), "blank", "middle", INK))
    arrows = _cycle_arrows(ways, middle, CELL * 0.18, found.blank)
    size = (found.width * CELL, found.width * CELL)
    words = puzzle_words(library, macro).text
    return _document(words, [*squares, *arrows, *labels], size, ", ".join(macro.actions))


def _cycle_arrows(
    ways: Iterable[tuple[int, ...]],
    middle: Callable[[int], Point],
    room: float,
    blank: int | None = None,
) -> list[str]:
    """Arrows along each cycle, in a colour of its own; the blank's is dashed."""
    body = []
    for number, cycle in enumerate(ways):
        points = [middle(place) for place in cycle]
        centre = (sum(x for x, _ in points) / len(cycle), sum(y for _, y in points) / len(cycle))
        color = CYCLE_COLORS[number % len(CYCLE_COLORS)]
        for place, start, end in zip(cycle, points, [*points[1:], points[0]], strict=True):
            control = _bend(start, end, centre)
            body.append(_arrow(start, control, end, room, color, dashed=place == blank))
    return body


def _bend(start: Point, end: Point, centre: Point) -> Point:
    """The control point of a curve that bends away from `centre`, or to the left if it is level."""
    (x1, y1), (x2, y2) = start, end
    middle = ((x1 + x2) / 2, (y1 + y2) / 2)
    share = 0.16 + 5 / math.dist(start, end)
    bends = [
        (middle[0] + side * share * (y2 - y1), middle[1] - side * share * (x2 - x1))
        for side in (1, -1)
    ]
    return bends[0] if math.dist(bends[0], centre) > math.dist(bends[1], centre) - 1 else bends[1]


def _arrow(start: Point, control: Point, end: Point, room: float, color: str, dashed: bool) -> str:
    """A curve from near `start` to near `end`, on a white edge."""
    tip = _towards(end, control, room)
    neck = _towards(tip, control, 7)
    curve = f"M{_pair(_towards(start, control, room))}Q{_pair(control)} {_pair(neck)}"
    x, y = (tip[0] - neck[0]) / 7, (tip[1] - neck[1]) / 7
    sides = [(neck[0] - 4 * y, neck[1] + 4 * x), (neck[0] + 4 * y, neck[1] - 4 * x)]
    head = f"M{_pair(tip)}L{_pair(sides[0])} {_pair(sides[1])}Z"
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    return (
        f'<path d="{curve}{head}" fill="none" stroke="#ffffff" stroke-width="4.5" '
        f'stroke-opacity="0.85"/>'
        f'<path d="{curve}" fill="none" stroke="{color}" stroke-width="1.8"{dash}/>'
        f'<path d="{head}" fill="{color}"/>'
    )


def _towards(point: Point, other: Point, distance: float) -> Point:
    x, y = other[0] - point[0], other[1] - point[1]
    share = distance / math.hypot(x, y)
    return point[0] + share * x, point[1] + share * y


def _document(words: str, body: Iterable[str], size: Point, sequence: str) -> str:
    """The drawing between its words and its sequence of actions."""
    width = max(size[0], 340) + 2 * MARGIN
    columns = int((width - 2 * MARGIN) / CHARACTER_WIDTH)
    heading = textwrap.wrap(words, int(0.88 * columns))
    footing = textwrap.wrap(sequence, columns, break_on_hyphens=False)
    top = MARGIN + LINE_HEIGHT * len(heading) + 8
    foot = top + size[1] + 10
    height = foot + LINE_HEIGHT * len(footing) + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{escape(words)}: {escape(sequence)}</title>",
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
        f'<g font-family="sans-serif" font-size="{TEXT_SIZE}">',
    ]
    for number, line in enumerate(heading):
        place = (MARGIN, MARGIN + LINE_HEIGHT * number + LINE_HEIGHT / 2)
        lines.append(_text(place, line, "start", INK, "bold"))
    lines += [f'<g transform="translate({MARGIN} {top:g})">', *body, "</g>", "</g>"]
    lines.append(f'<g font-family="monospace" font-size="{TEXT_SIZE - 1}">')
    for number, line in enumerate(footing):
        place = (MARGIN, foot + LINE_HEIGHT * number + LINE_HEIGHT / 2)
        lines.append(_text(place, line, "start", INK))
    return "\n".join([*lines, "</g>", "</svg>", ""])


def _square(corner: Point, side: float, fill: str, stroke: str, dashed: bool = False) -> str:
    dash = ' stroke-dasharray="4 3"' if dashed else ""
    return (
        f'<rect x="{corner[0] + 1:g}" y="{corner[1] + 1:g}" width="{side - 2:g}" '
        f'height="{side - 2:g}" rx="3" fill="{fill}" stroke="{stroke}"{dash}/>'
    )


def _text(place: Point, text: str, anchor: str, color: str, weight: str = "normal") -> str:
    """Text whose middle line is at `place`."""
    return (
        f'<text x="{place[0]:g}" y="{place[1] + 0.36 * TEXT_SIZE:g}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{color}">{escape(text)}</text>'
    )


def _pair(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"
