"""The race: many arms on few quick problems, then half of them on more and slower ones.

Successive halving, scored by the mean logarithm of CPU time by that of the planner alone on the
same problem, drawn towards none by one imagined draw. A run is stopped at half more than the
planner's own time: how badly an arm loses does not matter. Who is left is extended by macros of the
others while that helps. What leads here has been lucky as well: it must be confirmed on other
problems.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fmtools.augment.arms import Arm, Fits
from fmtools.augment.evidence import Pair, length_ratio, log_ratio
from fmtools.augment.measure import Measurement, problem_key
from fmtools.pddl.macro_text import counted
from fmtools.pddl.model import Problem

LEEWAY, LEEWAY_SECONDS = 1.5, 0.2
"""CPU time that a run may take: so many times the planner's own, and a little more."""
MANY, CASES_AT_ONCE = 8, 2
"""So many arms run on one problem before half of them go; fewer on several."""
FEWEST_LEFT = 2
HOPELESS = 0.1
"""Mean logarithm above which an arm is given up, even after one round."""
MOST_MACROS = 4
_CLEARLY = 0.03
"""A larger set must be so much better, as a logarithm."""


@dataclass(frozen=True)
class Case:
    """A problem to race on, and what the planner alone took."""

    problem: Problem
    base: Measurement

    @property
    def limit(self) -> float:
        if not self.base.solved:
            return self.base.limit
        return LEEWAY * self.base.cpu_seconds + LEEWAY_SECONDS


@dataclass(eq=False)
class Trial:
    """An arm and its runs so far."""

    arm: Arm
    pairs: list[Pair] = field(default_factory=list)
    verdict: str = "waiting"

    @property
    def logs(self) -> list[float]:
        return [0.0 if log is None else log for log in (log_ratio(*pair) for pair in self.pairs)]

    @property
    def score(self) -> float:
        """Below zero: quicker than the planner alone."""
        logs = self.logs
        return sum(logs) / (len(logs) + 1)

    @property
    def ratio(self) -> float:
        return math.exp(sum(self.logs) / len(self.pairs)) if self.pairs else 1.0

    def told(self) -> str:
        """`lama-first + lift-drop, 0.71 of the time on 4 problems,`."""
        problems = counted(len(self.pairs), "problem")
        return f"{self.arm.name}, {self.ratio:.2f} of the time on {problems},"


Again = Callable[[Case], Case]
"""The case with the planner's own time measured anew: what is compared runs side by side."""
Measure = Callable[[Sequence[tuple[Arm, Problem, float]]], list[Measurement]]
"""Arms on problems within limits, several side by side."""


class Race:
    def __init__(
        self,
        cases: Sequence[Case],
        measure: Measure,
        again: Again,
        keep_going: Callable[[], bool],
        fits: Fits,
        most_longer: float,
        at_once: int = 1,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.cases = tuple(cases)
        self.measure = measure
        self.again = again
        self.keep_going = keep_going
        self.fits = fits
        self.most_longer = most_longer
        self.at_once = at_once
        self.tell = tell
        self.trials: list[Trial] = []

    def leaders(self, arms: Sequence[Arm]) -> list[Trial]:
        """Those ahead of the planner alone, the best first; what time cut short among them."""
        entered = [Trial(arm) for arm in arms]
        self.trials += entered
        alive = entered
        done = 0
        while alive and done < len(self.cases) and self.keep_going():
            now = 1 if len(alive) > MANY else CASES_AT_ONCE
            for case in self.cases[done : done + now]:
                self._run(alive, case)
            done += now
            alive = self._hopeful(alive)
        ahead = [trial for trial in alive if trial.score < 0]
        larger = self._extended(ahead) if ahead else None
        return [larger, *ahead] if larger else ahead

    def _hopeful(self, alive: Sequence[Trial]) -> list[Trial]:
        found = [t for t in alive if t.pairs and t.score <= HOPELESS and t.verdict == "waiting"]
        found.sort(key=lambda trial: trial.score)
        most = max(math.ceil(len(alive) / 2), FEWEST_LEFT)
        for trial in alive:
            if trial not in found[:most] and trial.verdict == "waiting":
                trial.verdict = "slower than others" if trial.pairs else "not tried: out of time"
        return found[:most]

    def _run(self, trials: Sequence[Trial], case: Case) -> None:
        fresh: Case | None = None
        ran: list[Trial] = []
        for start in range(0, len(trials), self.at_once):
            now = [t for t in trials[start : start + self.at_once] if t.verdict == "waiting"]
            if now and self.keep_going():
                fresh = fresh or self.again(case)
                wanted = [(trial.arm, fresh.problem, fresh.limit) for trial in now]
                for trial, run in zip(now, self.measure(wanted), strict=True):
                    self._took(trial, fresh, run)
                ran += now
        if len(ran) > 1:
            best = min(ran, key=lambda trial: trial.score)
            self.tell(f"{len(ran)} sets tried on {problem_key(case.problem)}; {best.told()} leads")

    def _took(self, trial: Trial, case: Case, run: Measurement) -> None:
        trial.pairs.append((case.base, run))
        if run.invalid:
            trial.verdict = "gave an invalid plan"
        longer = length_ratio(trial.pairs)
        if longer is not None and longer > self.most_longer and len(trial.pairs) > 1:
            trial.verdict = f"plans {longer:.2f} times as long"

    def _extended(self, ahead: Sequence[Trial]) -> Trial | None:
        """The best with macros of others that did well, while that helps: on all that it ran on,
        or until it is behind."""
        best, found = ahead[0], None
        cases = self.cases[: len(best.pairs)]
        others = [t for t in self.trials if t.score < 0 and t.arm.planner == best.arm.planner]
        for other in sorted(others, key=lambda trial: trial.score)[: 2 * MOST_MACROS]:
            own = {item.candidate.name for item in best.arm.items}
            more = tuple(item for item in other.arm.items if item.candidate.name not in own)
            together = (*best.arm.items, *more)
            if not more or len(together) > MOST_MACROS or not self.fits(together):
                continue
            if not self.keep_going():
                break
            trial = Trial(replace(best.arm, items=together))
            self.trials.append(trial)
            for number, case in enumerate(cases, start=1):
                self._run([trial], case)
                if number > 1 and sum(trial.logs) >= sum(best.logs[:number]):
                    break
            if len(trial.pairs) == len(cases) and trial.score < best.score - _CLEARLY:
                best = found = trial
            elif trial.verdict == "waiting":
                trial.verdict = "no better than with fewer macros"
            self.tell(f"{trial.told()} {'leads' if best is trial else trial.verdict}")
        return found
