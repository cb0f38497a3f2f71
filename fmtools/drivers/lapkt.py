"""LAPKT's best-first width search, from the package lapkt (MIT; needs clingo and glibc >= 2.35)."""

from fmtools.drivers.driver import (
    DOMAIN_NAME,
    PLAN_NAME,
    PROBLEM_NAME,
    Family,
    LogPatterns,
    Program,
    RunFiles,
    told_by,
)
from fmtools.drivers.installed import program_on_path

VARIANTS = (
    "DUAL-BFWS",
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


def _find() -> Program | None:
    found = program_on_path("lapkt_cmd.py", "lapkt_cmd")
    return None if found is None else Program(found.words, found.place, "lapkt")


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    task = ["-d", DOMAIN_NAME, "-p", PROBLEM_NAME]
    return [*program.words, "BFWS", *task, "--plan_file", PLAN_NAME, "--search_type", variant]


LAPKT = Family(
    title="LAPKT",
    packages=("lapkt", "tarski[clingo]"),
    find=_find,
    command=_command,
    statistics=told_by(
        translate_seconds=r"Finished LAPKT_PARSE_GROUND_TASK after ([\d.]+) seconds wall",
        search_seconds=r"Finished LAPKT_SOLVE_TASK after ([\d.]+) seconds wall",
        operators=r"#Actions: (\d+)",
        generated=r"Nodes generated during search: (\d+)",
    ),
    variants=VARIANTS,
    known=(),
    # Width-bounded searches are incomplete: finding nothing proves nothing.
    patterns=LogPatterns(gave_up=r"Plan found with cost: NOTFOUND"),
    plan_files=(PLAN_NAME,),
)
