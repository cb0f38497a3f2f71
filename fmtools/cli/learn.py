"""`fmtools learn`: find focused macros in any world."""

import sys
from pathlib import Path

from fmtools.cli.declare import any_task, option, world_options
from fmtools.cli.options import (
    FORCE,
    INTERPRETED,
    JSON,
    SEED,
    TIES,
    check_writable,
    output_option,
    takes_stdout,
    write_output,
)
from fmtools.cli.task import WorldOptions, guard_stdout
from fmtools.errors import EXIT_INTERRUPTED, EXIT_NO_MACROS, UsageError
from fmtools.simulators.registry import world_of


def learn(
    task: list[str] = any_task(),
    keep: str | None = option(
        None, metavar="N", values=("auto",), shown="auto", help="How many macros (N_M), or auto."
    ),
    levels: int | None = option(
        None, min=1, shown="1; cube 2", help="2: macros of macros, within the budget."
    ),
    repetitions: int | None = option(
        None, min=1, shown="1; npuzzle 16", help="Searches from different starts (R_M)."
    ),
    candidates: int | None = option(
        None,
        min=1,
        shown="1000 where --keep says how many",
        help="Sequences that a search may propose.",
    ),
    ties: str | None = option(
        None,
        metavar="WORD",
        values=TIES,
        shown="random; with --keep N fifo",
        help="random | fifo | lifo | heap (the paper's).",
    ),
    check_states: int | None = option(
        None, min=1, shown="4", help="States to measure each effect size in; the largest counts."
    ),
    paper: bool = option(False, "--paper", help="Exactly as the paper did in this world."),
    expert: bool = option(False, "--expert", help="cube: the paper's 576 expert macros."),
    distinct: bool = option(False, "--distinct", help="--expert: without duplicates."),
    random_like: Path | None = option(
        None, help="Random macros, as many and as long as in this library."
    ),
    table: bool = option(
        False, "--table", help="A macro table, for plan --planner table; see below."
    ),
    words: int | None = option(
        None, min=1, shown="16", help="--table: words per variable and value."
    ),
    seed: int = SEED,
    budget: str | None = option(
        None,
        shown="PDDL 5M (--keep N: 20K), puzzles 1M, yours 20K, --table 20M",
        help="Simulator queries: 5000, 50K, 1M.",
    ),
    time_limit: str | None = option(None, shown="none", help="For each search in it: 60, 10m."),
    memory_limit: str | None = option(
        None, shown="none", help="For the arrays of a search: 500M, 2G."
    ),
    output: Path = output_option(..., "The macro library to write; - is stdout."),
    force: bool = FORCE,
    json_output: bool = JSON,
    said: WorldOptions = world_options(of_instance=False),
    interpreted: bool = INTERPRETED,
) -> None:
    """Learn macro-actions with focused effects in a world.

    It is done by simulation alone. Without options, settings chosen for the world, and --keep auto:
    how many macros stay is decided by what they change, and in PDDL by what they save searches for
    the goal, on further problems if there are any (learn DOMAIN P1 P2 …). That nothing pays is a
    result, too: a library without macros, with the reason, and exit code 13; what was learned of
    actions is in it all the same, and leads plan --macros. fmtools show prints what was found.

    --table: where actions are invertible and the same map in every state (cube, npuzzle, lock; it
    is tested by queries), words for every variable and value that set it and leave the variables
    before it alone. Its --budget counts queries and words composed in memory. --keep auto adds a
    smaller one where it can, unless there is a time limit.

    Example: fmtools learn cube -o cube-macros.json --budget 1M --keep 576
    """
    check_writable(output, force, [Path(word) for word in task])
    to_stderr = takes_stdout(json_output, output)
    if paper + expert + table + (random_like is not None) > 1:
        raise UsageError("--paper, --expert, --table and --random-like exclude each other")
    if words is not None and not table:
        raise UsageError("--words goes with --table")
    if paper and (keep == "auto" or levels is not None):
        option_name = "--keep auto" if keep == "auto" else "--levels"
        raise UsageError(f"--paper learns as the paper did; leave out {option_name}, or --paper")
    if distinct and not expert:
        raise UsageError("--distinct goes with --expert")
    guard_stdout(task[:2])

    from fmtools.api.learning import (
        learn_options,
        learn_settings,
        learned,
        load_learning_worlds,
        with_policy,
    )
    from fmtools.cli.shown.learned import show_learned
    from fmtools.results import Outcome

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
    built, *others = load_learning_worlds(tuple(task), said, seed)
    world = world_of(built)
    if table:
        from fmtools.cli.shown.learned_table import learn_and_show

        learn_and_show(built, world, given, words, seed, output, json_output)
        return
    if expert or random_like is not None:
        if given:
            name, value = next(iter(given.items()))
            first = name.replace("_", "-") + (" auto" if value == "auto" else "")
            raise UsageError(f"--{first} is for learned macros")
        from fmtools.library_file import load_library
        from fmtools.simulators.given_macros import expert_library, random_library

        if expert:
            library = expert_library(built, world, distinct)
        else:
            assert random_like is not None
            library = load_library(random_like)
            library = random_library(built, world, library, random_like, seed)
        library = with_policy(library, built)
        write_output(output, library.to_json())
        show_learned(library, None, output, json_output, to_stderr)
        return

    settings = learn_settings(built, given, seed, paper)

    from fmtools.progress import search_progress

    with search_progress(settings.budget, "smallest effect", unit="queries") as progress:
        library, told = learned(built, settings, paper, progress, others)
    write_output(output, library.to_json())
    show_learned(library, told, output, json_output, to_stderr)
    if told.outcome is Outcome.INTERRUPTED:
        sys.exit(EXIT_INTERRUPTED)
    if not library.macros and library.table is None:
        sys.exit(EXIT_NO_MACROS)
