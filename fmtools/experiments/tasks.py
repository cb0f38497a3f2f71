"""Tasks of an experiment: from a world's name and an instance to a simulator.

A description is plain data that holds all of the task, PDDL texts included, so that a worker on
another machine needs no files. Instances of puzzles and locks are drawn by their number as seed.
"""

import hashlib
import json
import math
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.errors import InputError

if TYPE_CHECKING:
    from fmtools.macros import MacroLibrary
    from fmtools.simulator import Simulator

PDDL_FOLDER = Path(__file__).resolve().parents[2] / "pddl"
FIRST_GOAL_SEED = 1_000_000
"""Random goals are drawn from seeds of their own: with the start's, goal and start would be one."""

NUM_KEPT = 32
"""Libraries that a worker keeps ready."""

Description = Mapping[str, Any]


def describe_task(
    world: str, instance: int, random_goal: bool, lock: Mapping[str, Any], folder: Path
) -> Description:
    """The task of one instance; `folder` is where relative paths begin."""
    goal = {"goal_seed": FIRST_GOAL_SEED + instance} if random_goal else {}
    if world == "cube":
        return {"kind": "cube", "seed": instance, **goal}
    width = puzzle_width(world)
    if width is not None:
        return {"kind": "npuzzle", "width": width, "seed": instance, **goal}
    if random_goal:
        raise InputError(f"world {world!r} has no random goals; 'cube' and '15-puzzle' have")
    if world == "lock":
        return {"kind": "lock", **lock, "seed": instance}
    if ":" in world:
        return {"kind": "user", "name": world, "seed": instance}
    return {"kind": "pddl", **_pddl_texts(world, instance, folder)}


def describe_start(world: str, folder: Path) -> Description:
    """Where macros are learned: in solved puzzles, and in the first instance of other worlds."""
    description = describe_task(world, 0, False, {}, folder)
    if description["kind"] in ("cube", "npuzzle"):
        return {**description, "seed": 0, "steps": 0}
    return description


def puzzle_width(world: str) -> int | None:
    """4 for `15-puzzle`."""
    match = re.fullmatch(r"(\d{1,4})-puzzle", world)
    if match is None:
        return None
    width = math.isqrt(int(match[1]) + 1)
    if width * width != int(match[1]) + 1:
        raise InputError(f"no world {world!r}; sliding puzzles are 8-puzzle, 15-puzzle, 24-puzzle")
    return width


def world_label(world: str) -> str:
    """What records call it: of a directory its own name, of the user's simulator its class."""
    if ":" in world:
        return world.rpartition(":")[2]
    return Path(world).name if "/" in world else world


def world_name(description: Description) -> str:
    """What a macro library calls its world; PDDL is read for it, not grounded."""
    if description["kind"] == "pddl":
        return str(_parsed_domain(description["domain"]).name)
    from fmtools.simulators.identity import world_of

    return world_of(build_task(description), [description.get("name", "")]).name


def build_task(description: Description) -> "Simulator":
    """The world without macros."""
    kind = description["kind"]
    options = {key: value for key, value in description.items() if key != "kind"}
    if kind == "pddl":
        from fmtools.pddl.ground import ground
        from fmtools.simulators.grounded import GroundedSimulator

        domain, problem = _parsed(options["domain"], options["problem"])
        return GroundedSimulator(ground(domain, problem))
    from fmtools.simulators.registry import build_world

    if kind == "user":
        return build_world(options["name"], {"seed": str(options["seed"])})
    return build_world(kind, options)


def build_with_macros(description: Description, library_text: str, name: str) -> "Simulator":
    """The world with the macros of a library; errors call that by `name`."""
    if description["kind"] == "pddl":
        from fmtools.simulators.augmented import augmented_simulator

        _, problem = _parsed(description["domain"], description["problem"])
        return augmented_simulator(_compiled(description["domain"], library_text, name), problem)
    from fmtools.macros import check_world
    from fmtools.simulators.identity import world_of
    from fmtools.simulators.with_macros import add_macros

    library = parsed_library(library_text, name)
    simulator = build_task(description)
    check_world(library, world_of(simulator, [description.get("name", "")]), Path(name))
    return add_macros(simulator, library, Path(name))


def task_digest(description: Description) -> str:
    """SHA-256 of the task: PDDL texts, or actions, start and goal; of a lock, how it is made.

    A lock's actions take long to draw, and the digest is needed for every run before any is made.
    """
    if description["kind"] in ("pddl", "lock", "user"):
        return digest(description)
    from fmtools.simulators.identity import world_of

    simulator = build_task(description)
    start = [int(value) for value in simulator.start()]
    goal = sorted((int(v), int(value)) for v, value in simulator.goal().items())
    return digest([world_of(simulator, []).digest, start, goal])


def digest(value: object) -> str:
    """SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=NUM_KEPT)
def _parsed_domain(text: str) -> Any:
    from fmtools.pddl.read import parse_domain

    return parse_domain(text)


def _parsed(domain_text: str, problem_text: str) -> tuple[Any, Any]:
    from fmtools.pddl.read import parse_problem

    domain = _parsed_domain(domain_text)
    return domain, parse_problem(problem_text, domain)


@lru_cache(maxsize=NUM_KEPT)
def _compiled(domain_text: str, library_text: str, name: str) -> Any:
    """All that can be proved, as in the paper, which had no limit on ground operators.

    Proving macros takes longer than grounding them, and many jobs share one library.
    """
    from fmtools.macros import check_world
    from fmtools.pddl.lifted_library import pddl_world
    from fmtools.pddl.pipeline import compile_library
    from fmtools.policy import UNLIMITED

    library = parsed_library(library_text, name)
    domain = _parsed_domain(domain_text)
    check_world(library, pddl_world(domain), Path(name))
    return compile_library(domain, library, UNLIMITED)


@lru_cache(maxsize=NUM_KEPT)
def parsed_library(text: str, name: str) -> "MacroLibrary":
    from fmtools.library_file import parse_library

    return parse_library(text, Path(name))


def _pddl_texts(world: str, instance: int, folder: Path) -> dict[str, str]:
    """From a directory of the user's, from pddl/ of a clone, or made anew by the generator."""
    name = f"problem-{instance:03d}.pddl"
    for directory in (folder / world, PDDL_FOLDER / world):
        if (directory / "domain.pddl").is_file():
            return {
                "domain": _file_text(directory / "domain.pddl"),
                "problem": _file_text(directory / name),
            }
    from fmtools.generators.registry import GENERATORS, domain_text

    if world not in GENERATORS:
        known = ["cube", "15-puzzle", "lock", *GENERATORS]
        raise InputError(
            f"no world {world!r}: expected {', '.join(known)}, module:Class, or a directory with "
            "domain.pddl and problem-000.pddl"
        )
    problems = _generated(world, 1 + instance // 100)
    return {"domain": domain_text(world), "problem": problems[instance]}


@cache
def _generated(world: str, hundreds: int) -> tuple[str, ...]:
    from fmtools.generators.instances import generate

    return tuple(generate(world, count=100 * hundreds))


@cache
def _file_text(path: Path) -> str:
    from fmtools.pddl.text import load_text

    return load_text(path)
