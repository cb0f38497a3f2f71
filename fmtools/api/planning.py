"""`fmtools.plan` and `fmtools.solve`: search for a plan, with all that goes before and after."""

import os
from collections.abc import Callable
from os import PathLike
from typing import TYPE_CHECKING, Any

from fmtools.api.tasks import Asked, Macros, Word
from fmtools.core.limits import WorkLimits
from fmtools.errors import LimitError, UsageError
from fmtools.frozen import frozen, replace
from fmtools.limits import Limits
from fmtools.policy import RECORDED, overruled
from fmtools.progress import search_progress, stage
from fmtools.quantities import Quantity, parse_bytes, parse_count, parse_effort, parse_seconds
from fmtools.results import SearchResult, unsearched
from fmtools.search.engine import Progress
from fmtools.search.planners import DEFAULT_PLANNER, PLANNERS, Settings
from fmtools.search.planners import plan as search
from fmtools.simulator import Explains, HasMacros, Renders, Simulator, state_array

if TYPE_CHECKING:
    from fmtools.search.anytime import Found

DEFAULT_SECONDS = 300.0
DEFAULT_MEMORY = 4 << 30
"""Limits of a search without a budget."""
MOST_DRAWN = 300
"""Steps of a plan whose states are drawn for notebooks."""


@frozen
class Planned:
    simulator: Simulator | None
    """None where a limit was reached before it was there."""
    result: SearchResult


def plan(
    *task: Word,
    macros: Macros | None = None,
    max_growth: float | str | None = RECORDED,
    planner: str | None = None,
    budget: Quantity | None = None,
    time_limit: Quantity | None = None,
    memory_limit: Quantity | None = None,
    shorten: Quantity | None = None,
    seed: int = 0,
    ties: str = "random",
    expansion: str | None = None,
    weight: int = 5,
    width: int = 2,
    beam: int = 1,
    paper: bool = False,
    anytime: "bool | Found" = False,
    portfolio: int = 1,
    progress: bool | Progress = False,
    **options: Any,
) -> SearchResult:
    """Search for a plan; it is replayed before it is returned.

    `task` is a simulator (a world of yours, a `fmtools.gym.Environment`, one of `fmtools.worlds`),
    what `fmtools.load` returned, the name of a world with its `options`
    (`plan("cube", scramble="R U2")`), or two PDDL files. All else is as in `fmtools plan --help`.

    `anytime` goes on after the first plan, until a limit or Ctrl-C; a function is called with each
    better result at once. `portfolio` processes search at once, and the first plan wins.

    No plan is an outcome, not an exception: see `result.outcome`, `result.best_plan`. Ctrl-C ends
    the search, and what it found so far is returned (`Outcome.INTERRUPTED`). `progress=True` shows
    a line that moves, in notebooks too; a function is called with (generated states, best goal
    count). Without `budget` a search ends after five minutes or with four gigabytes (half of the
    machine's memory where that is less), unless `time_limit` and `memory_limit` say otherwise.
    """
    settings = search_settings(
        planner=planner,
        budget=budget,
        time_limit=time_limit,
        memory_limit=memory_limit,
        shorten=shorten,
        seed=seed,
        ties=ties,
        expansion=expansion,
        weight=weight,
        width=width,
        beam=beam,
        paper=paper,
        anytime=anytime is not False,
        portfolio=portfolio,
    )
    better = None if anytime is False else (lambda _: None) if anytime is True else anytime
    told, shown = (None, progress) if isinstance(progress, bool) else (progress, False)
    limits = settings.limits
    with search_progress(limits.budget, shown=shown, seconds=limits.seconds) as bar:
        found = planned(
            Asked(task, options, macros, overruled(max_growth)),
            settings,
            told or bar,
            better=better,
            portfolio=portfolio,
        )
    return drawn(found)


def solve(
    domain: str | PathLike[str], problem: str | PathLike[str], **options: Any
) -> SearchResult:
    """A plan for a PDDL problem, for those who just want one; options are those of `plan`."""
    return plan(domain, problem, **options)


