"""Planners that misbehave, as real programs; and a task so small that any plan is seen through."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fmtools.drivers.command import command_driver
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.run import ORIGINAL, PlannerRun, PlannerTask, run_planner
from fmtools.pddl.read import parse_domain, parse_problem
from tests.processes import is_alive

DOMAIN = """(define (domain walk)
  (:predicates (at ?x) (next ?x ?y))
  (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
    :effect (and (not (at ?x)) (at ?y))))
"""
PROBLEM = """(define (problem walk-1) (:domain walk) (:objects a b c)
  (:init (at a) (next a b) (next b a) (next b c)) (:goal (at c)))
"""
GOOD_PLAN = "(go a b)\n(go b c)\n"
LONGER_PLAN = "(go a b)\n(go b a)\n(go a b)\n(go b c)\n"

T = TypeVar("T")
PATIENCE = 600.0
"""Seconds that no test needs, however busy the machine: only what is broken waits so long."""

PREAMBLE = """
import os, signal, subprocess, sys, time
domain, problem, plan, pids = sys.argv[1:5]

def born():
    with open(pids, "a") as file:
        file.write(f"{os.getpid()}\\n")

def wait_for_births(count):
    while len(open(pids).read().split()) < count:
        time.sleep(0.01)

def wait_forever():
    print("waiting for good", flush=True)
    time.sleep(3600)

def write(text, name=plan):
    with open(name, "w") as file:
        file.write(text)

born()
"""


def small_task() -> PlannerTask:
    domain = parse_domain(DOMAIN)
    return PlannerTask(ORIGINAL, "walk-1", DOMAIN, PROBLEM, domain, parse_problem(PROBLEM, domain))


def planner(folder: Path, script: str, **table: object) -> Driver:
    """A driver for a planner that is this Python script."""
    program = folder / "planner.py"
    program.write_text(PREAMBLE + script)
    command = ["{python}", str(program), "{domain}", "{problem}", "{plan}", str(folder / "pids")]
    return command_driver("odd", {"command": command, **table}, folder)


def run_script(
    folder: Path,
    script: str,
    seconds: float = PATIENCE,
    memory: int | None = None,
    disk: int | None = None,
    **table: object,
) -> PlannerRun:
    limits = ProcessLimits(seconds, memory, disk)
    return run_planner(planner(folder, script, **table), small_task(), limits)


def run_until_it_waits(folder: Path, script: str) -> PlannerRun:
    """A run that the time limit ends after the script has reached `wait_forever`."""
    return with_time_enough(
        lambda seconds: run_script(folder, script, seconds),
        lambda run: "waiting for good" in run.record.log_tail,
    )


def with_time_enough(run: Callable[[float], T], got_there: Callable[[T], bool]) -> T:
    """Run under longer and longer time limits, until the one that got as far as it should."""
    seconds = 0.5
    while not got_there(result := run(seconds)):
        seconds *= 4
        assert seconds < PATIENCE, result
    return result


def survivors(folder: Path) -> list[int]:
    """Processes of the script that still run; those that wait to be reaped do not."""
    path = folder / "pids"
    pids = [int(line) for line in path.read_text().split()] if path.exists() else []
    assert pids, "the script never began"
    deadline = time.monotonic() + 60
    while (alive := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return alive


def python_words(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def own_temporary_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
