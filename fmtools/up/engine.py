"""fmtools' planners as a one-shot planner of unified-planning, with macros where asked for.

with OneshotPlanner(name="fmtools", params={"planner": "bfws", "learn": True}) as planner:
    result = planner.solve(problem, timeout=60)
"""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO, Any
from warnings import warn

from unified_planning.engines import (
    LogLevel,
    LogMessage,
    OptimalityGuarantee,
    PlanGenerationResult,
    PlanGenerationResultStatus,
)
from unified_planning.engines.mixins import OneshotPlannerMixin
from unified_planning.exceptions import UPUsageError

from fmtools.errors import FmtoolsError, MemoryLimitError, TimeLimitError, UnsupportedError
from fmtools.limits import Limits
from fmtools.macros import MacroLibrary
from fmtools.pddl.ground import TooManyError, WorkLimits, ground
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.plan_file import parse_step
from fmtools.policy import RECORDED
from fmtools.results import Outcome, SearchResult
from fmtools.search.planners import DEFAULT_PLANNER, PLANNERS, Settings, plan
from fmtools.search.settings import DEFAULT_TIES, DEFAULT_WIDTH
from fmtools.simulators.augmented import AugmentedSimulator, augmented_simulator
from fmtools.up import PLANNER
from fmtools.up.kind import KindEngine
from fmtools.up.library import MacroChoice
from fmtools.up.translate import Translation, translate

LEARNING_SHARE = 0.5
"""Of the time that is left, for learning."""
_NO_TIME = "no time left to search"

_STATUS = {
    Outcome.SOLVED: PlanGenerationResultStatus.SOLVED_SATISFICING,
    Outcome.EXHAUSTED: PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    Outcome.INCOMPLETE: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    Outcome.BUDGET_EXHAUSTED: PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    Outcome.TIMEOUT: PlanGenerationResultStatus.TIMEOUT,
    Outcome.MEMORY_EXHAUSTED: PlanGenerationResultStatus.MEMOUT,
}


