"""`fmtools plan --portfolio N`: N planners at once, a process each; the first plan wins.

Who takes part is fixed by the settings: the planner asked for, then others that differ from it and
from each other. Each does what it would do alone, with the same seed, budget and time limit, and an
equal part of the memory limit; who is first may vary, and is said. A proof that there is no plan
wins as well. All processes end with the first plan, with Ctrl-C, and with this process, however
that ends.
"""

import itertools
import multiprocessing
import os
import pickle
import signal
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from fmtools.api.tasks import Asked
from fmtools.errors import FmtoolsError, SimulatorError, TimeLimitError, UsageError
from fmtools.frozen import frozen, replace
from fmtools.lifeline import end_with_parent, in_main_thread
from fmtools.results import Outcome, SearchResult, unsearched
from fmtools.search.engine import Progress
from fmtools.search.planners import Settings

GRACE_SECONDS = 2.0
"""For a process to end by itself, after its time limit or Ctrl-C."""
OTHERS: tuple[tuple[str, dict[str, str]], ...] = (
    ("bfws", {}),
    ("gbfs", {"expansion": "first"}),
    ("auto", {}),
    ("wastar", {}),
    ("bfws-r0", {}),
    ("gbfs", {"ties": "lifo"}),
)
"""Who joins the planner asked for, with options; then again with other seeds."""
_STOP = getattr(signal, "SIGUSR1", signal.SIGTERM)
"""Asks a process to end its search and to tell what it has."""


@frozen
class Member:
    """One of the planners that run at once."""

    settings: Settings
    with_macros: bool | None
    """None where there are none."""

    @property
    def name(self) -> str:
        """As words of the command line."""
        own, plain = self.settings, Settings(self.settings.planner)
        words = [own.planner]
        for option in ("expansion", "ties", "weight", "width", "beam"):
            if getattr(own, option) != getattr(plain, option):
                words.append(f"--{option} {getattr(own, option)}")
        words.append(f"--seed {own.seed}")
        return " ".join(words) + (", without macros" if self.with_macros is False else "")


def members(settings: Settings, has_macros: bool) -> Iterator[Member]:
    """Without end, and without repetition; every other one of those that join has no macros."""
    first = Member(settings, has_macros or None)
    yield first
    seen, number = {first}, 0
    for offset in itertools.count():
        for planner, options in OTHERS:
            later = offset + (planner == settings.planner and not options)
            joining = Settings(
                planner,
                seed=settings.seed + later,
                limits=settings.limits,
                shorten=settings.shorten,
                interpreted=settings.interpreted,
                **options,  # type: ignore[arg-type]
            )
            member = Member(joining, number % 2 == 1 if has_macros else None)
            if member not in seen:
                seen.add(member)
                number += 1
                yield member


class _Runner:
    """A process with its member, and what it has told."""

    def __init__(self, task: Asked, member: Member, shortens: bool, until: float | None) -> None:
        context = multiprocessing.get_context("spawn")
        self.member = member
        self.generated, self.best = 0, 1 << 30
        self.connection, theirs = context.Pipe(duplex=False)
        self.process: BaseProcess = context.Process(
            target=_run,
            args=(theirs, task, member, shortens, until, in_main_thread()),
            daemon=True,
        )
        self.process.start()
        theirs.close()


def race(
    task: Asked,
    settings: Settings,
    num_processes: int,
    progress: Progress | None = None,
    *,
    shortens: bool = True,
) -> SearchResult:
    """The first plan, or the first proof that there is none; else whoever came nearest.

    An error of the planner asked for is raised; one of the others only lets the next take part.
    """
    try:
        pickle.dumps(task)
    except Exception as error:
        raise UsageError(f"--portfolio hands the task to other processes: {error}") from None
    return _Race(task, settings, num_processes, shortens).run(progress)


