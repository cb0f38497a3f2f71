"""Who takes part in `bench ipc`: ours as a user calls them, any other by its driver.

Ours run as `python -m fmtools plan …` in a fresh process, start-up included; so does an older
fmtools of another environment. No planner is told the time limit, so that one run with the largest
limit tells what every smaller one would have given.
"""

import functools
import hashlib
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fmtools.benches.fast_downward import AS_USERS_HAVE_IT
from fmtools.drivers.builtin import STATISTICS, builtin_names, own_environment
from fmtools.drivers.command import load_commands
from fmtools.drivers.driver import Driver, LogPatterns, Reads, RunFiles, last_count
from fmtools.drivers.installed import program_version
from fmtools.drivers.process import ProcessLimits, run_process
from fmtools.drivers.registry import DRIVERS, SHORT_NAMES, find_driver
from fmtools.drivers.run_directory import run_directory
from fmtools.errors import InputError, UsageError
from fmtools.version import results_version_of

NO_BUDGET = 10**12
"""Generated states that nobody reaches: the clock ends a run."""
_ROOM = 200 << 20
"""Of a run's memory, what is left to Python and the files; the rest is for the search's arrays."""
_VERSION_SECONDS = 20.0


@dataclass(frozen=True)
class Contestant:
    """A planner with its options."""

    label: str
    """How tables call it."""
    words: tuple[str, ...]
    """Ours: the planner and further words for `fmtools plan`; else the name of the driver."""
    python: str | None
    """Ours: the Python whose fmtools it is."""
    version: str
    """Of what determines results: our results version, or what the planner says of itself."""
    is_current: bool = False
    """The fmtools that runs this: its results are stale when RESULTS_VERSION changes."""
    commands_file: str | None = None
    """Where the driver is the user's own, its TOML file."""


def contestants(
    specs: Sequence[str], against: str | None = None, commands_file: Path | None = None
) -> list[Contestant]:
    """In the order given; ours once more with the fmtools of `against`, another Python."""
    commands = {} if commands_file is None else load_commands(commands_file)
    found: dict[str, Contestant] = {}
    for spec in specs:
        words = tuple(_split(spec))
        if spec in commands:
            assert commands_file is not None
            digest = hashlib.sha256(commands_file.read_bytes()).hexdigest()[:16]
            one = Contestant(spec, (spec,), None, digest, commands_file=str(commands_file))
        elif words and words[0] in builtin_names():
            one = Contestant(
                spec, words, sys.executable, f"results {results_version_of(spec)}", True
            )
        else:
            one = Contestant(spec, (spec,), None, _external_version(spec))
        found[one.label] = one
    if against is not None:
        version = fmtools_version(against)
        older = {f"{one.label}@{version}": one for one in found.values() if one.python is not None}
        if not older:
            raise UsageError("--against compares built-in planners: give one, --planner auto")
        found |= {
            label: Contestant(label, one.words, against, f"fmtools {version}")
            for label, one in older.items()
        }
    return list(found.values())


def fmtools_version(python: str) -> str:
    """Of the fmtools that another Python imports; InputError where there is none."""
    command = [python, "-c", "import fmtools; print(fmtools.__version__)"]
    with run_directory() as directory:
        run = run_process(
            command, directory, ProcessLimits(seconds=_VERSION_SECONDS), {"PYTHONPATH": ""}
        )
    lines = run.output.strip().splitlines()
    if run.exit_code != 0 or not lines:
        raise InputError(f"{python}: no Python with fmtools: {lines[-1] if lines else 'silent'}")
    return lines[-1].strip()


def make_driver(one: Contestant, seed: int, memory: int, macros: Path | None) -> Driver:
    """To be called where the planner runs."""
    if one.python is None:
        path = None if one.commands_file is None else Path(one.commands_file)
        return find_driver(one.label, commands=None if path is None else load_commands(path))
    return Driver(
        name=one.label,
        command=functools.partial(_plan_command, one, seed, memory, macros),
        statistics=STATISTICS,
        reads=Reads(),
        patterns=LogPatterns(
            unsolvable=r'"outcome": "exhausted"',
            gave_up=r'"outcome": "(incomplete|budget-exhausted)"',
            out_of_time=r'"outcome": "timeout"',
            out_of_memory=r'"outcome": "memory-exhausted"|MemoryError',
        ),
        plan_files=("plan",),
        # Another fmtools is found where its own environment has it.
        environment={
            **AS_USERS_HAVE_IT,
            **(own_environment() if one.is_current else {"PYTHONPATH": ""}),
        },
        # The core maps more addresses than it uses.
        limit_address_space=False,
    )


def _plan_command(
    one: Contestant, seed: int, memory: int, macros: Path | None, files: RunFiles
) -> list[str]:
    # On a cluster, ours may lie elsewhere than where the runs were planned.
    python = sys.executable if one.is_current else one.python
    assert python is not None
    task = [str(files.domain), str(files.problem), "-o", str(files.plan), "--json"]
    given = {"--seed": str(seed), "--budget": str(NO_BUDGET)}
    if memory > 2 * _ROOM:
        given["--memory-limit"] = f"{(memory - _ROOM) >> 20}M"
    if macros is not None:
        given["--macros"] = str(macros)
    options = [
        word for name, value in given.items() if name not in one.words[1:] for word in (name, value)
    ]
    planner = ["--planner", one.words[0], *one.words[1:]]
    return [python, "-m", "fmtools", "plan", *task, *planner, *options]


def told_steps(log: str) -> int | None:
    """Primitive steps of a search of ours."""
    return last_count(r'"primitive_steps": (\d+)', log)


def _split(spec: str) -> list[str]:
    try:
        return shlex.split(spec)
    except ValueError as error:
        raise UsageError(f"--planner {spec!r}: {error}") from None


def _external_version(spec: str) -> str:
    """UsageError or InputError where there is no such planner."""
    find_driver(spec)
    family = DRIVERS[SHORT_NAMES.get(spec, spec).partition(":")[0]]
    program = family.find()
    assert program is not None, "find_driver has found it"
    return program_version(family, program) or "unknown version"
