"""From a learned table to a macro library: its first words as macros, the whole of it beside."""

from dataclasses import asdict

from fmtools.macros import MacroLibrary, World
from fmtools.simulator import NamesFacts, Simulator
from fmtools.tables.build import LearnedTable, TableSettings
from fmtools.version import __version__


def table_library(
    simulator: Simulator, world: World, settings: TableSettings, learned: LearnedTable
) -> MacroLibrary:
    """No times in it: same seed, same bytes."""
    provenance = {
        "source": "table",
        "fmtools": __version__,
        **asdict(settings),
        "queries": learned.queries,
        "test_queries": learned.test_queries,
        "word_queries": learned.word_queries,
        "composed": learned.composed,
        "pairs": learned.pairs,
    }
    names = {}
    if isinstance(simulator, NamesFacts):
        names = {v: simulator.fact_name(v) for v in range(simulator.num_variables)}
    return MacroLibrary(world, learned.macros, provenance, names, learned.table)
