"""Writing files whole: a temporary file beside the target, then a rename."""

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write `text` so that a reader sees the old file or the new one, never half of it.

    OSError names `path`, since nobody knows the temporary file.
    """
    write_whole_bytes(path, text.encode("utf-8"))


def write_whole_bytes(path: Path, data: bytes) -> None:
    """The same for what is no text."""
    try:
        _write_whole(path, data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _write_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        temporary.chmod(0o666 & ~umask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
