"""`fmtools bench`: the tables that the docs quote, printed by one command each."""

import json
from collections.abc import Callable
from dataclasses import asdict

import typer

from fmtools.cli.options import JSON, announce_compilation
from fmtools.errors import UsageError


def bench(
    name: str = typer.Argument(help="speed | learn | grounding"),
    json_output: bool = JSON,
) -> None:
    """Measure: ours against others on the same work, in the same run, on this machine.

    speed: the search loop, compiled, interpreted and ordinary; memory; Fast Downward's same search.
    learn: macro learning, compiled and ordinary.
    grounding: reading and grounding PDDL against Fast Downward's translator.

    Example: fmtools bench speed
    """
    if name not in BENCHES:
        raise UsageError(f"no benchmark {name!r}; choose {' | '.join(BENCHES)}")
    announce_compilation()
    BENCHES[name](json_output)


def _speed(json_output: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from fmtools.experiments.search_speed import memory_row, search_speed_rows

    console = Console(stderr=json_output, width=None)
    rows = []
    table = Table(title="Generated states per second (medians of 3)", title_justify="left")
    for heading in ("world", "planner", "ties"):
        table.add_column(heading)
    for heading in ("compiled", "×", "Python simulator", "×", "dict + heapq"):
        table.add_column(heading, justify="right")
    for row in search_speed_rows():
        rows.append(asdict(row))
        table.add_row(
            row.world,
            row.planner,
            row.ties,
            f"{row.compiled / 1e6:.1f}M",
            f"{row.compiled_ratio:.0f}",
            f"{row.interpreted / 1e3:.0f}K",
            f"{row.interpreted_ratio:.1f}",
            f"{row.ordinary / 1e3:.0f}K",
        )
    console.print(table)
    memory = memory_row()
    console.print(
        f"memory, {memory.what}: {memory.process_bytes / 1e6:.0f} MB for the whole process, "
        f"{memory.search_bytes / 1e6:.0f} MB of it the search",
        highlight=False,
    )
    if json_output:
        print(json.dumps({"search": rows, "memory": asdict(memory)}))


def _learn(json_output: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    from fmtools.experiments.learn_speed import PAPERS_QUERIES_PER_SECOND, learn_speed_rows

    console = Console(stderr=json_output)
    table = Table(title="Learning in the paper's setting (best of 3)", title_justify="left")
    table.add_column("world")
    for heading in ("queries", "seconds", "queries/s", "×", "ordinary", "on", "macros", "MB"):
        table.add_column(heading, justify="right")
    rows = []
    for row in learn_speed_rows():
        rows.append(asdict(row))
        table.add_row(
            row.world,
            f"{row.queries:,}",
            f"{row.seconds:.3f}",
            f"{row.rate / 1e6:.1f}M",
            f"{row.ratio:.0f}",
            f"{row.ordinary_rate / 1e3:.0f}K/s",
            f"{row.ordinary_queries / 1e3:.0f}K",
            str(row.macros),
            f"{row.memory_bytes / 1e6:.0f}",
        )
    console.print(table)
    console.print(
        f"The paper's own code: about {PAPERS_QUERIES_PER_SECOND:,} queries/s on the cube "
        "(from the notes; not run here).",
        highlight=False,
    )
    if json_output:
        print(json.dumps({"learn": rows}))


BENCHES: dict[str, Callable[[bool], None]] = {"speed": _speed, "learn": _learn}
