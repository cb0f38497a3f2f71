"""`fmtools doctor`: what is installed, where things are, and what is missing for what."""

import json
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fmtools.cli.options import JSON
from fmtools.errors import EXIT_CRASH, EXIT_OK
from fmtools.installing import pip_install
from fmtools.progress import stage

PACKAGES: dict[str, tuple[str, str, str]] = {
    "numpy": ("numpy", "everything", "numpy"),
    "rich": ("rich", "tables", "rich"),
    "tarski": ("tarski", "info --check", "tarski[clingo]"),
    "pddlgym": (
        "pddlgym",
        "--simulator pddlgym",
        "fmtools[pddlgym], then --no-deps pddlgym==0.0.7",
    ),
    "gymnasium": ("gymnasium", "worlds gym:ID", "fmtools[gym]"),
    "matplotlib": ("matplotlib", "report --figures", "fmtools[report]"),
    "unified_planning": ("unified-planning", "fmtools.up", "fmtools[up]"),
    "distributed": ("distributed", "bench --scheduler", "fmtools[cluster]"),
}
"""Module -> its package, what needs it, what to install. Planners are told of apart."""
PLACES = {
    "results": "of bench, for report and records",
    "compiled": "macros and augmented domains of make compiled",
}
"""Folders below the current one, which commands write into unless told otherwise."""


def doctor(json_output: bool = JSON) -> None:
    """Say what is installed, where things are, what is missing.

    The exit code is 0 if what everything needs is there: the compiled core plans a cube. What is
    missing beyond that is named with the command that installs it.

    Example: fmtools doctor
    """
    with stage("look around"):
        works = _self_test()
        found = {
            "fmtools": _version("fmtools"),
            "place": str(Path(__file__).parents[1]),
            "python": f"{platform.python_version()}, {sys.executable}",
            "system": f"{platform.system()} {platform.machine()}",
            "works": works == "",
            "reason": works,
            "packages": [_package(module) for module in PACKAGES],
            "planners": _planners(),
            "folders": {name: _folder(Path(name)) for name in PLACES},
        }
    if json_output:
        print(json.dumps(found))
    else:
        _show(found)
    sys.exit(EXIT_OK if found["works"] else EXIT_CRASH)


def _self_test() -> str:
    """Why the core does not work; nothing if it does."""
    try:
        from fmtools.api.planning import plan

        result = plan("cube", scramble="R U2 F'", planner="astar", budget="100K")
    except Exception as error:  # whatever it is, it is what people want to know
        return f"{type(error).__name__}: {error}"
    return "" if result.solved else f"a cube three turns away was not solved: {result.outcome}"


def _package(module: str) -> dict[str, Any]:
    name, needed_for, install = PACKAGES[module]
    there = find_spec(module) is not None
    return {
        "package": name,
        "version": _version(name) if there else None,
        "installed": there,
        "for": needed_for,
        "install": install,
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _planners() -> list[dict[str, Any]]:
    from fmtools.drivers.survey import survey

    return [entry.to_dict() for entry in survey()]


def _folder(path: Path) -> str | None:
    return str(path.absolute()) if path.is_dir() else None


def _show(found: dict[str, Any]) -> None:
    from fmtools.cli.shown.console import console, plain_table

    table = plain_table()
    table.add_row("fmtools", f"{found['fmtools'] or 'not a package'}, {found['place']}")
    table.add_row("python", found["python"])
    table.add_row("system", found["system"])
    table.add_row("core", "works: it has solved a cube" if found["works"] else found["reason"])
    screen = console(markup=False)
    screen.print(table)
    screen.print()
    table = plain_table("package", "version", "for", "if missing, install")
    for row in found["packages"]:
        missing = "" if row["installed"] else row["install"]
        table.add_row(row["package"], row["version"] or "-", row["for"], missing)
    screen.print(table)
    if not all(row["installed"] for row in found["packages"]):
        screen.print("as in:", pip_install("fmtools[gym]"), soft_wrap=True)
    screen.print()
    table = plain_table("planner", "version", "")
    for row in found["planners"]:
        table.add_row(row["title"], row["version"] or "-", "" if row["installed"] else "missing")
    screen.print(table)
    print("fmtools planners says where they are, and how to get those that are missing.\n")
    table = plain_table("folder", "what is in it", "where")
    table.columns[-1].overflow = "fold"
    for name, place in found["folders"].items():
        table.add_row(name, PLACES[name], place or "not here")
    screen.print(table)
    print("\nNothing is cached; what planners need while they run lies in the folder for")
    print("temporary files, and is removed.")
