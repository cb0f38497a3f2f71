"""Records of runs as reports see them: one JSON object per line of a store's `records.jsonl`.

Records come from files, so every field is checked here and nowhere else. A line that cannot be used
is kept as a remark, which reports show on top. This module must not know who ran what, or how.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fmtools.errors import InputError

RECORDS = "records.jsonl"
LIBRARIES = "macros"
ERROR, SOLVED = "error", "solved"

WORLD_NAMES = {"npuzzle": "15-puzzle", "npuzzle 4": "15-puzzle"}
"""What the paper calls them."""
PLANNER_NAMES = {"lama-first": "lama"}

_TEXTS = ("experiment", "outcome")
_OPTIONAL_TEXTS = ("world", "planner", "macros", "goals", "error", "key")
_COUNTS = (
    "generated",
    "expanded",
    "evaluated",
    "primitive_steps",
    "iw_generated",
    "plan_length",
    "primitive_plan_length",
    "best_goal_count",
    "num_macros",
    "learning_queries",
    "budget",
    "dials",
    "digits",
    "instance",
    "tie_seed",
    "learn_seed",
    "pairs",
)
_NUMBERS = (
    "seconds",
    "effect_size",
    "mean_effect_size",
    "translate_seconds",
    "total_seconds",
    "pearson",
    "spearman",
    "pearson_by_distance",
    "spearman_by_distance",
)


@dataclass(frozen=True)
class Record:
    """One run. What a run did not measure is None."""

    experiment: str
    outcome: str
    world: str = ""
    planner: str = ""
    macros: str = "none"
    goals: str = "default"
    key: str = ""
    error: str = ""
    generated: int | None = None
    expanded: int | None = None
    evaluated: int | None = None
    primitive_steps: int | None = None
    iw_generated: int | None = None
    plan_length: int | None = None
    primitive_plan_length: int | None = None
    best_goal_count: int | None = None
    num_macros: int | None = None
    learning_queries: int | None = None
    budget: int | None = None
    dials: int | None = None
    digits: int | None = None
    instance: int | None = None
    tie_seed: int | None = None
    learn_seed: int | None = None
    pairs: int | None = None
    seconds: float | None = None
    effect_size: float | None = None
    mean_effect_size: float | None = None
    translate_seconds: float | None = None
    total_seconds: float | None = None
    pearson: float | None = None
    spearman: float | None = None
    pearson_by_distance: float | None = None
    spearman_by_distance: float | None = None
    valid: bool | None = None
    trace: tuple[tuple[int, int], ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def solved(self) -> bool:
        return self.outcome == SOLVED and self.valid is not False

    @property
    def failed(self) -> bool:
        """The run broke, or its plan did; running out of a limit is an ordinary outcome."""
        return self.outcome == ERROR or bool(self.error) or self.valid is False


@dataclass(frozen=True)
class Results:
    """What a store holds, in the order of its keys, so that the order of running leaves no mark."""

    records: tuple[Record, ...]
    remarks: tuple[str, ...] = ()
    """Lines that could not be used, and why."""
    libraries: tuple[Path, ...] = ()
    """The macro libraries beside the records."""

    @property
    def failures(self) -> tuple[Record, ...]:
        return tuple(record for record in self.records if record.failed)

    def of(self, experiment: str) -> tuple[Record, ...]:
        return tuple(record for record in self.records if record.experiment == experiment)


def load_results(store: Path) -> Results:
    """Read a store; of two records with one key the later counts, as a run may be repeated."""
    path = store / RECORDS
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{store}: no {RECORDS} there; name a directory of results") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    records: dict[str, Record] = {}
    remarks = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = record_from(json.loads(line))
        except (ValueError, RecursionError) as error:
            remarks.append(f"{RECORDS}:{number}: not used: {error}")
            continue
        records[record.key or f"line {number}"] = record
    libraries = sorted((store / LIBRARIES).glob("*.json"))
    ordered = sorted(records.values(), key=_order)
    return Results(tuple(ordered), tuple(remarks), tuple(libraries))


def record_from(document: Any) -> Record:
    """The typed view of one record; ValueError says which field is wrong."""
    if not isinstance(document, dict):
        raise ValueError("not an object")
    fields: dict[str, Any] = {}
    for name in (*_TEXTS, *_OPTIONAL_TEXTS):
        value = document.get(name)
        if value is None and name in _OPTIONAL_TEXTS:
            continue
        if not isinstance(value, str) or (name in _TEXTS and not value):
            raise ValueError(f"{name!r} is no text")
        fields[name] = value
    for name in (*_COUNTS, *_NUMBERS):
        value = document.get(name)
        if value is None:
            continue
        fields[name] = _number(name, value, whole=name in _COUNTS)
    valid = document.get("valid")
    if valid is not None and not isinstance(valid, bool):
        raise ValueError("'valid' is not true or false")
    world, planner = fields.get("world", ""), fields.get("planner", "")
    fields["world"] = WORLD_NAMES.get(world, world)
    fields["planner"] = PLANNER_NAMES.get(planner, planner)
    return Record(**fields, valid=valid, trace=_trace(document.get("trace")), raw=document)


def _number(name: str, value: Any, whole: bool) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name!r} is no number")
    if not -1e15 < value < 1e15:
        raise ValueError(f"{name!r} is out of range")
    if whole and (value != int(value) or value < 0):
        raise ValueError(f"{name!r} is not a whole number, 0 or more")
    return int(value) if whole else value


def _trace(value: Any) -> tuple[tuple[int, int], ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise ValueError("'trace' is no list")
    points = []
    for point in value:
        if not isinstance(point, list) or len(point) != 2:
            raise ValueError("'trace' does not list [generated, best goal count]")
        points.append(
            (int(_number("trace", point[0], True)), int(_number("trace", point[1], True)))
        )
    return tuple(points)


def _order(record: Record) -> tuple[object, ...]:
    numbers = (record.dials, record.digits, record.effect_size, record.instance)
    seeds = (record.tie_seed, record.learn_seed)
    return (
        record.experiment,
        record.world,
        record.planner,
        record.macros,
        record.goals,
        *(-1 if number is None else number for number in (*numbers, *seeds)),
        record.key,
    )
