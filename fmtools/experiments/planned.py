"""How many runs each cell of a store's experiments should have, from the copies that sweeps leave.

Reports mark cells that have fewer. A store does not tell whether a sweep was quick: it was, if no
cell has more runs than the quick form asks for.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from fmtools.experiments.libraries import SEEDLESS
from fmtools.experiments.spec import NONE, Block, read_experiment
from fmtools.experiments.tasks import world_label
from fmtools.reports.records import CellKey, Record, planner_name, world_name
from fmtools.store.reading import EXPERIMENTS_NAME


def planned_cells(store: Path, records: Iterable[Record]) -> dict[CellKey, int]:
    """Cell -> number of runs. InputError where a copy of an experiment is damaged."""
    found = Counter(record.cell for record in records)
    planned: dict[CellKey, int] = {}
    for path in sorted((store / EXPERIMENTS_NAME).glob("*.toml")):
        name = path.stem.rpartition("-")[0]
        quick, full = (
            Counter(
                key for block in read_experiment(path, form).blocks for key in _runs(name, block)
            )
            for form in (True, False)
        )
        own = {key: number for key, number in found.items() if key.experiment == name}
        fits = all(number <= quick[key] for key, number in own.items())
        for key, number in (quick if fits else full).items():
            planned[key] = max(number, planned.get(key, 0))
    return planned


def _runs(name: str, block: Block) -> Iterator[CellKey]:
    """The cell of every run."""
    world = world_name(world_label(block.world))
    for options in block.variants:
        told = {key: value for key, value in options.items() if key in CellKey._fields}
        if block.kind == "correlation":
            cell = CellKey(name, world, "", NONE, "default", **told)
            yield from [cell] * (len(block.instances) + 1)
            continue
        tie_seeds = len(block.tie_seeds) if block.kind == "plan" else 1
        for source in block.macros:
            drawn = source.source not in (NONE, "random", *SEEDLESS)
            learn_seeds = len(block.learn_seeds) if drawn else 1
            for planner in block.planners:
                for goals in block.goals:
                    names = (name, world, planner_name(planner), source.label, goals)
                    runs = len(block.instances) * tie_seeds * learn_seeds
                    yield from [CellKey(*names, **told)] * runs
