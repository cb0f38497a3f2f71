"""What macros do, in words: `3-cycle of corners`, `turns dials 1, 4 by 1`, `adds (on d1 d2)`.

A puzzle's words come from the macro's map of positions, all others from its recorded effect. The
kind of a macro is its words without the places, so that macros can be counted by it.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.macros import Change, Macro, MacroLibrary
from fmtools.simulators.cube import Vector, sticker_places
from fmtools.simulators.cube_notation import format_moves, parse_moves
from fmtools.simulators.macro_maps import (
    cell_map,
    cycles,
    is_corner,
    piece_map,
    piece_positions,
    sticker_map,
)

NOTHING = "changes nothing"
MAX_PHRASES = 3
"""A cube macro that needs more phrases is only counted: `moves 5 corners, 7 edges`."""
MAX_NAMED = 8
"""Cells, dials or variables that are named one by one; of more, only the number is given."""


@dataclass(frozen=True)
class Words:
    text: str
    kind: str
    """The text without places."""


def cube_sequence(macro: Macro) -> str:
    """`R U2 F'`"""
    return format_moves(parse_moves(" ".join(macro.actions)))


def puzzle_sequence(macro: Macro) -> str:
    """`5: up right` for `blank 5 up, blank 1 right`."""
    _, blank, _ = macro.actions[0].split()
    return f"{blank}: " + " ".join(action.split()[2] for action in macro.actions)


def plain_sequence(macro: Macro) -> str:
    """With commas where names hold spaces."""
    are_words = all(" " not in action or action.startswith("(") for action in macro.actions)
    return (" " if are_words else ", ").join(macro.actions)


def cube_words(library: MacroLibrary, macro: Macro) -> Words:
    text = _cube_text(sticker_map(macro))
    return Words(text, text)


def _cube_text(targets: tuple[int, ...]) -> str:
    """Cycles of corners, cycles of edges, pieces turned in place; or how many pieces move."""
    all_cycles = cycles(piece_map(targets))
    corner_cycles = [cycle for cycle in all_cycles if is_corner(cycle[0])]
    edge_cycles = [cycle for cycle in all_cycles if not is_corner(cycle[0])]
    in_cycles = {piece for cycle in all_cycles for piece in cycle}
    turned = [
        piece
        for piece, positions in piece_positions().items()
        if piece not in in_cycles and any(targets[p] != p for p in positions)
    ]
    num_twisted = sum(is_corner(piece) for piece in turned)
    num_flipped = len(turned) - num_twisted
    if not turned and _are_joined(corner_cycles, edge_cycles, targets):
        return f"{len(corner_cycles[0])}-cycle of edge-corner pairs"
    phrases = [_cycles_text(corner_cycles, "corner"), _cycles_text(edge_cycles, "edge")]
    if phrases[0].startswith("swaps") and phrases[1].startswith("swaps"):
        phrases = [f"{phrases[0]} and{phrases[1].removeprefix('swaps')}"]
    phrases.append(f"twists {_count(num_twisted, 'corner')}" if num_twisted else "")
    phrases.append(f"flips {_count(num_flipped, 'edge')}" if num_flipped else "")
    phrases = [phrase for phrase in phrases if phrase]
    if not phrases:
        return NOTHING
    are_alike = all(
        len({len(cycle) for cycle in group}) <= 1 for group in (corner_cycles, edge_cycles)
    )
    if len(phrases) <= MAX_PHRASES and are_alike:
        return ", ".join(phrases)
    num_corners = num_twisted + sum(map(len, corner_cycles))
    num_edges = num_flipped + sum(map(len, edge_cycles))
    counts = [(num_corners, "corner"), (num_edges, "edge")]
    return "moves " + ", ".join(_count(number, what) for number, what in counts if number)


def _cycles_text(group: Sequence[tuple[Vector, ...]], piece: str) -> str:
    """Cycles of one length. (A ring that also turns its pieces shows in what turns elsewhere.)"""
    if not group:
        return ""
    length = len(group[0])
    if length == 2:
        return f"swaps {_count(2 * len(group), piece)}{' in pairs' * (len(group) > 1)}"
    number = "" if len(group) == 1 else f"{len(group)} × "
    return f"{number}{length}-cycle of {piece}s"


def _are_joined(
    corner_cycles: Sequence[tuple[Vector, ...]],
    edge_cycles: Sequence[tuple[Vector, ...]],
    targets: tuple[int, ...],
) -> bool:
    """Whether one cycle of corners and one of edges move as pairs that stay glued together."""
    if len(corner_cycles) != 1 or len(edge_cycles) != 1:
        return False
    corners, edges = corner_cycles[0], edge_cycles[0]
    if len(corners) != len(edges):
        return False
    shifts = [edges[shift:] + edges[:shift] for shift in range(len(edges))]
    return any(
        all(
            _stay_glued(corner, edge, targets)
            for corner, edge in zip(corners, shifted, strict=True)
        )
        for shifted in shifts
    )


def _stay_glued(corner: Vector, edge: Vector, targets: tuple[int, ...]) -> bool:
    """Whether two neighbours stay neighbours, their stickers side by side on the same faces."""
    places = sticker_places()
    beside = {places[p].normal: places[targets[p]] for p in piece_positions()[corner]}
    return _are_neighbours(corner, edge) and all(
        place.normal == beside[normal].normal and _are_neighbours(place.cubie, beside[normal].cubie)
        for normal, place in (
            (places[p].normal, places[targets[p]]) for p in piece_positions()[edge]
        )
    )


def _are_neighbours(one: Vector, other: Vector) -> bool:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def puzzle_words(library: MacroLibrary, macro: Macro) -> Words:
    """Cells are numbered row by row from 0, as in action names; `5→6` is a tile's way."""
    found = cell_map(library.world, macro)
    end = found.targets[found.blank]
    all_cycles = cycles(dict(enumerate(found.targets)))
    tile_cycles = [cycle for cycle in all_cycles if found.blank not in cycle]
    num_tiles = sum(map(len, all_cycles)) - (end != found.blank)
    if not all_cycles:
        return Words(NOTHING, NOTHING)
    stays = end == found.blank
    blank_text = f"blank stays at {end}" if stays else f"blank moves from {found.blank} to {end}"
    blank_kind = "blank stays" if stays else "blank moves"
    if num_tiles > MAX_NAMED:
        moved = f"moves {num_tiles} tiles"
        return Words(f"{moved}, {blank_text}", f"{moved}, {blank_kind}")
    parts, kinds = [], []
    if not stays:
        cycle = next(cycle for cycle in all_cycles if found.blank in cycle)
        at = cycle.index(found.blank)
        chain = (*cycle[at + 1 :], *cycle[: at + 1])
        parts.append(f"tile{'s' * (len(chain) > 2)} {_arrows(chain)}")
        kinds.append(f"shifts {_count(len(chain) - 1, 'tile')}")
    for length, number in sorted(Counter(map(len, tile_cycles)).items()):
        several = "" if number == 1 else f"{number} × "
        name = "swap" if length == 2 else f"{length}-cycle"
        cells = ", ".join(_arrows(cycle) for cycle in tile_cycles if len(cycle) == length)
        parts.append(f"{several}{name} of the tiles on cells {cells}")
        kinds.append(f"{several}{name} of tiles")
    return Words(", ".join([*parts, blank_text]), ", ".join([*kinds, blank_kind]))


