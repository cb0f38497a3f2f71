"""`fmtools plan`: search for a plan in any world."""

import functools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import any_task, option, world_options
from fmtools.cli.options import (
    FORCE,
    INTERPRETED,
    JSON,
    MAX_GROWTH,
    SEED,
    STDOUT,
    TIES,
    check_writable,
    output_option,
    takes_stdout,
    write_output,
)
from fmtools.cli.process import own_stdout, say, summary, total_seconds
from fmtools.cli.task import (
    InstanceLine,
    WorldOptions,
    guard_stdout,
    load_instance,
    read_instances,
)
from fmtools.errors import UsageError
from fmtools.files import is_stream
from fmtools.peak_memory import peak_memory
from fmtools.policy import overruled

if TYPE_CHECKING:
    from fmtools.results import SearchResult
    from fmtools.search.planners import Settings


def plan(
    task: list[str] = any_task(),
    planner: str | None = option(
        None,
        panel="Search",
        values="planners",
        shown="auto; with --paper gbfs",
        help="auto | gbfs | bfws | astar | … (listed below).",
    ),
    paper: bool = option(
        False, "--paper", help="As the paper's code: heap ties, and its own #r in bfws."
    ),
    ties: str = option(
        "random",
        metavar="WORD",
        values=TIES,
        help="Among equals: random | fifo | lifo | heap (paper's).",
    ),
    expansion: str | None = option(
        None,
        metavar="WORD",
        values=("full", "first", "macros-first"),
        shown="the planner's own",
        help="full | first | macros-first: all successors of a node, or one by one.",
    ),
    weight: int = option(5, help="Of the goal count in wastar."),
    width: int = option(2, help="Of novelty in iw and bfws: 1 or 2."),
    beam: int = option(1, help="table: states kept along the table; more, shorter plans."),
    shorten: str | None = option(
        None,
        metavar="EFFORT",
        bare="100K",
        help="Then shorten the plan: for 2s of time, or with 100K queries (as if alone).",
    ),
    anytime: bool = option(
        False, "--anytime", help="Go on to better plans until a limit or Ctrl-C."
    ),
    portfolio: int = option(
        1, min=1, help="Planners at once, a process each; the first plan wins."
    ),
    seed: int = SEED,
    macros: Path | None = option(
        None, panel="Macros", help="Of fmtools learn, or a domain of compile."
    ),
    max_growth: str = MAX_GROWTH._replace(panel="Macros"),
    budget: str | None = option(
        None, shown="none", help="Generated states: 50000, 50K, 1M. Without it, time decides."
    ),
    time_limit: str | None = option(
        None, shown="5m without --budget", help="For all of it: 60, 90s, 10m."
    ),
    memory_limit: str | None = option(
        None, shown="4G without --budget", help="For the arrays of grounding and search: 500M, 2G."
    ),
    output: Path | None = output_option(None, "Write the primitive plan here; - is stdout."),
    force: bool = FORCE,
    json_output: bool = JSON,
    world: WorldOptions = world_options(),
    interpreted: bool = INTERPRETED,
    instances: Path | None = option(
        None, panel="Many instances", help="A scramble or start per line; prints a JSON line each."
    ),
    jobs: int = option(1, min=1, panel="Many instances", help="Processes for --instances."),
) -> None:
    """Search for a plan; it is replayed before it is shown.

    Planners:

    - auto takes successors one by one and moves on as soon as one satisfies more goals; it tries a
    node's macros first and its primitives only when the node comes up again. Where variables have
    two values, several searches take turns: this one, which then prefers states with new facts, or
    pairs of facts, for their goal count, and two that go by goal count and then by how rare the
    rarest fact of a state is; in PDDL worlds three more, led by what the transitions so far tell of
    the actions, two of which run the plans that this suggests. Its plans are shortened a little,
    with a tenth as many queries as the search took, or 20,000 where the world is compiled, and
    in PDDL worlds what it takes to drop every step that is not needed.
    - gbfs expands the smallest goal count first; astar the smallest length + goal count; wastar the
    same with the goal count weighted; bfs the shortest.
    - iw expands the shortest of what brings a new fact, or then a new pair of facts.
    - bfws expands the most novel, then the smallest goal count, with novelty by goal count and
    relevant facts: bfws those on IW's ways to the goals (R*_G), bfws-r0 none, bfws-all every fact.
    - table does not search: it needs --macros with a table of fmtools learn --table, and applies
    one of its words per variable. auto does the same where it gets a table.

    A domain that fmtools compile or augment wrote brings its own macros; -o gets primitive actions
    all the same. The library that they came from also holds what learning saw of actions, and often
    makes for fewer states: --macros LIBRARY.

    --expansion first moves on at the first improvement with any planner (macros-first: with macros
    first). What is left of a node waits, so nothing is lost; only successors really looked at count
    as generated.

    --shorten cuts loops, drops steps and searches parts of the primitive plan again. The plan gets
    no longer and no costlier; what it says as planned, with macros, stays beside it.

    Limits: with --budget, only the limits given hold, and the same seed ends the same way on any
    machine. Without it a search that finds nothing ends after five minutes, or with four gigabytes
    (half of the machine's memory where that is less).

    --anytime writes the first plan to -o, goes on, and writes each better plan in its place: one
    that costs less where the domain has costs, else one with fewer steps. It shortens the plan,
    searches for others below its cost, and starts over with other seeds, within the limits. Ctrl-C
    ends it with the best plan, as does a proof that there is no better one.

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
    to_stderr = takes_stdout(json_output, output)
    if instances is not None and output is not None:
        raise UsageError("--instances prints JSON lines: redirect them instead of giving -o")
    if instances is not None and (anytime or portfolio > 1):
        raise UsageError("--anytime and --portfolio are for one task, not for --instances")
    lines = None if instances is None else read_instances(instances, task, world)

    from fmtools.api.planning import planned, search_settings
    from fmtools.api.tasks import Asked

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
            write_output(output, plan_text(result))

    def better(result: "SearchResult") -> None:
        if output is not None and output != STDOUT and not is_stream(output):
            write(result)  # streams take one plan, the last

    guard_stdout(task)
    limits = settings.limits
    with search_progress(limits.budget, seconds=limits.seconds) as progress:
        found = planned(
            Asked(tuple(task), world, macros, policy),
            settings,
            progress,
            better=better if anytime else None,
            portfolio=portfolio,
        )
    result = found.result
    is_written = output is not None and result.plan is not None
    write(result)  # with --anytime again, for Ctrl-C may have come while it was written
    seconds_in_all = total_seconds()
    if json_output:
        whole = {"total_seconds": seconds_in_all, "peak_memory_bytes": peak_memory()}
        with own_stdout():
            print(json.dumps({"task": task, **result.to_dict(), **whole}))
    else:
        with summary(to_stderr, is_written):
            show_plan(found.simulator, result, seconds_in_all)
            if is_written and not to_stderr:
                print(f"plan written to {output}")
    given = {"timeout": time_limit, "memory-exhausted": memory_limit}
    if budget is None and given.get(result.outcome.value, "") is None:
        say("that was a limit of searches without --budget; --time-limit, --memory-limit give more")
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
    from fmtools.progress import stage
    from fmtools.search.batch import plan_each

    build = functools.partial(load_instance, task, world, macros)
    results = plan_each(build, [line.text for line in lines], settings, jobs)
    with stage("plan", total=len(lines), unit="instances") as told:
        for number, (line, result) in enumerate(zip(lines, results, strict=True), 1):
            record = {"instance": line.text, "line": line.number, **result.to_dict()}
            print(json.dumps(record), flush=True)
            told.done = number
