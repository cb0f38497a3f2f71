"""How a plan looks: on the terminal, and in a plan file. Plain text: rich takes longer to import
than a small search takes."""

import os
import re
import sys
import textwrap
from collections.abc import Callable

from fmtools.cli.process import columns
from fmtools.results import SearchResult
from fmtools.simulator import Renders, Simulator, StateLike, state_array

_SHOWN_LINES = 8


def plan_text(result: SearchResult) -> str:
    """A plan file: one primitive action a line, then the cost, as planners write it."""
    assert result.primitive_plan is not None
    kind = "unit cost" if result.cost is None else "general cost"
    total = len(result.primitive_plan) if result.cost is None else result.cost
    steps = "".join(f"{action}\n" for action in result.primitive_plan)
    return f"{steps}; cost = {total} ({kind})\n"


def show_plan(simulator: Simulator | None, result: SearchResult, total_seconds: float) -> None:
    """Start and end as pictures, where the world is here, the counts as a table, the plan wrapped.

    Of what never was a search only the outcome.
    """
    if result.best_goal_count is None:
        print(f"outcome  {result.outcome}")
        print(f"note     {result.notes[0]}")
        return
    width = columns()
    _show_states(simulator, result, width)
    rows = _rows(result, total_seconds)
    indent = 2 + max(len(name) for name, _ in rows)
    for name, value in rows:
        lines = textwrap.wrap(value, max(width - indent, 20)) or [""]
        if name == "outcome":
            lines[0] = _styled(lines[0], "1;32" if result.solved else "1;33")
        print(f"{name:{indent}}{lines[0]}".rstrip())
        for line in lines[1:]:
            print(" " * indent + line)
    steps = result.plan if result.shortened_from is None else result.primitive_plan
    if steps:
        separator = " " if " " not in steps[0] else ", "
        lines = textwrap.wrap(
            separator.join(step.replace(" ", "\N{NO-BREAK SPACE}") for step in steps),
            min(width, 80) - 4,
            break_long_words=False,
            break_on_hyphens=False,
        )
        more = len(lines) - _SHOWN_LINES
        for line in lines if more == 1 else lines[:_SHOWN_LINES]:
            print("    " + line.replace("\N{NO-BREAK SPACE}", " "))
        if more > 1:
            print(f"    … {more} more lines; -o FILE writes the whole plan")


def _rows(result: SearchResult, total_seconds: float) -> list[tuple[str, str]]:
    rows = result.rows()
    search = next(place for place, (name, _) in enumerate(rows) if name == "search")
    return [*rows[: search + 1], ("total", f"{total_seconds:.2f} s"), *rows[search + 1 :]]


def _styled(text: str, style: str) -> str:
    """In color on a terminal, unless NO_COLOR is set."""
    return f"\x1b[{style}m{text}\x1b[0m" if _takes_color() else text


def _takes_color() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _show_states(simulator: Simulator | None, result: SearchResult, width: int) -> None:
    """Start and end, side by side where the terminal is wide enough."""
    if not isinstance(simulator, Renders):
        return
    end_title = "end" if result.solved else f"closest, goal count {result.best_goal_count}"
    start, end = (_picture(simulator, state) for state in (simulator.start(), result.best_state))
    left = max(map(_num_cells, start), default=0) + 2
    if start and left + max(map(_num_cells, end), default=0) <= width:
        print(_styled("start", "1") + " " * (left - len("start")) + _styled(end_title, "1"))
        for number in range(max(len(start), len(end))):
            here = start[number] if number < len(start) else ""
            there = end[number] if number < len(end) else ""
            print((here + " " * (left - _num_cells(here)) + there).rstrip())
        return
    for title, picture in (("start", start), (end_title, end)):
        print(_styled(title, "1"), *picture, sep="\n")


def _picture(simulator: Renders, state: StateLike) -> list[str]:
    render: Callable[..., str] = simulator.render
    array = state_array(state)
    drawn = render(array, color=_takes_color()) if _has_color(render) else render(array)
    return drawn.splitlines()


def _has_color(render: Callable[..., str]) -> bool:
    """Whether it has a parameter `color`; `inspect` takes long to load."""
    function = getattr(render, "__func__", render)
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__"):
        from inspect import signature

        return "color" in signature(render).parameters
    return "color" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def _num_cells(line: str) -> int:
    """Of the terminal; pictures hold no characters of double width."""
    return len(re.sub(r"\x1b\[[0-9;]*m", "", line))
