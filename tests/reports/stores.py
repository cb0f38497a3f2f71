"""Small stores for tests: records as `fmtools bench` writes them, macros really made."""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fmtools.learn.focused import Learner
from fmtools.learn.library import learned_library
from fmtools.simulators.cube import Cube
from fmtools.simulators.given_macros import expert_library
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import presets_of, world_of
from fmtools.version import RESULTS_VERSION

COMPILED = Path(__file__).parents[2] / "compiled"


def record(experiment: str = "results", **changes: Any) -> dict[str, Any]:
    """One run as the store has it; its key tells it apart from all others."""
    found: dict[str, Any] = {
        "format": 1,
        "results_version": RESULTS_VERSION,
        "experiment": experiment,
        "world": "doors",
        "planner": "gbfs",
        "macros": "none",
        "goals": "default",
        "instance": 0,
        "tie_seed": 0,
        "learn_seed": None,
        "outcome": "solved",
        "generated": 1000,
        "expanded": 100,
        "evaluated": 900,
        "primitive_steps": 1000,
        "iw_generated": 0,
        "plan_length": 10,
        "primitive_plan_length": 10,
        "best_goal_count": 0,
        "seconds": 0.001,
        "num_macros": 0,
        "learning_queries": 0,
        "budget": 100_000,
        "fmtools_version": "0.1.0",
        "machine": "a test",
        **changes,
    }
    same = ("trace", "key", "generated", "outcome", "seconds", "error")
    found.setdefault("key", json.dumps({k: v for k, v in found.items() if k not in same}))
    return found


def write_store(
    directory: Path, records: Iterable[dict[str, Any]], libraries: bool = False
) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    lines = "".join(f"{json.dumps(one)}\n" for one in records)
    (directory / "records.jsonl").write_text(lines, encoding="utf-8")
    if libraries:
        folder = directory / "macros"
        folder.mkdir(exist_ok=True)
        for name, text in library_texts().items():
            (folder / f"{name}.json").write_text(text, encoding="utf-8")
    return directory


@cache
def library_texts() -> dict[str, str]:
    """Focused 15-puzzle macros, expert cube macros, and the ferry's from the repository."""
    puzzle, cube = NPuzzle(4), Cube()
    world = world_of(puzzle)
    settings = presets_of(world.kind).of_paper(world.name)
    learned = learned_library(puzzle, world, settings, Learner(puzzle, settings).run(), True)
    return {
        "15-puzzle-focused-0-aa": learned.to_json(),
        "cube-expert-0-bb": expert_library(cube, world_of(cube), False).to_json(),
        "cube-expert-distinct-0-cc": expert_library(cube, world_of(cube), True).to_json(),
        "ferry-focused-0-dd": (COMPILED / "ferry" / "macros.json").read_text(encoding="utf-8"),
    }


def sample_records(num_instances: int = 5, num_seeds: int = 2) -> list[dict[str, Any]]:
    """All experiments, drawn from one seed: made up, and shaped like real ones."""
    rng = np.random.default_rng(7)

    def count(mean: float) -> int:
        return int(mean * rng.lognormal(0, 0.3)) + 20

    records = []
    cells = [(i, s) for i in range(num_instances) for s in range(num_seeds)]
    for experiment in ("results", "paper-mode"):
        for world, mean in (("doors", 3000), ("hanoi", 60_000), ("15-puzzle", 30_000)):
            for planner in ("gbfs", "bfws"):
                for macros, share in (("none", 1.0), ("focused", 0.2)):
                    for instance, seed in cells:
                        place = {"world": world, "planner": planner, "macros": macros}
                        number = {"instance": instance, "tie_seed": seed}
                        spent = {"outcome": "budget-exhausted", "plan_length": None}
                        hard = world == "hanoi" and macros == "none" and instance == 0
                        records.append(
                            record(
                                experiment,
                                **{**place, **number, **(spent if hard else {})},
                                generated=count(mean * share),
                            )
                        )
    for world in ("15-puzzle", "cube"):
        for macros in ("none", "random", "focused", "expert", "expert-distinct"):
            for instance, seed in cells:
                generated = count(20_000)
                trace = [[0, 15], [generated // 9, 9], [generated // 2, 4], [generated, 0]]
                place = {"world": world, "macros": macros, "instance": instance, "tie_seed": seed}
                records.append(record("macro-types", **place, generated=generated, trace=trace))
        for goals in ("default", "random"):
            for instance, seed in cells:
                place = {"world": world, "macros": "focused", "goals": goals}
                number = {"instance": instance, "tie_seed": seed}
                records.append(record("novel-goals", **place, **number, generated=count(5000)))
    for dials, digits in ((20, 2), (10, 4)):
        for size in (1, 3, 5):
            lock = {"dials": dials, "digits": digits, "effect_size": size}
            for instance in range(num_instances):
                more = {**lock, "mean_effect_size": size + 0.25, "instance": instance}
                records.append(
                    record("suitcase", world="lock", **more, generated=count(300 * 9**size))
                )
    for dials, digits, size in ((10, 2, 1), (10, 2, 2), (5, 4, 2)):
        for seed in (None, 0, 1, 2, 3, 4):
            value = 1.0 if size == 1 else 0.2 + 0.01 * (seed or 0)
            records.append(
                {
                    "format": 1,
                    "results_version": RESULTS_VERSION,
                    "key": f"table1 {dials} {digits} {size} {seed}",
                    "experiment": "table1",
                    "world": "lock",
                    "outcome": "done",
                    "dials": dials,
                    "digits": digits,
                    "effect_size": size,
                    "seed": seed,
                    "pearson": value,
                    "spearman": value - 0.02,
                    "pearson_by_distance": value + 0.3,
                    "spearman_by_distance": value + 0.3,
                    "pairs": 1_048_576,
                    "seconds": 0.1,
                }
            )
    return records
