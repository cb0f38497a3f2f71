"""`fmtools augment`: from a domain and problems to files that your planner solves faster."""

import json
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, SEED
from fmtools.quantities import parse_bytes, parse_seconds

if TYPE_CHECKING:
    from fmtools.augment.session import Session


def augment(
    domain: Path = argument(help="The domain."),
    problems: list[Path] = argument(
        metavar="PROBLEM…", help="Some that your planner solves at once, ten that take it longer."
    ),
    output: Path = option(..., "-o", "--output", help="The folder to write."),
    planner: str = option("lama-first", help="One of fmtools planners."),
    time: str = option("10m", help="For all of it, about: 90s, 10m, 1h."),
    run_limit: str | None = option(
        None,
        "--time-limit",
        renamed=("--run-limit",),
        metavar="TIME",
        shown="a twentieth of --time, 30 s at most",
        help="CPU time of one run: 10, 1m.",
    ),
    memory_limit: str = option("4G", help="For each run, all its processes: 500M, 4G."),
    max_growth: float = option(
        1.35, min=1.0, help="Keep ground operators within so many times the original's."
    ),
    unconfirmed: bool = option(
        False, "--unconfirmed", help="Take the best set even if it could not be confirmed."
    ),
    fast_downward: Path | None = option(None, help="A Fast Downward of your own."),
    planners_file: Path | None = option(None, help="A TOML file with commands of your own."),
    seed: int = SEED,
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Learn macros, measure them by your planner, keep what pays.

    Runs the planner on the problems; mines the plans of the quickest; compiles, guards and counts
    what it finds; tries the most useful on some of the slower problems; confirms the winner, once,
    on the rest: no solved problem lost, at most 95% of the CPU time, most problems won, and more
    than by luck (four of four, not three of three). If nothing is confirmed, it writes the original
    and says so. Interrupted, it goes on where it stopped when called again. Then: fmtools run
    FOLDER PROBLEM, or fmtools apply FOLDER PROBLEM -o FILE.

    Example: fmtools augment domain.pddl p*.pddl -o faster --time 10m
    """
    from fmtools.augment.output import check_folder, start_partial, write_folder

    seconds = parse_seconds(time, "--time")
    run_seconds = None if run_limit is None else parse_seconds(run_limit, "--time-limit")
    memory = parse_bytes(memory_limit)
    paths = list(dict.fromkeys(problems))
    check_folder(output, force, paths)

    from fmtools.augment.measure import Measurer
    from fmtools.augment.recipe import compile_recipe
    from fmtools.augment.report import session_report
    from fmtools.augment.session import SessionSettings, run_session
    from fmtools.cli.status import status_line
    from fmtools.drivers.command import load_commands
    from fmtools.drivers.interrupts import interrupt_once
    from fmtools.drivers.registry import find_driver
    from fmtools.pddl.read import read_domain, read_problem

    commands = {} if planners_file is None else load_commands(planners_file)
    driver = find_driver(planner, fast_downward, commands, seed)
    original = read_domain(domain)
    tasks = [read_problem(path, original) for path in paths]
    settings = SessionSettings(seconds, max_growth, run_seconds, seed, unconfirmed)
    measurements = start_partial(output)
    with interrupt_once(), status_line() as status:
        measurer = Measurer(driver, measurements, memory, status.announce)
        try:
            session = run_session(original, tasks, measurer, settings, status.tell)
        except KeyboardInterrupt:
            print(
                f"fmtools: measurements are kept in {measurements.parent}; "
                "the same command goes on from there",
                file=sys.stderr,
            )
            raise
        recipe = compile_recipe(original, session.library, output / "macros.json")
        report = session_report(session)
        written = write_folder(output, recipe, tasks, report)
    if json_output:
        print(json.dumps({**report, "written": [str(path) for path in written]}))
    _tell(session, output, sys.stderr if json_output else sys.stdout)


def _tell(session: "Session", output: Path, stream: Any) -> None:
    parts = session.split
    lines = [
        f"problems      {len(parts.training)} to learn from, {len(parts.validation)} to choose "
        f"with, {len(parts.confirmation)} to confirm with"
        + (f", {session.num_unmeasured} not run" if session.num_unmeasured else "")
    ]
    if session.pool is not None:
        lines.append(
            f"candidates    {len(session.pool.items)} of {session.pool.num_patterns} patterns; "
            "dropped:"
        )
        counts = sorted(session.pool.dropped.counts.items(), key=lambda item: -item[1])
        lines += [f"              {count:,}: {reason}" for reason, count in counts]
    measured = [t for t in session.trials if t.total != float("inf")]
    lines.append(f"tried         {len(session.trials)} sets, {len(measured)} to the end")
    for item in session.chosen:
        found = item.candidate
        lines.append(
            f"macro         {len(found.macro.sequence.steps)} steps, {found.num_changed} net "
            f"effects, growth {found.growth:.2f}:"
        )
        lines += [f"                {step}" for step in found.macro.sequence.steps]
        if found.macro.guards:
            lines.append(f"                where {' '.join(map(str, found.macro.guards))}")
    lines += [f"note          {text}" for text in parts.shortcomings()]
    verdict = "AUGMENTED" if session.chosen else "ORIGINAL KEPT"
    lines.append(f"result        {verdict}: {session.reason}")
    lines.append(
        f"time          {session.seconds:.0f} s, {session.num_runs} runs of {session.planner}, "
        f"{session.cpu_seconds:.0f} CPU s"
    )
    lines.append(f"written to    {output}")
    for line in lines:
        print(textwrap.fill(line, 79, subsequent_indent=" " * 16), file=stream)
