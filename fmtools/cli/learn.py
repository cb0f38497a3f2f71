"""`fmtools learn`: find focused macros in any world."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from fmtools.cli.declare import any_task, option, world_options
from fmtools.cli.options import (
    FORCE,
    INTERPRETED,
    JSON,
    SEED,
    check_writable,
    parse_bytes,
    parse_count,
    parse_seconds,
)
from fmtools.cli.process import own_stdout, total_seconds
from fmtools.cli.task import WorldOptions, load_task
from fmtools.errors import EXIT_INTERRUPTED, UsageError
from fmtools.peak_memory import peak_memory
from fmtools.simulators.registry import find_world, presets_of, world_of


def learn(
    task: list[str] = any_task(),
    output: Path = option(..., "-o", "--output", help="The macro library to write."),
    budget: str | None = option(None, help="Simulator queries: 5000, 50K, 1M."),
    keep: str | None = option(None, help="How many macros (N_M), or auto."),
    levels: int | None = option(None, help="2: macros of macros, within the budget."),
    repetitions: int | None = option(None, help="Searches from different starts (R_M)."),
    candidates: int | None = option(None, help="Sequences that a search may propose."),
    ties: str | None = option(None, help="random | fifo | lifo | heap (the paper's)."),
    check_states: int | None = option(
        None, help="States to measure each effect size in; the largest counts."
    ),
    paper: bool = option(False, "--paper", help="Exactly as the paper did in this world."),
    expert: bool = option(False, "--expert", help="cube: the paper's 576 expert macros."),
    distinct: bool = option(False, "--distinct", help="--expert: without duplicates."),
    random_like: Path | None = option(
        None, help="Random macros, as many and as long as in this library."
    ),
    table: bool = option(
        False, "--table", help="A macro table, for plan --planner table; see above."
    ),
    words: int | None = option(None, help="--table: words per variable and value (16)."),
    time_limit: str | None = option(None, help="Seconds for each search."),
    memory_limit: str | None = option(None, help="For the search's arrays: 500M, 2G."),
    force: bool = FORCE,
    json_output: bool = JSON,
    seed: int = SEED,
    said: WorldOptions = world_options(of_instance=False),
    interpreted: bool = INTERPRETED,
) -> None:
    """Learn macro-actions with focused effects, by simulation alone.

    Without options, settings chosen for the world; fmtools show prints what was found.

    --table: where actions are invertible and the same map in every state (cube, npuzzle, lock; it
    is tested by queries), words for every variable and value that set it and leave the variables
    before it alone. Its --budget counts queries and words composed in memory (20M).

    Example: fmtools learn cube -o cube-macros.json --budget 1M --keep 576
    """
    check_writable(output, force, [Path(word) for word in task])
    if paper + expert + table + (random_like is not None) > 1:
        raise UsageError("--paper, --expert, --table and --random-like exclude each other")
    if words is not None and not table:
        raise UsageError("--words goes with --table")
    if paper and (keep == "auto" or levels is not None):
        option_name = "--keep auto" if keep == "auto" else "--levels"
        raise UsageError(f"--paper learns as the paper did; leave out {option_name}, or --paper")
    if distinct and not expert:
        raise UsageError("--distinct goes with --expert")
    given: dict[str, Any] = {
        "budget": None if budget is None else parse_count(budget),
        **_kept(keep),
        "levels": levels,
        "repetitions": repetitions,
        "candidates": candidates,
        "ties": ties,
        "check_states": check_states,
        "seconds": None if time_limit is None else parse_seconds(time_limit),
        "memory": None if memory_limit is None else parse_bytes(memory_limit),
    }
    given = {name: value for name, value in given.items() if value is not None}
    kind, _ = find_world(task)
    built = load_task(task, {**said, **kind.learn_from}, seed)

    from fmtools.cli.shown.learned import show_learned
    from fmtools.learn.run import learn_library
    from fmtools.results import Outcome
    from fmtools.simulators.extend import extend

    world = world_of(built)
    if table:
        from fmtools.cli.shown.learned_table import learn_and_show

        learn_and_show(built, world, given, words, seed, output, json_output)
        return
    if expert or random_like is not None:
        if given:
            first = next(iter(given)).replace("_", "-").replace("auto", "keep auto")
            raise UsageError(f"--{first} is for learned macros")
        from fmtools.simulators.given_macros import expert_library, random_library

        if expert:
            library = expert_library(built, world, distinct)
        else:
            assert random_like is not None
            library = random_library(built, world, random_like, seed)
        library = replace(library, policy=kind.policy(built))
        library.save(output)
        with own_stdout():
            show_learned(library, None, output, json_output, total_seconds(), peak_memory())
        return

    settings = presets_of(world.kind).chosen(world.name, given, seed, paper)

    from fmtools.cli.progress import search_progress

    with search_progress(settings.budget, "smallest effect") as progress:
        library, learned = learn_library(built, world, settings, extend, paper, progress)
    library = replace(library, policy=kind.policy(built))
    library.save(output)
    with own_stdout():
        show_learned(library, learned, output, json_output, total_seconds(), peak_memory())
    if learned.outcome is Outcome.INTERRUPTED:
        sys.exit(EXIT_INTERRUPTED)


def _kept(keep: str | None) -> dict[str, Any]:
    """`8` or `auto`, as settings."""
    if keep is None:
        return {}
    if keep == "auto":
        return {"auto": True}
    if not keep.isdecimal() or len(keep) > 18:
        raise UsageError(f"--keep {keep!r} is neither a number such as 8 nor auto")
    return {"keep": int(keep)}
