"""`fmtools learn --table`: learn a macro table, write it, and say what it took."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fmtools.cli.options import STDOUT, write_output
from fmtools.cli.process import own_stdout, summary, total_seconds
from fmtools.cli.shown.console import console, plain_table
from fmtools.cli.shown.table import table_record, table_rows
from fmtools.errors import UsageError
from fmtools.macros import MacroLibrary, World
from fmtools.peak_memory import peak_memory
from fmtools.progress import stage
from fmtools.simulator import Simulator
from fmtools.tables.build import LearnedTable, TableSettings, learn_table
from fmtools.tables.library import table_library


def learn_and_show(
    simulator: Simulator,
    world: World,
    given: Mapping[str, Any],
    words: int | None,
    seed: int,
    output: Path,
    json_output: bool,
) -> None:
    """`given` are the options of learning; of these a table takes only the budget."""
    for name in given:
        if name != "budget":
            raise UsageError(f"--{_OPTIONS.get(name, name.replace('_', '-'))} is not for --table")
    chosen = {"seed": seed, **given, **({} if words is None else {"words_per_cell": words})}
    settings = TableSettings(**chosen)
    with stage("learn", "a table"):
        learned = learn_table(simulator, settings)
    library = table_library(simulator, world, settings, learned)
    write_output(output, library.to_json())
    if json_output:
        with own_stdout():
            print(json.dumps(_record(library, learned, output)))
        return
    with summary(output == STDOUT, written=True):
        _show(library, learned, output)


def _record(library: MacroLibrary, learned: LearnedTable, output: Path) -> dict[str, Any]:
    return {
        "output": str(output),
        "world": library.world.name,
        "macros": len(library.macros),
        **library.provenance,
        **table_record(library),
        "seconds": round(learned.seconds, 6),
        "total_seconds": total_seconds(),
        "peak_memory_bytes": peak_memory(),
    }


def _show(library: MacroLibrary, learned: LearnedTable, output: Path) -> None:
    table = plain_table()
    for name, text in table_rows(library):
        table.add_row(name, text)
    table.add_row("queries", f"{learned.test_queries:,} for tests + {learned.word_queries:,} words")
    table.add_row("composed", f"{learned.composed:,} words in memory, {learned.pairs:,} pairs seen")
    table.add_row("learning", f"{learned.seconds:.1f} s")
    table.add_row("total", f"{total_seconds():.2f} s, {peak_memory() / 1e6:.0f} MB")
    table.add_row("written to", str(output))
    console().print(table)
    if learned.table.missing:
        print(
            "The table is incomplete: a larger --budget may fill it; until then\n"
            "plan --planner table searches where it must."
        )


_OPTIONS = {"seconds": "time-limit", "memory": "memory-limit"}
