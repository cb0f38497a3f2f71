"""`fmtools plan`: search for a plan in any world."""

import functools
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from fmtools.cli.clock import total_seconds
from fmtools.cli.declare import any_task, option, world_options
from fmtools.cli.options import (
    FORCE,
    INTERPRETED,
    JSON,
    SEED,
    check_writable,
    parse_bytes,
    parse_count,
    parse_effort,
    parse_seconds,
)
from fmtools.cli.own_stdout import own_stdout
from fmtools.cli.task import (
    InstanceLine,
    WorldOptions,
    load_instance,
    load_task,
    read_instances,
)
from fmtools.errors import LimitError, UsageError
from fmtools.files import write_whole
from fmtools.peak_memory import peak_memory

if TYPE_CHECKING:
    from fmtools.search.planners import Settings


def plan(
    task: list[str] = any_task(),
    planner: str | None = option(
        None, help="auto (default; with --paper gbfs) | gbfs | bfws | astar | …; see above."
    ),
    paper: bool = option(
        False, "--paper", help="As the paper's code: heap ties, and its own #r in bfws."
    ),
    ties: str = option("random", help="Among equals: random | fifo | lifo | heap (paper's)."),
    expansion: str | None = option(
        None, help="full | first | macros-first: all successors of a node, or one by one."
    ),
    macros: Path | None = option(None, help="A macro library of fmtools learn."),
    weight: int = option(5, help="Of the goal count in wastar."),
    width: int = option(2, help="Of novelty in iw and bfws: 1 or 2."),
    beam: int = option(1, help="table: states kept along the table; more, shorter plans."),
    budget: str = option("1M", help="Generated states: 50000, 50K, 1M."),
    time_limit: str | None = option(None, help="Seconds for all of it: 60, 10m."),
    memory_limit: str | None = option(
        None, help="For the arrays of grounding and search: 500M, 2G."
    ),
    shorten: str | None = option(
        None, help="Then shorten the plan: for 2s of time, or with 100K queries."
    ),
    output: Path | None = option(None, "-o", "--output", help="Write the primitive plan here."),
    force: bool = FORCE,
    json_output: bool = JSON,
    seed: int = SEED,
    world: WorldOptions = world_options(),
    interpreted: bool = INTERPRETED,
    instances: Path | None = option(
        None, help="A scramble or start per line; prints one JSON line each."
    ),
    jobs: int = option(1, min=1, help="Processes for --instances."),
) -> None:
    """Search for a plan; it is replayed before it is shown.

    Planners: gbfs expands the smallest goal count first; astar the smallest length + goal count;
    wastar the same with the goal count weighted; bfs the shortest; iw the shortest of what brings a
    new fact, or then a new pair of facts; bfws the most novel, then the smallest goal count, with
    novelty by goal count and relevant facts: bfws those on IW's ways to the goals (R*_G), bfws-r0
    none, bfws-all every fact; table does not search: it needs --macros with a table of fmtools
    learn --table, and applies one of its words per variable.

    --shorten cuts loops, drops steps and searches parts of the primitive plan again. The plan gets
    no longer and no costlier; what it says as planned, with macros, stays beside it.

    auto, the default, takes successors one by one and moves on as soon as one satisfies more goals;
    it tries a node's macros first and its primitives only when the node comes up again. Where
    variables have two values, three searches take turns: this one, which then prefers states with
    new facts, or pairs of facts, for their goal count, and two that go by goal count and then by
    how rare the rarest fact of a state is. Its plans are shortened a little, with a tenth as many
    queries as the search took, or 20,000 where the world is compiled.

    --expansion first does the same with other planners (macros-first: with macros first). What is
    left of a node waits, so nothing is lost; only successors really looked at count as generated.

    Example: fmtools plan cube --scramble "R U2 F'" --planner astar
    """
    generated_limit = parse_count(budget)
    seconds = None if time_limit is None else parse_seconds(time_limit)
    memory = None if memory_limit is None else parse_bytes(memory_limit)
    effort = None if shorten is None else parse_effort(shorten, "--shorten")
    inputs = [Path(word) for word in task] + ([] if macros is None else [macros])
    check_writable(output, force, inputs)
    if instances is not None and output is not None:
        raise UsageError("--instances prints JSON lines: redirect them instead of giving -o")
    lines = None if instances is None else read_instances(instances, task, world)

    from fmtools.limits import Limits
    from fmtools.search.planners import DEFAULT_PLANNER, Settings

    limits = Limits(generated_limit, seconds, memory)
    settings = Settings(
        planner or ("gbfs" if paper else DEFAULT_PLANNER),
        ties=ties,
        weight=weight,
        seed=seed,
        limits=limits,
        width=width,
        paper=paper,
        expansion=expansion,
        shorten=None if effort is None else Limits(*effort, memory),
        beam=beam,
    )
    if lines is not None:
        _plan_instances(task, world, macros, settings, lines, jobs)
        return

    from fmtools.cli.progress import search_progress
    from fmtools.cli.show_plan import plan_text, show_plan
    from fmtools.core.limits import WorkLimits
    from fmtools.search.planners import plan as search
    from fmtools.simulator import Explains

    work = WorkLimits(seconds, memory)
    try:
        built = load_task(task, world, seed, macros, work)
        left = replace(limits, seconds=work.seconds_left, memory=work.memory_left)
        with search_progress(generated_limit) as progress:
            result = search(built, replace(settings, limits=left), progress)
    except LimitError as error:
        _end_unsearched(task, error, seed, json_output)
    if result.primitive_plan is not None and len(result.primitive_plan) > 1:
        from fmtools.search.shorten import shorten_result

        result = shorten_result(built, result, settings, seconds=work.seconds_left)
    if isinstance(built, Explains):
        result = replace(result, notes=(*built.notes, *result.notes))
    if output is not None and result.plan is not None:
        write_whole(output, plan_text(result))
    seconds_in_all = total_seconds()
    with own_stdout():
        if json_output:
            whole = {"total_seconds": seconds_in_all, "peak_memory_bytes": peak_memory()}
            print(json.dumps({"task": task, **result.to_dict(), **whole}))
        else:
            show_plan(built, result, seconds_in_all)
            if output is not None and result.plan is not None:
                print(f"plan written to {output}")
    sys.exit(result.outcome.exit_code)


def _end_unsearched(task: list[str], error: LimitError, seed: int, json_output: bool) -> NoReturn:
    """Where a limit was reached before the search began: its outcome, and the reason."""
    from fmtools.results import unsearched

    result = unsearched(error, seed)
    if json_output:
        whole = {"total_seconds": total_seconds(), "peak_memory_bytes": peak_memory()}
        print(json.dumps({"task": task, **result.to_dict(), **whole}))
    else:
        print(f"outcome  {result.outcome}")
        print(f"note     {result.notes[0]}")
    sys.exit(result.outcome.exit_code)


def _plan_instances(
    task: list[str],
    world: WorldOptions,
    macros: Path | None,
    settings: "Settings",
    lines: list[InstanceLine],
    jobs: int,
) -> None:
    """One JSON line each, in the order of the file; the exit code is 0 once all have run."""
    from fmtools.cli.progress import count_progress
    from fmtools.search.batch import plan_each

    build = functools.partial(load_instance, task, world, macros)
    results = plan_each(build, [line.text for line in lines], settings, jobs)
    with count_progress(len(lines), "instances") as step:
        for line, result in zip(lines, results, strict=True):
            record = {"instance": line.text, "line": line.number, **result.to_dict()}
            print(json.dumps(record), flush=True)
            step()
