"""Macros for a problem of unified-planning: learned in it by simulation, or given."""

from dataclasses import dataclass
from pathlib import Path

from fmtools.errors import UsageError
from fmtools.learn.focused import LearnSettings
from fmtools.learn.run import learn_library
from fmtools.macros import MacroLibrary, World, digest
from fmtools.pddl.ground import WorkLimits, ground
from fmtools.pddl.lifted_library import KIND
from fmtools.pddl.macro_file import compile_macros, load_macros
from fmtools.pddl.pipeline import Compilation
from fmtools.policy import RECORDED, overruled
from fmtools.results import Outcome
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import GroundedSimulator
from fmtools.simulators.registry import presets_of
from fmtools.up.translate import Translation


@dataclass(frozen=True)
class MacroChoice:
    """Where macros come from: `macros`, a library or the path of one, or learning, or nowhere."""

    macros: MacroLibrary | str | Path | None = None
    learn: bool = False
    learn_budget: int | None = None
    """Simulator queries; None for the preset."""
    keep: int | None = None
    seed: int = 0
    max_growth: float | str | None = RECORDED
    """As in fmtools compile, None for no limit; `recorded`: as the library's policy has it."""

    def __post_init__(self) -> None:
        overruled(self.max_growth)
        if self.learn and self.macros is not None:
            raise UsageError("macros and learn exclude each other")
        if not self.learn and (self.learn_budget is not None or self.keep is not None):
            raise UsageError("learn_budget and keep go with learn=True")
        self.settings(None)

    def settings(self, seconds: float | None) -> LearnSettings:
        given = {"budget": self.learn_budget, "keep": self.keep, "seconds": seconds}
        return presets_of(KIND).chosen("", given, self.seed)

    def compiled(
        self, task: Translation, library: MacroLibrary, limits: WorkLimits | None = None
    ) -> Compilation:
        """Its macros for this problem, by the pipeline of fmtools compile."""
        if any(macro.guards for macro in library.macros):
            raise UsageError("guarded macros of fmtools augment are for PDDL files: fmtools run")
        given = overruled(self.max_growth)
        return compile_macros(
            task.domain, library, problems=[task.problem], given=given, limits=limits
        )

    def library(self, task: Translation, seconds: float | None = None) -> MacroLibrary | None:
        """InputError where the given library is damaged; learning ends after `seconds`.

        No check that a given library was learned in this very domain: its macros are lifted and
        proved anew, and what does not fit is refused or dropped then.
        """
        if isinstance(self.macros, MacroLibrary):
            return self.macros
        if self.macros is not None:
            return load_macros(Path(self.macros))
        if not self.learn:
            return None
        simulator = GroundedSimulator(ground(task.domain, task.problem))
        library, learned = learn_library(simulator, _world(task), self.settings(seconds), extend)
        if learned.outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        return library


def _world(task: Translation) -> World:
    """Known by its operators, since there is no text."""
    operators = repr(list(task.domain.operators.values()))
    return World(KIND, task.domain.name, digest(operators))
