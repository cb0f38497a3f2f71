"""Results and macro libraries as HTML for notebooks. All of it is in the page: no files, no net."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fmtools.results import SearchResult

WIDTH, HEIGHT, MARGIN = 360, 140, 34
MOST_STEPS = 60
"""Of a plan, listed; all of them can be played."""

_PLAY = (
    "const b=this.parentNode;b.querySelectorAll('pre').forEach((p,i)=>p.hidden=i!=this.value);"
    "b.querySelector('span').textContent=this.title.split('\\u001f')[this.value];"
)
"""What the slider does: shows the drawing of its step, and the action that led there."""


def table_html(rows: Iterable[tuple[str, str]]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(name)}</th>"
        f"<td style='text-align:left'>{escape(value)}</td></tr>"
        for name, value in rows
    )
    return f"<table>{cells}</table>"


def curve_svg(trace: Sequence[tuple[int, int]], generated: int) -> str:
    """The smallest goal count over generated states: a planning curve of the paper."""
    if not trace or generated <= 0:
        return ""
    most = max(count for _, count in trace) or 1
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN

    def place(states: int, count: int) -> str:
        return f"{MARGIN + wide * states / generated:.1f},{MARGIN + high * (1 - count / most):.1f}"

    points = [place(*trace[0])]
    for (_, before), (states, count) in pairwise(trace):
        points += [place(states, before), place(states, count)]
    points.append(place(generated, trace[-1][1]))
    low = HEIGHT - MARGIN
    text = "font-size='11' fill='currentColor'"
    return (
        f"<svg width='{WIDTH}' height='{HEIGHT}' role='img' aria-label='search curve'>"
        f"<path d='M{MARGIN},{MARGIN}V{low}H{WIDTH - MARGIN}' fill='none' stroke='currentColor'/>"
        f"<polyline points='{' '.join(points)}' fill='none' stroke='#2563eb' stroke-width='2'/>"
        f"<text x='{MARGIN}' y='{MARGIN - 8}' {text}>goal count, {most} at first</text>"
        f"<text x='{WIDTH - MARGIN}' y='{low + 16}' text-anchor='end' {text}>"
        f"{generated:,} generated</text></svg>"
    )


def play_html(drawings: Sequence[str], steps: Sequence[str]) -> str:
    """States to go through with a slider."""
    titles = ["start", *(f"{number}. {step}" for number, step in enumerate(steps, 1))]
    pictures = "".join(
        f"<pre{' hidden' if number else ''} style='line-height:1.1'>{escape(drawing)}</pre>"
        for number, drawing in enumerate(drawings)
    )
    return (
        f"<div><input type='range' min='0' max='{len(drawings) - 1}' value='0' "
        f"title='{escape(chr(31).join(titles))}' oninput=\"{_PLAY}\"> <span>start</span>"
        f"{pictures}</div>"
    )


def result_html(result: "SearchResult") -> str:
    parts = [table_html(result.rows()), curve_svg(result.trace, result.generated)]
    if result.primitive_plan is not None and result.drawings:
        parts.append(play_html(result.drawings, result.primitive_plan))
    steps = [escape(step) for step in (result.plan or ())[:MOST_STEPS]]
    more = len(result.plan or ()) - len(steps)
    if steps:
        listed = "".join(f"<li><code>{step}</code></li>" for step in steps)
        parts.append(f"<ol>{listed}</ol>" + (f"<p>… {more} more</p>" if more > 0 else ""))
    return f"<div>{''.join(parts)}</div>"


def macros_html(title: str, rows: Sequence[tuple[str, ...]], drawings: Sequence[str]) -> str:
    """A library: a row per macro, each with its drawing where there is one."""
    heads = ("#", "length", "effect", "what it does", "sequence", *(["drawing"] * bool(drawings)))
    head = "".join(f"<th style='text-align:left'>{name}</th>" for name in heads)
    body = "".join(
        "<tr>"
        + "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in row)
        + (f"<td>{drawings[number]}</td>" if drawings else "")
        + "</tr>"
        for number, row in enumerate(rows)
    )
    return f"<div><b>{escape(title)}</b><table><tr>{head}</tr>{body}</table></div>"
