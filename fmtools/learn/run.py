"""The learner that settings ask for: Algorithm 1 as it is, or with its own choice and levels."""

from fmtools.learn.auto import AutoLearner
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.levels import Extend
from fmtools.search.engine import Progress
from fmtools.simulator import Simulator


def learn_macros(
    simulator: Simulator,
    settings: LearnSettings,
    extend: Extend,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Learned:
    """`extend` adds macros to a world, for levels."""
    if settings.auto or settings.levels > 1:
        return AutoLearner(simulator, settings, extend, interpreted=interpreted).run(progress)
    return Learner(simulator, settings, interpreted=interpreted).run(progress)
