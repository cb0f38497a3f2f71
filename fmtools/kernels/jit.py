"""`njit` with the project's options, and a cache directory that is never stale.

numba notices a change only in the file of the function it cached, not in what that function calls.
So the cache lives in a directory named after a hash of every source file that is compiled: change
one and the next run compiles anew, into a directory of its own.
"""

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from numba.core import config, event

_PACKAGE = Path(__file__).resolve().parent.parent
_COMPILED_SOURCES = ("kernels/*.py", "search/loop.py")
_KEEP_SECONDS = 7 * 24 * 3600
"""Caches of other versions and clones go when they were not used for so long; each has 1-2 MB."""


def _cache_root() -> Path:
    configured = os.environ.get("FMTOOLS_CACHE_DIR")
    if configured:
        return Path(configured)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fmtools"


def _sources_digest() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    digest.update(repr((config.BOUNDSCHECK, str(_PACKAGE))).encode())
    for pattern in _COMPILED_SOURCES:
        for path in sorted(_PACKAGE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _use_cache_directory() -> None:
    """Point numba at our directory; where none can be written, numba's own choice stays."""
    if os.environ.get("NUMBA_CACHE_DIR") or config.DISABLE_JIT:
        return
    directory = _cache_root() / f"kernels-{_sources_digest()}"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        os.utime(directory)
        for cache in _cache_root().glob("kernels-*"):
            if time.time() - cache.stat().st_mtime > _KEEP_SECONDS:
                shutil.rmtree(cache, ignore_errors=True)
    except OSError:
        return
    config.CACHE_DIR = str(directory)


_use_cache_directory()


OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
"""No test for division by zero, and no reference counting: kernels never allocate, and counting
references of a struct of arrays was measured to take half of a search's time."""


def njit(function: Callable[..., Any]) -> Any:
    """Compile on first call, keep on disk."""
    return numba.njit(cache=True, **OPTIONS)(function)


class _FirstCompilation(event.Listener):  # type: ignore[misc]
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def on_start(self, event: Any) -> None:
        if self.callback is not None:
            callback, self.callback = self.callback, None
            callback()

    def on_end(self, event: Any) -> None:
        pass


def on_first_compilation(callback: Callable[[], None]) -> None:
    """Call `callback` once if, from now on, a kernel is compiled and not loaded from the cache."""
    event.register("numba:compile", _FirstCompilation(callback))
