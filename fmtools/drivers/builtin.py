"""fmtools' own planners as drivers, so that they run and are judged like all others.

Each runs in a process of its own on the PDDL files that external planners get: same limits, same
clock, start-up included in the total.
"""

import functools
import json
import os
import sys
from pathlib import Path

from fmtools.drivers.driver import (
    Driver,
    LogPatterns,
    Reads,
    RunFiles,
    Statistics,
)

READS = Reads(costs=True, equality=True, negation=True, adl=True)
MODULE = "fmtools.drivers.builtin_script"


def builtin_names() -> tuple[str, ...]:
    from fmtools.search.planners import PLANNERS

    return tuple(PLANNERS)


def make(name: str, seed: int) -> Driver:
    from fmtools.search.planners import PLANNERS

    root = str(Path(__file__).resolve().parents[2])
    exhausted = r'"outcome": "exhausted"'
    paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
    return Driver(
        name=name,
        command=functools.partial(_command, name, seed),
        statistics=read_statistics,
        reads=READS,
        patterns=LogPatterns(
            unsolvable=exhausted if PLANNERS[name].is_complete else "",
            gave_up=exhausted,
            out_of_memory=r"memory-exhausted|MemoryError",
        ),
        environment={"PYTHONPATH": os.pathsep.join(paths)},
        # The core maps more addresses than it uses.
        limit_address_space=False,
    )


def _command(name: str, seed: int, files: RunFiles) -> list[str]:
    paths = (files.domain.name, files.problem.name, files.plan.name)
    return [sys.executable, "-m", MODULE, name, str(seed), *paths]


def read_statistics(log: str) -> Statistics:
    """From the last line, which is JSON."""
    try:
        told = json.loads(log.strip().splitlines()[-1])
        return Statistics(
            translate_seconds=float(told["translate_seconds"]),
            search_seconds=float(told["seconds"]),
            operators=int(told["operators"]),
            evaluated=int(told["evaluated"]),
            generated=int(told["generated"]),
        )
    except (ValueError, KeyError, IndexError, TypeError):
        return Statistics()
