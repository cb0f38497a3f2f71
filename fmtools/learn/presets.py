"""Parameters by world: the paper's own (`--paper`), and ours, chosen by measurement.

Worlds go by kind and name, as in a library: a PDDL domain may be called `npuzzle`, too.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fmtools.errors import UsageError
from fmtools.learn.focused import LearnSettings, paper_settings

_PAPER_PDDL_BUDGETS = {
    "depot": 50_000,
    "doors": 5_000,
    "ferry": 5_000,
    "gripper": 5_000,
    "hanoi": 100_000,
    "miconic": 5_000,
}

PAPER: dict[tuple[str, str], LearnSettings] = {
    ("cube", "cube"): paper_settings(
        LearnSettings(budget=1_000_000, keep=576, candidates=1200, smallest_last=True)
    ),
    ("npuzzle", "npuzzle 4"): paper_settings(
        LearnSettings(
            budget=32_000,
            keep=192,
            repetitions=16,
            candidates=12,
            smallest_last=True,
            drop_primitives=False,
        )
    ),
    **{
        ("pddl", name): paper_settings(LearnSettings(budget=budget, keep=8, candidates=1000))
        for name, budget in _PAPER_PDDL_BUDGETS.items()
    },
}

DEFAULTS: dict[str, LearnSettings] = {
    "cube": PAPER["cube", "cube"],
    "npuzzle": LearnSettings(
        budget=1_000_000, keep=192, repetitions=16, candidates=100, ties="random"
    ),
    "lock": LearnSettings(budget=1_000_000, keep=100),
}
"""By kind of world. On the cube nothing tried beat the paper's own choice, which by luck has odd
permutations among its macros; with `fifo` there are none, and most scrambles stay unsolved."""
OTHERWISE = LearnSettings()

_AUTO = LearnSettings(auto=True, ties="random", expanded_only=False)
AUTO: dict[str, LearnSettings] = {
    "cube": replace(_AUTO, budget=1_000_000, levels=2, walk_share=0.0),
    "npuzzle": replace(_AUTO, budget=1_000_000, repetitions=16),
    "lock": replace(_AUTO, budget=1_000_000),
}
"""By kind of world, for `--keep auto`. All generated nodes are candidates: per variable the best of
them are better than the best expanded ones."""


def paper_preset(kind: str, name: str) -> LearnSettings:
    """The paper's setting for a world."""
    if (kind, name) not in PAPER:
        known = ", ".join(f"{world!r}" for _, world in PAPER)
        raise UsageError(f"the paper has no setting for {kind} {name!r}; it has {known}")
    return PAPER[kind, name]


def chosen_settings(
    kind: str, name: str, given: Mapping[str, Any], seed: int, paper: bool = False
) -> LearnSettings:
    """The paper's settings for a world, or ours, with what was given in their place.

    `keep` may be "auto"; what is None was not given. `name` matters to the paper's alone.
    """
    wanted = {option: value for option, value in given.items() if value is not None}
    if wanted.get("keep") == "auto":
        wanted = {**wanted, "auto": True}
        del wanted["keep"]
    auto = bool(wanted.get("auto"))
    preset = paper_preset(kind, name) if paper else default_settings(kind, auto)
    return replace(preset, seed=seed, **wanted)


def default_settings(kind: str, auto: bool = False) -> LearnSettings:
    """Ours; `auto` where the learner is to choose how many macros to keep."""
    if auto:
        return AUTO.get(kind, _AUTO)
    return DEFAULTS.get(kind, OTHERWISE)
