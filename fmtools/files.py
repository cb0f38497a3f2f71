"""Writing files: regular ones whole, by a temporary file beside them and a rename.

Links are followed, so that they stay links and what they point to is written. Pipes and devices are
never replaced: the data goes into them.
"""

import errno
import os
import stat
from pathlib import Path

from fmtools.progress import stage


def write_whole(path: Path, text: str) -> None:
    """Write `text` so that a reader sees the old file or the new one, never half of it.

    OSError names `path`, since nobody knows the temporary file. A lone surrogate, which no file in
    UTF-8 can hold, is written as its escape.
    """
    write_whole_bytes(path, text.encode("utf-8", errors="backslashreplace"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """The same for what is no text."""
    try:
        with stage("write", path.name):
            if is_stream(path):
                with path.open("wb") as stream:
                    stream.write(data)
            else:
                _replace(real_path(path), data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def is_stream(path: Path) -> bool:
    """Whether `path` is, or leads to, something that takes data but is no file: a pipe, a device.

    What was written to it cannot be taken back, nor written again.
    """
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def real_path(path: Path) -> Path:
    """Where a link leads, even if there is nothing yet; else the path itself."""
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if real.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return real


def _replace(path: Path, data: bytes) -> None:
    import tempfile  # most commands write nothing

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(_mode(path))
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new file gets."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        umask = os.umask(0)
        os.umask(umask)
        return 0o666 & ~umask
