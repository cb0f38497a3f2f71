"""LAPKT's best-first width search, from the package lapkt (MIT; needs clingo and glibc >= 2.35)."""

import functools

from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PLAN_NAME,
    PROBLEM_NAME,
    Driver,
    Family,
    LogPatterns,
    Program,
    Reads,
    RunFiles,
    told_by,
)
from fmtools.drivers.installed import program_on_path
from fmtools.errors import UsageError

PACKAGE = "lapkt"
DEFAULT = "DUAL-BFWS"
VARIANTS = (
    DEFAULT,
    "BFWS-f5",
    "BFWS-f5-landmarks",
    "BFWS-f5-initstate-relevant",
    "BFWS-goalcount-only",
    "k-BFWS",
    "k-C-BFWS",
    "k-M-BFWS",
    "k-M-C-BFWS",
    "1-BFWS",
    "1-C-BFWS",
    "DUAL-C-BFWS",
    "POLY-BFWS",
)
READS = Reads(costs=True, equality=True, negation=True)
STATISTICS = told_by(
    translate_seconds=r"Finished LAPKT_PARSE_GROUND_TASK after ([\d.]+) seconds wall",
    search_seconds=r"Finished LAPKT_SOLVE_TASK after ([\d.]+) seconds wall",
    operators=r"#Actions: (\d+)",
    generated=r"Nodes generated during search: (\d+)",
)


def find() -> Program | None:
    found = program_on_path("lapkt_cmd.py", "lapkt_cmd")
    return None if found is None else Program(found.words, found.place, PACKAGE)


def make(program: Program, name: str, variant: str) -> Driver:
    variant = variant or DEFAULT
    if variant not in VARIANTS:
        raise UsageError(f"no LAPKT search {variant!r}; choose {' | '.join(VARIANTS)}")
    return Driver(
        name=name,
        command=functools.partial(_command, program, variant),
        statistics=STATISTICS,
        reads=READS,
        # Width-bounded searches are incomplete: finding nothing proves nothing.
        patterns=LogPatterns(gave_up=r"Plan found with cost: NOTFOUND"),
        plan_files=(PLAN_NAME,),
    )


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    task = ["-d", DOMAIN_NAME, "-p", PROBLEM_NAME]
    return [*program.words, "BFWS", *task, "--plan_file", PLAN_NAME, "--search_type", variant]


LAPKT = Family(
    title="LAPKT",
    reads=READS,
    variants=VARIANTS,
    packages=("lapkt", "tarski[clingo]"),
    find=find,
    make=make,
)
