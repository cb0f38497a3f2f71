"""The learner that settings ask for: Algorithm 1 as it is, or with its own choice and levels.

The one way from a world to a library: commands, experiments and unified-planning all take it.
"""

from dataclasses import replace

from fmtools.learn.auto import AutoLearner
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.levels import Extend
from fmtools.learn.library import learned_library
from fmtools.macros import MacroLibrary, World
from fmtools.results import Outcome
from fmtools.search.engine import Progress
from fmtools.simulator import Simulator
from fmtools.watch import OutOfTime, watched


def learn_library(
    simulator: Simulator,
    world: World,
    settings: LearnSettings,
    extend: Extend,
    paper: bool = False,
    progress: Progress | None = None,
) -> tuple[MacroLibrary, Learned]:
    """The library, and how learning went; `paper`: whether the paper's settings were asked for."""
    learned = learn_macros(simulator, settings, extend, progress=progress)
    return learned_library(simulator, world, settings, learned, paper), learned


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
