"""PDDL tasks, declared: two files, read and simulated by our grounder or by pddlgym."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fmtools.errors import UsageError
from fmtools.simulators.kind import Option, Views, WorldKind

if TYPE_CHECKING:
    from fmtools.core.limits import WorkLimits
    from fmtools.learn.presets import Presets
    from fmtools.macros import World
    from fmtools.policy import Policy
    from fmtools.simulator import Simulator

_PAPER_BUDGETS = {
    "depot": 50_000,
    "doors": 5_000,
    "ferry": 5_000,
    "gripper": 5_000,
    "hanoi": 100_000,
    "miconic": 5_000,
}


def build_pddl(
    *,
    domain: Path,
    problem: Path,
    simulator: str = "grounded",
    limits: "WorkLimits | None" = None,
) -> "Simulator":
    """Nothing of it is drawn; `limits` are for grounding."""
    if simulator == "grounded":
        from fmtools.simulators.grounded import load_grounded

        return load_grounded(domain, problem, limits)
    if simulator == "pddlgym":
        from fmtools.simulators.pddlgym import load_pddlgym

        return load_pddlgym(domain, problem)
    raise UsageError(f"no simulator {simulator!r}; choose grounded or pddlgym")


def _identity(simulator: Any) -> "World":
    from fmtools.pddl.lifted_library import pddl_world

    return pddl_world(simulator.domain)


def policy_of(simulator: Any) -> "Policy":
    """The default, with the problem at hand as the one to count ground operators in."""
    from fmtools.pddl.macro_file import problem_files
    from fmtools.policy import Policy
    from fmtools.simulators.grounded import GroundedSimulator

    if not isinstance(simulator, GroundedSimulator):
        return Policy()
    return Policy(problems=problem_files(simulator.domain, [simulator.task.problem]))


def _presets() -> "Presets":
    from dataclasses import replace

    from fmtools.learn.focused import LearnSettings
    from fmtools.learn.presets import AUTO, Presets, paper_settings

    return Presets(
        # Enough for searches for the goal to come to an end while macros are judged by them.
        auto=replace(AUTO, budget=5_000_000),
        paper={
            name: paper_settings(LearnSettings(budget=budget, keep=8, candidates=1000))
            for name, budget in _PAPER_BUDGETS.items()
        },
    )


def _views() -> Views:
    from fmtools.simulators.macro_lifted import lifted_steps
    from fmtools.simulators.macro_words import pddl_words, plain_sequence

    return Views(pddl_words, plain_sequence, steps=lifted_steps)


PDDL = WorldKind(
    name="pddl",
    title="DOMAIN.pddl PROBLEM.pddl",
    build=build_pddl,
    identity=_identity,
    options=(
        Option(
            "simulator",
            help="grounded | pddlgym.",
            default="grounded",
            values=("grounded", "pddlgym"),
        ),
    ),
    presets=_presets,
    views=_views,
    policy=policy_of,
)
