"""The macro libraries of a store, by world and by type of macro."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fmtools.library_file import load_library
from fmtools.macros import MacroLibrary
from fmtools.reports.cells import MACROS, WORLDS
from fmtools.reports.records import world_name

_TYPES = {"learned": "focused", "random": "random", "expert": "expert"}


@dataclass(frozen=True)
class StoredLibrary:
    name: str
    """Of its file, without the ending."""
    world: str
    macros: str
    """none, random, focused, expert, expert-distinct: as in records."""
    library: MacroLibrary


def load_libraries(paths: Iterable[Path]) -> tuple[StoredLibrary, ...]:
    """In the order of tables; InputError names a damaged one."""
    found = [_stored(path) for path in paths]
    return tuple(sorted(found, key=lambda one: (_rank(one), one.name)))


def first_of_each(libraries: Iterable[StoredLibrary]) -> tuple[StoredLibrary, ...]:
    """One library per world and type: of several learning seeds, the first."""
    chosen: dict[tuple[str, str], StoredLibrary] = {}
    for one in libraries:
        chosen.setdefault((one.world, one.macros), one)
    return tuple(chosen.values())


def _stored(path: Path) -> StoredLibrary:
    library = load_library(path)
    source = str(library.provenance.get("source", "learned"))
    macros = _TYPES.get(source, source)
    if macros == "expert" and library.provenance.get("distinct"):
        macros = "expert-distinct"
    world = library.world
    name = world.name if world.kind in ("npuzzle", "pddl", "user") else world.kind
    return StoredLibrary(path.stem, world_name(name), macros, library)


def _rank(one: StoredLibrary) -> tuple[int, str, int]:
    world = WORLDS.index(one.world) if one.world in WORLDS else len(WORLDS)
    macros = MACROS.index(one.macros) if one.macros in MACROS else len(MACROS)
    return world, one.world, macros
