"""Fast Downward on SAS+ files that fmtools writes: `sas:lama-first`, or any other of its searches.

Its own translator, in Python, takes longer than the search in many tasks. A script of ours
(`sas_script.py`) does that work and becomes Fast Downward: one process tree, one clock.
"""

import sys
from dataclasses import replace

from fmtools.drivers.builtin import own_environment
from fmtools.drivers.driver import DOMAIN_NAME, PROBLEM_NAME, SAS_NAME, Program, RunFiles
from fmtools.drivers.fast_downward import FAST_DOWNWARD

MODULE = "fmtools.drivers.sas_script"
FILES = 1
"""Raised when the same task becomes another file: then LAMA may do otherwise on it."""


def _command(program: Program, variant: str, files: RunFiles) -> list[str]:
    """The script, and the call of Fast Downward that it stands in for."""
    call = FAST_DOWNWARD.command(program, variant, files)
    if files.sas is not None:
        return call
    return [sys.executable, "-m", MODULE, DOMAIN_NAME, PROBLEM_NAME, SAS_NAME, *call]


SAS = replace(
    FAST_DOWNWARD,
    title="Fast Downward on SAS+",
    command=_command,
    our_part=f"files {FILES}",
    environment=own_environment,
    patterns=replace(
        FAST_DOWNWARD.patterns,
        out_of_memory=FAST_DOWNWARD.patterns.out_of_memory
        + "|failed to map segment|Memory allocation still failed"
        + "|fmtools: (memory limit|the machine gives no more memory)",
    ),
)
