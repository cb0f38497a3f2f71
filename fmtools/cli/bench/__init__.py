"""`fmtools bench`: the tables that the docs quote, and experiments, by one command each."""

import json
from pathlib import Path

from fmtools.cli.declare import argument, option
from fmtools.cli.options import JSON
from fmtools.errors import UsageError, did_you_mean
from fmtools.quantities import parse_seconds


def bench(
    name: str = argument(
        metavar="NAME", values="benches", help="speed | planners | … | FILE.toml | paper/NAME."
    ),
    quick: bool = option(False, "--quick", help="Experiments: the quick form, fewer runs."),
    domains: str | None = option(
        None, metavar="A,B,C", shown="all", help="speed, growth: only these."
    ),
    against: str | None = option(
        None, metavar="PYTHON", help="speed: of an environment with another fmtools."
    ),
    skdecide: str | None = option(
        None, metavar="PYTHON", help="speed: of an environment with scikit-decide."
    ),
    time: str | None = option(None, shown="2m", help="growth: for each domain: 2m, 10m."),
    jobs: int | None = option(
        None,
        min=1,
        shown="one per core",
        help="Experiments: worker processes.",
    ),
    scheduler: str | None = option(
        None,
        metavar="ADDRESS",
        help="Experiments: run on a Dask cluster, tcp://HOST:PORT (extra cluster).",
    ),
    output: Path | None = option(
        None,
        "-o",
        "--output",
        metavar="FOLDER",
        shown="results, or results/NAME",
        help="Experiments, growth (plots too): results directory.",
    ),
    json_output: bool = JSON,
) -> None:
    """Measure: ours against others, in one run on this machine.

    Speed:

    - speed: fresh processes against targets: process start to plan and states per second beside
    Fast Downward, with and without macros (its translator takes minutes), built-in worlds beside
    another fmtools, Python simulators, memory.
    - growth: exponents of time and memory over five domains in growing sizes, beside Fast Downward;
    can be resumed.
    - width: evaluations of novelty. lapkt: our BFWS beside LAPKT's (extra bfws). walk: steps of a
    random walk, fmtools.load against pddlgym. learn: macro learning. gym: Gymnasium environments,
    ours and copied by hand.

    Quality:

    - compare: LAMA on the originals and compiled files of all domains in pddl/; can be resumed.
    - augment: does fmtools augment pay, on 16 domains or in folders (augment DIR), the planner
    before and after (hours; can be resumed); options of its own: fmtools bench augment --help.

    Folders:

    - ipc DIR: planners over folders of PDDL tasks, with and without learned macros; it has options
    of its own: fmtools bench ipc --help.
    - grounding DIR: reading and grounding beside Fast Downward's translator: time, memory, the same
    operators.

    Experiments:

    - FILE.toml: one of your own; paper/NAME: one of the paper's (paper/results, …); paper: all of
    these; planners: gbfs and bfws with and without macros; beyond: past the paper, with targets.
    Runs are appended to the results directory; what is there is not run again, so that an
    interrupted sweep goes on where it was.

    Example: fmtools bench paper/macro-types --quick -o results
    """
    from fmtools.experiments.spec import is_experiment

    if name != "speed" and (against or skdecide):
        raise UsageError("--against and --skdecide are for speed")
    if name != "growth" and time is not None:
        raise UsageError("--time is for growth")
    if is_experiment(name):
        from fmtools.cli.bench.sweep import sweep

        sweep(name, output, jobs, scheduler, quick, json_output)
        return
    if name == "growth":
        from fmtools.cli.bench.growth import bench_growth

        seconds = 120.0 if time is None else parse_seconds(time, "--time")
        found = bench_growth(json_output, seconds, domains, output)
        if json_output:
            print(json.dumps(found))
        return
    if output is not None or jobs is not None or scheduler is not None or quick:
        raise UsageError("-o, --jobs, --scheduler and --quick go with an experiment, FILE.toml")
    from fmtools.cli.bench import speed
    from fmtools.cli.bench.compare import bench_compare

    if name == "speed":
        found = speed.bench_speed(json_output, against, skdecide, domains)
        if json_output:
            print(json.dumps(found))
        return
    if domains is not None:
        raise UsageError("--domains is for speed and growth")
    benches = {**speed.BENCHES, "compare": bench_compare}
    if name not in benches:
        known = bench_names()
        near = did_you_mean(name, known)
        raise UsageError(f"no benchmark {name!r}{near}; choose {' | '.join(known)} | FILE.toml")
    record = benches[name](json_output)
    if json_output:
        print(json.dumps(record))


def bench_names() -> list[str]:
    """What may be asked for, but for files."""
    from fmtools.cli.bench import speed
    from fmtools.experiments.spec import OURS, shipped_names

    own = ["speed", "growth", *speed.BENCHES, "compare", "augment", "ipc", "grounding"]
    return [*own, *OURS, "paper", *(f"paper/{name}" for name in shipped_names())]
