"""An experiment as data: a TOML file read into blocks, each one world with all its settings.

Settings are looked up from the outside in: the top of the file, `[world.NAME]`, the `[[runs]]`
table, and in the quick form `[quick]` and the table's own `quick`. Every error names file and key,
and says what was expected. Nothing here runs or builds anything.
"""

import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Never

from fmtools.drivers.registry import DRIVERS, SHORT_NAMES
from fmtools.errors import InputError, UsageError
from fmtools.experiments import spec_keys
from fmtools.odd_text import parse_toml
from fmtools.search.planners import PLANNERS
from fmtools.simulators.registry import WORLDS

NONE = "none"
SHIPPED = Path(__file__).parent / "paper"
SHIPPED_PREFIX = "paper"
BEYOND = "beyond"
"""`fmtools bench beyond` shows it with targets."""
OURS = (BEYOND, "planners")
"""Shipped experiments that are not the paper's."""
_TABLES = ("name", "title", "world", "macro", "quick", "runs")


@dataclass(frozen=True)
class MacroSource:
    """Where the macros of one label come from; the label is what records call them."""

    label: str
    source: str
    """none, focused, random, expert, expert-distinct, table or library."""
    preset: str = "paper"
    settings: tuple[tuple[str, Any], ...] = ()
    """Of the learner, where they differ from the preset."""
    like: str | None = None
    """random: as many and as long as the macros of this label."""
    file: Path | None = None


@dataclass(frozen=True)
class Block:
    """A grid over one world: the product of everything that is a tuple here."""

    kind: str
    world: str
    planners: tuple[str, ...]
    macros: tuple[MacroSource, ...]
    goals: tuple[str, ...]
    instances: tuple[int, ...]
    budget: int | None
    ties: str
    tie_seeds: tuple[int, ...]
    learn_seeds: tuple[int, ...]
    draws: int
    """Libraries of random macros; instance i gets number i modulo this."""
    time_limit: float | None
    memory_limit: int | None
    width: int
    paper_bfws: bool
    expansion: str | None
    """None is the planner's own."""
    beam: int
    shorten: int | None
    """Queries to shorten plans with."""
    trace: bool
    options: Mapping[str, tuple[Any, ...]]
    """Of the world."""

    @property
    def variants(self) -> list[dict[str, Any]]:
        """The worlds that its options make, each by theirs."""
        return [
            dict(zip(self.options, chosen, strict=True))
            for chosen in product(*self.options.values())
        ]


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    path: Path
    text: str
    blocks: tuple[Block, ...]
    sources: Mapping[str, MacroSource]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:8]


def shipped_names() -> list[str]:
    """`table1`, `results`, …: the paper's experiments."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def is_experiment(name: str) -> bool:
    """Whether a word on the command line names an experiment, shipped or the user's."""
    shipped = name in (SHIPPED_PREFIX, *OURS) or name.startswith(f"{SHIPPED_PREFIX}/")
    return shipped or name.endswith(".toml")


def experiment_paths(name: str) -> list[Path]:
    """The files behind `FILE.toml`, `paper/NAME` or `paper`, which is all that are shipped."""
    if name.endswith(".toml"):
        return [Path(name)]
    if name in OURS:
        return [Path(__file__).parent / f"{name}.toml"]
    known = shipped_names()
    if name == SHIPPED_PREFIX:
        return [SHIPPED / f"{one}.toml" for one in known]
    wanted = name.removeprefix(f"{SHIPPED_PREFIX}/")
    if wanted not in known:
        choice = ", ".join(f"{SHIPPED_PREFIX}/{one}" for one in known)
        raise UsageError(f"no experiment {name!r}; choose one of {choice}, or name a .toml file")
    return [SHIPPED / f"{wanted}.toml"]


def read_experiment(path: Path, quick: bool = False) -> Experiment:
    """Read and check a file; InputError says which key is wrong and what was expected."""
    try:
        text = path.read_text(encoding="utf-8")
        document = parse_toml(text)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not TOML: {error}") from None
    return _Reader(path, document).experiment(text, quick)


