"""A fresh directory for every run, gone afterwards whatever happens."""

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fmtools.drivers.interrupts import deferred_interrupts

PREFIX = "fmtools-run-"


@contextmanager
def run_directory() -> Iterator[Path]:
    """In the system's directory for temporary files; TMPDIR chooses another."""
    with deferred_interrupts():
        directory = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
    try:
        yield directory
    finally:
        with deferred_interrupts():
            remove_tree(directory)


def remove_tree(directory: Path) -> None:
    """Also what a planner has made unreadable; a file that cannot go does not stop the rest."""

    def make_removable(function: Callable[..., object], path: str, _error: object) -> None:
        with contextlib.suppress(OSError):
            os.chmod(Path(path).parent, stat.S_IRWXU)  # noqa: PTH101
            if not os.path.islink(path):  # noqa: PTH114
                os.chmod(path, stat.S_IRWXU)  # noqa: PTH101
            if function is os.rmdir or Path(path).is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                os.unlink(path)  # noqa: PTH108

    shutil.rmtree(directory, onerror=make_removable)


def directory_bytes(directory: Path) -> int:
    """What the files in a directory take on the disk; those that vanish meanwhile count nothing."""
    total = 0
    for folder, _, names in os.walk(directory):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.lstat(os.path.join(folder, name)).st_blocks * 512  # noqa: PTH118
    return total