class _Race:
    def __init__(self, task: Asked, settings: Settings, num: int, shortens: bool) -> None:
        limits = settings.limits
        memory = None if limits.memory is None else max(1, limits.memory // num)
        self.task, self.num, self.shortens = task, num, shortens
        self.settings = replace(settings, limits=replace(limits, memory=memory))
        self.until = None if limits.seconds is None else time.time() + limits.seconds
        self.waiting = members(self.settings, task.macros is not None)
        self.runners: dict[Connection, _Runner] = {}
        self.ended: list[tuple[Member, SearchResult]] = []
        self.names: list[str] = []
        self.notes: list[str] = []

    def run(self, progress: Progress | None) -> SearchResult:
        try:
            try:
                for _ in range(self.num):
                    self._start()
                winner = self._watch(progress)
            except KeyboardInterrupt:
                winner = self._stop()
                self.ended = [(m, replace(r, outcome=Outcome.INTERRUPTED)) for m, r in self.ended]
                if not self.ended:
                    raise
        finally:
            self._end()
        member, result = winner or self._nearest()
        return replace(
            result,
            found_by=member.name if result.solved else None,
            notes=(*result.notes, f"portfolio: {'; '.join(self.names)}", *self.notes),
        )

    def _end(self) -> None:
        for runner in self.runners.values():
            runner.process.terminate()
        for runner in self.runners.values():
            runner.process.join(GRACE_SECONDS)
            if runner.process.is_alive():
                runner.process.kill()
                runner.process.join()
            runner.connection.close()

    def _start(self) -> None:
        runner = _Runner(self.task, next(self.waiting), self.shortens, self.until)
        self.runners[runner.connection] = runner
        self.names.append(runner.member.name)

    def _watch(self, progress: Progress | None) -> tuple[Member, SearchResult] | None:
        """Until somebody has won, all have ended, or time is up for those who should know."""
        while self.runners:
            left = None
            if self.until is not None:
                left = max(0.0, self.until + GRACE_SECONDS - time.time())
            ready = wait(list(self.runners), left)
            if not ready:
                return None
            for connection in ready:
                runner = self.runners[connection]  # type: ignore[index]
                winner = self._heard(runner)
                if winner is not None:
                    return winner
            if progress is not None and self.runners:
                runners = self.runners.values()
                progress(sum(r.generated for r in runners), min(r.best for r in runners))
        return None

    def _heard(self, runner: _Runner) -> tuple[Member, SearchResult] | None:
        try:
            kind, told = runner.connection.recv()
        except EOFError:
            kind, told = "died", None
        if kind == "progress":
            runner.generated, runner.best = told
            return None
        del self.runners[runner.connection]
        runner.connection.close()
        if kind == "result":
            self.ended.append((runner.member, told))
            return self.ended[-1] if told.outcome in (Outcome.SOLVED, Outcome.EXHAUSTED) else None
        runner.process.join()
        if kind == "error" and runner.member.settings is self.settings:
            raise told
        what = f"died (exit code {runner.process.exitcode})" if kind == "died" else str(told)
        self.notes.append(f"{runner.member.name}: {what}")
        if len(self.notes) <= self.num:
            self._start()  # not after Ctrl-C
        return None

    def _stop(self) -> tuple[Member, SearchResult] | None:
        """Ctrl-C: whoever still searches tells how far it came."""
        for runner in self.runners.values():
            if runner.process.is_alive() and runner.process.pid is not None:
                os.kill(runner.process.pid, _STOP)
        self.until, self.num = time.time(), 0
        return self._watch(None)

    def _nearest(self) -> tuple[Member, SearchResult]:
        if not self.ended and self.runners:
            late = TimeLimitError("no planner told a result within the time limit")
            return Member(self.settings, None), unsearched(late, self.settings.seed)
        if not self.ended:
            raise FmtoolsError("; ".join(["every planner of the portfolio failed", *self.notes]))
        far = 1 << 30
        return min(
            self.ended,
            key=lambda one: far if one[1].best_goal_count is None else one[1].best_goal_count,
        )


def _run(
    connection: Connection,
    task: Asked,
    member: Member,
    shortens: bool,
    until: float | None,
    signal_at_once: bool,
) -> None:
    """In a process of its own."""
    end_with_parent(signal_at_once)
    signal.signal(_STOP, signal.default_int_handler)
    from fmtools.api.planning import planned_here

    settings = member.settings
    if until is not None:
        left = max(0.001, until - time.time())
        settings = replace(settings, limits=replace(settings.limits, seconds=left))
    if not member.with_macros:
        task = replace(task, macros=None, policy=None)
    try:
        found = planned_here(
            task,
            settings,
            lambda generated, best: connection.send(("progress", (generated, best))),
            shortens,
        )
        connection.send(("result", found.result))
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the race is over, or there is nothing to tell yet
    except FmtoolsError as error:
        connection.send(("error", type(error)(str(error))))
    except Exception as error:
        connection.send(("error", SimulatorError(f"{type(error).__name__}: {error}")))
