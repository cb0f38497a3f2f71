"""What a sweep found, as a short table: means by world, planner and macros. Reports say more."""

import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from fmtools.cli.shown.console import console

if TYPE_CHECKING:
    from fmtools.experiments.runner import Sweep

_PLANS = {
    "planner": ("planner", ""),
    "macros": ("macros", ""),
    "solved": ("solved", ".0%"),
    "generated": ("generated", ",.0f"),
    "#g left": ("best_goal_count", ".1f"),
    "plan": ("primitive_plan_length", ".0f"),
    "failed": ("failed", ""),
}
_CORRELATIONS = {
    "Pearson": ("pearson", ".3f"),
    "Spearman": ("spearman", ".3f"),
    "P by distance": ("pearson_by_distance", ".3f"),
    "S by distance": ("spearman_by_distance", ".3f"),
}
"""Heading -> key of a row, and how it shows."""
_GROUP = ("world", "dials", "digits", "effect_size", "planner", "macros", "goals")


def summary_rows(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row per cell, in the order in which cells first appear in the grid's own order."""
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for record in records:
        key = tuple(record.get(name) for name in _GROUP)
        groups.setdefault(key, []).append(record)
    return [_row(key, groups[key]) for key in sorted(groups, key=_order)]


def _order(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple((value is None, value if isinstance(value, int) else str(value)) for value in key)


def _row(key: tuple[Any, ...], records: list[dict[str, Any]]) -> dict[str, Any]:
    row: dict[str, Any] = {
        name: value for name, value in zip(_GROUP, key, strict=True) if value is not None
    }
    row["runs"] = len(records)
    row["failed"] = sum(record["outcome"] == "error" for record in records)
    pooled = [record for record in records if record.get("seeds") and record["seed"] is None]
    if pooled:
        return row | {name: round(pooled[-1][name], 3) for name, _ in _CORRELATIONS.values()}
    done = [record for record in records if record["outcome"] != "error"]
    row["solved"] = _mean([record["outcome"] == "solved" for record in done])
    for name in ("generated", "best_goal_count", "primitive_plan_length"):
        row[name] = _mean([record[name] for record in done if record.get(name) is not None])
    return row


def _mean(values: Sequence[float]) -> float | None:
    return round(statistics.mean(values), 4) if values else None


def print_summary(sweep: "Sweep", rows: Sequence[dict[str, Any]], num_stale: int = 0) -> None:
    """Within 80 columns."""
    screen = console()
    told = f"{sweep.experiment}: {sweep.runs:,} runs, {sweep.reused:,} reused, "
    told += f"{sweep.recorded:,} new, {sweep.failed:,} failed, {sweep.seconds:.0f} s"
    screen.print(told, markup=False)
    if num_stale:
        told = f"{num_stale:,} stale records of older code are not counted"
        screen.print(told, markup=False)
    columns = _CORRELATIONS if any("pearson" in row for row in rows) else _PLANS
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("world", no_wrap=True)
    for heading in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        shown = [
            "-" if row.get(k) is None else format(row[k], form) for k, form in columns.values()
        ]
        table.add_row(_world(row), *shown)
    screen.print(table)


def _world(row: dict[str, Any]) -> str:
    if "dials" in row:
        return f"N={row['dials']} M={row['digits']} k={row['effect_size']}"
    return f"{row['world']} (random)" if row.get("goals") == "random" else str(row["world"])
