"""`fmtools bench`: the tables that the docs quote, and experiments, by one command each."""

import json
from pathlib import Path

import typer

from fmtools.cli.options import JSON
from fmtools.errors import UsageError


def bench(
    name: str = typer.Argument(help="speed | planners | … | FILE.toml | paper/NAME; see above."),
    output: Path | None = typer.Option(
        None, "-o", "--output", help="Experiments, augment: the results directory."
    ),
    jobs: int | None = typer.Option(
        None, min=1, help="Experiments: worker processes (one per core); augment: domains (1)."
    ),
    scheduler: str | None = typer.Option(
        None, help="Experiments: run on a Dask cluster, tcp://HOST:PORT (extra cluster)."
    ),
    quick: bool = typer.Option(False, "--quick", help="Experiments: the quick form, fewer runs."),
    domains: str | None = typer.Option(None, help="augment: only these, a,b,c."),
    instances: int | None = typer.Option(None, min=1, help="lama-cube: how many scrambles (3)."),
    json_output: bool = JSON,
) -> None:
    """Measure: ours against others on the same work, in the same run, on this machine.

    Speed. speed: the search loop, with worlds compiled and in Python, and an ordinary one; memory;
    then fd, width and walk. fd: the same search in Fast Downward. width: evaluations of novelty.
    lapkt: our BFWS beside LAPKT's (extra bfws). walk: steps of a random walk, fmtools.load against
    pddlgym. learn: macro learning. grounding: reading and grounding PDDL against Fast Downward's
    translator. augmented: grounding and search on files with eight macros (minutes: the
    translator's).

    Quality. planners: gbfs and bfws with and without macros. compare: LAMA on the originals and
    compiled files of all domains in pddl/; can be resumed. table: macro tables, what learning one
    takes and how long its plans are. shorten: plans before and after --shorten. lama-cube: LAMA on
    Rubik's cube beside our macros (minutes: LAMA's). augment: does fmtools augment pay, on 16
    domains, LAMA before and after (an hour; can be resumed).

    Experiments. FILE.toml: one of your own; paper/NAME: one of the paper's (paper/results, …);
    paper: all of these; beyond: past the paper, with targets. Runs are appended to the results
    directory; what is there is not run again, so that an interrupted sweep goes on where it was.

    Example: fmtools bench paper/macro-types --quick -o results
    """
    from fmtools.experiments.spec import is_experiment

    if is_experiment(name):
        if instances is not None:
            raise UsageError("--instances is for lama-cube; the file says how many")
        from fmtools.cli.sweep import sweep

        sweep(name, output, jobs, scheduler, quick, json_output)
        return
    if name == "augment":
        from fmtools.cli.bench_augment import bench_augment

        found = bench_augment(json_output, domains, jobs or 1, output or Path("results/augment"))
        if json_output:
            print(json.dumps(found))
        return
    if domains is not None:
        raise UsageError("--domains is for augment")
    if output is not None or jobs is not None or scheduler is not None or quick:
        raise UsageError("-o, --jobs, --scheduler and --quick go with an experiment, FILE.toml")
    from fmtools.cli import bench_quality, bench_speed

    benches = {**bench_speed.BENCHES, **bench_quality.BENCHES}
    if name not in benches:
        choice = " | ".join([*benches, "augment", "beyond", "FILE.toml", "paper/NAME"])
        raise UsageError(f"no benchmark {name!r}; choose {choice}")
    if instances is not None and name not in bench_quality.BY_INSTANCES:
        choice = ", ".join(bench_quality.BY_INSTANCES)
        raise UsageError(f"--instances is for {choice}, not for {name}")
    if instances is None:
        record = benches[name](json_output)
    else:
        record = bench_quality.BY_INSTANCES[name](json_output, instances)
    if json_output:
        print(json.dumps(record))
