"""What a run ended with: judged by its plans first, then by our clock, its log, its exit code."""

import re
import signal
from collections.abc import Sequence

from fmtools.drivers.driver import LogPatterns
from fmtools.drivers.plans import FoundPlan, best_plan
from fmtools.drivers.process import ProcessResult, Stop
from fmtools.drivers.records import RunOutcome

_STOPS = {
    Stop.TIME: (RunOutcome.TIMEOUT, "the time limit was reached"),
    Stop.MEMORY: (RunOutcome.OUT_OF_MEMORY, "the memory limit was reached"),
    Stop.DISK: (RunOutcome.CRASH, "the limit on disk space was reached"),
}


def judge(
    process: ProcessResult, plans: Sequence[FoundPlan], patterns: LogPatterns
) -> tuple[RunOutcome, str]:
    """The outcome, and the reason where it is not `solved`.

    A valid plan counts whatever the exit code says, and an invalid one is never hidden, except
    where we stopped the planner while it was writing.
    """
    best = best_plan(plans)
    if best is not None and best.valid:
        return RunOutcome.SOLVED, ""
    wrong = [plan for plan in plans if plan.is_whole or process.stopped is None]
    if wrong:
        return RunOutcome.INVALID_PLAN, wrong[0].reason
    if process.stopped is not None:
        return _STOPS[process.stopped]
    log, code = process.output, process.exit_code
    if code != 0 and _says(patterns.out_of_memory, log):
        return RunOutcome.OUT_OF_MEMORY, "the planner ran out of memory"
    if _says(patterns.out_of_time, log):
        return RunOutcome.TIMEOUT, "the planner's own time limit was reached"
    if _says(patterns.unsolvable, log):
        return RunOutcome.UNSOLVABLE, "the planner says that no plan exists"
    if _says(patterns.gave_up, log):
        return RunOutcome.NO_PLAN, "the planner gave up"
    if code != 0:
        return RunOutcome.CRASH, _exit_text(code)
    return RunOutcome.NO_PLAN, "it ended without a plan"


def _says(pattern: str, log: str) -> bool:
    return bool(pattern) and re.search(pattern, log) is not None


def _exit_text(code: int) -> str:
    if code > 0:
        return f"exit code {code} and no plan"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = f"signal {-code}"
    hint = "; the system may have run out of memory" if -code == signal.SIGKILL else ""
    return f"ended by {name}{hint}"
