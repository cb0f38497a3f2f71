"""Is a planner here? Python packages of this environment first, then the PATH."""

import contextlib
import importlib.metadata
import importlib.util
import os
import shutil
import sys
from pathlib import Path

from fmtools.drivers.driver import Family, Program
from fmtools.drivers.process import ProcessLimits, run_process
from fmtools.drivers.run_directory import run_directory

_VERSION_SECONDS = 20.0


def package_directory(module: str) -> Path | None:
    """Where a package lies, without importing it."""
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def program_on_path(*names: str) -> Program | None:
    """The first of these programs beside this Python, or else on the PATH."""
    for name in names:
        beside = Path(sys.executable).parent / name
        found = str(beside) if beside.is_file() else shutil.which(name)
        if found is not None:
            return Program(as_command(Path(found)), found)
    return None


def as_command(path: Path) -> tuple[str, ...]:
    """A Python script runs as it says itself where it can, else under this Python."""
    if path.suffix == ".py" and not os.access(path, os.X_OK):
        return (sys.executable, str(path))
    return (str(path),)


def program_version(family: Family, program: Program) -> str | None:
    """As its package or the program itself says; None where neither does."""
    told = []
    if program.package is not None:
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            told.append(f"{program.package} {importlib.metadata.version(program.package)}")
    if family.version_option is not None:
        with run_directory() as directory:
            run = run_process(
                [*program.words, family.version_option],
                directory,
                ProcessLimits(seconds=_VERSION_SECONDS),
            )
        lines = run.output.strip().splitlines()
        if run.exit_code == 0 and lines:
            told.insert(0, lines[0].strip())
    if told and family.our_part:
        told.append(family.our_part)
    return ", ".join(told) or None
