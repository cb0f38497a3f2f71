"""The learner that settings ask for: Algorithm 1 as it is, or with its own choice and levels."""

from dataclasses import replace

from fmtools.learn.auto import AutoLearner
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.levels import Extend
from fmtools.results import Outcome
from fmtools.search.engine import Progress
from fmtools.simulator import Simulator
from fmtools.watch import OutOfTime, watched


def learn_macros(
    simulator: Simulator,
    settings: LearnSettings,
    extend: Extend,
    *,
    interpreted: bool = False,
    progress: Progress | None = None,
) -> Learned:
    """`extend` adds macros to a world, for levels."""
    learner: AutoLearner | Learner = Learner(simulator, settings, interpreted=interpreted)
    if settings.auto or settings.levels > 1:
        learner = AutoLearner(simulator, settings, extend, interpreted=interpreted)
    with watched(settings.seconds) as watch:
        try:
            learned = learner.run(progress)
        except OutOfTime:
            learned = Learned((), 0, 0, 0, Outcome.TIMEOUT, settings.seconds or 0.0, 0)
    return replace(learned, notes=tuple(watch.notes))
