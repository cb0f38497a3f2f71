"""How a plan looks: on the terminal, and in a plan file."""

import inspect
import textwrap
from collections.abc import Callable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from fmtools.results import SearchResult
from fmtools.simulator import Simulator, StateLike, state_array

_SHOWN_LINES = 8


def plan_text(result: SearchResult) -> str:
    """A plan file: one primitive action a line, then the cost, as planners write it."""
    assert result.primitive_plan is not None
    kind = "unit cost" if result.cost is None else "general cost"
    total = len(result.primitive_plan) if result.cost is None else result.cost
    steps = "".join(f"{action}\n" for action in result.primitive_plan)
    return f"{steps}; cost = {total} ({kind})\n"


def show_plan(simulator: Simulator, result: SearchResult, total_seconds: float) -> None:
    """Start and end as pictures, the counts as a table, the plan wrapped."""
    console = Console(highlight=False)
    _show_states(simulator, result, console)
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    style = "bold green" if result.solved else "bold yellow"
    table.add_row("outcome", Text(result.outcome.value, style))
    table.add_row("generated", f"{result.generated:,}")
    table.add_row("expanded", f"{result.expanded:,}")
    table.add_row("evaluated", f"{result.evaluated:,}")
    table.add_row("primitive steps", f"{result.primitive_steps:,}")
    table.add_row("best goal count", str(result.best_goal_count))
    rate = result.generated / result.seconds if result.seconds > 0 else 0
    table.add_row("search", f"{result.seconds:.3f} s, {rate:,.0f} states/s")
    table.add_row("total", f"{total_seconds:.2f} s")
    table.add_row("memory", f"{result.memory_bytes / 1e6:,.1f} MB in {result.num_states:,} states")
    if result.plan is not None and result.primitive_plan is not None:
        length = f"{len(result.plan)} actions"
        num_primitive = result.shortened_from or len(result.primitive_plan)
        if num_primitive != len(result.plan):
            length += f", {num_primitive} primitive"
        if result.cost is not None:
            length += f", cost {result.cost}"
        table.add_row("plan", length)
    if result.shortened_from is not None and result.primitive_plan is not None:
        table.add_row("shortened", _shortened_text(result))
    if result.iw_generated:
        table.add_row("IW phase", f"{result.iw_generated:,} of the generated states")
    for note in result.notes:
        table.add_row("note", note)
    console.print(table)
    steps = result.plan if result.shortened_from is None else result.primitive_plan
    if steps:
        width = min(console.width, 80) - 4
        separator = " " if " " not in steps[0] else ", "
        lines = textwrap.wrap(
            separator.join(step.replace(" ", "\N{NO-BREAK SPACE}") for step in steps),
            width,
            break_long_words=False,
            break_on_hyphens=False,
        )
        more = len(lines) - _SHOWN_LINES
        shown = "\n".join(lines[:_SHOWN_LINES]).replace("\N{NO-BREAK SPACE}", " ")
        console.print(textwrap.indent(shown, "    "), markup=False)
        if more > 0:
            console.print(f"    … {more} more lines; -o FILE writes the whole plan")


def _shortened_text(result: SearchResult) -> str:
    assert result.primitive_plan is not None
    ended = {"shortest": ": a shortest plan", "interrupted": ": interrupted"}
    return (
        f"{result.shortened_from} → {len(result.primitive_plan)} steps with "
        f"{result.shorten_queries:,} queries in {result.shorten_seconds:.2f} s"
        f"{ended.get(result.shorten_ended or '', '')}"
    )


def _show_states(simulator: Simulator, result: SearchResult, console: Console) -> None:
    """Start and end, side by side where the terminal is wide enough."""
    if getattr(simulator, "render", None) is None:
        return
    end_title = "end" if result.solved else f"closest, goal count {result.best_goal_count}"
    start, end = (
        _picture(simulator, state, console) for state in (simulator.start(), result.best_state)
    )
    if start.cell_len and max(line.cell_len for line in start.split()) * 2 + 2 <= console.width:
        grid = Table(box=None, padding=(0, 2, 0, 0), show_edge=False)
        grid.add_column("start", header_style="bold")
        grid.add_column(end_title, header_style="bold")
        grid.add_row(start, end)
        console.print(grid)
    else:
        for title, picture in (("start", start), (end_title, end)):
            console.print(Text(title, "bold"))
            console.print(picture)


def _picture(simulator: Simulator, state: StateLike, console: Console) -> Text:
    render: Callable[..., str] = simulator.render  # type: ignore[attr-defined]
    array = state_array(state)
    takes_color = "color" in inspect.signature(render).parameters
    drawn = render(array, color=console.is_terminal) if takes_color else render(array)
    return Text.from_ansi(drawn)
