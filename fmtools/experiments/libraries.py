"""The macro libraries that an experiment needs: which they are, and how one is made.

Each is made once and kept in the store under a name that tells all it depends on apart, the code's
RESULTS_VERSION too, so that a later sweep finds it again. A request is plain data; a worker turns
it into the library's text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fmtools import version
from fmtools.errors import FmtoolsError, InputError
from fmtools.experiments.spec import Experiment, MacroSource
from fmtools.experiments.tasks import (
    Description,
    build_task,
    describe_start,
    digest,
    task_digest,
    world_label,
    world_name,
)
from fmtools.learn.focused import LearnSettings
from fmtools.learn.run import learn_library
from fmtools.library_file import parse_library
from fmtools.simulators.extend import extend
from fmtools.simulators.given_macros import expert_library, random_library
from fmtools.simulators.registry import kind_named, presets_of, world_of
from fmtools.tables.build import TableSettings, learn_table
from fmtools.tables.library import table_library

SEEDLESS = ("expert", "expert-distinct", "library")


@dataclass(frozen=True)
class LibraryRequest:
    """`name` is its file's name in the store, without `.json`."""

    name: str
    source: str
    task: Description
    seed: int
    settings: Mapping[str, Any] | None = None
    """Of the learner, all of them; None for other sources."""
    base: str | None = None
    """random: the name of the library whose numbers and lengths it takes after."""
    text: str | None = None
    """library: the user's file."""

    @property
    def identity(self) -> str:
        """A digest of everything that determines the library."""
        return self.name.rpartition("-")[2]


def request_library(
    experiment: Experiment, source: MacroSource, world: str, seed: int
) -> list[LibraryRequest]:
    """The library of a label in a world, after those that it is made from."""
    try:
        return _request(experiment, source, world, seed)
    except FmtoolsError as error:
        where = f"{experiment.path}: macros {source.label!r} in {world!r}"
        raise InputError(f"{where}: {error}") from None


def _request(
    experiment: Experiment, source: MacroSource, world: str, seed: int
) -> list[LibraryRequest]:
    task = describe_start(world, experiment.path.parent)
    seed = 0 if source.source in SEEDLESS else seed
    before: list[LibraryRequest] = []
    settings: dict[str, Any] | None = None
    text: str | None = None
    if source.source == "focused":
        settings = _settings(source, task, seed)
    elif source.source == "table":
        settings = {"seed": seed, **dict(source.settings)}
    elif source.source == "library":
        assert source.file is not None
        try:
            text = source.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{source.file}: {error}") from None
    elif source.source == "random":
        like = source.like or ("expert" if kind_named(task["kind"]).experts else "focused")
        before = _request(experiment, experiment.sources[like], world, 0)
    base = before[-1].name if before else None
    made_by = [version.RESULTS_VERSION, source.source]
    identity = digest([*made_by, task_digest(task), seed, settings, base, text])[:8]
    name = f"{world_label(world)}-{source.label}-{seed}-{identity}"
    return [*before, LibraryRequest(name, source.source, task, seed, settings, base, text)]


def _settings(source: MacroSource, task: Description, seed: int) -> dict[str, Any]:
    given = dict(source.settings)
    paper = source.preset == "paper" and given.get("keep") != "auto"
    name = world_name(task) if paper else ""
    return presets_of(task["kind"]).chosen(name, given, seed, paper).to_dict()


def make_library(request: Mapping[str, Any], base_text: str | None) -> str:
    """The library's text; runs in a worker."""

    if request["source"] == "library":
        return parse_library(request["text"], Path(request["name"])).to_json()
    simulator = build_task(request["task"])
    world = world_of(simulator)
    if request["source"] == "focused":
        settings = LearnSettings(**request["settings"])
        paper = _is_papers(world.kind, world.name, settings)
        return learn_library(simulator, world, settings, extend, paper)[0].to_json()
    if request["source"] == "table":
        table = TableSettings(**request["settings"])
        return table_library(simulator, world, table, learn_table(simulator, table)).to_json()
    if request["source"] == "random":
        assert base_text is not None
        path = Path(str(request["base"]))
        library = parse_library(base_text, path)
        return random_library(simulator, world, library, path, request["seed"]).to_json()
    distinct = request["source"] == "expert-distinct"
    return expert_library(simulator, world, distinct).to_json()


def _is_papers(kind: str, name: str, settings: Any) -> bool:
    return bool(replace(settings, seed=0) == presets_of(kind).paper.get(name))
