"""The learner that settings ask for: Algorithm 1 as it is, or with its own choice and levels.

The one way from a world to a library: commands, experiments and unified-planning all take it.
Where the learner is to choose, and actions are the same maps in every state (cube, n-puzzle, lock),
the library has a macro table, too (`fmtools.tables`): with that, planner `auto` need not search.
"""

from collections.abc import Sequence
from dataclasses import replace

from fmtools.errors import NoTableError
from fmtools.learn.auto import ENDED, AutoLearner
from fmtools.learn.by_use import UseLearner
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.levels import Extend
from fmtools.learn.library import learned_library
from fmtools.macro_table import MacroTable
from fmtools.macros import MacroLibrary, World
from fmtools.results import Outcome
from fmtools.search.engine import Progress, shifted
from fmtools.simulator import Lifts, Simulator
from fmtools.tables.build import TableSettings, learn_table
from fmtools.watch import OutOfTime, watched

JUDGED_BUDGET = 200_000
"""From here on macros are judged by use: with less, hardly a search would come to its end."""
LEAST_BUDGET = 1_000
"""Queries with which another problem is worth a try."""
TABLE_BUDGET = 15_000
"""With less, the walk that shows what actions do would take most of it."""
TABLE_SHARE = 2 / 3
"""Of the budget, at most, for a macro table: what it serves needs no search."""
TABLE = TableSettings(words_per_cell=4, short_words=50_000)
"""A quarter of what `learn --table` does: plans a little longer, in a third of the time."""


def learn_library(
    simulator: Simulator,
    world: World,
    settings: LearnSettings,
    extend: Extend,
    paper: bool = False,
    progress: Progress | None = None,
    others: Sequence[Simulator] = (),
) -> tuple[MacroLibrary, Learned]:
    """The library, and how learning went; `paper`: whether the paper's settings were asked for.

    `others`: further problems of the same domain.
    """
    table, spent = _table_for(simulator, settings)
    left = replace(settings, budget=settings.budget - spent)
    learned = learn_macros(simulator, left, extend, others=others, progress=progress)
    if spent:
        learned = replace(
            learned,
            other_queries=learned.other_queries + spent,
            spent={**learned.spent, Purpose.TABLE: spent},
        )
    source = (simulator, *others)[learned.problem]
    library = learned_library(source, world, settings, learned, paper)
    return replace(library, table=table), learned


def _table_for(simulator: Simulator, settings: LearnSettings) -> tuple[MacroTable | None, int]:
    """A table, where one is wanted and can be had, and the queries it took to find out.

    Not where there is a time limit: composing words takes seconds and does not look at the clock.
    """
    is_wanted = settings.auto and settings.seconds is None and settings.budget >= TABLE_BUDGET
    if not is_wanted or isinstance(simulator, Lifts):
        return None, 0
    asked = replace(TABLE, queries=int(TABLE_SHARE * settings.budget), seed=settings.seed)
    try:
        with watched(None):
            learned = learn_table(simulator, asked)
    except NoTableError as error:
        return None, error.queries
    return learned.table, learned.queries


def learn_macros(
    simulator: Simulator,
    settings: LearnSettings,
    extend: Extend,
    *,
    others: Sequence[Simulator] = (),
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Learned:
    """`extend` adds macros to a world, for levels and to judge them by use."""
    with watched(settings.seconds) as watch:
        try:
            if judges_by_use(simulator, settings):
                problems = (simulator, *others)
                learned = UseLearner(problems, settings, extend, interpreted).run(progress)
            elif settings.auto or settings.levels > 1:
                learned = _in_turn((simulator, *others), settings, extend, interpreted, progress)
            else:
                learned = Learner(simulator, settings, interpreted=interpreted).run(progress)
        except OutOfTime:
            learned = Learned((), 0, 0, 0, Outcome.TIMEOUT, settings.seconds or 0.0, 0)
    return replace(learned, notes=tuple(watch.notes))


def judges_by_use(simulator: Simulator, settings: LearnSettings) -> bool:
    """Whether macros stand for their kind, and enough may be spent to try them."""
    return (
        isinstance(simulator, Lifts)
        and settings.auto
        and settings.levels == 1
        and settings.repetitions == 1
        and settings.budget >= JUDGED_BUDGET
    )


def _in_turn(
    problems: Sequence[Simulator],
    settings: LearnSettings,
    extend: Extend,
    interpreted: bool,
    progress: Progress | None,
) -> Learned:
    """Macros of the first problem; where there are none, of the next."""
    ledger = Ledger(settings.budget)
    for number, simulator in enumerate(problems):
        budget = ledger.left // (len(problems) - number)
        settings = replace(settings, budget=max(1, budget))
        learner = AutoLearner(simulator, settings, extend, interpreted=interpreted)
        learned = learner.run(progress and shifted(progress, ledger.queries))
        ledger.add(learner.ledger)
        if learned.macros or learned.outcome in ENDED or ledger.left < LEAST_BUDGET:
            break
    return replace(
        learned,
        queries=ledger.queries,
        other_queries=ledger.other_queries,
        primitive_steps=ledger.primitive_steps,
        seconds=ledger.seconds,
        memory_bytes=ledger.memory_bytes,
        spent=dict(ledger.spent),
        problem=number,
    )
