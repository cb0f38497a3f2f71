"""Tasks of an experiment: from a world's name and an instance to a simulator.

A description is plain data that holds all of the task, PDDL texts included, so that a worker on
another machine needs no files. Instances of puzzles and locks are drawn by their number as seed.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.errors import InputError
from fmtools.generators.instances import generate
from fmtools.generators.registry import GENERATORS, domain_text
from fmtools.library_file import parse_library
from fmtools.macros import check_world
from fmtools.pddl.ground import ground
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.text import load_text
from fmtools.policy import UNLIMITED
from fmtools.simulators.augmented import augmented_simulator
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.kind import WorldKind
from fmtools.simulators.registry import USER, WORLDS, build_world, kind_named, world_of
from fmtools.simulators.with_macros import add_macros

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
    world: str, instance: int, random_goal: bool, options: Mapping[str, Any], folder: Path
) -> Description:
    """The task of one instance; `folder` is where relative paths begin."""
    found = read_world(world)
    if random_goal and (found is None or not found[0].takes("goal_seed")):
        having = [repr(k.example or k.name) for k in WORLDS.values() if k.takes("goal_seed")]
        raise InputError(f"world {world!r} has no random goals; {' and '.join(having)} have")
    if found is None:
        return {"kind": "pddl", **_pddl_texts(world, instance, folder)}
    goal = {"goal_seed": FIRST_GOAL_SEED + instance} if random_goal else {}
    return {"kind": found[0].name, **found[1], **options, "seed": instance, **goal}


def describe_start(world: str, folder: Path) -> Description:
    """Where macros are learned: in solved puzzles, and in the first instance of other worlds."""
    description = describe_task(world, 0, False, {}, folder)
    return {**description, **kind_named(description["kind"]).learn_from}


def read_world(name: str) -> tuple[WorldKind, Mapping[str, Any]] | None:
    """The world of an experiment and the options that its name tells; None for PDDL domains."""
    if ":" in name:
        return USER, {"name": name}
    for kind in WORLDS.values():
        options = kind.named(name)
        if options is not None:
            return kind, options
    return None


def world_label(world: str) -> str:
    """What records call it: of a directory its own name, of the user's simulator its class."""
    if ":" in world:
        return world.rpartition(":")[2]
    return Path(world).name if "/" in world else world


def world_name(description: Description) -> str:
    """What a macro library calls its world; PDDL is read for it, not grounded."""
    if description["kind"] == "pddl":
        return str(_parsed_domain(description["domain"]).name)
    return world_of(build_task(description)).name


def build_task(description: Description) -> "Simulator":
    """The world without macros."""
    options = dict(description)
    kind = options.pop("kind")
    if kind == "pddl":
        domain, problem = _parsed(options["domain"], options["problem"])
        return GroundedSimulator(ground(domain, problem))
    if kind == "user":
        seed = options.pop("seed")
        return build_world([options["name"]], {"option": (f"seed={seed}",)})
    seed = options.pop("seed")
    return build_world([kind], options, seed=seed)


def build_with_macros(description: Description, library_text: str, name: str) -> "Simulator":
    """The world with the macros of a library; errors call that by `name`."""
    if description["kind"] == "pddl":
        _, problem = _parsed(description["domain"], description["problem"])
        return augmented_simulator(_compiled(description["domain"], library_text, name), problem)

    library = parsed_library(library_text, name)
    simulator = build_task(description)
    check_world(library, world_of(simulator), Path(name))
    return add_macros(simulator, library, Path(name))


def task_digest(description: Description) -> str:
    """SHA-256 of the task: actions, start and goal where the world wants that, else how it is told.

    A lock's actions take long to draw, and the digest is needed for every run before any is made.
    """
    if not kind_named(description["kind"]).same_by_states:
        return digest(description)
    simulator = build_task(description)
    start = [int(value) for value in simulator.start()]
    goal = sorted((int(v), int(value)) for v, value in simulator.goal().items())
    return digest([world_of(simulator).digest, start, goal])


def digest(value: object) -> str:
    """SHA-256 of plain data, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=NUM_KEPT)
def _parsed_domain(text: str) -> Any:
    return parse_domain(text)


def _parsed(domain_text: str, problem_text: str) -> tuple[Any, Any]:
    domain = _parsed_domain(domain_text)
    return domain, parse_problem(problem_text, domain)


@lru_cache(maxsize=NUM_KEPT)
def _compiled(domain_text: str, library_text: str, name: str) -> Any:
    """All that can be proved, as in the paper, which had no limit on ground operators.

    Proving macros takes longer than grounding them, and many jobs share one library.
    """

    library = parsed_library(library_text, name)
    domain = _parsed_domain(domain_text)
    check_world(library, pddl_world(domain), Path(name))
    return compile_library(domain, library, UNLIMITED)


@lru_cache(maxsize=NUM_KEPT)
def parsed_library(text: str, name: str) -> "MacroLibrary":
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

    if world not in GENERATORS:
        known = [*(kind.example or kind.name for kind in WORLDS.values()), *GENERATORS]
        raise InputError(
            f"no world {world!r}: expected {', '.join(known)}, module:Class, or a directory with "
            "domain.pddl and problem-000.pddl"
        )
    problems = _generated(world, 1 + instance // 100)
    return {"domain": domain_text(world), "problem": problems[instance]}


@cache
def _generated(world: str, hundreds: int) -> tuple[str, ...]:
    return tuple(generate(world, count=100 * hundreds))


@cache
def _file_text(path: Path) -> str:
    return load_text(path)
