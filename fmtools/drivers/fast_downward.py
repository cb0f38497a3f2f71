"""Fast Downward: `lama-first`, `lama`, any alias, any search string; PDDL or SAS+ files.

Found in the package up-fast-downward (installed with fmtools), on the PATH, or where
`--fast-downward` says. Its own limits are not used: they do not bound wall time.
"""

import re
import sys
from pathlib import Path

from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PLAN_NAME,
    PROBLEM_NAME,
    SAS_NAME,
    Family,
    LogPatterns,
    Program,
    Reads,
    RunFiles,
    Statistics,
    last_count,
    last_number,
)
from fmtools.drivers.installed import as_command, package_directory, program_on_path
from fmtools.errors import InputError

PACKAGE, MODULE = "up-fast-downward", "up_fast_downward"
SCRIPT = "fast-downward.py"
_CUMULATIVE = "Cumulative statistics:"


def find() -> Program | None:
    """The package's script, or one on the PATH."""
    package = package_directory(MODULE)
    if package is not None and (package / "downward" / SCRIPT).is_file():
        script = package / "downward" / SCRIPT
        return Program((sys.executable, str(script)), str(script), PACKAGE)
    return program_on_path("fast-downward", SCRIPT)


def program_at(path: Path) -> Program:
    """The script itself, or the directory that it lies in; InputError if it is not there."""
    script = path / SCRIPT if path.is_dir() else path
    if not script.is_file():
        raise InputError(f"{script}: no such file; give the path of {SCRIPT}")
    script = script.resolve()
    return Program(as_command(script), str(script))


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    """A variant is an alias, or a search string, which has parentheses."""
    task = [DOMAIN_NAME, PROBLEM_NAME] if files.sas is None else [SAS_NAME]
    start = [*program.words, "--plan-file", PLAN_NAME]
    if "(" in variant:
        return [*start, *task, "--search", variant]
    return [*start, "--alias", variant, *task]


def read_statistics(log: str) -> Statistics:
    """An anytime planner's counts are the sum of its searches."""
    return Statistics(
        translate_seconds=last_number(r"(?m)^Done! \[.*?([\d.]+)s wall-clock\]", log),
        search_seconds=_search_seconds(log),
        operators=last_count(r"Translator operators: (\d+)", log),
        evaluated=_summed(r"\bEvaluated (\d+) state", log),
        generated=_summed(r"\bGenerated (\d+) state", log),
    )


def _search_seconds(log: str) -> float | None:
    """Of all searches; one that was stopped prints no sum, so that those before it are added up."""
    whole = last_number(r"\bSearch time: ([\d.e-]+)s", log)
    parts = [float(number) for number in re.findall(r"Actual search time: ([\d.]+)s", log)]
    return whole if whole is not None or not parts else sum(parts)


def _summed(pattern: str, log: str) -> int | None:
    """After `Cumulative statistics` stands the sum; without it, searches are added up."""
    _, cumulative, end = log.rpartition(_CUMULATIVE)
    counts = [int(number) for number in re.findall(pattern, end if cumulative else log)]
    if not counts:
        return None
    return counts[-1] if cumulative else sum(counts)


FAST_DOWNWARD = Family(
    title="Fast Downward",
    packages=(PACKAGE,),
    find=find,
    command=_command,
    statistics=read_statistics,
    variants=("lama-first", "lama", "seq-sat-lama-2011", "eager_greedy([ff()])", "astar(lmcut())"),
    reads=Reads(adl=True, sas=True),
    patterns=LogPatterns(
        unsolvable=r"Task is provably unsolvable|search exit code: 11\b|translate exit code: 10\b",
        gave_up=r"Search stopped without finding a solution|exit code: 1[23]\b",
        out_of_time=r"Time limit (has been )?reached|exit code: 2[13]\b",
        out_of_memory=r"bad_alloc|MemoryError|[Ff]ailed to allocate memory|exit code: 2[02]\b",
    ),
    version_option="--version",
    otherwise=", or --fast-downward PATH for one of your own",
)
