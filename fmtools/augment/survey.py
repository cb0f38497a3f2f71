"""What planners alone take: on the given problems, and on smaller ones made from them.

The first planner is the user's; the others are compared with it by the same test that macros must
pass, on all problems together, and the best takes its place where the test says so. Problems are
dealt two roles, by turns in order of difficulty: some teach and choose, the others confirm. A role
is for good: no macro is ever confirmed on a problem that it was learned from.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from fmtools.augment.derive import Staircase
from fmtools.augment.evidence import EVIDENCE, FEWEST, Judgement, Pair
from fmtools.augment.measure import Measurement, Measurer, Request, problem_key
from fmtools.augment.race import Case
from fmtools.pddl.model import Domain, Problem

TEACH, CONFIRM = "teach", "confirm"
MINER = "auto"
"""Our own planner: its plans are mined even where another is tuned."""
FIRST_LOOK = 0.3
"""Of the limit: what every run has at first, so that quick problems are known soon."""
START_UP = 0.5
"""CPU seconds below which runs tell more of start-up than of search."""
ENOUGH_CASES, MOST_STEPS = 6, 3
"""Problems to race on; and how many are made from each that is given, at most."""
QUICK_CASES, SLOW_CASES, UNSOLVED_CASES = 2, 4, 2
HOPELESS = 3.0
"""Times the best planner's CPU seconds, above which no macros are tried with another; nor are they
where it loses half of the problems."""


@dataclass
class Looked:
    """A problem and what each planner took."""

    problem: Problem
    source: Problem
    """The given problem that it was made from, or itself."""
    runs: dict[str, Measurement] = field(default_factory=dict)

    def best(self) -> Measurement | None:
        """The shortest plan that any planner found."""
        solved = [run for run in self.runs.values() if run.solved]
        return min(solved, key=lambda run: run.primitive_plan_length or 0, default=None)


class Survey:
    def __init__(
        self,
        domain: Domain,
        problems: Sequence[Problem],
        planners: Sequence[str],
        measurer: Measurer,
        limit: float,
        most_longer: float,
        seed: int,
        tell: Callable[[str], None],
    ) -> None:
        self.domain = domain
        self.planners = tuple(planners)
        self.measurer = measurer
        self.limit = limit
        self.most_longer = most_longer
        self.seed = seed
        self.tell = tell
        self.given = [Looked(problem, problem) for problem in sorted(problems, key=_size)]
        self.made: list[Looked] = []
        self.planner = self.planners[0]
        """The best alone."""
        self.judgements: dict[str, Judgement] = {}
        """Of every other planner against the first."""

    def look(self, keep_going: Callable[[], bool]) -> None:
        """All planners on all given problems, first shortly; then who is the best."""
        for limit in (FIRST_LOOK * self.limit, self.limit):
            for item in self.given:
                waiting = [
                    planner
                    for planner in self.planners
                    if planner not in item.runs or not item.runs[planner].solved
                ]
                if waiting and keep_going():
                    self._run(item, waiting, limit)
        self._choose()

    def roles(self, former: Mapping[str, str]) -> dict[str, str]:
        """By name of problem; those that have one keep it."""
        found = dict(former)
        ranked = sorted(self.given, key=self._difficulty)
        for item in ranked:
            name = problem_key(item.problem)
            if name not in found:
                taught = sum(role == TEACH for role in found.values())
                found[name] = TEACH if 2 * taught <= len(found) else CONFIRM
        return found

    def make_smaller(self, teachers: Collection[str], keep_going: Callable[[], bool]) -> None:
        """Until there are enough to race on: harder after quick ones, easier after failures."""
        items = [item for item in self.given if problem_key(item.problem) in teachers]
        items.sort(key=self._difficulty)
        stairs = [
            (item, Staircase(self.domain, item.problem, self.limit, self.seed)) for item in items
        ]
        for item, stair in stairs:
            if self.planner in item.runs:
                stair.know(item.best())
                stair.learn(item.runs[self.planner])
        for _ in range(MOST_STEPS):
            for item, stair in reversed(stairs):
                if self.planner not in item.runs or self._num_telling(teachers) >= ENOUGH_CASES:
                    continue
                problem = stair.next() if keep_going() else None
                if problem is not None:
                    found = Looked(problem, item.problem)
                    self._run(found, self._open_planners(), self.limit)
                    self.made.append(found)
                    stair.learn(found.runs[self.planner])
        self._choose()

    def mine_unsolved(self, teachers: Collection[str], keep_going: Callable[[], bool]) -> None:
        """Our own planner on what no planner of the user's solves: its plans teach, too."""
        for item in self.given:
            is_open = item.best() is None and MINER not in item.runs
            if is_open and problem_key(item.problem) in teachers and keep_going():
                self._run(item, [MINER], self.limit)

    def lessons(self, teachers: Collection[str]) -> list[tuple[Problem, Measurement]]:
        """Problems with plans, given ones first."""
        items = [x for x in (*self.given, *self.made) if problem_key(x.source) in teachers]
        found = [(item.problem, item.best()) for item in items]
        return [(problem, run) for problem, run in found if run is not None]

    def cases(self, teachers: Collection[str], quick_seconds: float) -> list[Case]:
        """To race on: two quick ones, one that the planner does not solve, then slower ones."""
        looked = [x for x in (*self.given, *self.made) if problem_key(x.source) in teachers]
        known = [Case(x.problem, x.runs[self.planner]) for x in looked if self.planner in x.runs]
        solved = sorted((c for c in known if c.base.solved), key=lambda c: c.base.cpu_seconds)
        unsolved = sorted((c for c in known if not c.base.solved), key=lambda c: _size(c.problem))
        quick = [c for c in solved if c.base.cpu_seconds <= quick_seconds][-QUICK_CASES:]
        quick = quick or solved[:QUICK_CASES]
        slow = [case for case in solved if case not in quick][-SLOW_CASES:]
        first, more = unsolved[:1], unsolved[1:UNSOLVED_CASES]
        return [*quick, *first, *slow, *more]

    def hopeful_planners(self) -> list[str]:
        """The best, and those that macros might make better than it."""
        found = [self.planner]
        for planner in self.planners:
            if planner != self.planner:
                pairs = tuple(self._pairs(self.planner, planner))
                judged = Judgement(pairs, EVIDENCE, self.most_longer)
                if judged.ratio <= HOPELESS and 2 * judged.lost <= len(judged.logs):
                    found.append(planner)
        return found

    def difficulty(self, problem: Problem) -> tuple[float, int]:
        return next(self._difficulty(item) for item in self.given if item.problem is problem)

    def _difficulty(self, item: Looked) -> tuple[float, int]:
        """What the best planner took, unsolved ones by size."""
        solved = [run.cpu_seconds for run in item.runs.values() if run.solved]
        return min(solved, default=float("inf")), _size(item.problem)

    def _num_telling(self, teachers: Collection[str]) -> int:
        """Problems to race on that take longer than start-up."""
        cases = self.cases(teachers, START_UP)
        return sum(not x.base.solved or x.base.cpu_seconds >= START_UP for x in cases)

    def _open_planners(self) -> list[str]:
        """The best so far, and those of which nothing is decided against the first."""
        undecided = [
            planner
            for planner, judgement in self.judgements.items()
            if not judgement.accepted and not judgement.rejected and judgement.ratio < 1
        ]
        return list(dict.fromkeys([self.planner, *undecided, *self.planners[:1] * bool(undecided)]))

    def _choose(self) -> None:
        first, *others = self.planners
        for planner in others:
            pairs = self._pairs(first, planner)
            self.judgements[planner] = Judgement(
                tuple(_telling_pairs(pairs)), EVIDENCE * len(others), self.most_longer
            )
        better = [p for p, judgement in self.judgements.items() if judgement.accepted]
        self.planner = min(better, key=lambda p: self.judgements[p].ratio, default=first)

    def _pairs(self, first: str, second: str) -> list[Pair]:
        return [
            (item.runs[first], item.runs[second])
            for item in (*self.given, *self.made)
            if first in item.runs and second in item.runs
        ]

    def _run(self, item: Looked, planners: Sequence[str], limit: float) -> None:
        requests = [Request(planner, self.domain, item.problem, limit) for planner in planners]
        for planner, run in zip(planners, self.measurer.measure(requests), strict=True):
            item.runs[planner] = run
            took = f"{run.cpu_seconds:.2f} s" if run.solved else f"{run.outcome} {limit:.1f} s"
            self.tell(f"{problem_key(item.problem)}: {planner}: {took}")


def _telling_pairs(pairs: Sequence[Pair]) -> list[Pair]:
    """Without those that are over at once both ways, where there are enough others."""
    found = [pair for pair in pairs if max(run.cpu_seconds for run in pair) >= START_UP]
    return found if len(found) >= FEWEST else list(pairs)


def _size(problem: Problem) -> int:
    """A guess, before anything was run."""
    return len(problem.objects) * max(len(problem.goal), 1)