def search_settings(
    *,
    planner: str | None,
    budget: Quantity | None,
    time_limit: Quantity | None,
    memory_limit: Quantity | None,
    shorten: Quantity | None,
    anytime: bool = False,
    portfolio: int = 1,
    **others: Any,
) -> Settings:
    """What the planner is to do, from numbers that may be texts; UsageError where it cannot.

    Without a name the planner is auto, or with `paper` the paper's. Without a budget, time and
    memory are limited.
    """
    if anytime and shorten is not None:
        raise UsageError("--anytime shortens plans by itself: leave out --shorten")
    if portfolio < 1:
        raise UsageError(f"--portfolio {portfolio} is no number of processes")
    if portfolio > 1 and others.get("paper"):
        raise UsageError("the paper's code is one planner: leave out --portfolio or --paper")
    seconds = None if budget is not None else DEFAULT_SECONDS
    memory = None if budget is not None else default_memory()
    seconds = seconds if time_limit is None else parse_seconds(time_limit)
    memory = memory if memory_limit is None else parse_bytes(memory_limit)
    effort = None if shorten is None else parse_effort(shorten, "--shorten")
    return Settings(
        planner or ("gbfs" if others.get("paper") else DEFAULT_PLANNER),
        limits=Limits(None if budget is None else parse_count(budget), seconds, memory),
        shorten=None if effort is None else Limits(*effort, memory),
        **others,
    )


def default_memory() -> int:
    """Not more than half of what the machine has, where it says so."""
    try:
        return min(DEFAULT_MEMORY, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    except (AttributeError, OSError, ValueError):
        return DEFAULT_MEMORY


def planned(
    asked: Asked,
    settings: Settings,
    progress: Progress | None = None,
    *,
    better: "Found | None" = None,
    portfolio: int = 1,
) -> Planned:
    """Build the world, search, shorten or improve: the time limit is for all of it.

    With `better`, which is told of every better plan, the search goes on after the first. With a
    `portfolio` it runs in so many other processes, and the world is built here only if it is
    needed.
    """
    until = WorkLimits(settings.limits.seconds)
    if portfolio == 1:
        found = planned_here(asked, settings, progress, shortens=better is None)
    else:
        from fmtools.api.portfolio import race

        result = race(asked, settings, portfolio, progress, shortens=better is None)
        found = Planned(None, result)
    if better is None or not found.result.solved:
        return found
    from fmtools.search.anytime import improve

    simulator = found.simulator or _loaded(asked, settings)
    improved = improve(simulator, found.result, settings, better, seconds=until.seconds_left)
    return Planned(simulator, improved)


def _loaded(asked: Asked, settings: Settings, limits: WorkLimits | None = None) -> Simulator:
    return asked.load(settings.seed, PLANNERS[settings.planner].joins_macros, limits)


def planned_here(
    asked: Asked, settings: Settings, progress: Progress | None = None, shortens: bool = True
) -> Planned:
    """The same in this process, once; `shortens`: where that is asked for, or the planner's way."""
    limits = settings.limits
    work = WorkLimits(limits.seconds, limits.memory)
    try:
        simulator = _loaded(asked, settings, work)
        left = replace(limits, seconds=work.seconds_left, memory=work.memory_left)
        result = search(simulator, replace(settings, limits=left), progress)
    except LimitError as error:
        return Planned(None, unsearched(error, settings.seed))
    shortens &= settings.shorten is not None or PLANNERS[settings.planner].shortens
    if shortens and result.primitive_plan is not None and len(result.primitive_plan) > 1:
        from fmtools.search.shorten import shorten_result  # start-up is short without it

        with stage("shorten"):
            result = shorten_result(simulator, result, settings, seconds=work.seconds_left)
    if result.solved and result.plan_macros is None and isinstance(simulator, HasMacros):
        result = replace(result, plan_macros=0)  # found by a search that left them out
    if isinstance(simulator, Explains):
        result = replace(result, notes=(*simulator.notes, *result.notes))
    return Planned(simulator, result)


def drawn(found: Planned) -> SearchResult:
    """The result with a drawing of every state of its plan, where the world draws states."""
    result, simulator = found.result, found.simulator
    steps = result.primitive_plan
    if steps is None or not isinstance(simulator, Renders) or len(steps) > MOST_DRAWN:
        return result
    render: Callable[..., str] = simulator.render
    from fmtools.simulator import primitive_world

    world = primitive_world(simulator)
    state = state_array(world.start())
    drawings = [render(state)]
    for name in steps:
        action = next(a for a in world.applicable(state) if world.action_name(a) == name)
        state = state_array(world.successor(state, action))
        drawings.append(render(state))
    return replace(result, drawings=tuple(drawings))
