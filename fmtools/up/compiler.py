"""A compiler of unified-planning that adds macro actions, learned or given, to a problem.

    with Compiler(name="fmtools-macros", params={"learn": True}) as compiler:
        compiled = compiler.compile(problem)
    plan = compiled.plan_back_conversion(any_planner.solve(compiled.problem).plan)

unified-planning has no kind of compilation for macros, so none is asked for and none accepted: the
engine goes by its name. One macro is several actions, so plans are converted as a whole.
"""

from pathlib import Path
from typing import Any
from warnings import warn

from unified_planning.engines import LogLevel, LogMessage
from unified_planning.engines.mixins import CompilerMixin
from unified_planning.engines.results import CompilerResult
from unified_planning.exceptions import UPUsageError

from fmtools.errors import FmtoolsError, UsageError
from fmtools.macros import MacroLibrary
from fmtools.policy import RECORDED
from fmtools.up import COMPILER
from fmtools.up.kind import KindEngine, with_macros_kind
from fmtools.up.library import MacroChoice
from fmtools.up.macro_actions import augment
from fmtools.up.translate import translate


class MacroCompiler(KindEngine, CompilerMixin):  # type: ignore[misc]
    """Options, all as keywords: see `__init__`; those that make no sense raise UPUsageError."""

    def __init__(
        self,
        macros: MacroLibrary | str | Path | None = None,
        learn: bool = False,
        learn_budget: int | None = None,
        keep: int | None = None,
        seed: int = 0,
        max_growth: float | str | None = RECORDED,
    ) -> None:
        """Macros from a library or its path, or learned.

        `max_growth` as in fmtools compile, None for no limit; else the library's policy has it.
        """
        KindEngine.__init__(self)
        CompilerMixin.__init__(self)
        try:
            if macros is None and not learn:
                raise UsageError("give macros (a library or its path) or learn=True")
            self._macros = MacroChoice(macros, learn, learn_budget, keep, seed, max_growth)
        except FmtoolsError as error:
            raise UPUsageError(str(error)) from None

    @property
    def name(self) -> str:
        return COMPILER

    @staticmethod
    def supports_compilation(compilation_kind: Any) -> bool:
        return False

    @staticmethod
    def resulting_problem_kind(problem_kind: Any, compilation_kind: Any = None) -> Any:
        return with_macros_kind(problem_kind)

    def compile(self, problem: Any, compilation_kind: Any = None) -> CompilerResult:
        """Without a kind, unlike other compilers."""
        if compilation_kind is not None:
            raise UPUsageError(f"{COMPILER} adds macros, which is not {compilation_kind}")
        if not self.skip_checks and not self.supports(problem.kind):
            text = f"We cannot establish whether {self.name} can handle this problem!"
            if self.error_on_failed_checks:
                raise UPUsageError(text)
            warn(text, stacklevel=2)
        return self._compile(problem, None)

    def _compile(self, problem: Any, compilation_kind: Any) -> CompilerResult:
        try:
            task = translate(problem)
            library = self._macros.library(task)
            assert library is not None
            compilation = self._macros.compiled(task, library)
        except FmtoolsError as error:
            raise UPUsageError(str(error)) from error
        augmented = augment(task, compilation)
        messages = [
            LogMessage(LogLevel.INFO, f"macro {item.number} dropped: {item.reason}")
            for item in compilation.dropped
        ]
        metrics = {"macros": str(len(compilation.macros))}
        if self._macros.learn:
            told = library.provenance
            metrics["learning_queries"] = str(int(told["queries"]) + int(told["other_queries"]))
        return CompilerResult(
            augmented.problem,
            None,
            COMPILER,
            messages,
            metrics,
            plan_back_conversion=augmented.primitive_plan,
        )
