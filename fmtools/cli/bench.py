"""`fmtools bench`: the tables that the docs quote, printed by one command each."""

import json

import typer

from fmtools.cli.options import JSON, announce_compilation
from fmtools.errors import UsageError


def bench(
    name: str = typer.Argument(help="speed | planners | … | FILE: see below."),
    instances: int | None = typer.Option(None, min=1, help="How many (lama-cube: 3 scrambles)."),
    json_output: bool = JSON,
) -> None:
    """Measure: ours against others on the same work, in the same run, on this machine.

    speed: the search loop, compiled, interpreted and ordinary; memory; then fd, width and walk.

    fd: the same search in Fast Downward, per second and as whole runs.

    width: evaluations of novelty per second.

    lapkt: our BFWS beside LAPKT's (extra bfws).

    planners: gbfs and bfws with and without macros on all worlds: solved, states, plan length.

    compare: LAMA on the originals and compiled files of all domains in pddl/; can be resumed.

    walk: steps of a random walk, fmtools.load against pddlgym.

    learn: macro learning, compiled and ordinary.

    grounding: reading and grounding PDDL against Fast Downward's translator.

    augmented: grounding and search on files with eight macros (takes minutes: the translator does).

    shorten: lengths of plans before and after --shorten, by queries (takes minutes).

    table: macro tables, what learning one takes and how long its plans are.

    lama-cube: LAMA on Rubik's cube beside our macros (takes minutes: LAMA does; extra fd).

    Example: fmtools bench speed
    """
    from fmtools.cli import bench_quality, bench_speed

    benches = {**bench_speed.BENCHES, **bench_quality.BENCHES}
    if name not in benches:
        raise UsageError(f"no benchmark {name!r}; choose {' | '.join(benches)}")
    if instances is not None and name not in bench_quality.BY_INSTANCES:
        choice = ", ".join(bench_quality.BY_INSTANCES)
        raise UsageError(f"--instances is for {choice}, not for {name}")
    announce_compilation()
    if instances is None:
        record = benches[name](json_output)
    else:
        record = bench_quality.BY_INSTANCES[name](json_output, instances)
    if json_output:
        print(json.dumps(record))
