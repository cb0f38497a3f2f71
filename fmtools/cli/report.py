"""`fmtools report`: tables, figures and a page from a directory of results."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, check_directory, check_writable, made_directory
from fmtools.cli.process import printable, say
from fmtools.errors import EXIT_INVALID_PLAN, InputError, UsageError
from fmtools.files import write_whole

if TYPE_CHECKING:
    from fmtools.reports.records import Results
    from fmtools.reports.table import Table

EXIT_STALE = EXIT_INVALID_PLAN
"""README is not current."""
README_COMMAND = "fmtools report results/paper --readme docs/results.md"
"""What README says of itself, wherever the store lies."""
IPC_CUTOFF = 10.0
"""CPU seconds."""
TABLE_ENDINGS = ("txt", "md", "csv")


def report(
    results: Path = argument(help="Of fmtools bench, or a folder that fmtools augment wrote."),
    output: Path | None = option(None, "-o", "--output", help="The page: report.html."),
    figures: Path | None = option(None, help="Write figures here, PNG and PDF."),
    tables: Path | None = option(None, help="Write tables here: text, Markdown, CSV."),
    readme: Path | None = option(None, help="Rewrite the results section of this file."),
    check: bool = option(False, "--check", help="--readme: only tell if it is current."),
    csv: Path | None = option(None, help="Write all records here as one flat table."),
    lab: Path | None = option(None, help="Write properties for Downward Lab's reports here."),
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Make tables, figures and one page from recorded runs.

    Without options, the tables are printed. Every mean has a 95% interval over instances; the
    paper's values stand beside ours; broken and missing runs are marked; stale ones, of code that
    gave other results, are counted and left out. The same store gives the same bytes. Exit code 1
    if --check finds README out of date. Results of bench ipc make a page of their own, with cactus
    and scatter plots, and so does a folder of fmtools augment.

    Example: fmtools report results/paper -o report.html --figures figures
    """
    if check and (readme is None or any((output, figures, tables, csv, lab))):
        raise UsageError("--check goes with --readme alone")
    for file in (output, csv):
        check_writable(file, force, [results / "records.jsonl"])
    from fmtools.augment.output import REPORT
    from fmtools.reports.ipc_results import is_ipc_store

    if (results / REPORT).is_file():
        if any((figures, tables, readme, csv, lab)):
            raise UsageError("of a folder of augment there is a page, -o")
        _augment_report(results, output, json_output)
        return
    if is_ipc_store(results):
        if any((figures, tables, readme, csv, lab)):
            raise UsageError("of bench ipc there is a page, -o; fmtools records exports the runs")
        _ipc_report(results, output, json_output)
        return
    from fmtools.cli.records import write_exports
    from fmtools.experiments.planned import planned_cells
    from fmtools.reports.all_tables import TABLES, all_tables
    from fmtools.reports.figures import figure_files
    from fmtools.reports.records import load_results
    from fmtools.store.lab_file import FILE_NAME

    # All refusals come before any work, and README, which is changed in place, comes last.
    check_directory(figures, figure_files(), force)
    check_directory(tables, [f"{name}.{end}" for name in TABLES for end in TABLE_ENDINGS], force)
    check_directory(lab, [FILE_NAME], force)
    loaded = load_results(results, lambda found: planned_cells(results, found))
    if readme is not None:
        text = _readme_text(loaded, readme)
        if check:
            is_current = text == readme.read_text(encoding="utf-8")
            print(f"{readme} is {'current' if is_current else 'out of date'}")
            sys.exit(0 if is_current else EXIT_STALE)
    found = all_tables(loaded)
    written: list[Path] = []
    if output is not None or figures is not None:
        written += _page_and_figures(loaded, output, figures)
    if tables is not None:
        written += _tables(found, tables)
    written += write_exports([dict(record.raw) for record in loaded.records], csv, lab)
    if readme is not None:
        write_whole(readme, text)
        written.append(readme)
    _say(results, loaded, found, written, json_output)


def _augment_report(folder: Path, output: Path | None, json_output: bool) -> None:
    from fmtools.augment.output import load_report
    from fmtools.cli.shown.augment import told
    from fmtools.reports.augment_page import augment_page

    found = load_report(folder)
    if output is not None:
        write_whole(output, augment_page(found, folder.resolve().name))
        print(f"written: {output}", file=sys.stderr)
    if json_output:
        print(json.dumps(found))
    else:
        print(told(found, folder))


def _ipc_report(results: Path, output: Path | None, json_output: bool) -> None:
    """Of `bench ipc`: at 10 seconds, too, where there was more time."""
    from fmtools.cli.bench.ipc import show_ipc
    from fmtools.reports.ipc_page import ipc_page
    from fmtools.reports.ipc_results import load_ipc

    found = load_ipc(results)
    cutoffs = sorted({min(IPC_CUTOFF, found.longest), found.longest})
    if output is not None:
        write_whole(output, ipc_page(found, cutoffs))
    show_ipc(found, cutoffs, results, json_output)
    if output is not None:
        print(f"written: {output}", file=sys.stderr)


def _readme_text(loaded: "Results", path: Path) -> str:
    """What the file should say."""
    from fmtools.reports.readme import results_section, with_section

    try:
        text = path.read_text(encoding="utf-8")
        return with_section(text, results_section(loaded, README_COMMAND))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text in UTF-8") from None


def _page_and_figures(loaded: "Results", output: Path | None, figures: Path | None) -> list[Path]:
    from fmtools.cli.shown.report import chapters
    from fmtools.reports.libraries import load_libraries

    libraries = load_libraries(loaded.libraries)
    shown = chapters(libraries)
    written: list[Path] = []
    if figures is not None:
        from fmtools.reports.figures import write_figures

        written += write_figures(loaded, libraries, shown, made_directory(figures))
    if output is not None:
        from fmtools.reports.page import page

        write_whole(output, page(loaded, libraries, shown))
        written.insert(0, output)
    return written


def _tables(found: "dict[str, Table]", directory: Path) -> list[Path]:
    from fmtools.reports.table_text import csv_text, markdown_text, terminal_text

    writers = dict(zip(TABLE_ENDINGS, (terminal_text, markdown_text, csv_text), strict=True))
    made_directory(directory)
    written = []
    for table in found.values():
        for ending in TABLE_ENDINGS if table.rows else ():
            written.append(directory / f"{table.name}.{ending}")
            write_whole(written[-1], writers[ending](table))
    return written


def _say(
    store: Path,
    loaded: "Results",
    found: "dict[str, Table]",
    written: list[Path],
    json_output: bool,
) -> None:
    for remark in (*loaded.remarks, *loaded.stale_notes):
        say(remark)
    if loaded.failures:
        say(f"{len(loaded.failures)} runs broke; see the report")
    if json_output:
        from fmtools.reports.findings import findings

        document: dict[str, Any] = {
            "results": str(store),
            "runs": len(loaded.records),
            "failed": len(loaded.failures),
            "remarks": list(loaded.remarks),
            "stale": dict(loaded.stale),
            "findings": findings(loaded),
            "tables": {name: [dict(row.values) for row in t.rows] for name, t in found.items()},
            "written": [str(path) for path in written],
        }
        print(json.dumps(document))
        return
    if not written:
        from fmtools.reports.table_text import terminal_text

        for table in found.values():
            print("\n".join(map(printable, terminal_text(table).split("\n"))))
    for path in written:
        print(f"written: {path}")