class _Reader:
    """One file; `where` in its methods is the dotted key that errors name."""

    def __init__(self, path: Path, document: dict[str, Any]) -> None:
        self.path = path
        self.document = document
        varied = [(kind, *both) for kind in WORLDS.values() for both in kind.varied.items()]
        options = {key: kind.option(name) for kind, key, name in varied}
        self.readers = {
            **spec_keys.SETTINGS,
            **{
                key: spec_keys.flags if option.type is bool else spec_keys.listed
                for key, option in options.items()
            },
        }
        self.defaults = {
            **spec_keys.DEFAULTS,
            **{key: (option.default,) for key, option in options.items()},
        }

    def experiment(self, text: str, quick: bool) -> Experiment:
        document = self.document
        self._known("", document, (*_TABLES, *self.readers))
        name = self._value("", document, "name", spec_keys.text, self.path.stem)
        if not name.replace("-", "").replace("_", "").isalnum():
            self._wrong("name", name, "letters, digits, - and _")
        title = self._value("", document, "title", spec_keys.text, name)
        sources = self._sources()
        top = self._settings("", {k: v for k, v in document.items() if k not in _TABLES})
        quickly = self._settings("quick", self._table("quick"))
        by_world = {
            world: self._settings(f"world.{world}", table)
            for world, table in self._table("world").items()
        }
        runs = document.get("runs", [{}])
        if not isinstance(runs, list) or not runs:
            self._wrong("runs", runs, "one or several [[runs]] tables")
        blocks: list[Block] = []
        used: set[str] = set()
        for number, table in enumerate(runs, 1):
            where = f"runs[{number}]"
            own_table = (
                dict(table) if isinstance(table, dict) else self._wrong(where, table, "a table")
            )
            own_quick = self._settings(f"{where}.quick", own_table.pop("quick", {}))
            own = self._settings(where, own_table)
            worlds = own.get("worlds", top.get("worlds"))
            if worlds is None:
                self._fail(f"key '{where}.worlds' is missing; expected names such as ['cube']")
            used.update(worlds)
            for world in worlds:
                found = {**self.defaults, **top, **by_world.get(world, {}), **own}
                if quick:
                    found |= {**quickly, **own_quick}
                blocks.append(self._block(where, world, found, sources))
        for world in by_world:
            if world not in used:
                self._fail(
                    f"table [world.{world}] is for no world of this file; expected one of "
                    f"{', '.join(sorted(used))}"
                )
        return Experiment(name, title, self.path, text, tuple(blocks), sources)

    def _block(
        self, where: str, world: str, found: dict[str, Any], sources: Mapping[str, MacroSource]
    ) -> Block:
        macros = []
        for label in found["macros"]:
            if label not in sources:
                self._fail(
                    f"key '{where}.macros' names {label!r}; expected "
                    f"{', '.join(sources)}, or define [macro.{label}]"
                )
            macros.append(sources[label])
        self._check_planners(where, found["kind"], found["planners"])
        ordered = found["ties"] != "random"
        fields = {key: found[key] for key in spec_keys.SETTINGS if key != "worlds"}
        varied = WORLDS[world].varied if world in WORLDS else {}
        fields |= {
            "world": world,
            "options": {option: found[key] for key, option in varied.items()},
            "macros": tuple(macros),
            # Other tie-breaking knows no seed: further ones would only repeat the same search.
            "tie_seeds": found["tie_seeds"][:1] if ordered else found["tie_seeds"],
        }
        return Block(**fields)

    def _check_planners(self, where: str, kind: str, planners: Iterable[str]) -> None:
        known: Iterable[str] = PLANNERS if kind == "plan" else (*SHORT_NAMES, *DRIVERS)
        for planner in planners:
            if kind != "correlation" and planner.split(":")[0] not in known:
                self._fail(
                    f"key '{where}.planners' names {planner!r}; expected, for kind = "
                    f"{kind!r}, {', '.join(known)}"
                )

    def _sources(self) -> dict[str, MacroSource]:
        sources = {NONE: MacroSource(NONE, NONE), "focused": MacroSource("focused", "focused")}
        sources |= {
            one: MacroSource(one, one) for one in ("random", "expert", "expert-distinct", "table")
        }
        for label, table in self._table("macro").items():
            where = f"macro.{label}"
            if not spec_keys.is_label(label):
                self._fail(
                    f"label {label!r} in [macro]: it is part of file names; expected no / in it"
                )
            if label == NONE:
                self._fail(f"table [{where}] cannot be defined: {NONE} means no macros")
            if not isinstance(table, dict):
                self._wrong(where, table, "a table")
            self._known(where, table, spec_keys.MACROS)
            read = {key: self._read(where, key, value) for key, value in table.items()}
            default = label if label in spec_keys.MACRO_SOURCES else None
            source = read.get("source", default)
            if source is None:
                expected = ", ".join(spec_keys.MACRO_SOURCES)
                self._fail(f"key '{where}.source' is missing; expected one of {expected}")
            file = None
            if source == "library":
                if "file" not in read:
                    self._fail(f"key '{where}.file' is missing; expected the path of a library")
                file = self.path.parent / read["file"]
            settings = tuple((k, read[k]) for k in spec_keys.LEARNER_KEYS if k in read)
            preset = read.get("preset", "paper")
            sources[label] = MacroSource(label, source, preset, settings, read.get("like"), file)
        for source in sources.values():
            if source.like is not None and source.like not in sources:
                self._wrong(f"macro.{source.label}.like", source.like, "a label of macros")
        return sources

    def _settings(self, where: str, table: Any) -> dict[str, Any]:
        if not isinstance(table, dict):
            self._wrong(where, table, "a table")
        self._known(where, table, self.readers)
        return {key: self._read_setting(where, key, value) for key, value in table.items()}

    def _read_setting(self, where: str, key: str, value: Any) -> Any:
        return self._checked(where, key, value, self.readers[key])

    def _read(self, where: str, key: str, value: Any) -> Any:
        return self._checked(where, key, value, spec_keys.MACROS[key])

    def _checked(self, where: str, key: str, value: Any, reader: spec_keys.Reader) -> Any:
        try:
            return reader(value)
        except spec_keys.ExpectedError as expected:
            self._wrong(f"{where}.{key}" if where else key, value, str(expected))

    def _value(
        self, where: str, table: dict[str, Any], key: str, reader: spec_keys.Reader, default: Any
    ) -> Any:
        return self._checked(where, key, table[key], reader) if key in table else default

    def _table(self, key: str) -> dict[str, Any]:
        table = self.document.get(key, {})
        if not isinstance(table, dict):
            self._wrong(key, table, "a table")
        return dict(table)

    def _known(self, where: str, table: dict[str, Any], known: Iterable[str]) -> None:
        for key in table:
            if key not in known:
                near = difflib.get_close_matches(key, list(known), n=1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; expected {', '.join(known)}"
                self._fail(
                    f"unknown key '{where}.{key}'{hint}" if where else f"unknown key {key!r}{hint}"
                )

    def _wrong(self, where: str, value: Any, expected: str) -> Never:
        self._fail(f"key '{where}' is {value!r}; expected {expected}")

    def _fail(self, message: str) -> Never:
        raise InputError(f"{self.path}: {message}")
