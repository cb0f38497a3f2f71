"""A puzzle macro step by step: what stands on every cell before each action and after the last.

Plain data, for pages that animate it. The cube starts solved, and a frame tells the face that each
sticker belongs to, centres included; the n-puzzle starts in order, but for the blank, which stands
where the macro needs it.
"""

from dataclasses import replace

from fmtools.macros import Frames, Macro, MacroLibrary
from fmtools.simulators.cube import NUM_STICKERS
from fmtools.simulators.cube_net import FACE_COLORS, NET_FACES
from fmtools.simulators.macro_maps import cell_map, sticker_map
from fmtools.simulators.macro_pictures import FACE_ORIGINS, net_cells

BLANK = ""


def cube_frames(library: MacroLibrary, macro: Macro) -> Frames:
    centres = tuple((row + 1, column + 1) for row, column in FACE_ORIGINS.values())
    frames = [_cube_frame(range(NUM_STICKERS))]
    frames += [
        _cube_frame(sticker_map(replace(macro, actions=macro.actions[:length])))
        for length in range(1, macro.length + 1)
    ]
    targets = sticker_map(macro)
    return Frames(
        kind="cube",
        cells=(*net_cells(), *centres),
        steps=macro.actions,
        frames=tuple(frames),
        changed=tuple(sorted(target for p, target in enumerate(targets) if p != target)),
        colors=FACE_COLORS,
    )


def _cube_frame(targets: range | tuple[int, ...]) -> tuple[str, ...]:
    faces = [""] * NUM_STICKERS
    for sticker, place in enumerate(targets):
        faces[place] = NET_FACES[sticker // 8]
    return (*faces, *FACE_ORIGINS)


def puzzle_frames(library: MacroLibrary, macro: Macro) -> Frames:
    whole = cell_map(library.world, macro)
    num_cells = whole.width**2
    tiles = iter(range(1, num_cells))
    start = [BLANK if cell == whole.blank else str(next(tiles)) for cell in range(num_cells)]
    frames = [tuple(start)]
    for length in range(1, macro.length + 1):
        part = cell_map(library.world, replace(macro, actions=macro.actions[:length]))
        frame = [""] * num_cells
        for cell, target in enumerate(part.targets):
            frame[target] = start[cell]
        frames.append(tuple(frame))
    return Frames(
        kind="npuzzle",
        cells=tuple(divmod(cell, whole.width) for cell in range(num_cells)),
        steps=tuple(f"blank {action.split()[2]}" for action in macro.actions),
        frames=tuple(frames),
        changed=tuple(cell for cell, target in enumerate(whole.targets) if cell != target),
    )
