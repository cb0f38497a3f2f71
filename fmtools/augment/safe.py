"""Augmented and original in turn, in growing slices: the first valid plan wins.

A macro that helps on average may hurt without bound on one problem. Both planners are kept alive,
one of them stopped at any time, so that nothing is computed twice: whatever the original solves
alone is solved in about twice its time. Both hold their memory.
"""

import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.drivers.driver import Driver
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.run import PlannerRun, PlannerTask, run_planner

FIRST_SLICE = 1.0
GROWTH = 1.5
_STARTED_WITHIN = 10.0


@dataclass
class _Runner:
    """One planner in a thread of its own, and the group of processes that it leads."""

    task: PlannerTask
    thread: threading.Thread | None = None
    group: int | None = None
    run: PlannerRun | None = None
    failure: BaseException | None = None

    def signal(self, number: int) -> None:
        if self.group is not None and self.run is None:
            with contextlib.suppress(OSError):
                os.killpg(self.group, number)


def run_safely(
    driver: Driver,
    tasks: Sequence[PlannerTask],
    limits: ProcessLimits,
    first_slice: float = FIRST_SLICE,
) -> tuple[PlannerRun, ...]:
    """Runs of the tasks that ended by themselves, the winner last; none where time ran out.

    `limits.seconds` is wall time for all together; memory is for each.
    """
    return _Turns(driver, tasks, limits, first_slice).run()


class _Turns:
    def __init__(
        self,
        driver: Driver,
        tasks: Sequence[PlannerTask],
        limits: ProcessLimits,
        first_slice: float,
    ) -> None:
        self.driver = driver
        self.runners = [_Runner(task) for task in tasks]
        self.seconds = limits.seconds
        self.each = ProcessLimits(None, limits.memory, limits.disk)
        self.slice = first_slice
        self.ended: queue.Queue[_Runner] = queue.Queue()
        self.deadline = None if self.seconds is None else time.monotonic() + self.seconds

    def run(self) -> tuple[PlannerRun, ...]:
        found: list[PlannerRun] = []
        waiting = list(self.runners)
        try:
            while waiting and not self._is_late():
                for runner in tuple(waiting):
                    ended = self._turn(runner)
                    if ended is None:
                        continue
                    waiting.remove(ended)
                    if ended.failure is not None:
                        raise ended.failure
                    assert ended.run is not None
                    found.append(ended.run)
                    if ended.run.record.solved:
                        return tuple(found)
                self.slice *= GROWTH
        finally:
            self._end_all()
        return tuple(found)

    def _turn(self, runner: _Runner) -> _Runner | None:
        """Let one planner run for a slice; who ended meanwhile, if anybody."""
        if runner.thread is None:
            runner.thread = threading.Thread(target=self._work, args=(runner,), daemon=True)
            runner.thread.start()
        else:
            runner.signal(signal.SIGCONT)
        left = self.slice
        if self.deadline is not None:
            left = min(left, max(self.deadline - time.monotonic(), 0.0))
        try:
            return self.ended.get(timeout=left)
        except queue.Empty:
            runner.signal(signal.SIGSTOP)
            return None

    def _work(self, runner: _Runner) -> None:
        def started(group: int) -> None:
            runner.group = group

        try:
            runner.run = run_planner(self.driver, runner.task, self.each, started)
        except BaseException as error:  # handed to the main thread, which raises it
            runner.failure = error
        self.ended.put(runner)

    def _is_late(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def _end_all(self) -> None:
        """Nothing of a run outlives this, whatever ended it."""
        for runner in self.runners:
            if runner.thread is None:
                continue
            until = time.monotonic() + _STARTED_WITHIN
            while runner.group is None and runner.thread.is_alive() and time.monotonic() < until:
                time.sleep(0.01)
            runner.signal(signal.SIGKILL)
            runner.signal(signal.SIGCONT)
            runner.thread.join()
