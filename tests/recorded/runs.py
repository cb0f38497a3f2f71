"""Searches and learned libraries whose results are written down, to be repeated to the bit.

`python -m tests.recorded.runs` writes `results.json` anew. It was made with the numba kernels of
version 0.1.0, and the core repeated it but for two traces (bfws on the cube: an improvement was
noted twice where tables of novelty grew in the middle of an expansion). Make it again only where
results are meant to change, and say why.
"""

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from fmtools.learn.focused import LearnSettings, paper_settings
from fmtools.learn.run import learn_macros
from fmtools.library_file import load_library
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten
from fmtools.simulators.augmented import load_augmented
from fmtools.simulators.cube import Cube
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.with_macros import WithMacros

RESULTS = Path(__file__).with_name("results.json")
ROOT = Path(__file__).parents[2]
SEEDS = (0, 7)
ORDERS = ("gbfs", "astar", "wastar", "bfs", "iw", "bfws", "bfws-r0", "bfws-all", "auto")
TIES = ("heap", "fifo", "lifo", "random")
EXPANSIONS = ("full", "first", "macros-first")
BUDGET = 3_000


def pddl(name: str, number: int = 0) -> Any:
    folder = ROOT / "pddl" / name
    return load_grounded(folder / "domain.pddl", folder / f"problem-{number:03}.pddl")


def augmented(name: str) -> Any:
    folder = ROOT / "pddl" / name
    path = Path(__file__).with_name(f"{name}.json")
    library = load_library(path)
    paths = folder / "domain.pddl", folder / "problem-000.pddl"
    return load_augmented(*paths, library, path, given={"max_growth": None})


def cube_with_macros() -> WithMacros:
    words = ((0, 2, 1, 3), (4, 6, 5, 7, 4), (8, 8), (10, 0, 11, 1), (2, 2, 8, 9, 3))
    return WithMacros(Cube("R U2 F' L D B"), words)


WORLDS: dict[str, Callable[[], Any]] = {
    "cube": lambda: Cube("R U2 F' L D B"),
    "cube + macros": cube_with_macros,
    "8-puzzle": lambda: NPuzzle.scrambled(3, 1),
    "15-puzzle": lambda: NPuzzle.scrambled(4, 1),
    "lock": lambda: Lock(12, 3, 4, 1, True),
    "hanoi": lambda: pddl("hanoi"),
    "gripper": lambda: pddl("gripper"),
    "depot": lambda: pddl("depot"),
    "ferry": lambda: pddl("ferry"),
    "doors": lambda: pddl("doors"),
    "ferry + macros": lambda: augmented("ferry"),
    "depot + macros": lambda: augmented("depot"),
}


def digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def settings_of_all_kinds() -> Iterator[Settings]:
    for order, ties, expansion, seed in itertools.product(ORDERS, TIES, EXPANSIONS, SEEDS):
        if (order == "iw" and (expansion != "full" or ties != "fifo")) or (
            ties != "random" and seed != SEEDS[0] and expansion == "full"
        ):
            continue
        yield Settings(
            planner=order, ties=ties, expansion=expansion, seed=seed, limits=Limits(BUDGET)
        )
    for order in ("gbfs", "bfws"):
        yield Settings(planner=order, paper=True, limits=Limits(BUDGET))
    yield Settings(planner="bfws", width=1, limits=Limits(BUDGET))
    yield Settings(planner="auto", width=1, limits=Limits(BUDGET))


def searches(world: str) -> dict[str, list[object]]:
    """By settings: outcome, counts, and digests of plan and trace."""
    simulator = WORLDS[world]()
    records: dict[str, list[object]] = {}
    for settings in settings_of_all_kinds():
        result = plan(simulator, settings)
        name = " ".join(
            [settings.planner, settings.ties, settings.expand_by, f"seed {settings.seed}"]
            + ["paper"] * settings.paper
            + ["width 1"] * (settings.width == 1)
        )
        records[name] = [
            result.outcome.value,
            result.generated,
            result.expanded,
            result.evaluated,
            result.primitive_steps,
            result.best_goal_count,
            result.num_states,
            result.iw_generated,
            digest([result.plan, result.best_plan, result.primitive_plan]),
            digest([list(point) for point in result.trace]),
        ]
    return records


def shortened(world: str) -> dict[str, list[object]]:
    """A plan shortened with two limits of queries."""
    simulator = WORLDS[world]()
    found = plan(simulator, Settings(planner="gbfs", ties="random", limits=Limits(200_000)))
    if not found.solved:
        return {}
    records: dict[str, list[object]] = {}
    for queries in (2_000, 20_000):
        short = shorten(simulator, found, Limits(queries), 3)
        records[f"shorten {queries}"] = [
            short.length_before,
            short.length,
            short.queries,
            short.ended,
            digest(list(short.names)),
        ]
    return records


def learning() -> dict[str, LearnSettings]:
    small = LearnSettings(budget=4_000, keep=30, candidates=200)
    auto = LearnSettings(budget=6_000, auto=True, ties="random", expanded_only=False)
    return {
        "fifo": small,
        "random": replace(small, ties="random", repetitions=3, seed=5),
        "lifo generated": replace(small, ties="lifo", expanded_only=False),
        "paper": paper_settings(replace(small, smallest_last=True)),
        "auto": auto,
        "auto levels": replace(auto, levels=2, seed=2),
    }


OF_MACROS = ("actions", "effect_size", "effect", "precondition")
"""What version 0.1.0 knew of a macro."""
LEARNED_IN = ("cube", "8-puzzle", "15-puzzle", "lock", "hanoi", "depot", "ferry")


def libraries(world: str) -> dict[str, list[object]]:
    """By settings: queries and a digest of all macros."""
    records: dict[str, list[object]] = {}
    for name, settings in learning().items():
        learned = learn_macros(WORLDS[world](), settings, extend)
        macros = [{name: asdict(macro)[name] for name in OF_MACROS} for macro in learned.macros]
        records[f"learn {name}"] = [
            learned.outcome.value,
            learned.queries,
            learned.other_queries,
            len(macros),
            digest(macros),
        ]
    return records


def records_of(world: str) -> dict[str, list[object]]:
    records = searches(world) | shortened(world)
    return records | (libraries(world) if world in LEARNED_IN else {})


if __name__ == "__main__":
    text = json.dumps({world: records_of(world) for world in WORLDS}, indent=0, sort_keys=True)
    RESULTS.write_text(text + "\n")
