"""A fresh directory for every run, gone afterwards whatever happens.

After kill -9 nobody is left to remove it. So each has a marker, locked by its owner for as long as
that lives: the system gives the lock free however the owner ends, and the first run of another
fmtools removes what dead ones left. Only directories with our prefix, our user and such a marker.
"""

import contextlib
import fcntl
import functools
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fmtools.drivers.interrupts import deferred_interrupts

PREFIX = "fmtools-run-"
MARKER = "owner"
_MARKED = b"run directory of fmtools, process "


@contextmanager
def run_directory() -> Iterator[Path]:
    """In the system's directory for temporary files; TMPDIR chooses another."""
    with deferred_interrupts():
        sweep(tempfile.gettempdir())
        outer = Path(tempfile.mkdtemp(prefix=PREFIX)).resolve()
        marker = _mark(outer)
    try:
        directory = outer / "files"
        directory.mkdir()
        yield directory
    finally:
        with deferred_interrupts():
            remove_tree(outer)
            os.close(marker)


@functools.cache
def sweep(folder: str) -> None:
    """Remove the directories of runs whose fmtools has died; once for each process and folder."""
    for path in Path(folder).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            _sweep_one(path)


def _mark(directory: Path) -> int:
    """The locked marker's descriptor. What is not written yet, others do not touch."""
    marker = os.open(directory / MARKER, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    fcntl.flock(marker, fcntl.LOCK_EX)
    os.write(marker, _MARKED + b"%d\n" % os.getpid())
    return marker


def _sweep_one(directory: Path) -> None:
    """OSError where it is not ours to remove: someone else's, or a living run's."""
    found = directory.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        return
    marker = os.open(directory / MARKER, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.read(marker, len(_MARKED)) == _MARKED:
            remove_tree(directory)
    finally:
        os.close(marker)


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
