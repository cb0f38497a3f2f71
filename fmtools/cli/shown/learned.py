"""How the end of `fmtools learn` looks."""

import json
from pathlib import Path

from fmtools.cli.process import own_stdout, summary, total_seconds
from fmtools.cli.shown.console import console, plain_table
from fmtools.cli.shown.table import table_record, table_rows
from fmtools.learn.focused import Learned
from fmtools.macros import MacroLibrary
from fmtools.peak_memory import peak_memory
from fmtools.results import Outcome

NOT_PAID = (
    "a tenth of the planner's states, in tasks that are not solved at once: the problems that "
    "taught did not show that it pays"
)


def show_learned(
    library: MacroLibrary,
    learned: Learned | None,
    output: Path,
    json_output: bool,
    to_stderr: bool,
) -> None:
    """What was found and what it took; `learned` is None for macros that were given."""
    sizes = [macro.effect_size for macro in library.macros]
    lengths = [macro.length for macro in library.macros]
    record: dict[str, object] = {
        "output": str(output),
        "world": library.world.name,
        "macros": len(sizes),
        "mean_effect_size": round(sum(sizes) / len(sizes), 3) if sizes else None,
        "mean_length": round(sum(lengths) / len(lengths), 3) if lengths else None,
        **library.provenance,
        **table_record(library),
        "total_seconds": total_seconds(),
        "peak_memory_bytes": peak_memory(),
    }
    if learned is not None:
        record["seconds"] = round(learned.seconds, 6)
        record["memory_bytes"] = learned.memory_bytes
        record["notes"] = list(learned.notes)
        record["spent"] = {purpose.value: queries for purpose, queries in learned.spent.items()}
        if learned.selection is not None:
            record["candidates_found"] = learned.selection.candidates
            record["dropped"] = dict(learned.selection.dropped)
    if json_output:
        with own_stdout():
            print(json.dumps(record))
        return
    with summary(to_stderr, written=True):
        _show(library, learned, output)


def _show(library: MacroLibrary, learned: Learned | None, output: Path) -> None:
    sizes = [macro.effect_size for macro in library.macros]
    lengths = [macro.length for macro in library.macros]
    table = plain_table()
    asked = library.provenance.get("keep")
    found = f"{len(sizes)}"
    if library.provenance.get("auto"):
        found += " chosen"
    elif isinstance(asked, int) and len(sizes) < asked:
        found += f" of {asked} asked for: no more were found"
    table.add_row("macros", found)
    for name, text in table_rows(library)[:1]:
        table.add_row(name, f"{text}; plan --macros solves by it")
    if learned is not None and learned.why_none is not None:
        table.add_row("why none", learned.why_none)
    if learned is not None and learned.known is not None:
        kinds = ", ".join(sorted(learned.known.actions))
        table.add_row("knows", f"what actions need and do, to lead plan --macros: {kinds}")
        if not learned.known.paid:
            table.add_row("share", NOT_PAID)
    if learned is not None and learned.judgement is not None:
        judged = learned.judgement
        table.add_row(
            "judged",
            f"{judged.alone:.2f} times the states of the same search without, in {judged.cases} "
            "searches for the goal (geometric mean)",
        )
        table.add_row(
            "",
            f"the whole planner: {judged.states_with:,} instead of {judged.states_without:,} "
            f"(geometric mean {judged.ratio:.2f}; small problems say little)",
        )
        if judged.pays and judged.repaid_after is not None:
            table.add_row("", f"learning is repaid after {judged.repaid_after:,} such problems")
    if learned is not None and learned.selection is not None:
        table.add_row("candidates", f"{learned.selection.candidates:,}, of which dropped:")
        for reason, count in learned.selection.dropped.items():
            table.add_row("", f"{count:>7,}  {reason.told(learned.selection.quota)}")
    if sizes:
        table.add_row("effect size", _range(sizes))
        table.add_row("length", _range(lengths))
    if learned is not None:
        total = learned.queries + learned.other_queries
        table.add_row("queries", f"{total:,}, spent on:")
        for purpose, queries in learned.spent.items():
            table.add_row("", f"{queries:>9,}  {purpose.value}")
        if learned.primitive_steps is not None:
            table.add_row("", f"{learned.primitive_steps:,} primitive steps behind them")
        rate = learned.queries / learned.seconds if learned.seconds else 0
        table.add_row("search", f"{learned.seconds:.3f} s, {rate:,.0f} queries/s")
        if learned.repetitions > 1 or library.provenance.get("repetitions") != 1:
            table.add_row("repetitions", str(learned.repetitions))
        if learned.outcome is not Outcome.BUDGET_EXHAUSTED:
            table.add_row("ended", f"early: {learned.outcome.value}")
        for note in learned.notes:
            table.add_row("note", note)
    table.add_row("total", f"{total_seconds():.2f} s, {peak_memory() / 1e6:.0f} MB")
    table.add_row("written to", str(output))
    console().print(table)


def _range(numbers: list[int]) -> str:
    mean = sum(numbers) / len(numbers)
    return f"{min(numbers)} to {max(numbers)}, mean {mean:.1f}"
