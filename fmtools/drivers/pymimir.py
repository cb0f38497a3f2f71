"""pymimir: a library, so that a small script of ours calls it (`pymimir_script.py`)."""

import functools
import sys
from pathlib import Path

from fmtools.drivers.driver import (
    Driver,
    Family,
    LogPatterns,
    Program,
    Reads,
    RunFiles,
    told_by,
)
from fmtools.drivers.installed import package_directory
from fmtools.errors import UsageError

PACKAGE = "pymimir"
VARIANTS = ("gbfs-lazy", "gbfs-eager", "astar-eager", "brfs")
READS = Reads(costs=True, equality=True, negation=True)
STATISTICS = told_by(
    translate_seconds=r"(?m)^parse seconds: ([\d.]+)$",
    search_seconds=r"(?m)^search seconds: ([\d.]+)$",
    operators=r"Num actions: (\d+)",
)
SCRIPT = Path(__file__).with_name("pymimir_script.py")


def find() -> Program | None:
    if package_directory(PACKAGE) is None:
        return None
    # -P: the script's own folder holds a pymimir.py, this file.
    return Program(
        (sys.executable, "-P", str(SCRIPT)), f"{sys.executable}, import pymimir", PACKAGE
    )


def make(program: Program, name: str, variant: str) -> Driver:
    variant = variant or VARIANTS[0]
    if variant not in VARIANTS:
        raise UsageError(f"no pymimir search {variant!r}; choose {' | '.join(VARIANTS)}")
    return Driver(
        name=name,
        command=functools.partial(_command, program, variant),
        statistics=STATISTICS,
        reads=READS,
        patterns=LogPatterns(unsolvable=r"(?m)^status: (exhausted|unsolvable)$"),
    )


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    return [*program.words, variant, files.domain.name, files.problem.name, files.plan.name]


PYMIMIR = Family(
    title="pymimir",
    reads=READS,
    variants=VARIANTS,
    packages=("pymimir",),
    find=find,
    make=make,
)
