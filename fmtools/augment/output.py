"""The folder that `augment` writes: made beside its place, then moved there whole.

    domain.pddl            augmented, or the original where nothing was confirmed to help
    problems/NAME.pddl     every given problem, with facts for the macros
    original-domain.pddl   as given
    original-problems/     as given; `augment FOLDER --more P…` goes on with them
    macros.json            the recipe: planner, macros and guards; `fmtools show` reads it
    report.json            what was tried, kept and dropped
    measurements.jsonl     every run: a later session need not repeat them

While a session runs, `FOLDER.partial/` holds its measurements; a second session goes on from there.
"""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fmtools.augment.recipe import compile_recipe, recipe_texts
from fmtools.drivers.interrupts import deferred_interrupts
from fmtools.errors import InputError, UsageError
from fmtools.files import real_path, write_whole
from fmtools.library_file import load_library
from fmtools.macros import MacroLibrary
from fmtools.odd_text import parse_json
from fmtools.pddl.model import Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.read import read_domain

REPORT_FORMAT = "fmtools-augment-report-2"
DOMAIN, ORIGINAL, MACROS, REPORT = (
    "domain.pddl", "original-domain.pddl", "macros.json", "report.json",
)  # fmt: skip
PROBLEMS, ORIGINAL_PROBLEMS = "problems", "original-problems"
MEASUREMENTS = "measurements.jsonl"


def partial_folder(folder: Path) -> Path:
    """Beside the folder itself, wherever a link to it lies: it is moved from there."""
    place = real_path(folder)
    return place.parent / f"{place.name}.partial"


def check_folder(folder: Path, force: bool, problems: Sequence[Path]) -> None:
    """UsageError, before any work, where the output cannot be written as it should."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"output {folder} is a file; name a folder")
    if folder.exists() and any(folder.iterdir()):
        if not force:
            raise UsageError(f"output {folder} exists; choose another name, or give --force")
        if not (folder / MACROS).exists() or not (folder / REPORT).exists():
            raise UsageError(f"output {folder} is not from fmtools augment; choose another name")
    parent = real_path(folder).parent
    if not parent.is_dir():
        raise UsageError(f"output {folder}: there is no directory {parent}")
    names = [path.name for path in problems]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(f"two problems are called {twice[0]}; give them different names")


def start_partial(folder: Path) -> Path:
    """The file of measurements of this session, with those of earlier ones for this folder."""
    partial = partial_folder(folder)
    try:
        partial.mkdir(exist_ok=True)
        former = folder / MEASUREMENTS
        if former.exists() and not (partial / MEASUREMENTS).exists():
            shutil.copyfile(former, partial / MEASUREMENTS)
    except OSError as error:
        raise UsageError(f"{partial}: cannot be made: {error.strerror}") from None
    return partial / MEASUREMENTS


def write_folder(
    folder: Path, recipe: Compilation, problems: Sequence[Problem], report: dict[str, Any]
) -> list[Path]:
    """The paths written, domain first. What was there before goes only when all is ready."""
    partial = partial_folder(folder)
    fresh = partial / "new"
    for rest in (fresh, partial / "old"):
        if rest.exists():
            shutil.rmtree(rest)
    for name in (PROBLEMS, ORIGINAL_PROBLEMS):
        (fresh / name).mkdir(parents=True)
    domain_text, problem_texts = recipe_texts(recipe, problems)
    files = {DOMAIN: domain_text, ORIGINAL: recipe.original.text}
    for problem, text in zip(problems, problem_texts, strict=True):
        assert problem.path is not None
        files[f"{PROBLEMS}/{problem.path.name}"] = text
        files[f"{ORIGINAL_PROBLEMS}/{problem.path.name}"] = problem.text
    files[MACROS] = recipe.library.to_json()
    files[REPORT] = json.dumps(report, indent=1) + "\n"
    for name, text in files.items():
        write_whole(fresh / name, text)
    if (partial / MEASUREMENTS).exists():
        shutil.copyfile(partial / MEASUREMENTS, fresh / MEASUREMENTS)
    place = real_path(folder)
    with deferred_interrupts():
        if place.exists():
            place.rename(partial / "old")
        fresh.rename(place)
        shutil.rmtree(partial)
    return [folder / name for name in files]


def load_report(folder: Path) -> dict[str, Any]:
    """What the session that wrote a folder did; InputError where that is not there or broken."""
    path = folder / REPORT
    try:
        found = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read: {error}; give a folder of augment") from None
    if not isinstance(found, dict) or found.get("format") != REPORT_FORMAT:
        raise InputError(f"{path}: not a report of this version of fmtools augment")
    return found


def changed_since(folder: Path) -> str:
    """The domain file that a folder was made from, if it says something else by now, or nothing."""
    path = folder / REPORT
    try:
        given = Path(parse_json(path.read_text(encoding="utf-8"))["domain_file"])
        same = read_domain(given).text == (folder / ORIGINAL).read_text(encoding="utf-8")
    except (OSError, ValueError, KeyError, TypeError, InputError):
        return ""
    return "" if same else str(given)


def load_recipe(folder: Path) -> Compilation:
    """The recipe of a folder that `augment` wrote; InputError says what is wrong with it."""
    if not folder.is_dir():
        raise InputError(f"{folder}: no such folder; give one that fmtools augment wrote")
    for name in (MACROS, ORIGINAL):
        if not (folder / name).is_file():
            raise InputError(f"{folder}: no {name} in it; give a folder that augment wrote")
    library: MacroLibrary = load_library(folder / MACROS)
    return compile_recipe(read_domain(folder / ORIGINAL), library, folder / MACROS)