class FmtoolsPlanner(KindEngine, OneshotPlannerMixin):  # type: ignore[misc]
    """Options, all as keywords: see `__init__`; those that make no sense raise UPUsageError."""

    def __init__(
        self,
        planner: str = DEFAULT_PLANNER,
        ties: str = DEFAULT_TIES,
        width: int = DEFAULT_WIDTH,
        seed: int = 0,
        budget: int | None = None,
        memory: int | None = None,
        macros: MacroLibrary | str | Path | None = None,
        learn: bool = False,
        learn_budget: int | None = None,
        keep: int | None = None,
        max_growth: float | str | None = RECORDED,
    ) -> None:
        """`budget` counts generated states, `learn_budget` queries; `memory` is in bytes.

        `max_growth` as in fmtools compile, None for no limit; else the library's policy has it.
        """
        KindEngine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        try:
            limits = Limits(budget=budget, memory=memory)
            self._settings = Settings(planner, ties=ties, width=width, seed=seed, limits=limits)
            self._macros = MacroChoice(macros, learn, learn_budget, keep, seed, max_growth)
        except FmtoolsError as error:
            raise UPUsageError(str(error)) from None

    @property
    def name(self) -> str:
        return PLANNER

    @staticmethod
    def satisfies(optimality_guarantee: Any) -> bool:
        """Plans are not optimal."""
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    def _solve(
        self,
        problem: Any,
        heuristic: Callable[[Any], float | None] | None = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warn("fmtools does not use the heuristic", stacklevel=3)
        return _Run(self._settings, self._macros, timeout, output_stream).solve(problem)


class _Run:
    """One call of `solve`: the clock, and what there is to tell."""

    def __init__(
        self,
        settings: Settings,
        macros: MacroChoice,
        timeout: float | None,
        output_stream: IO[str] | None,
    ) -> None:
        self.settings = settings
        self.macros = macros
        self.deadline = None if timeout is None else time.monotonic() + timeout
        self.output_stream = output_stream
        self.messages: list[LogMessage] = []
        self.metrics: dict[str, str] = {}

    def solve(self, problem: Any) -> PlanGenerationResult:
        status = PlanGenerationResultStatus
        try:
            task = translate(problem)
        except UnsupportedError as error:
            return self._ended(status.UNSUPPORTED_PROBLEM, LogLevel.ERROR, str(error))
        if task.goal_is_false:
            return self._ended(status.UNSOLVABLE_PROVEN, LogLevel.INFO, "the goal is false")
        try:
            simulator = self._simulator(task)
            seconds = self._seconds_left()
            if seconds == 0:
                return self._ended(status.TIMEOUT, LogLevel.WARNING, _NO_TIME)
            limits = replace(self.settings.limits, seconds=seconds)
            result = plan(simulator, replace(self.settings, limits=limits))
        except TimeLimitError as error:
            return self._ended(status.TIMEOUT, LogLevel.WARNING, str(error))
        except (TooManyError, MemoryLimitError) as error:
            return self._ended(status.MEMOUT, LogLevel.ERROR, str(error))
        except UnsupportedError as error:
            return self._ended(status.UNSUPPORTED_PROBLEM, LogLevel.ERROR, str(error))
        except FmtoolsError as error:
            raise UPUsageError(str(error)) from error
        return self._found(task, result)

    def _simulator(self, task: Translation) -> AugmentedSimulator:
        seconds = self._seconds_left()
        library = self.macros.library(task, None if seconds is None else LEARNING_SHARE * seconds)
        if library is None:
            limits = self._work_limits()
            return AugmentedSimulator(ground(task.domain, task.problem, limits=limits), {}, limits)
        if self.macros.learn:
            self.metrics["learning_queries"] = str(
                int(library.provenance["queries"]) + int(library.provenance["other_queries"])
            )
        limits = self._work_limits()
        compilation = self.macros.compiled(task, library, limits)
        self._tell_macros(compilation)
        return augmented_simulator(compilation, task.problem, limits)

    def _tell_macros(self, compilation: Compilation) -> None:
        self.metrics["macros"] = str(len(compilation.macros))
        for item in compilation.dropped:
            self._tell(LogLevel.DEBUG, f"macro {item.number} dropped: {item.reason}")

    def _found(self, task: Translation, result: SearchResult) -> PlanGenerationResult:
        if result.outcome is Outcome.INTERRUPTED:
            raise KeyboardInterrupt
        for note in result.notes:
            self._tell(LogLevel.WARNING, note)
        self.metrics |= {
            "generated": str(result.generated),
            "expanded": str(result.expanded),
            "evaluated": str(result.evaluated),
            "primitive_steps": str(result.primitive_steps),
            "search_seconds": f"{result.seconds:.6f}",
        }
        if result.primitive_plan is not None:
            steps = [parse_step(name) for name in result.primitive_plan]
            text = f"plan of {len(steps)} actions, {result.generated:,} states generated"
            return self._ended(_STATUS[result.outcome], LogLevel.INFO, text, task.plan(steps))
        status = _STATUS[result.outcome]
        is_complete = PLANNERS[self.settings.planner].is_complete
        if result.outcome is Outcome.EXHAUSTED and not is_complete:
            status = PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY
        text = f"{result.outcome.value} after {result.generated:,} generated states"
        return self._ended(status, LogLevel.INFO, text)

    def _seconds_left(self) -> float | None:
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def _work_limits(self) -> WorkLimits:
        """For compiling and grounding; the search gets what is left."""
        return WorkLimits(self._seconds_left(), self.settings.limits.memory)

    def _tell(self, level: Any, text: str) -> None:
        message = LogMessage(level, text)
        self.messages.append(message)
        if self.output_stream is not None:
            self.output_stream.write(f"{message}\n")

    def _ended(self, status: Any, level: Any, text: str, found: Any = None) -> PlanGenerationResult:
        self._tell(level, text)
        return PlanGenerationResult(status, found, PLANNER, self.metrics, self.messages)
