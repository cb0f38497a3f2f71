"""`fmtools.learn`: macro-actions with focused effects, by simulation alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.api.tasks import Word, load_world
from fmtools.errors import UsageError
from fmtools.learn.run import learn_library
from fmtools.macros import MacroLibrary
from fmtools.progress import search_progress, stage
from fmtools.quantities import Quantity, parse_bytes, parse_count, parse_seconds
from fmtools.search.engine import Progress
from fmtools.simulator import Simulator
from fmtools.simulators.registry import find_world, kind_named, presets_of, world_of

if TYPE_CHECKING:
    from fmtools.learn.focused import Learned, LearnSettings


def learn(
    *task: Word,
    budget: Quantity | None = None,
    keep: int | str | None = None,
    levels: int | None = None,
    repetitions: int | None = None,
    candidates: int | None = None,
    ties: str | None = None,
    check_states: int | None = None,
    paper: bool = False,
    time_limit: Quantity | None = None,
    memory_limit: Quantity | None = None,
    seed: int = 0,
    progress: bool | Progress = False,
    **options: Any,
) -> MacroLibrary:
    """Learn a macro library in a world; `library.save("macros.json")` keeps it.

    `task` and `options` are as in `fmtools.plan`, the rest as in `fmtools learn --help`; what is
    not given is chosen for the world. Ctrl-C ends learning: what was found so far is returned, and
    `library.provenance` says so.
    """
    simulator, *others = load_learning_worlds(task, options, seed)
    given = learn_options(
        budget=budget,
        keep=keep,
        time_limit=time_limit,
        memory_limit=memory_limit,
        levels=levels,
        repetitions=repetitions,
        candidates=candidates,
        ties=ties,
        check_states=check_states,
    )
    settings = learn_settings(simulator, given, seed, paper)
    told, shown = (None, progress) if isinstance(progress, bool) else (progress, False)
    with search_progress(settings.budget, "smallest effect", shown, unit="queries") as bar:
        library, _ = learned(simulator, settings, paper, told or bar, others)
    return library


@stage("load")
def load_learning_worlds(
    task: tuple[Word, ...], options: Mapping[str, Any], seed: int
) -> list[Simulator]:
    """The world of a task at the start from which macros are learned; of a PDDL domain with several
    problems, one each."""
    words = [str(word) for word in task if isinstance(word, str | Path)]
    if len(words) < len(task):
        return [load_world(task, options, seed)]
    chosen = find_world(words[:2])[0].learn_from
    tasks: list[tuple[Word, ...]] = [(words[0], problem) for problem in words[1:]]
    return [load_world(each, {**options, **chosen}, seed) for each in tasks or [tuple(words)]]


def learn_options(
    *,
    budget: Quantity | None,
    keep: int | str | None,
    time_limit: Quantity | None,
    memory_limit: Quantity | None,
    **others: Any,
) -> dict[str, Any]:
    """Those given, as settings of the learner; UsageError for numbers that are none."""
    kept = str(keep)
    if keep is not None and keep != "auto" and not (kept.isdecimal() and len(kept) <= 18):
        raise UsageError(f"--keep {keep!r} is neither a number such as 8 nor auto")
    given = {
        "budget": None if budget is None else parse_count(budget),
        "keep": keep if keep is None or keep == "auto" else int(kept),
        "seconds": None if time_limit is None else parse_seconds(time_limit),
        "memory": None if memory_limit is None else parse_bytes(memory_limit),
        **others,
    }
    return {name: value for name, value in given.items() if value is not None}


def learn_settings(
    simulator: Simulator, given: Mapping[str, Any], seed: int, paper: bool = False
) -> "LearnSettings":
    """How many macros stay is the learner's to choose, unless something given says otherwise."""
    if not paper and not given.keys() & {"keep", "candidates"}:
        given = {**given, "keep": "auto"}
    world = world_of(simulator)
    return presets_of(world.kind).chosen(world.name, given, seed, paper)


@stage("learn")
def learned(
    simulator: Simulator,
    settings: "LearnSettings",
    paper: bool,
    progress: Progress | None = None,
    others: Sequence[Simulator] = (),
) -> "tuple[MacroLibrary, Learned]":
    """The library, and how learning went; `others` are further problems of the same domain."""
    from fmtools.simulators.extend import extend

    world = world_of(simulator)
    library, told = learn_library(simulator, world, settings, extend, paper, progress, others)
    return with_policy(library, (simulator, *others)[told.problem]), told


def with_policy(library: MacroLibrary, simulator: Simulator) -> MacroLibrary:
    """How its macros become operators, recorded where they can."""
    return replace(library, policy=kind_named(library.world.kind).policy(simulator))
