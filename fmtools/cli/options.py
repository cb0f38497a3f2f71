"""Options that several commands share, and where output goes."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from fmtools.cli.declare import option
from fmtools.errors import UsageError
from fmtools.files import is_stream, real_path
from fmtools.policy import RECORDED

JSON = option(False, "--json", help="Print one JSON object; all else goes to stderr.")
SEED = option(0, "--seed", min=0, help="Everything random depends on this number alone.")
MAX_GROWTH = option(
    RECORDED, help="PDDL: so many times the original's ground operators, or none; see compile."
)
FORCE = option(False, "--force", help="Overwrite an existing output file.")


def _warn_of_interpreted(given: bool) -> bool:
    if given:
        print(
            "fmtools: --interpreted does nothing since 0.2: every world runs in one loop",
            file=sys.stderr,
        )
    return given


INTERPRETED = option(False, "--interpreted", hidden=True, callback=_warn_of_interpreted)
"""Accepted for one more version."""


def check_writable(path: Path | None, force: bool, inputs: Iterable[Path] = ()) -> None:
    """Refuse, before any work, an output that would overwrite something.

    Links are followed. A pipe or a terminal holds nothing that could be overwritten.
    """
    if path is None:
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
