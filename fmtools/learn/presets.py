"""Parameters by world: the paper's own (`--paper`), and ours, chosen by measurement.

Worlds are named as the user names them: `cube`, `npuzzle`, `lock`, or a PDDL domain's name.
"""

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

PAPER: dict[str, LearnSettings] = {
    "cube": paper_settings(
        LearnSettings(budget=1_000_000, keep=576, candidates=1200, smallest_last=True)
    ),
    "npuzzle": paper_settings(
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
        name: paper_settings(LearnSettings(budget=budget, keep=8, candidates=1000))
        for name, budget in _PAPER_PDDL_BUDGETS.items()
    },
}

DEFAULTS: dict[str, LearnSettings] = {
    "cube": LearnSettings(budget=1_000_000, keep=576, candidates=1200),
    "npuzzle": LearnSettings(budget=1_000_000, keep=192, repetitions=16, candidates=100),
    "lock": LearnSettings(budget=1_000_000, keep=100),
}
OTHERWISE = LearnSettings()


def paper_preset(name: str) -> LearnSettings:
    """The paper's setting for a world, by name."""
    if name not in PAPER:
        raise UsageError(f"the paper has no setting for {name!r}; it has {', '.join(PAPER)}")
    return PAPER[name]


def default_settings(name: str) -> LearnSettings:
    return DEFAULTS.get(name, OTHERWISE)
