"""Options that several commands share, and where output goes."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fmtools.cli.declare import option
from fmtools.cli.process import own_stdout
from fmtools.errors import UsageError
from fmtools.files import is_stream, real_path, write_whole
from fmtools.policy import RECORDED

STDOUT = Path("-")

JSON = option(False, "--json", help="Print one JSON object; all else goes to stderr.")
SEED = option(0, "--seed", min=0, help="Everything random in fmtools depends on this number alone.")
MAX_GROWTH = option(
    RECORDED,
    metavar="X",
    help="PDDL macros: so many times the original's ground operators, or none; see compile.",
)
FORCE = option(False, "--force", help="Overwrite an existing output file.")
TIES = ("random", "fifo", "lifo", "heap")
FAST_DOWNWARD = option(None, help="A Fast Downward of your own.")
PLANNERS_FILE = option(None, help="A TOML file with commands of your own.")
RUN_LIMIT_HELP = "For each run, all its processes: 500M, 4G."


INTERPRETED = option(
    False, "--interpreted", removed="does nothing since 0.2: every world runs in one loop"
)
"""Accepted for one more version."""


def output_option(default: Any, what: str, **more: Any) -> Any:
    return option(default, "-o", "--output", help=what, **more)


def check_writable(path: Path | None, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse, before any work, an output that would overwrite something.

    Links are followed. A pipe or a terminal holds nothing that could be overwritten.
    """
    if path is None or path == STDOUT:
        return
    if any(path.exists() and given.exists() and path.samefile(given) for given in inputs):
        raise UsageError(f"output {path} is also an input; choose another name")
    if path.is_dir():
        raise UsageError(f"output {path} is a directory; name a file")
    if is_stream(path) and not path.is_block_device():
        if not os.access(path, os.W_OK):
            raise UsageError(f"output {path}: no permission to write")
        return
    if path.exists() and not force:
        raise UsageError(f"output {path} exists; choose another name, or give --force")
    directory = real_path(path).parent
    if not directory.is_dir():
        raise UsageError(f"output {path}: there is no directory {directory}")
    if not os.access(directory, os.W_OK):
        raise UsageError(f"output {path}: no permission to write in {directory}")


def check_directory(directory: Path | None, names: list[str], force: bool) -> None:
    """Refuse a directory that is none, or that holds what would be written."""
    if directory is None:
        return
    if directory.exists() and not directory.is_dir():
        raise UsageError(f"output {directory} is a file; name a directory")
    existing = [directory / name for name in names if (directory / name).exists()]
    if existing and not force:
        raise UsageError(f"output {existing[0]} exists; choose another directory, or give --force")


def made_directory(directory: Path) -> Path:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"output {directory}: {error.strerror}") from None
    return directory


def takes_stdout(json_output: bool, *outputs: Path | None) -> bool:
    """Whether stdout is for programs, JSON or a file, so that people read on stderr."""
    wanted = json_output + sum(path == STDOUT for path in outputs)
    if wanted > 1:
        raise UsageError("-o - and --json both write to standard output; leave one out")
    return wanted == 1


def write_output(path: Path, text: str) -> None:
    """`-` is standard output."""
    if path == STDOUT:
        with own_stdout():
            sys.stdout.write(text)
    else:
        write_whole(path, text)
