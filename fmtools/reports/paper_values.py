"""What the paper prints, from `paper_values.toml`, looked up by table and row."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class PaperValue:
    """One row of a table of the paper; what the table does not print is None."""

    source: str
    generated: float | None = None
    above: bool = False
    """Printed as `>`: the budget was spent and the mean unknown."""
    solved: float | None = None
    remaining: float | None = None
    pearson: float | None = None
    spearman: float | None = None


@dataclass(frozen=True)
class PaperLearning:
    num_macros: int
    budget: int


def paper_correlation(dials: int, digits: int, effect_size: float) -> PaperValue | None:
    return _correlations().get((dials, digits, effect_size))


def paper_result(world: str, planner: str, macros: str) -> PaperValue | None:
    return _results().get((world, planner, macros))


def paper_macro_type(world: str, macros: str) -> PaperValue | None:
    return _macro_types().get((world, macros))


def paper_novel_goals(world: str, goals: str) -> PaperValue | None:
    return _novel_goals().get((world, goals))


def paper_learning(world: str) -> PaperLearning | None:
    return _learning().get(world)


def paper_plan_length(world: str, macros: str) -> int | None:
    return _plan_lengths().get((world, macros))


@cache
def _document() -> dict[str, Any]:
    text = files("fmtools.reports").joinpath("paper_values.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _correlations() -> dict[tuple[int, int, float], PaperValue]:
    part = _document()["correlation"]
    found = {}
    for lock, rows in part["rows"].items():
        dials, digits = map(int, lock.split("x"))
        for effect_size, pearson, spearman in rows:
            value = PaperValue(part["source"], pearson=pearson, spearman=spearman)
            found[dials, digits, float(effect_size)] = value
    return found


@cache
def _results() -> dict[tuple[str, str, str], PaperValue]:
    part = _document()["results"]
    return {
        (world, planner, macros): PaperValue(part["source"], generated, above, solved)
        for above in (False, True)
        for world, planner, macros, generated, solved in part["above" if above else "rows"]
    }


@cache
def _macro_types() -> dict[tuple[str, str], PaperValue]:
    part = _document()["macro_types"]
    return {
        (world, macros): PaperValue(part["source"], generated, above, solved, remaining)
        for above in (False, True)
        for world, macros, generated, remaining, solved in part["above" if above else "rows"]
    }


@cache
def _novel_goals() -> dict[tuple[str, str], PaperValue]:
    part = _document()["novel_goals"]
    return {
        (world, goals): PaperValue(part["source"], generated, solved=solved)
        for world, goals, generated, solved in part["rows"]
    }


@cache
def _learning() -> dict[str, PaperLearning]:
    rows = _document()["results"]["learning"]
    return {world: PaperLearning(num_macros, budget) for world, num_macros, budget in rows}


@cache
def _plan_lengths() -> dict[tuple[str, str], int]:
    return {
        (world, macros): length for world, macros, length in _document()["plan_lengths"]["rows"]
    }
