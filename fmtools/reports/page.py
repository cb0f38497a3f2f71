"""The report as one self-contained HTML page: no network, no dates; same store, same bytes.

Order: what went wrong, what it means, then the paper's tables and figures, then the macros.
"""

from collections.abc import Mapping, Sequence
from html import escape

from fmtools.reports.all_tables import all_tables
from fmtools.reports.cards import Chapter
from fmtools.reports.cells import MACROS
from fmtools.reports.document import asset, html_document, html_facts
from fmtools.reports.figure_data import run_counts
from fmtools.reports.findings import findings
from fmtools.reports.libraries import StoredLibrary
from fmtools.reports.page_data import page_data, script_json
from fmtools.reports.page_parts import (
    html_chapter,
    html_chart,
    html_claims,
    html_errors,
    html_filters,
    html_table,
)
from fmtools.reports.records import Results
from fmtools.reports.table import Table

TITLE = "Focused macro-actions: results"
SCRIPTS = ("charts.js", "player.js", "page.js")
SECTIONS = {
    "summary": "Summary",
    "results": "Planning results",
    "types": "Macro types",
    "goals": "Novel goals",
    "lock": "Suitcase Lock",
    "macros": "What the macros do",
    "methods": "Methods",
}
Tables = Mapping[str, Table]

PROVENANCE = ("fmtools_version", "python", "numpy", "cython", "machine")


def page(results: Results, libraries: Sequence[StoredLibrary], chapters: Sequence[Chapter]) -> str:
    """The whole document."""
    data = page_data(results, libraries, chapters)
    tables = all_tables(results)
    bodies = {
        "summary": _summary(results),
        "results": _results(tables, data["worlds"], data["planners"]),
        "types": _types(results, tables, libraries),
        "goals": html_table(tables["novel-goals"]),
        "lock": _lock(tables),
        "macros": _macros(chapters),
        "methods": _methods(results),
    }
    scripts = "".join(f"<script>\n{asset(name)}</script>\n" for name in SCRIPTS)
    return html_document(
        TITLE,
        "Every table and figure of <cite>Efficient Black-Box Planning Using Macro-Actions with "
        "Focused Effects</cite> (Allen et al., IJCAI 2021), run again with fmtools; the paper's "
        "values beside ours.",
        html_errors(results),
        {name: (SECTIONS[name], body) for name, body in bodies.items()},
        "<noscript><p>Charts and animations need JavaScript; all their numbers are in the tables."
        "</p></noscript>\n"
        f'<script type="application/json" id="data">{script_json(data)}</script>\n{scripts}',
    )


def _summary(results: Results) -> str:
    runs = [record for record in results.records if not record.failed]
    facts = {
        "runs": f"{len(runs):,}",
        "solved": f"{sum(record.solved for record in runs):,}",
        "broken": f"{len(results.failures):,}",
        "worlds": str(len({record.world for record in runs if record.world})),
        "macro libraries": str(len(results.libraries)),
    }
    said = findings(results)
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
    outcomes = ", ".join(f"{n:,} {name}" for name, n in run_counts(results.records).items())
    return (
        f"{html_facts(facts)}\n"
        + (f"<ul>{listed}</ul>" if said else "<p>There is nothing to sum up yet.</p>")
        + (f'\n<p class="soft">Outcomes: {escape(outcomes)}.</p>' if outcomes else "")
    )


def _results(tables: Tables, worlds: Sequence[str], planners: Sequence[str]) -> str:
    if not tables["results"].rows:
        return html_table(tables["results"])
    chart = html_chart("results", ("none", "focused"), "logarithmic axis", theirs=True)
    hint = '<p class="soft hint">Point at a mark, or use the arrow keys, to read it.</p>'
    parts = [html_filters(worlds, planners), chart, hint]
    shown = [tables["results"], tables["paper-mode"], tables["costs"]]
    return "\n".join([*parts, *(html_table(table) for table in shown if table.rows)])


def _types(results: Results, tables: Tables, libraries: Sequence[StoredLibrary]) -> str:
    present = {record.macros for record in results.of("macro-types")}
    types = [one for one in MACROS if one in present]
    found = {one.macros for one in libraries}
    parts = [html_table(tables["macro-types"])]
    if any(record.trace for record in results.of("macro-types")):
        parts.append(
            "<h3>Planning curves</h3>\n<p>Best goal count so far against generated states: mean, "
            "and the middle 80% of runs.</p>\n" + html_chart("curves", types, "logarithmic axis")
        )
    if len(found) > 1:
        shown = ["none", *(one for one in MACROS if one in found)]
        parts.append(
            "<h3>Effect size and length</h3>\n<p>Every macro of each type; larger marks stand for "
            "more macros.</p>\n" + html_chart("effects", shown)
        )
    return "\n".join(parts)


def _lock(tables: Tables) -> str:
    parts = [html_table(tables["table1"])]
    if tables["suitcase"].rows:
        parts.append(
            "<h3>Effect size and planning effort</h3>\n<p>Mean, and the middle 80% of runs. A "
            "curve that goes flat on top has met the budget.</p>\n"
            + html_chart("suitcase", (), "logarithmic axis")
        )
    return "\n".join([*parts, html_table(tables["suitcase"])])


def _macros(chapters: Sequence[Chapter]) -> str:
    if not chapters:
        return '<p class="soft">No macro libraries in the store.</p>'
    intro = (
        "<p>What each library holds, counted by what its macros do, and of some kinds the macro "
        "with the smallest effect. The puzzles start solved; bold outlines mark what the last step "
        "moved, strong colours what now differs from the start.</p>"
    )
    parts, first = [intro, html_claims(chapters)], 0
    for chapter in chapters:
        parts.append(html_chapter(chapter, first))
        first += sum(card.steps is not None for card in chapter.cards)
    return "\n".join(parts)


def _methods(results: Results) -> str:
    versions = []
    for name in PROVENANCE:
        values = sorted({str(one.raw[name]) for one in results.records if name in one.raw})
        if values:
            versions.append(f"<li>{escape(name)}: {escape(', '.join(values[:5]))}</li>")
    return (
        "<ul>"
        "<li>Generated states are successors returned by the simulator, duplicates included; a "
        "macro's successor counts as one. Its primitive steps and BFWS's IW phase are in the table "
        "of costs.</li>"
        "<li>An instance is run with several tie-breaking seeds. Runs of one instance are alike, "
        "so the unit is the instance: means are means of instances' means, and 95% intervals come "
        "from a percentile bootstrap that draws instances (10,000 draws, fixed seed; tails as "
        "Student's t asks for). With few instances and skewed runs they are too narrow: in trials "
        "with made-up normal numbers they held the true mean 90% of the time with 5 instances, 94% "
        "with 10, 95% with 100; with very skewed ones 80, 85 and 92%. Fewer than five instances "
        "have no interval.</li>"
        "<li>Solve rates in CSV files have Wilson's 95% interval, with as many trials as instances."
        "</li>"
        "<li>The paper prints means without intervals; the ratio takes them as exact.</li>"
        "<li>The problems are ours where the paper's are not available, so agreement of absolute "
        "numbers on PDDL worlds is no replication; the puzzles' are drawn in the same way.</li>"
        f"</ul>\n<ul>{''.join(versions)}</ul>"
    )
