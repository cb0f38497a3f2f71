"""Pieces of the page as HTML. Every text that comes from a record or a library is escaped here."""

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape

from fmtools.reports.cards import Chapter, MacroCard
from fmtools.reports.cells import macro_words
from fmtools.reports.palette import key_item
from fmtools.reports.records import Record, Results
from fmtools.reports.table import Table, counted, span_text

MAX_SEQUENCE = 400
"""Characters of a sequence that a card shows; one of hanoi's macros has 507 actions."""
MAX_KINDS = 8
MAX_ERRORS = 20


def html_table(table: Table) -> str:
    """With caption and scopes; the first column heads its row."""
    if not table.rows:
        return f'<p class="soft">{escape(table.title)}: no records of this experiment.</p>'
    heads = []
    for column in table.columns:
        classes = _classes(column.is_text, column.heading == "paper")
        about = f'<span class="vh">: {escape(column.about)}</span>' if column.about else ""
        title = f' title="{escape(column.about)}"' if column.about else ""
        heads.append(f'<th scope="col"{classes}{title}>{escape(column.heading)}{about}</th>')
    rows = []
    for row in table.rows:
        cells = []
        for number, (text, column) in enumerate(zip(row.cells, table.columns, strict=True)):
            classes = _classes(column.is_text, column.heading == "paper")
            name, scope = ("th", ' scope="row"') if number == 0 else ("td", "")
            cells.append(f"<{name}{scope}{classes}>{escape(text)}</{name}>")
        where = f' data-world="{escape(row.world)}" data-planner="{escape(row.planner)}"'
        rows.append(f"<tr{where}>{''.join(cells)}</tr>")
    notes = "".join(f"<li>{escape(note)}</li>" for note in table.notes)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.title)}">\n'
        f'<table id="table-{escape(table.name)}">'
        f"<caption><span>{escape(table.title)}</span></caption>\n"
        f"<thead><tr>{''.join(heads)}</tr></thead>\n<tbody>\n"
        + "\n".join(rows)
        + f'\n</tbody></table></div>\n<ul class="notes">{notes}</ul>'
    )


def html_errors(results: Results) -> str:
    """What went wrong, on top of the page; nothing where nothing did."""
    groups = Counter(
        (_what(one), _where(one.experiment, one.world, one.planner)) for one in results.failures
    )
    if not groups and not results.remarks:
        return html_stale(results)
    listed = sorted(groups.items(), key=lambda item: (-item[1], item[0]))
    items = [
        f"<li>{number} × <code>{escape(_shortened(error))}</code> in {escape(where)}</li>"
        for (error, where), number in listed[:MAX_ERRORS]
    ]
    if len(listed) > MAX_ERRORS:
        items.append(f"<li>… and {len(listed) - MAX_ERRORS} other kinds</li>")
    items += [f"<li>{escape(_shortened(remark))}</li>" for remark in results.remarks[:MAX_ERRORS]]
    if len(results.remarks) > MAX_ERRORS:
        items.append(f"<li>… and {len(results.remarks) - MAX_ERRORS} other lines</li>")
    return (
        '<section class="alarm" id="errors" aria-labelledby="errors-title">\n'
        f'<h2 id="errors-title">Unexplained errors</h2>\n'
        f"<p>{counted(len(results.failures), 'run')} broke, and "
        f"{counted(len(results.remarks), 'record')} of the store could not be used. "
        "They are in no mean below.</p>\n"
        f"<ul>{''.join(items)}</ul>\n</section>\n{html_stale(results)}"
    )


def html_stale(results: Results) -> str:
    """Records of older code, of which nothing else on the page tells."""
    if not results.stale:
        return ""
    notes = "".join(f"<p>{escape(note)}.</p>" for note in results.stale_notes)
    counts = (f"<li>{escape(name)}: {number:,}</li>" for name, number in results.stale.items())
    return (
        '<section class="alarm" id="stale" aria-labelledby="stale-title">\n'
        f'<h2 id="stale-title">Stale records</h2>\n{notes}\n'
        f"<ul>{''.join(counts)}</ul>\n</section>"
    )


def html_filters(worlds: Sequence[str], planners: Sequence[str]) -> str:
    if not worlds:
        return ""
    groups = []
    for name, title, values in (("world", "Worlds", worlds), ("planner", "Planners", planners)):
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}" value="{escape(value)}" checked>'
            f"{escape(value)}</label>"
            for value in values
        )
        groups.append(f"<fieldset><legend>{title}</legend>{boxes}</fieldset>")
    return (
        '<form class="controls" id="filters" aria-label="Filters">'
        + "".join(groups)
        + '<button type="button" id="filter-all">Show all</button>'
        '<p class="status" id="filter-status" role="status"></p></form>'
    )


