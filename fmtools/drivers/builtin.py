"""fmtools' own planners as drivers, so that they run and are judged like all others.

Each runs in a process of its own on the PDDL files that external planners get: same limits, same
clock, start-up included in the total.
"""

import functools
import os
import sys
from pathlib import Path

from fmtools.drivers.driver import Driver, LogPatterns, Reads, RunFiles, told_by

READS = Reads(costs=True, equality=True, negation=True, adl=True)
MODULE = "fmtools.drivers.builtin_script"


def builtin_names() -> tuple[str, ...]:
    from fmtools.search.planners import PLANNERS

    return tuple(PLANNERS)


def own_environment() -> dict[str, str]:
    """Where another Python finds the fmtools that runs here."""
    root = str(Path(__file__).resolve().parents[2])
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths)}


def make(name: str, seed: int) -> Driver:
    from fmtools.search.planners import PLANNERS

    exhausted = r'"outcome": "exhausted"'
    return Driver(
        name=name,
        command=functools.partial(_command, name, seed),
        statistics=STATISTICS,
        reads=READS,
        patterns=LogPatterns(
            unsolvable=exhausted if PLANNERS[name].is_complete else "",
            gave_up=exhausted,
            out_of_memory=r"memory-exhausted|MemoryError",
        ),
        environment=own_environment(),
        # The core maps more addresses than it uses.
        limit_address_space=False,
    )


def _command(name: str, seed: int, files: RunFiles) -> list[str]:
    paths = (files.domain.name, files.problem.name, files.plan.name)
    return [sys.executable, "-m", MODULE, name, str(seed), *paths]


STATISTICS = told_by(
    translate_seconds=r'"translate_seconds": ([\d.e-]+)',
    search_seconds=r'"seconds": ([\d.e-]+)',
    operators=r'"operators": (\d+)',
    evaluated=r'"evaluated": (\d+)',
    generated=r'"generated": (\d+)',
)
"""From the line of JSON that it prints, or `plan --json` does."""
