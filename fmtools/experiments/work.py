"""What executors exchange with workers: plain data in, plain data out, whatever lies between.

An executor takes pieces of work one by one, as it has room for them, and gives back answers as they
come: the room `workers/`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

Message = dict[str, Any]

MAX_ATTEMPTS = 2
"""How often a job is given to a worker that dies of it."""


@dataclass(frozen=True)
class Work:
    number: int
    message: Message
    """`{"job": …}`, `{"library": …, "base_text": …}` or `{"ipc": …}`."""


@dataclass(frozen=True)
class Answer:
    """Part of what a piece of work gave; the last one has `finished` set."""

    number: int
    items: tuple[Message, ...]
    finished: bool = False
    note: str = ""
    """What takes long, where it is not the work itself."""
    lost: str = ""
    """Why nothing more will come of it, where its worker died or broke down."""


class Executor(Protocol):
    @property
    def num_workers(self) -> int: ...

    def run(self, work: Iterator[Work]) -> Iterator[Answer]:
        """Answers in any order; `work` is asked for more only when a worker is free."""
        ...

    def close(self) -> None:
        """End what is still running."""
        ...
