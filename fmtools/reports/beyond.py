"""`fmtools bench beyond`: what goes past the paper, its own setting and the targets beside it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from fmtools.reports.statistics import Groups, mean_of_groups, solve_rate
from fmtools.reports.table import (
    DASH,
    Column,
    Row,
    Table,
    count_text,
    estimate_values,
    interval_text,
    rate_text,
    short_text,
)

EXPERIMENT = "beyond"
PAPER = "paper"

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Target:
    """What is asked of a row; None where nothing is."""

    generated: float | None = None
    plan: float | None = None
    solved: float = 1.0

    @property
    def text(self) -> str:
        if self.generated is None:
            return f"plan ≤{self.plan:.0f}"
        thousands = self.generated / 1000
        most = f"{self.generated:.0f}" if thousands < 1 else f"{thousands:g}K"
        return f"≤{most}" if self.plan is None else f"≤{most}/{self.plan:.0f}"


TARGETS: dict[tuple[str, str, int], Target] = {
    ("depot", "auto", 1): Target(3_000),
    ("doors", "auto", 1): Target(60),
    ("ferry", "auto", 1): Target(350),
    ("gripper", "auto", 1): Target(300),
    ("hanoi", "auto", 1): Target(6_000),
    ("miconic", "auto", 1): Target(150),
    ("15-puzzle", "auto", 1): Target(1_500, 200),
    ("15-puzzle", "table", 1): Target(15),
    ("15-puzzle", "table", 100): Target(None, 80),
    ("cube", "auto", 1): Target(20_000),
    ("cube", "table", 1): Target(20),
    ("cube", "table", 100): Target(20_000, 55),
    ("cube", "table", 1000): Target(None, 42),
}
"""By world, planner and beam."""


def beyond_table(records: Sequence[Record]) -> Table:
    """One row per setting; failed runs count as unsolved and are said."""
    cells: dict[tuple[str, str, str, int], list[Record]] = {}
    for record in records:
        if record["experiment"] == EXPERIMENT:
            key = (record["world"], record["planner"], record["macros"], record.get("beam", 1))
            cells.setdefault(key, []).append(record)
    failed = sum(record["outcome"] == "error" for runs in cells.values() for record in runs)
    shortened = {
        record["world"]: record["shorten"]
        for runs in cells.values()
        for record in runs
        if "shorten" in record
    }
    columns = (
        Column("world", is_text=True),
        Column("setting", is_text=True),
        Column("learn", about="simulator queries spent on learning, checks included"),
        Column("solved"),
        Column("generated"),
        Column("95%", about="95% interval of generated"),
        Column("steps", about="primitive simulator steps"),
        Column("plan", about="primitive actions"),
        Column("target"),
        Column("met", is_text=True),
    )
    notes = [
        "paper: its macros, gbfs, heap ties. auto: learn --keep auto, plan --planner auto; where "
        "such a library has a macro table (15-puzzle, cube), by that. table, beam: learn --table, "
        "plan --planner table --beam N; words are composed in memory and a beam's states generated "
        "on the maps learned: only learning and the replay of plans ask the simulator.",
        "learn: queries, checks included. 95%: over learning seeds or over instances, whichever is "
        "wider. steps: primitive ones. target: generated states/plan length.",
    ]
    for world, queries in sorted(shortened.items()):
        notes.append(
            f"{world}, auto: plans shortened with up to {short_text(queries)} queries each, not in "
            "generated."
        )
    seconds = {
        f"{world}, {beam}": [float(run["seconds"]) for run in runs if run.get("seconds")]
        for (world, _, _, beam), runs in sorted(cells.items(), key=_order)
        if beam > 1
    }
    beams = [f"{name}: {np.mean(took):.2g} s" for name, took in seconds.items() if took]
    if beams:
        notes.append(f"Mean time of beams: {'; '.join(beams)}.")
    if failed:
        notes.append(f"{failed} runs failed; they count as unsolved.")
    rows = tuple(_row(key, runs) for key, runs in sorted(cells.items(), key=_order))
    return Table(EXPERIMENT, "Past the paper", columns, rows, tuple(notes))


_WORLDS = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic", "15-puzzle", "cube")
_SETTINGS = ("gbfs", "auto", "table")


def _order(item: tuple[tuple[str, str, str, int], list[Record]]) -> tuple[int, int, int]:
    world, planner, _, beam = item[0]
    return _WORLDS.index(world), _SETTINGS.index(planner), beam


def _row(key: tuple[str, str, str, int], runs: Sequence[Record]) -> Row:
    world, planner, macros, beam = key
    setting = PAPER if macros == PAPER else planner if beam == 1 else f"beam {beam}"
    unit = _unit(runs)
    solved = solve_rate(_groups(runs, "instance", lambda run: float(run["outcome"] == "solved")))
    generated = mean_of_groups(_groups(runs, unit, lambda run: run.get("generated")))
    length = mean_of_groups(_groups(runs, unit, lambda run: run.get("primitive_plan_length")))
    steps = mean_of_groups(_groups(runs, unit, lambda run: run.get("primitive_steps")))
    learning = mean_of_groups(_groups(runs, unit, _learning))
    target = TARGETS.get((world, planner, beam))
    met = None
    if target is not None and solved is not None and generated is not None:
        met = (
            solved.mean >= target.solved
            and (target.generated is None or generated.mean <= target.generated)
            and (target.plan is None or (length is not None and length.mean <= target.plan))
        )
    cells = (
        world,
        setting,
        DASH if learning is None else short_text(learning.mean),
        rate_text(None if solved is None else solved.mean),
        DASH if generated is None else count_text(generated.mean),
        interval_text(generated),
        DASH if steps is None else short_text(steps.mean),
        DASH if length is None else count_text(length.mean),
        DASH if target is None else target.text,
        DASH if met is None else "yes" if met else "no",
    )
    values = {
        "world": world,
        "planner": planner,
        "macros": macros,
        "beam": beam,
        "runs": len(runs),
        "interval_over": unit,
        "met": met,
        **estimate_values("solved", solved),
        **estimate_values("generated", generated),
        **estimate_values("primitive_plan_length", length),
        **estimate_values("primitive_steps", steps),
        **estimate_values("learning_queries", learning),
    }
    return Row(cells, values, world, planner)


def _unit(runs: Sequence[Record]) -> str:
    """What intervals are taken over: learning seeds or instances, whichever leaves more doubt."""
    widths = {}
    for unit in ("instance", "learn_seed"):
        estimate = mean_of_groups(_groups(runs, unit, lambda run: run.get("generated")))
        if estimate is not None and estimate.low is not None and estimate.high is not None:
            widths[unit] = estimate.high - estimate.low
    return max(widths, key=widths.__getitem__, default="instance")


def _learning(run: Record) -> float | None:
    if run.get("learning_queries") is None:
        return None
    return float(run["learning_queries"]) + float(run.get("learning_other_queries") or 0)


def _groups(runs: Sequence[Record], unit: str, measure: Callable[[Record], float | None]) -> Groups:
    groups: dict[Hashable, list[float]] = {}
    for run in runs:
        value = measure(run)
        if value is not None:
            groups.setdefault(run[unit], []).append(float(value))
    return groups