def html_chart(name: str, macros: Iterable[str], log: str = "", theirs: bool = False) -> str:
    """A place for a chart, its key, and a switch for its scale where it has one."""
    keys = [key_item(one, macro_words(one)) for one in macros]
    if theirs:
        keys.append(
            '<li><svg viewBox="0 0 36 16" aria-hidden="true"><path class="theirs" '
            'd="M18,3L23,8L18,13L13,8Z"/></svg>the paper\'s mean</li>'
            '<li><svg viewBox="0 0 36 16" aria-hidden="true"><path class="bound" '
            'd="M14,4L22,8L14,12Z"/></svg>arrowhead: a lower bound</li>'
        )
    switch = (
        f'<p class="toggle"><label><input type="checkbox" id="log-{name}" checked>{escape(log)}'
        "</label></p>"
        if log
        else ""
    )
    panels = "" if name == "results" else " panels"
    return (
        f'<div class="chart">{switch}<div id="chart-{name}" class="host{panels}"></div>'
        f'<ul class="key" aria-label="Key">{"".join(keys)}</ul></div>'
    )


def html_chapter(chapter: Chapter, first_step: int) -> str:
    """One library in words, pictures and steps; `first_step` numbers its players."""
    title = f"{chapter.world}: {macro_words(chapter.macros)}"
    kinds = list(chapter.kinds.items())
    listed = "".join(
        f"<li>{number} × {escape(_shortened(kind))}</li>" for kind, number in kinds[:MAX_KINDS]
    )
    if len(kinds) > MAX_KINDS:
        rest = sum(number for _, number in kinds[MAX_KINDS:])
        listed += f"<li>{rest} more, of {counted(len(kinds) - MAX_KINDS, 'other kind')}</li>"
    cards = []
    for card in chapter.cards:
        cards.append(_card(card, first_step))
        first_step += card.steps is not None
    return (
        f'<div class="chapter" data-world="{escape(chapter.world)}"><h3>{escape(title)}</h3>\n'
        f"<p>{counted(chapter.num_macros, 'macro')}, effect size "
        f"{span_text(chapter.effect_sizes)}, length {span_text(chapter.lengths)}. By what they do:"
        f"</p>\n<ul>{listed}</ul>\n"
        + (f'<div class="cards">{"".join(cards)}</div>' if cards else "")
        + "</div>"
    )


CLAIMS = (
    ("15-puzzle", "swaps the blank with a central tile", "shifts 1 tile, blank moves"),
    ("15-puzzle", "exchanges three tiles and leaves the blank", "3-cycle of tiles, blank stays"),
    ("cube", "swaps three edge-corner pairs that stay connected", "3-cycle of edge-corner pairs"),
    ("hanoi", "moves a stack of disks at a time", "adds clear, on; removes clear, on"),
)
"""What the paper found its focused macros to do (section 5), and the kind that would be."""


def html_claims(chapters: Iterable[Chapter]) -> str:
    """Which of the paper's readings hold for the libraries here."""
    focused = {one.world: one for one in chapters if one.macros == "focused"}
    items = []
    for world, claim, kind in CLAIMS:
        if world in focused:
            number, total = focused[world].kinds.get(kind, 0), focused[world].num_macros
            found = f"{number} of {total} macros here" if number else "none here"
            items.append(f"<li>{escape(world)}: {claim} (<em>{escape(kind)}</em>): {found}</li>")
    if not items:
        return ""
    return (
        "<p>What the paper says its focused macros do, and how many of ours do it:</p>"
        f'<ul id="claims">{"".join(items)}</ul>'
    )


def _card(card: MacroCard, step: int) -> str:
    words = "" if card.words == card.title else f"<p>{escape(_shortened(card.words))}</p>"
    parts = [
        f'<article class="card"><h4>{escape(_shortened(card.title))}</h4>{words}',
        f"<p><code>{escape(_shortened(card.sequence))}</code></p>",
        f'<p class="soft">length {card.length}, effect size {card.effect_size}; '
        f"{counted(card.num_alike, 'macro')} of this kind</p>",
    ]
    if card.steps is not None:
        name = escape(f"{card.title}, {card.sequence}"[:80])
        parts.append(f'<div class="player" data-steps="{step}" data-name="{name}"></div>')
    if card.svg:
        parts.append(
            "<details><summary>Before and after in one picture</summary>"
            f'<div class="picture">{card.svg}</div></details>'
        )
    return "".join([*parts, "</article>"])


def _classes(is_text: bool, is_theirs: bool) -> str:
    names = ["text"] * is_text + ["theirs"] * is_theirs
    return f' class="{" ".join(names)}"' if names else ""


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_SEQUENCE else f"{text[:MAX_SEQUENCE]} …"


def _what(record: Record) -> str:
    said = record.error or record.reason
    return (
        f"{record.outcome}: {said}"
        if said and record.outcome != "error"
        else said or record.outcome
    )


def _where(*names: str) -> str:
    return ", ".join(name for name in names if name)
