"""Macro tables: what learning one takes, and what plans it gives, with and without a beam.

One table per world, learned from the goal's own world and used for all instances; every lock is a
world of its own, so each has its own table.
"""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fmtools.results import SearchResult
from fmtools.search.planners import Settings, plan
from fmtools.simulator import Simulator
from fmtools.simulators.cube import Cube
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import world_of
from fmtools.simulators.with_macros import WithMacros, add_macros
from fmtools.tables.build import LearnedTable, TableSettings, learn_table
from fmtools.tables.library import table_library

NUM_INSTANCES = 100
PUZZLE_BEAMS = (1, 10, 100, 1000, 10_000)
LOCKS = ((20, 2, 4), (20, 10, 4), (50, 3, 6))
"""(dials, digits, effect size)."""
_PATH = Path("table.json")


@dataclass(frozen=True)
class TableRow:
    """Means over the instances, unless it says otherwise; plans are primitive ones."""

    world: str
    setting: str
    learning_queries: float
    composition_steps: float
    pairs: float
    """Pairs of words looked at while learning, at one variable each."""
    learning_seconds: float
    instances: int
    solved: float
    generated: float
    generated_max: int
    steps: float
    plan_mean: float | None
    plan_max: int | None
    seconds: float
    """Per instance: the beam and the replay."""


def table_quality_rows(
    num_instances: int = NUM_INSTANCES,
    beams: Sequence[int] = PUZZLE_BEAMS,
    words_per_cell: int = TableSettings.words_per_cell,
    seed: int = 0,
) -> Iterator[TableRow]:
    """Instances are the scrambles of seeds 0, 1, …; a further row with a random goal for each."""
    settings = TableSettings(words_per_cell=words_per_cell, seed=seed)
    seeds = range(num_instances)
    puzzles: dict[str, tuple[Simulator, list[Simulator], list[Simulator]]] = {
        "cube": (
            Cube(),
            [Cube.scrambled(s) for s in seeds],
            [Cube.scrambled(s, goal_scramble=Cube.scrambled(s + 1000).scramble) for s in seeds],
        ),
        "15-puzzle": (
            NPuzzle(4),
            [NPuzzle.scrambled(4, s) for s in seeds],
            [NPuzzle.scrambled(4, s, goal=_tiles(4, s + 1000)) for s in seeds],
        ),
        "8-puzzle": (
            NPuzzle(3),
            [NPuzzle.scrambled(3, s) for s in seeds],
            [NPuzzle.scrambled(3, s, goal=_tiles(3, s + 1000)) for s in seeds],
        ),
    }
    for world, (learned_in, instances, other_goals) in puzzles.items():
        learned = learn_table(learned_in, settings)
        first = _with_table(learned_in, settings, learned)
        for beam in beams:
            worlds = [WithMacros(instance, (), first.table) for instance in instances]
            yield _row(world, f"beam {beam}", [learned], worlds, beam)
        worlds = [WithMacros(instance, (), first.table) for instance in other_goals]
        yield _row(world, "random goals, beam 1", [learned], worlds, 1)
    for dials, digits, effect_size in LOCKS:
        locks = [Lock(dials, digits, effect_size, s) for s in range(min(num_instances, 20))]
        tables = [learn_table(lock, settings) for lock in locks]
        worlds = [_with_table(lock, settings, t) for lock, t in zip(locks, tables, strict=True)]
        name = f"lock {dials} × {digits}"
        yield _row(name, "beam 1", tables, worlds, 1)


def _tiles(width: int, seed: int) -> tuple[int, ...]:
    return NPuzzle.scrambled(width, seed).start_tiles


def _with_table(simulator: Simulator, settings: TableSettings, learned: LearnedTable) -> WithMacros:
    library = table_library(simulator, world_of(simulator), settings, learned)
    return add_macros(simulator, library, _PATH)


def _row(
    world: str,
    setting: str,
    learned: Sequence[LearnedTable],
    worlds: Sequence[WithMacros],
    beam: int,
) -> TableRow:
    settings = Settings("table", beam=beam)
    plan(worlds[0], settings)
    began = time.perf_counter()
    results: list[SearchResult] = [plan(simulator, settings) for simulator in worlds]
    seconds = (time.perf_counter() - began) / len(worlds)
    lengths = [len(r.primitive_plan) for r in results if r.primitive_plan is not None]
    # A plan found by search, where the table did not serve, is not the table's.
    by_table = [r.solved and not r.notes for r in results]
    return TableRow(
        world=world,
        setting=setting,
        learning_queries=statistics.mean(table.queries for table in learned),
        composition_steps=statistics.mean(table.composed for table in learned),
        pairs=statistics.mean(table.pairs for table in learned),
        learning_seconds=statistics.mean(table.seconds for table in learned),
        instances=len(worlds),
        solved=statistics.mean(by_table),
        generated=statistics.mean(result.generated for result in results),
        generated_max=max(result.generated for result in results),
        steps=statistics.mean(result.primitive_steps for result in results),
        plan_mean=statistics.mean(lengths) if lengths else None,
        plan_max=max(lengths, default=None),
        seconds=seconds,
    )
