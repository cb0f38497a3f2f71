"""A command whose stderr is a terminal, and what it shows there."""

import os
import pty
import re
import subprocess
from collections.abc import Sequence


class Terminal:
    """Its stdout is a pipe, for `process.communicate`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._here, there = pty.openpty()
        self._shown = b""
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=there,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
        )
        os.close(there)

    def read_until(self, pattern: bytes) -> bytes:
        """Everything shown so far, once the pattern is in it, colours aside."""
        while not re.search(pattern, re.sub(rb"\x1b\[[\d;?]*[A-Za-z]", b"", self._shown)):
            assert self._read(), self._shown
        return self._shown

    def read_to_the_end(self) -> bytes:
        """Everything that was shown; the command has closed its end then."""
        while self._read():
            pass
        os.close(self._here)
        return self._shown

    def _read(self) -> bool:
        try:
            data = os.read(self._here, 1 << 16)
        except OSError:  # Linux's way to say that the other end is closed.
            return False
        self._shown += data
        return bool(data)
