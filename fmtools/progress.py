"""Progress bars: on a terminal only, or where asked for, as in notebooks; gone when done.

Elsewhere rich is not imported. On terminals they are on stderr.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress


def _on_terminal() -> bool:
    return sys.stderr.isatty()


def _in_notebook() -> bool:
    return "ipykernel" in sys.modules


def _bar(*columns: Any) -> "Progress":
    from rich.console import Console
    from rich.progress import Progress, TimeElapsedColumn

    console = Console(stderr=not _in_notebook())
    return Progress(*columns, TimeElapsedColumn(), console=console, transient=True)


@contextmanager
def search_progress(
    budget: int, best: str = "best goal count", shown: bool | None = None
) -> Iterator[Callable[[int, int], None] | None]:
    """A bar of generated states against the budget, with the smallest distance so far."""
    if not (_on_terminal() if shown is None else shown):
        yield None
        return
    from rich.progress import BarColumn, TextColumn

    states = TextColumn("{task.completed:,.0f} of {task.total:,.0f} states")
    with _bar(BarColumn(24), states, TextColumn(best + " {task.fields[best]}")) as progress:
        bar = progress.add_task("search", total=budget, best="-")
        yield lambda generated, best: progress.update(bar, completed=generated, best=best)


@contextmanager
def count_progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """A bar that moves by one."""
    if not _on_terminal():
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn

    with _bar(TextColumn(what), BarColumn(32), MofNCompleteColumn()) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda: progress.advance(bar)


@contextmanager
def status_line() -> Iterator[Callable[..., None]]:
    """What is under way, in one line."""
    if not _on_terminal():
        yield lambda *words: None
        return
    from rich.console import Console

    with Console(stderr=True, highlight=False).status("") as status:
        yield lambda *words: status.update(" ".join(words))
