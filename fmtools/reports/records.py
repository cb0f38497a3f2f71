"""Records of runs as reports see them: typed, checked, in one order.

Records come from files, so every field is checked here and nowhere else. A record that cannot be
used is kept as a remark, which reports show on top. This module must not know who ran what, or how.
"""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from fmtools.store.reading import MACROS_NAME, num_stale, read_contents, stale_notes
from fmtools.store.reading import Record as Document

SOLVED = "solved"
BROKEN = ("error", "crash", "invalid-plan", "unsupported")
"""Outcomes that need an explanation; running out of a limit is an ordinary one."""

WORLD_NAMES = {"npuzzle": "15-puzzle", "npuzzle 4": "15-puzzle"}
"""What the paper calls them."""
PLANNER_NAMES = {"lama-first": "lama"}


class CellKey(NamedTuple):
    """What the runs of one cell of a table have in common."""

    experiment: str
    world: str
    planner: str
    macros: str
    goals: str
    dials: int | None = None
    digits: int | None = None
    effect_size: float | None = None


Planned = Mapping[CellKey, int]


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
    reason: str = ""
    """Why an external planner found no plan."""
    generated: int | None = None
    primitive_steps: int | None = None
    iw_generated: int | None = None
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
    seed: int | None = None
    """Of a correlation's action set; None where those of all seeds are pooled."""
    pairs: int | None = None
    seconds: float | None = None
    effect_size: float | None = None
    mean_effect_size: float | None = None
    pearson: float | None = None
    spearman: float | None = None
    pearson_by_distance: float | None = None
    spearman_by_distance: float | None = None
    valid: bool | None = None
    trace: tuple[tuple[int, int], ...] = ()
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def cell(self) -> CellKey:
        names = (self.experiment, self.world, self.planner, self.macros, self.goals)
        return CellKey(*names, self.dials, self.digits, self.effect_size)

    @property
    def solved(self) -> bool:
        return self.outcome == SOLVED and self.valid is not False

    @property
    def failed(self) -> bool:
        """The run broke, or its plan did."""
        return self.outcome in BROKEN or bool(self.error) or self.valid is False


@dataclass(frozen=True)
class Results:
    """What a store holds, in the order of its keys, so that the order of running leaves no mark."""

    records: tuple[Record, ...]
    remarks: tuple[str, ...] = ()
    """Lines that could not be used, and why."""
    libraries: tuple[Path, ...] = ()
    """The macro libraries beside the records, without those that only stale ones used."""
    planned: Planned = field(default_factory=dict)
    """How many runs each cell should have; empty where nobody knows."""
    stale: Mapping[str, int] = field(default_factory=dict)
    """Records of code that gave other results, by experiment: in nothing that is shown."""
    stale_notes: tuple[str, ...] = ()

    @property
    def num_stale(self) -> int:
        return sum(self.stale.values())

    @property
    def failures(self) -> tuple[Record, ...]:
        return tuple(record for record in self.records if record.failed)

    def of(self, experiment: str) -> tuple[Record, ...]:
        return tuple(record for record in self.records if record.experiment == experiment)


def load_results(store: Path, plan: Callable[[list[Record]], Planned] | None = None) -> Results:
    """Read a store; lines and fields that cannot be used become remarks.

    `plan` tells from what is there how many runs each cell should have.
    """
    found = read_contents(store)
    records, remarks = [], list(found.complaints)
    for document in found.records:
        try:
            records.append(record_from(document))
        except ValueError as error:
            remarks.append(f"run {document['key']} is not used: {error}")
    old = _named(found.stale) - _named(found.records)
    libraries = [path for path in (store / MACROS_NAME).glob("*.json") if path.stem not in old]
    return Results(
        records=tuple(sorted(records, key=_order)),
        remarks=tuple(remarks),
        libraries=tuple(sorted(libraries)),
        planned={} if plan is None else plan(records),
        stale=num_stale(found.stale),
        stale_notes=tuple(stale_notes(found.stale)),
    )


def _named(documents: list[Document]) -> set[Any]:
    """The libraries that runs used."""
    return {str(document.get("library")) for document in documents}


def record_from(document: Any) -> Record:
    """The typed view of one record; ValueError says which field is wrong."""
    if not isinstance(document, dict):
        raise ValueError("not an object")
    found = {
        one.name: _checked(one, document[one.name])
        for one in fields(Record)
        if one.type in _TYPES and document.get(one.name) is not None
    }
    for name in ("experiment", "outcome"):
        if not found.get(name):
            raise ValueError(f"{name!r} is no text")
    found["world"] = world_name(found.get("world", ""))
    found["planner"] = planner_name(found.get("planner", ""))
    return Record(**found, trace=_trace(document.get("trace")), raw=document)


_TYPES = (str, int | None, float | None, bool | None)
"""Of fields that are checked one by one."""


def _checked(field: Field[Any], value: Any) -> Any:
    """A value that a field of `Record` may have."""
    if field.type is str and not isinstance(value, str):
        raise ValueError(f"{field.name!r} is no text")
    if field.type == bool | None and not isinstance(value, bool):
        raise ValueError(f"{field.name!r} is not true or false")
    if field.type in (int | None, float | None):
        return _number(field.name, value, whole=field.type == int | None)
    return value


def world_name(world: str) -> str:
    return WORLD_NAMES.get(world, world)


def planner_name(planner: str) -> str:
    return PLANNER_NAMES.get(planner, planner)


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
    seeds = (record.tie_seed, record.learn_seed, record.seed)
    return (
        record.experiment,
        record.world,
        record.planner,
        record.macros,
        record.goals,
        *(-1 if number is None else number for number in (*numbers, *seeds)),
        record.key,
    )
