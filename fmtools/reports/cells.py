"""Runs gathered into the cells of tables: one cell per world, planner, macros, goals and lock.

A cell knows how many runs it should have: what was planned, where that is known, or else as many as
the fullest cell of its experiment, world and planner has. Broken runs are counted apart and never
averaged.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from fmtools.reports.records import CellKey, Record, Results
from fmtools.reports.statistics import Estimate, Groups, mean_of_groups, solve_rate

WORLDS = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic", "15-puzzle", "cube", "lock")
PLANNERS = ("gbfs", "bfws", "lama")
MACROS = ("none", "random", "focused", "expert", "expert-distinct")
GOALS = ("default", "random")
"""The order of tables; names unknown here follow in alphabetical order."""

SHORT_MACROS = {"expert-distinct": "distinct"}
"""How tables name what a cell planned with."""
MACRO_WORDS = {
    "none": "primitives only",
    "random": "random macros",
    "focused": "focused macros",
    "expert": "expert macros",
    "expert-distinct": "expert macros, distinct",
}
"""How charts and sentences name it."""


@dataclass(frozen=True)
class Cell:
    key: CellKey
    runs: tuple[Record, ...]
    """Without the broken ones."""
    failures: tuple[Record, ...]
    num_planned: int

    @property
    def num_missing(self) -> int:
        return self.num_planned - len(self.runs) - len(self.failures)

    @property
    def is_capped(self) -> bool:
        """Some run ended without a plan, so means of work are lower bounds."""
        return any(not run.solved for run in self.runs)

    @property
    def solved(self) -> Estimate | None:
        return solve_rate(self.groups(lambda run: float(run.solved)))

    def mean(self, measure: Callable[[Record], float | None]) -> Estimate | None:
        """Over the runs that measured it."""
        return mean_of_groups(self.groups(measure))

    def groups(self, measure: Callable[[Record], float | None]) -> Groups:
        """Instance -> values; runs without a value are left out."""
        found: dict[Hashable, list[float]] = {}
        for run in self.runs:
            value = measure(run)
            if value is not None:
                found.setdefault(run.instance, []).append(value)
        return found

    def values(self, measure: Callable[[Record], float | None]) -> list[float]:
        return [value for run in self.runs if (value := measure(run)) is not None]


def gather(results: Results, experiment: str) -> dict[CellKey, Cell]:
    """The cells of one experiment, in the order of tables; planned ones without runs are empty."""
    members: dict[CellKey, list[Record]] = {}
    for record in results.of(experiment):
        members.setdefault(record.cell, []).append(record)
    if not members:
        return {}
    planned = {key: number for key, number in results.planned.items() if key[0] == experiment}
    for key in planned:
        members.setdefault(key, [])
    if not planned:
        fullest: dict[tuple[str, str], int] = {}
        for key, runs in members.items():
            group = (key.world, key.planner)
            fullest[group] = max(fullest.get(group, 0), len(runs))
        planned = {key: fullest[key.world, key.planner] for key in members}
    return {
        key: Cell(
            key=key,
            runs=tuple(run for run in members[key] if not run.failed),
            failures=tuple(run for run in members[key] if run.failed),
            num_planned=planned.get(key, len(members[key])),
        )
        for key in sorted(members, key=table_order)
    }


def generated(run: Record) -> float | None:
    return run.generated


def table_order(key: CellKey) -> tuple[object, ...]:
    return (
        *_rank(WORLDS, key.world),
        -(key.dials or 0),
        key.effect_size or 0,
        *_rank(PLANNERS, key.planner),
        *_rank(MACROS, key.macros),
        *_rank(GOALS, key.goals),
    )


def short_macros(macros: str) -> str:
    return SHORT_MACROS.get(macros, macros)


def macro_words(macros: str) -> str:
    return MACRO_WORDS.get(macros, macros)


def _rank(known: tuple[str, ...], name: str) -> tuple[int, str]:
    return (known.index(name), name) if name in known else (len(known), name)
