"""A model of what a macro is worth, from the training plans and its ground operators alone.

It dismisses most candidates before any planner runs; what it ranks first is measured.
"""

from fmtools.augment.candidates import PlanCandidate


def utility(candidate: PlanCandidate) -> float:
    """Share of plan steps saved, more for goals reached, less for net effects and growth.

    Few net effects mean that the macro leaves hands, lifts and trucks as they were: search can
    judge it by what it achieves. Every ground operator costs in every state.
    """
    worth = candidate.share_saved * (1 + candidate.num_goals)
    return worth / ((1 + candidate.num_changed) * candidate.growth**2)
