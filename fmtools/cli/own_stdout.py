"""Stdout is for what fmtools prints: what a user's simulator writes there goes to stderr.

From `keep_stdout` on, both Python's `sys.stdout` and file descriptor 1 lead to stderr, for threads,
child processes and extensions, too; fmtools prints inside `own_stdout`.
"""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TextIO

_own: TextIO | None = None


def keep_stdout() -> None:
    """Call before the user's code is loaded; once is enough."""
    global _own
    if _own is not None:
        return
    stdout = sys.stdout
    stdout.flush()
    _own = os.fdopen(
        os.dup(stdout.fileno()),
        "w",
        encoding=stdout.encoding,
        errors=stdout.errors,
        buffering=1 if stdout.isatty() else -1,
    )
    os.dup2(sys.stderr.fileno(), stdout.fileno())
    sys.stdout = sys.stderr


@contextlib.contextmanager
def own_stdout() -> Iterator[None]:
    """What is printed in this block is fmtools' own, whether or not stdout was kept."""
    if _own is None:
        yield
        return
    with contextlib.redirect_stdout(_own):
        yield
        _own.flush()
