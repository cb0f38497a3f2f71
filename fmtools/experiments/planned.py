"""How many runs each cell of a store's experiments should have, from the copies that sweeps leave.

Reports mark cells that have fewer. A store does not tell whether a sweep was quick: it was, if no
cell has more runs than the quick form asks for.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fmtools.experiments.libraries import SEEDLESS
from fmtools.experiments.spec import NONE, Block, Experiment, read_experiment
from fmtools.experiments.tasks import world_label
from fmtools.store.reading import EXPERIMENTS_NAME, Record

Cell = tuple[str, str, str, str, str, int | None, int | None, float | None]
"""Experiment, world, planner, macros, goals; of locks, dials, digits and effect size."""
Lock = tuple[int | None, int | None, int | None]


def planned_cells(store: Path, records: Iterable[Record]) -> dict[Cell, int]:
    """Cell -> number of runs. InputError where a copy of an experiment is damaged."""
    by_name: dict[str, list[Record]] = {}
    for record in records:
        by_name.setdefault(str(record.get("experiment")), []).append(record)
    planned: dict[Cell, int] = {}
    for path in sorted((store / EXPERIMENTS_NAME).glob("*.toml")):
        name = path.stem.rpartition("-")[0]
        own = by_name.get(name, [])
        quick = Counter(_cells(name, read_experiment(path, quick=True)))
        full = Counter(_cells(name, read_experiment(path)))
        found = Counter(_cell(record) for record in own)
        fits = all(number <= quick[cell] for cell, number in found.items())
        for cell, number in (quick if fits else full).items():
            planned[cell] = max(number, planned.get(cell, 0))
    return planned


def _cells(name: str, experiment: Experiment) -> Iterable[Cell]:
    """The cell of every run."""
    for block in experiment.blocks:
        yield from _block_cells(name, block)


def _block_cells(name: str, block: Block) -> Iterable[Cell]:
    world = world_label(block.world)
    if block.kind == "correlation":
        for lock in _locks(block):
            yield from [(name, world, "", NONE, "default", *lock)] * (len(block.instances) + 1)
        return
    tie_seeds = len(block.tie_seeds) if block.kind == "plan" else 1
    for source in block.macros:
        drawn = source.source not in (NONE, "random", *SEEDLESS)
        learn_seeds = len(block.learn_seeds) if drawn else 1
        runs = len(block.instances) * tie_seeds * learn_seeds
        for planner in block.planners:
            for goals in block.goals:
                for lock in _locks(block):
                    yield from [(name, world, planner, source.label, goals, *lock)] * runs


def _locks(block: Block) -> tuple[Lock, ...]:
    if block.world != "lock":
        return ((None, None, None),)
    return tuple((block.dials, block.digits, size) for size in block.effect_sizes)


def _cell(record: Mapping[str, Any]) -> Cell:
    names = [str(record.get(key) or "") for key in ("experiment", "world", "planner")]
    macros, goals = record.get("macros") or NONE, record.get("goals") or "default"
    lock = [record.get(key) for key in ("dials", "digits", "effect_size")]
    return (names[0], names[1], names[2], macros, goals, lock[0], lock[1], lock[2])