def lock_words(library: MacroLibrary, macro: Macro) -> Words:
    """Dials by number from 0, grouped by how far they turn; digits as the world's name tells."""
    match = re.search(r"(\d+) digits", library.world.name)
    turns: dict[int | None, list[int]] = {}
    for dial, before, after in sorted(macro.effect):
        by = None if match is None else (after - before) % int(match[1])
        turns.setdefault(by, []).append(dial)
    if not turns:
        return Words(NOTHING, NOTHING)
    parts = []
    for by, dials in sorted(turns.items(), key=lambda item: item[1]):
        plural = "s" if len(dials) > 1 else ""
        amount = "" if by is None else f" by {by}"
        parts.append(f"dial{plural} {', '.join(map(str, dials))}{amount}")
    kind = f"turns {_count(len(macro.effect), 'dial')}"
    return Words(f"turns {' and '.join(parts)}", kind)


def pddl_words(library: MacroLibrary, macro: Macro) -> Words:
    """The facts that it adds and removes; the kind names their predicates only."""
    if any(value > 1 for _, *values in macro.effect for value in values):
        return variable_words(library, macro)
    added = sorted(_fact(library, change) for change in macro.effect if change[2] == 1)
    removed = sorted(_fact(library, change) for change in macro.effect if change[2] == 0)
    text, kind = [], []
    for verb, names in (("adds", added), ("removes", removed)):
        if names:
            text.append(f"{verb} {', '.join(names)}")
            predicates = Counter(name.strip("()").partition(" ")[0] for name in names)
            kind.append(
                f"{verb} "
                + ", ".join(
                    predicate if number == 1 else f"{number} × {predicate}"
                    for predicate, number in predicates.items()
                )
            )
    return Words("; ".join(text) or NOTHING, "; ".join(kind) or NOTHING)


def variable_words(library: MacroLibrary, macro: Macro) -> Words:
    """Any other world: which variables change, by name where the library has names."""
    names = [library.facts.get(variable, str(variable)) for variable, *_ in sorted(macro.effect)]
    if not names:
        return Words(NOTHING, NOTHING)
    kind = f"changes {_count(len(names), 'variable')}"
    if len(names) > MAX_NAMED:
        return Words(kind, kind)
    plural = "s" if len(names) > 1 else ""
    return Words(f"changes variable{plural} {', '.join(names)}", kind)


def _fact(library: MacroLibrary, change: Change) -> str:
    name = library.facts.get(change[0])
    if name is None:
        return f"(fact {change[0]})"
    return name if name.startswith("(") else f"({name})"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _arrows(cells: Sequence[int]) -> str:
    return "→".join(map(str, cells))
