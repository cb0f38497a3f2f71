"""pymimir: a library, so that a small script of ours calls it (`pymimir_script.py`)."""

import sys
from pathlib import Path

from fmtools.drivers.driver import Family, LogPatterns, Program, RunFiles, told_by
from fmtools.drivers.installed import package_directory

PACKAGE = "pymimir"
SCRIPT = Path(__file__).with_name("pymimir_script.py")


def _find() -> Program | None:
    if package_directory(PACKAGE) is None:
        return None
    # -P: the script's own folder holds a pymimir.py, this file.
    return Program(
        (sys.executable, "-P", str(SCRIPT)), f"{sys.executable}, import pymimir", PACKAGE
    )


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    return [*program.words, variant, files.domain.name, files.problem.name, files.plan.name]


PYMIMIR = Family(
    title="pymimir",
    packages=(PACKAGE,),
    find=_find,
    command=_command,
    statistics=told_by(
        translate_seconds=r"(?m)^parse seconds: ([\d.]+)$",
        search_seconds=r"(?m)^search seconds: ([\d.]+)$",
        operators=r"Num actions: (\d+)",
    ),
    variants=("gbfs-lazy", "gbfs-eager", "astar-eager", "brfs"),
    known=(),
    patterns=LogPatterns(unsolvable=r"(?m)^status: (exhausted|unsolvable)$"),
)
