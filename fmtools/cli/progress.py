"""Progress bars: on a terminal only, on stderr, gone when done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
)


@contextmanager
def search_progress(
    budget: int, best: str = "best goal count"
) -> Iterator[Callable[[int, int], None]]:
    """A bar of generated states against the budget, with the smallest distance so far."""
    with Progress(
        BarColumn(24),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} states"),
        TextColumn(best + " {task.fields[best]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    ) as progress:
        bar = progress.add_task("search", total=budget, best="-")
        yield lambda generated, best: progress.update(bar, completed=generated, best=best)


@contextmanager
def count_progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """A bar that moves by one."""
    with Progress(
        TextColumn(what),
        BarColumn(32),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    ) as progress:
        bar = progress.add_task(what, total=total)
        yield lambda: progress.advance(bar)


@contextmanager
def status_line() -> Iterator[Callable[..., None]]:
    """What is under way, in one line."""
    console = Console(stderr=True, highlight=False)
    if not console.is_terminal:
        yield lambda *words: None
        return
    with console.status("") as status:
        yield lambda *words: status.update(" ".join(words))
