"""The n-puzzle, declared: options, identity, presets, export, pictures."""

import math
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fmtools.errors import InputError, UsageError
from fmtools.simulators.kind import Drawing, Exporter, Option, Views, WorldKind, identified

if TYPE_CHECKING:
    from fmtools.learn.presets import Presets
    from fmtools.macros import World
    from fmtools.simulators.npuzzle import NPuzzle


def build_npuzzle(
    *,
    size: int | None = None,
    start: str | None = None,
    goal: str | None = None,
    goal_seed: int | None = None,
    scramble_steps: int | None = None,
    seed: int = 0,
) -> "NPuzzle":
    """From `start`, or else from a random walk; the tiles given tell the size."""
    from fmtools.simulators.npuzzle import NPuzzle, parse_tiles

    if start is not None and scramble_steps is not None:
        raise UsageError("--start and --scramble-steps exclude each other")
    if goal is not None and goal_seed is not None:
        raise UsageError("--goal and --goal-seed exclude each other")
    if size is None:
        given = start if start is not None else goal
        size = 4 if given is None else round(len(parse_tiles(given)) ** 0.5)
    tiles = goal if goal_seed is None else NPuzzle.scrambled(size, goal_seed).start_tiles
    if start is None:
        return NPuzzle.scrambled(size, seed, scramble_steps, tiles)
    return NPuzzle(size, start, tiles)


def _identity(puzzle: "NPuzzle") -> "World":
    return identified("npuzzle", f"npuzzle {puzzle.width}", puzzle.kernel.maps.tobytes())


def _presets() -> "Presets":
    from dataclasses import replace

    from fmtools.learn.focused import LearnSettings
    from fmtools.learn.presets import AUTO, Presets, paper_settings

    ours = LearnSettings(budget=1_000_000, keep=192, repetitions=16, candidates=100, ties="random")
    papers = LearnSettings(
        budget=32_000,
        keep=192,
        repetitions=16,
        candidates=12,
        smallest_last=True,
        drop_primitives=False,
    )
    auto = replace(AUTO, budget=1_000_000, repetitions=16)
    return Presets(ours, auto, {"npuzzle 4": paper_settings(papers)})


def _exporter() -> Exporter:
    from fmtools.simulators.export_npuzzle import npuzzle_actions, npuzzle_to_pddl, npuzzle_to_sas

    return Exporter(npuzzle_actions, npuzzle_to_sas, npuzzle_to_pddl)


def _views() -> Views:
    from fmtools.simulators.macro_frames import puzzle_frames
    from fmtools.simulators.macro_pictures import puzzle_picture
    from fmtools.simulators.macro_svg import puzzle_svg
    from fmtools.simulators.macro_words import puzzle_sequence, puzzle_words

    drawing = Drawing(puzzle_picture, puzzle_svg, puzzle_frames)
    return Views(puzzle_words, puzzle_sequence, drawing)


def _read_name(name: str) -> Mapping[str, Any] | None:
    """Size 4 for `15-puzzle`."""
    match = re.fullmatch(r"(\d{1,4})-puzzle", name)
    if match is None:
        return None
    size = math.isqrt(int(match[1]) + 1)
    if size * size != int(match[1]) + 1:
        raise InputError(f"no world {name!r}; sliding puzzles are 8-puzzle, 15-puzzle, 24-puzzle")
    return {"size": size}


NPUZZLE = WorldKind(
    name="npuzzle",
    build=build_npuzzle,
    identity=_identity,
    options=(
        Option("size", int, "Cells on a side, 2 to 8.", 4),
        Option("start", help='"5 4 15 3 …" by rows, 0 = blank.', of_instance=True),
        Option("goal", help="As --start.", of_instance=True),
        Option("scramble_steps", int, "Random moves by seed.", of_instance=True),
        Option("goal_seed", int, "A random goal.", of_instance=True, least=0),
    ),
    instance="start",
    learn_from={"scramble_steps": 0},
    presets=_presets,
    exporter=_exporter,
    views=_views,
    read_name=_read_name,
    example="15-puzzle",
    same_by_states=True,
)
