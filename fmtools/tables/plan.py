"""Planning by a macro table: one word per variable, no search; with a beam, shorter plans.

A state counts as generated when a word has been applied to it, as one map; its moves count as
primitive steps. The plan is replayed through the simulator before it is shown. Where the table does
not serve (an empty cell, another kind of goal, actions that are not the maps that were learned),
a search with the library's macros takes over, and the result says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from fmtools.errors import InputError, SimulatorError, UsageError
from fmtools.limits import Limits
from fmtools.macro_table import ActionMaps, MacroTable, Word, reduced
from fmtools.replay import action_ids, replay
from fmtools.results import Outcome, SearchResult
from fmtools.simulator import (
    HasTable,
    Simulator,
    State,
    goal_count,
    primitive_world,
    state_array,
)
from fmtools.tables.beam import BeamResult, CompiledTable, search_beam
from fmtools.tables.goal import Unfit, fitted

Fallback = Callable[[Simulator], SearchResult]


def plan_by_table(
    simulator: Simulator, beam: int, limits: Limits, seed: int, fallback: Fallback
) -> SearchResult:
    """`simulator` has macros from a library with a table, and holds it."""
    table: MacroTable | None = simulator.table if isinstance(simulator, HasTable) else None
    if table is None:
        raise UsageError(
            "--planner table needs --macros with a table; make one with fmtools learn … --table"
        )
    if len(table.maps.class_of) != simulator.num_variables:
        raise InputError(
            f"a table for {len(table.maps.class_of)} variables, but the world has "
            f"{simulator.num_variables}; learn it again"
        )
    world = primitive_world(simulator)
    goal = dict(world.goal())
    start = state_array(world.start())
    fit = fitted(table, start, goal)
    if isinstance(fit, Unfit):
        return _fall_back(simulator, fit.reason, None, fallback)
    found = search_beam(compiled(table), fit.state, fit.num_levels, beam, limits)
    if found.words is None:
        if found.stuck is None:
            return _unsolved(found, start, goal, limits, seed)
        missing = f"no word for variable {table.order[found.stuck]} as it was then"
        return _fall_back(simulator, f"the table is incomplete: {missing}", found, fallback)
    moves = reduced(table.maps, tuple(m for word in found.words for m in word) + fit.suffix)
    final, broken = _replayed(world, table.maps, moves)
    if final is not None and goal_count(final, goal) != 0:
        broken = "it does not reach the goal"
    if final is None or broken is not None:
        reason = f"the world is not as it was learned: replaying the table's plan, {broken}"
        return _fall_back(simulator, reason, found, fallback)
    words = [word for word in (*found.words, fit.suffix) if word]
    names = tuple(_word_name(table.maps, word) for word in words)
    start_count = goal_count(start, goal)
    primitive_plan = tuple(table.maps.names[move] for move in moves)
    return replace(
        _unsolved(found, start, goal, limits, seed),
        outcome=Outcome.SOLVED,
        generated=found.generated + bool(fit.suffix),
        primitive_steps=found.primitive_steps + len(fit.suffix),
        plan=names,
        primitive_plan=primitive_plan,
        plan_macros=sum(len(word) > 1 for word in words),
        best_goal_count=0,
        best_plan=names,
        best_state=tuple(final.tolist()),
        trace=((0, start_count), (found.generated, 0)) if start_count else ((0, 0),),
    )


_COMPILED: list[CompiledTable] = []
"""The table asked for last: instances of one run share it."""


def compiled(table: MacroTable) -> CompiledTable:
    if not _COMPILED or _COMPILED[0].table is not table:
        _COMPILED[:] = [CompiledTable(table)]
    return _COMPILED[0]


def _replayed(world: Simulator, maps: ActionMaps, moves: Word) -> tuple[State | None, str | None]:
    """Where the moves lead in the world itself, or what went wrong on the way."""
    names = [maps.names[move] for move in moves]
    try:
        run = replay(world, action_ids(world, names))
    except (InputError, SimulatorError) as error:
        return None, str(error)
    if run.done < len(names):
        return None, f"step {run.done + 1} {names[run.done]!r} does not apply"
    return run.state, None


def _fall_back(
    simulator: Simulator, reason: str, found: BeamResult | None, fallback: Fallback
) -> SearchResult:
    result = fallback(simulator)
    note = f"{reason}; searched with macros instead"
    if found is not None:
        result = replace(
            result,
            generated=result.generated + found.generated,
            primitive_steps=result.primitive_steps + found.primitive_steps,
        )
    return replace(result, notes=(note, *result.notes))


def _unsolved(
    found: BeamResult, start: State, goal: Mapping[int, int], limits: Limits, seed: int
) -> SearchResult:
    """A limit ended it. The beam's states are worth nothing before its end: the start is best."""
    is_timeout = limits.budget is None or found.generated < limits.budget
    count = goal_count(start, goal)
    return SearchResult(
        outcome=Outcome.TIMEOUT if is_timeout else Outcome.BUDGET_EXHAUSTED,
        generated=found.generated,
        expanded=found.expanded,
        evaluated=found.kept,
        primitive_steps=found.primitive_steps,
        seconds=found.seconds,
        plan=None,
        primitive_plan=None,
        best_goal_count=count,
        best_plan=(),
        best_state=tuple(start.tolist()),
        trace=((0, count),),
        num_states=found.kept,
        memory_bytes=found.memory_bytes,
        seed=seed,
    )


def _word_name(maps: ActionMaps, word: Word) -> str:
    """As macros are named in plans: a single action by its name, more of them in brackets."""
    names = [maps.names[move] for move in word]
    if len(names) == 1:
        return names[0]
    return f"[{(' ' if not any(' ' in name for name in names) else ', ').join(names)}]"
