"""What a planner prints, bounded: the beginning and the end are kept, the middle is counted."""

from collections import deque

MOST_BYTES = 1 << 20
"""Kept of the beginning, and as much again of the end."""
TAIL_LINES = 40
TAIL_CHARACTERS = 4000


class BoundedLog:
    """Bytes go in, text comes out; whatever is not UTF-8 is replaced."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_bytes = 0
        self.num_bytes = 0

    def write(self, data: bytes) -> None:
        self.num_bytes += len(data)
        room = self._most - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        if data:
            self._tail.append(data)
            self._tail_bytes += len(data)
            while self._tail_bytes - len(self._tail[0]) >= self._most:
                self._tail_bytes -= len(self._tail.popleft())

    def text(self) -> str:
        tail = b"".join(self._tail)[-self._most :]
        lost = self.num_bytes - len(self._head) - len(tail)
        gap = f"\n[… {lost:,} bytes left out …]\n" if lost else ""
        return _decoded(bytes(self._head)) + gap + _decoded(tail)


def log_tail(text: str) -> str:
    """The last lines, fit for a record: printable, and not too many."""
    lines = [line.rstrip() for line in text.splitlines()]
    kept = "\n".join(lines[-TAIL_LINES:])[-TAIL_CHARACTERS:]
    return "".join(
        c if c.isprintable() or c in "\n\t" else "\N{REPLACEMENT CHARACTER}" for c in kept
    )


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")
