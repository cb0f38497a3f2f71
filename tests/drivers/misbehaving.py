"""Planners that misbehave, as real programs; and a task so small that any plan is seen through."""

import sys
import time
from pathlib import Path

from fmtools.drivers.command import command_driver
from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.run import ORIGINAL, PlannerRun, PlannerTask, run_planner
from fmtools.pddl.read import parse_domain, parse_problem

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

PREAMBLE = """
import os, signal, subprocess, sys, time
domain, problem, plan, pids = sys.argv[1:5]

def born():
    with open(pids, "a") as file:
        file.write(f"{os.getpid()}\\n")

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
    seconds: float = 20.0,
    memory: int | None = None,
    disk: int | None = None,
    **table: object,
) -> PlannerRun:
    limits = ProcessLimits(seconds, memory, disk)
    return run_planner(planner(folder, script, **table), small_task(), limits)


def survivors(folder: Path) -> list[int]:
    """Processes of the script that still run; those that wait to be reaped do not."""
    path = folder / "pids"
    pids = [int(line) for line in path.read_text().split()] if path.exists() else []
    assert pids, "the script never began"
    deadline = time.monotonic() + 2
    while (alive := [pid for pid in pids if is_alive(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return alive


def is_alive(pid: int) -> bool:
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return text[text.rfind(")") + 2] not in "ZX"


def python_words(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def own_temporary_files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
