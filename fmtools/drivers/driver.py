"""What fmtools must know of an external planner: how to call it, what it reads, what it prints.

A driver is plain data and two functions. Running and judging are the same for all: `run.py`.
"""

import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from fmtools.errors import UsageError
from fmtools.installing import pip_install

DOMAIN_NAME, PROBLEM_NAME, SAS_NAME, PLAN_NAME = "domain.pddl", "problem.pddl", "task.sas", "plan"
"""What files are called in the directory of a run. Plain names: no planner trips over them."""


@dataclass(frozen=True)
class Reads:
    """What a planner understands beyond STRIPS with types."""

    costs: bool = True
    equality: bool = True
    negation: bool = True
    adl: bool = False
    """Conditional effects, quantifiers, disjunctions, and axioms."""
    sas: bool = False


@dataclass(frozen=True)
class RunFiles:
    """Absolute paths, all in the directory that the planner runs in."""

    domain: Path
    problem: Path
    plan: Path
    sas: Path | None = None
    """Given instead of domain and problem."""


@dataclass(frozen=True)
class Statistics:
    """What a planner tells of itself; None where it says nothing."""

    translate_seconds: float | None = None
    search_seconds: float | None = None
    operators: int | None = None
    evaluated: int | None = None
    generated: int | None = None


@dataclass(frozen=True)
class LogPatterns:
    """Regular expressions that tell, in the log, why there is no plan. Empty: it never says."""

    unsolvable: str = ""
    gave_up: str = ""
    out_of_time: str = ""
    out_of_memory: str = (
        r"bad_alloc|MemoryError|out of memory|Cannot allocate memory|failed to allocate memory"
    )


@dataclass(frozen=True)
class Driver:
    name: str
    command: Callable[[RunFiles], list[str]]
    statistics: Callable[[str], Statistics]
    reads: Reads = Reads()
    patterns: LogPatterns = LogPatterns()
    plan_files: tuple[str, ...] = (PLAN_NAME, f"{PLAN_NAME}.*")
    """Where plans appear, as file patterns in the directory of the run."""
    environment: Mapping[str, str] = field(default_factory=dict)
    limit_address_space: bool = True


@dataclass(frozen=True)
class Program:
    """An installed planner: the words that its command line begins with."""

    words: tuple[str, ...]
    place: str
    package: str | None = None
    """The Python package it comes from, whose version counts."""


@dataclass(frozen=True)
class Family:
    """A planner with its variants, such as the aliases of Fast Downward."""

    title: str
    packages: tuple[str, ...]
    """What pip installs it from."""
    find: Callable[[], Program | None]
    command: Callable[[Program, str, RunFiles], list[str]]
    """(program, variant, files) -> what to start."""
    statistics: Callable[[str], Statistics]
    variants: tuple[str, ...]
    """Worth naming in help, the one that is meant where none is named first."""
    known: Collection[str] | None = None
    """Variants beside these that it takes; None: whatever the program itself takes."""
    reads: Reads = Reads()
    patterns: LogPatterns = LogPatterns()
    plan_files: tuple[str, ...] = Driver.plan_files
    version_option: str | None = None
    our_part: str = ""
    """What fmtools does for it that results depend on, with a number that changes with it."""
    environment: Callable[[], Mapping[str, str]] = dict
    otherwise: str = ""
    """How to go without installing."""

    @property
    def install(self) -> str:
        return pip_install(*self.packages) + self.otherwise

    def make(self, program: Program, name: str, variant: str) -> Driver:
        """UsageError for an unknown variant."""
        variant = variant or self.variants[0]
        if self.known is not None and variant not in (*self.variants, *self.known):
            choice = " | ".join((*self.variants, *self.known))
            raise UsageError(f"no {self.title} search {variant!r}; choose {choice}")
        return Driver(
            name,
            partial(self.command, program, variant),
            self.statistics,
            self.reads,
            self.patterns,
            self.plan_files,
            self.environment(),
        )


def last_number(pattern: str, text: str) -> float | None:
    """The last number that `pattern` captures; None for words, `nan` and `inf`."""
    found = re.findall(pattern, text)
    try:
        number = float(found[-1]) if found else math.nan
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def last_count(pattern: str, text: str) -> int | None:
    number = last_number(pattern, text)
    return None if number is None else int(number)


def told_by(**patterns: str) -> Callable[[str], Statistics]:
    """Reads the log of a planner that prints each of these numbers somewhere."""

    def read(log: str) -> Statistics:
        told: dict[str, Any] = {
            name: (last_number if name.endswith("seconds") else last_count)(pattern, log)
            for name, pattern in patterns.items()
        }
        return Statistics(**told)

    return read
