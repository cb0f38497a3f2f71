"""`fmtools augment`: from a domain and problems to a planner and files that solve them faster."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fmtools.cli.declare import argument, option
from fmtools.cli.options import FORCE, JSON, SEED
from fmtools.errors import EXIT_NO_MACROS, InputError, UsageError
from fmtools.quantities import parse_bytes, parse_seconds

if TYPE_CHECKING:
    from fmtools.pddl.model import Domain, Problem

PLANNERS = ("lama-first", "sas:lama-first", "auto")
"""Unless others are given; the first is what the result is compared with. The second is the same
search on files that we ground."""


def augment(
    domain: Path = argument(help="The domain; with --more, a folder that augment wrote."),
    problems: list[Path] = argument(
        metavar="PROBLEM…", help="Ten or so, some that your planner solves and some that it cannot."
    ),
    output: Path | None = option(None, "-o", "--output", help="The folder to write."),
    more: bool = option(False, "--more", help="Go on in a folder, with more problems."),
    planner: list[str] | None = option(
        None,
        help="As in fmtools planners, the one to beat first; lama-first, sas:lama-first, auto.",
    ),
    time: str = option("10m", help="CPU time, all processes together, about: 90s, 10m, 1h."),
    jobs: int = option(1, min=1, help="Runs side by side."),
    run_limit: str | None = option(
        None,
        "--time-limit",
        renamed=("--run-limit",),
        metavar="TIME",
        shown="a twentieth of --time, 1 to 30 s",
        help="CPU time of one run at the end: 10, 1m; earlier ones get a third of it, or 1 s.",
    ),
    memory_limit: str = option("4G", help="For each run, all its processes: 500M, 4G."),
    max_growth: float = option(
        1.35, min=1.0, help="Keep ground operators within so many times the original's."
    ),
    max_longer: float = option(1.5, min=1.0, help="Keep plans within so many times the length."),
    unconfirmed: bool = option(
        False, "--unconfirmed", help="Take what won the race even if it was not confirmed."
    ),
    fast_downward: Path | None = option(None, help="A Fast Downward of your own."),
    planners_file: Path | None = option(None, help="A TOML file with commands of your own."),
    seed: int = SEED,
    force: bool = FORCE,
    json_output: bool = JSON,
) -> None:
    """Find the planner and the macros that pay, by measuring.

    Every planner runs on the problems, and on smaller ones made from those that are too hard. Plans
    of half of the problems are mined for macros; sets of them race, many on quick problems, few on
    slow ones; the winner runs on the other half, until a sequential test on the logarithms of CPU
    times is sure that it takes at most 95%, with no problem lost. Another planner must pass the
    same test. Exit code 13 where nothing does: the folder then has the original, and a reason; it
    works all the same. Interrupted, the same command goes on where it stopped. Then: fmtools run
    FOLDER PROBLEM (with the planner found), fmtools apply, fmtools report FOLDER.

    Example: fmtools augment domain.pddl p*.pddl -o faster --time 10m

    Example: fmtools augment faster --more q*.pddl
    """
    from fmtools.augment.output import check_folder, start_partial, write_folder

    seconds = parse_seconds(time, "--time")
    run_seconds = None if run_limit is None else parse_seconds(run_limit, "--time-limit")
    memory = parse_bytes(memory_limit)
    if more and output is not None:
        raise UsageError("--more goes on in its folder; -o is for a new one")
    folder = domain if more else output
    if folder is None:
        raise UsageError("name the folder to write with -o")
    paths = list(dict.fromkeys(problems))
    if not more:
        check_folder(folder, force, paths)

    from fmtools.augment.measure import Measurer
    from fmtools.augment.report import session_report
    from fmtools.augment.session import SessionSettings, run_session
    from fmtools.augment.survey import MINER
    from fmtools.cli.shown.augment import told
    from fmtools.cli.status import status_line
    from fmtools.drivers.command import load_commands
    from fmtools.drivers.interrupts import interrupt_once
    from fmtools.drivers.registry import find_driver

    begun = _resumed(folder, paths, planner) if more else _started(domain, paths, planner)
    settings = SessionSettings(
        begun.planners, seconds, max_growth, run_seconds, seed, max_longer, unconfirmed, begun.roles
    )
    settings.check()
    commands = {} if planners_file is None else load_commands(planners_file)
    names = dict.fromkeys([*settings.planners, MINER])
    drivers = {name: find_driver(name, fast_downward, commands, seed) for name in names}
    measurements = start_partial(folder)
    with interrupt_once(), status_line() as status:

        def announce(text: str) -> None:
            status.announce(f"{measurer.spent:.0f} of {seconds:.0f} CPU s: {text}")

        measurer = Measurer(drivers, measurements, memory, jobs, announce, not more)
        try:
            session = run_session(begun.domain, begun.problems, measurer, settings, status.tell)
        except KeyboardInterrupt:
            print(
                f"fmtools: measurements are kept in {measurements.parent}; "
                "the same command goes on from there",
                file=sys.stderr,
            )
            raise
        report = session_report(session)
        written = write_folder(folder, session.recipe, begun.problems, report)
    if json_output:
        print(json.dumps({**report, "written": [str(path) for path in written]}))
    print(told(report, folder), file=sys.stderr if json_output else sys.stdout)
    if not session.improved:
        sys.exit(EXIT_NO_MACROS)


@dataclass(frozen=True)
class _Begun:
    """What a session starts from."""

    domain: "Domain"
    problems: "list[Problem]"
    planners: tuple[str, ...]
    roles: dict[str, str]


def _started(domain: Path, paths: list[Path], planners: list[str] | None) -> _Begun:
    from fmtools.pddl.read import read_domain, read_problem

    if not paths:
        raise UsageError("give problems, too: fmtools augment domain.pddl p*.pddl -o FOLDER")
    original = read_domain(domain)
    tasks = [read_problem(path, original) for path in paths]
    return _Begun(original, tasks, tuple(dict.fromkeys(planners or PLANNERS)), {})


def _resumed(folder: Path, paths: list[Path], planners: list[str] | None) -> _Begun:
    """With the problems, planners and roles of the folder; new problems must have new names."""
    from dataclasses import replace

    from fmtools.augment.output import (
        ORIGINAL,
        ORIGINAL_PROBLEMS,
        changed_since,
        load_recipe,
        load_report,
    )
    from fmtools.pddl.read import read_domain, read_problem

    load_recipe(folder)
    report = load_report(folder)
    changed = changed_since(folder)
    if changed:
        raise InputError(
            f"{changed} has changed since {folder} was made: what was measured does not hold any "
            "more; begin anew with -o"
        )
    given = report.get("domain_file")
    original = replace(
        read_domain(folder / ORIGINAL), path=Path(given) if given else folder / ORIGINAL
    )
    former = sorted((folder / ORIGINAL_PROBLEMS).glob("*"))
    twice = sorted({path.name for path in former} & {path.name for path in paths})
    if twice:
        raise UsageError(f"{folder} has a problem {twice[0]} already; give new ones other names")
    tasks = [read_problem(path, original) for path in (*former, *paths)]
    return _Begun(
        original,
        tasks,
        tuple(dict.fromkeys(planners or report["planners"])),
        {str(name): str(role) for name, role in report["roles"].items()},
    )
