"""`fmtools plan`: search for a plan in any world."""

import functools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import any_task, option, world_options
from fmtools.cli.options import FORCE, INTERPRETED, JSON, MAX_GROWTH, SEED, check_writable
from fmtools.cli.process import own_stdout, total_seconds
from fmtools.cli.task import (
    InstanceLine,
    WorldOptions,
    guard_stdout,
    load_instance,
    read_instances,
)
from fmtools.errors import UsageError
from fmtools.files import write_whole
from fmtools.peak_memory import peak_memory
from fmtools.policy import overruled

if TYPE_CHECKING:
    from fmtools.results import SearchResult
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
    macros: Path | None = option(None, help="Of fmtools learn, or a domain of compile."),
    max_growth: str = MAX_GROWTH,
    weight: int = option(5, help="Of the goal count in wastar."),
    width: int = option(2, help="Of novelty in iw and bfws: 1 or 2."),
    beam: int = option(1, help="table: states kept along the table; more, shorter plans."),
    budget: str | None = option(
        None, help="Generated states: 50000, 50K, 1M (default; none with --anytime)."
    ),
    time_limit: str | None = option(None, help="Seconds for all of it: 60, 10m."),
    memory_limit: str | None = option(
        None, help="For the arrays of grounding and search: 500M, 2G."
    ),
    shorten: str | None = option(
        None, help="Then shorten the plan: for 2s of time, or with 100K queries."
    ),
    anytime: bool = option(
        False, "--anytime", help="Go on to better plans until a limit or Ctrl-C."
    ),
    portfolio: int = option(
        1, min=1, help="Planners at once, a process each; the first plan wins."
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

    --anytime writes the first plan to -o, goes on, and writes each better plan in its place: one
    that costs less where the domain has costs, else one with fewer steps. It shortens the plan,
    searches for others below its cost, and starts over with other seeds, within --time-limit and
    --budget (none unless given). Ctrl-C ends it with the best plan, as does a proof that there is
    no better one.

    --portfolio runs the planner asked for and others beside it (bfws, gbfs, other seeds, …), each
    in a process with its own budget and an equal part of --memory-limit. Each does what it would do
    alone; who is first may vary, and is said.

    Example: fmtools plan cube --scramble "R U2 F'" --planner astar
    """
    inputs = [Path(word) for word in task] + ([] if macros is None else [macros])
    policy = overruled(max_growth)
    if policy and macros is None:
        raise UsageError("--max-growth is for macros; give --macros")
    check_writable(output, force, inputs)
    if instances is not None and output is not None:
        raise UsageError("--instances prints JSON lines: redirect them instead of giving -o")
    if instances is not None and (anytime or portfolio > 1):
        raise UsageError("--anytime and --portfolio are for one task, not for --instances")
    lines = None if instances is None else read_instances(instances, task, world)

    from fmtools.api.planning import planned, search_settings

    settings = search_settings(
        planner=planner,
        budget=budget,
        time_limit=time_limit,
        memory_limit=memory_limit,
        shorten=shorten,
        ties=ties,
        weight=weight,
        seed=seed,
        width=width,
        paper=paper,
        expansion=expansion,
        beam=beam,
        anytime=anytime,
        portfolio=portfolio,
    )
    if lines is not None:
        _plan_instances(task, world, macros, settings, lines, jobs)
        return

    from fmtools.cli.shown.plan import plan_text, show_plan
    from fmtools.progress import search_progress

    def write(result: "SearchResult") -> None:
        if output is not None and result.plan is not None:
            write_whole(output, plan_text(result))

    guard_stdout(task)
    with search_progress(settings.limits.budget or 0) as progress:
        found = planned(
            tuple(task),
            world,
            settings,
            macros,
            progress,
            policy,
            better=write if anytime else None,
            portfolio=portfolio,
        )
    result = found.result
    if not anytime:
        write(result)
    seconds_in_all = total_seconds()
    with own_stdout():
        if json_output:
            whole = {"total_seconds": seconds_in_all, "peak_memory_bytes": peak_memory()}
            print(json.dumps({"task": task, **result.to_dict(), **whole}))
        else:
            show_plan(found.simulator, result, seconds_in_all)
            if output is not None and result.plan is not None:
                print(f"plan written to {output}")
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
    from fmtools.progress import count_progress
    from fmtools.search.batch import plan_each

    build = functools.partial(load_instance, task, world, macros)
    results = plan_each(build, [line.text for line in lines], settings, jobs)
    with count_progress(len(lines), "instances") as step:
        for line, result in zip(lines, results, strict=True):
            record = {"instance": line.text, "line": line.number, **result.to_dict()}
            print(json.dumps(record), flush=True)
            step()
