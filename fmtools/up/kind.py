"""What unified-planning asks of every engine: who made it, and which problems it takes.

STRIPS, types, negation, equality, costs.
"""

from typing import Any

from unified_planning.engines import Credits, Engine
from unified_planning.model import ProblemKind

KIND_VERSION = 2
"""Of unified-planning's features; later ones compare with it."""
CREDITS = Credits(
    name="fmtools",
    author="The fmtools authors",
    contact="",
    website="",
    license="MIT",
    short_description="Focused macro-actions for black-box planning.",
    long_description=(
        "Learns macro-actions with small effects by simulation, proves them, plans with them."
    ),
)


def supported_kind() -> Any:
    kind = ProblemKind(version=KIND_VERSION)
    kind.set_problem_class("ACTION_BASED")
    kind.set_typing("FLAT_TYPING")
    kind.set_typing("HIERARCHICAL_TYPING")
    kind.set_conditions_kind("NEGATIVE_CONDITIONS")
    kind.set_conditions_kind("EQUALITIES")
    kind.set_quality_metrics("ACTIONS_COST")
    kind.set_quality_metrics("PLAN_LENGTH")
    kind.set_actions_cost_kind("INT_NUMBERS_IN_ACTIONS_COST")
    kind.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
    return kind


def with_macros_kind(kind: Any) -> Any:
    """After compiling: guards are inequalities, and plan length becomes a cost."""
    augmented = kind.clone()
    augmented.set_conditions_kind("NEGATIVE_CONDITIONS")
    augmented.set_conditions_kind("EQUALITIES")
    if kind.has_plan_length():
        augmented.unset_quality_metrics("PLAN_LENGTH")
        augmented.set_quality_metrics("ACTIONS_COST")
        augmented.set_actions_cost_kind("INT_NUMBERS_IN_ACTIONS_COST")
    if kind.has_actions_cost():
        augmented.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
    return augmented


class KindEngine(Engine):  # type: ignore[misc]
    """An engine for problems of the supported kind."""

    @staticmethod
    def supported_kind() -> Any:
        return supported_kind()

    @staticmethod
    def supports(problem_kind: Any) -> bool:
        return bool(problem_kind <= supported_kind())

    @staticmethod
    def get_credits(**kwargs: Any) -> Credits:
        return CREDITS
