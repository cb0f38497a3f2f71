"""What planners alone take: on the given problems, and on smaller ones made from them.

The first planner is the user's; the others are compared with it by the same test that macros must
pass, on all problems together, and the best takes its place where the test says so. Problems are
dealt two roles, by turns: some teach and choose, the others confirm. A role is for good: no macro
is ever confirmed on a problem that it was learned from.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from fmtools.augment.derive import Staircase
from fmtools.augment.evidence import EVIDENCE, FEWEST, START_UP, WORTH, Judgement, Pair
from fmtools.augment.measure import Measurement, Measurer, Request, problem_key
from fmtools.augment.race import Case
from fmtools.pddl.model import Domain, Problem

TEACH, CONFIRM = "teach", "confirm"
MINER = "auto"
"""Our own planner: its plans are mined even where another is tuned."""
FIRST_LOOK, SHORTEST_LOOK = 0.3, 1.0
"""Of the limit, and CPU seconds: what every run has at first, so that quick problems are known
soon."""
ENOUGH_CASES, MOST_STEPS = 6, 3
"""Problems to race on; and how many are made from each that is given, at most."""
NEARLY = START_UP / 2
"""CPU seconds of a problem that tells a little."""
QUICK_CASES, SLOW_CASES, UNSOLVED_CASES, FEW_CASES = 2, 4, 2, 4
PLANNER_EVIDENCE = 4.0
"""E-value for another planner, on given problems: one of a few that often win, where sets of macros
are the best of many that seldom do. With smaller problems it takes as much as for macros: who is
better on small ones need not be on large ones."""
FEW_SOLVED = 2
"""Given problems that must be solved, or be tried for long, before smaller ones say more."""
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
        first = max(FIRST_LOOK * self.limit, min(SHORTEST_LOOK, self.limit))
        for limit in dict.fromkeys([first, self.limit]):
            for item in self.given:
                waiting = [
                    planner
                    for planner in self.planners
                    if planner not in item.runs or not item.runs[planner].solved
                ]
                if waiting and keep_going():
                    self._run(item, waiting, limit)
        self.choose()

    def roles(self, former: Mapping[str, str]) -> dict[str, str]:
        """By name of problem; those that have one keep it. Each kind is dealt out evenly: where
        all that is solved taught, nothing would be left to confirm with."""
        found = dict(former)
        for item in sorted(self.given, key=self._turn):
            name = problem_key(item.problem)
            if name not in found:
                confirming = sum(role == CONFIRM for role in found.values())
                is_next = 2 * confirming <= len(found) and confirming < len(self.given) // 2
                found[name] = CONFIRM if is_next else TEACH
        return found

    def settle(self, longest: float, keep_going: Callable[[], bool]) -> None:
        """Smaller problems, from all that are given, until it is clear which planner is better.

        Where hardly a given one is solved, the smallest get all of a run's limit first: who is
        better on small problems need not be on large ones.
        """
        unsolved = [x for x in self.given if not any(run.solved for run in x.runs.values())]
        for item in unsolved[: max(FEW_SOLVED - len(self.given) + len(unsolved), 0)]:
            if len(self._open_planners()) > 1 and keep_going():
                self._run(item, self.planners, longest)
                self.choose()
        self._make(self.given, self.seed + 2, lambda: len(self._open_planners()) > 1, keep_going)

    def make_smaller(self, teachers: Collection[str], keep_going: Callable[[], bool]) -> None:
        """From those that teach, until there are enough to race on."""
        items = [item for item in self.given if problem_key(item.problem) in teachers]
        items.sort(key=self._difficulty)
        self._make(items, self.seed, lambda: self._num_telling(teachers) < ENOUGH_CASES, keep_going)

    def _make(
        self,
        items: Sequence[Looked],
        seed: int,
        wanted: Callable[[], bool],
        keep_going: Callable[[], bool],
    ) -> None:
        """While more are wanted: harder after quick ones, easier after failures. None from what
        is over at once, as long as there are others."""
        known = [item for item in items if self.planner in item.runs]
        long = [item for item in known if self.tells(item)]
        stairs = [
            (item, Staircase(self.domain, item.problem, self.limit, seed)) for item in long or known
        ]
        for item, stair in stairs:
            stair.know(item.best())
            stair.learn(item.runs[self.planner])
        for _ in range(MOST_STEPS):
            for item, stair in reversed(stairs):
                problem = stair.next() if wanted() and keep_going() else None
                if problem is not None:
                    found = Looked(problem, item.problem)
                    self._run(found, self._open_planners(), self.limit)
                    self.made.append(found)
                    stair.learn(found.runs[self.planner])
                    self.choose()

    def mine_too(self, teachers: Collection[str], keep_going: Callable[[], bool]) -> None:
        """Our own planner on given problems, those first that no planner of the user's solves: its
        plans teach where it finds any, or shorter ones."""
        for item in sorted(self.given, key=lambda item: item.best() is not None):
            is_open = MINER not in item.runs and problem_key(item.problem) in teachers
            if is_open and keep_going():
                self._run(item, [MINER], self.limit)

    def lessons(self, teachers: Collection[str]) -> list[tuple[Looked, Measurement]]:
        """Problems with plans, given ones first."""
        items = [x for x in (*self.given, *self.made) if problem_key(x.source) in teachers]
        found = [(item, item.best()) for item in items]
        return [(item, run) for item, run in found if run is not None]

    def cases(self, teachers: Collection[str], quick_seconds: float) -> list[Case]:
        """To race on: two quick ones, one that the planner does not solve, then slower ones; what
        is over at once last, where there is little else. All arms run on the first: it is one that
        is solved, if there is any that takes more than start-up."""
        looked = [x for x in (*self.given, *self.made) if problem_key(x.source) in teachers]
        known = [Case(x.problem, x.runs[self.planner]) for x in looked if self.planner in x.runs]
        solved = sorted((c for c in known if c.base.solved), key=lambda c: c.base.cpu_seconds)
        unsolved = sorted((c for c in known if not c.base.solved), key=lambda c: _size(c.problem))
        telling = [c for c in solved if c.base.cpu_seconds >= START_UP]
        quick = [c for c in telling if c.base.cpu_seconds <= quick_seconds][-QUICK_CASES:]
        nearly = [c for c in solved if c.base.cpu_seconds >= NEARLY]
        quick = quick or telling[:QUICK_CASES] or nearly[-QUICK_CASES:]
        slow = [case for case in telling if case not in quick][-SLOW_CASES:]
        first, more = unsolved[:1], unsolved[1:UNSOLVED_CASES]
        found = [*quick, *first, *slow, *more]
        rest = [case for case in reversed(solved) if case not in (*found, *telling)]
        return found + rest[: max(FEW_CASES - len(found), 0)]

    def hopeful_planners(self) -> list[str]:
        """The best, and those that macros might make better than it."""
        found = [self.planner]
        for planner in self.planners:
            if planner != self.planner:
                pairs = tuple(self._pairs(self.planner, planner, (*self.given, *self.made)))
                judged = Judgement(pairs, EVIDENCE, self.most_longer)
                if judged.ratio <= HOPELESS and 2 * judged.lost <= len(judged.logs):
                    found.append(planner)
        return found

    @property
    def is_telling(self) -> bool:
        """Whether any given problem is more than start-up."""
        return any(map(self.tells, self.given))

    def tells(self, item: Looked) -> bool:
        """Whether the best planner does more on it than start."""
        return self.planner not in item.runs or _tells(item.runs[self.planner])

    def difficulty(self, problem: Problem) -> tuple[float, int]:
        return next(self._difficulty(item) for item in self.given if item.problem is problem)

    def _difficulty(self, item: Looked) -> tuple[float, int]:
        """What the best planner took, unsolved ones by size."""
        solved = [run.cpu_seconds for run in item.runs.values() if run.solved]
        return min(solved, default=float("inf")), _size(item.problem)

    def _turn(self, item: Looked) -> tuple[int, float]:
        """What is solved and is more than start-up, the hardest first; what nobody solves, the
        smallest first; what is over at once."""
        seconds, size = self._difficulty(item)
        if math.isinf(seconds):
            return 1, size
        return 0 if seconds >= NEARLY else 2, -seconds

    def _num_telling(self, teachers: Collection[str]) -> int:
        """Problems to race on that take longer than start-up."""
        cases = self.cases(teachers, START_UP)
        return sum(_tells(case.base) for case in cases)

    def _open_planners(self) -> list[str]:
        """The best so far, and those of which nothing is decided against the first."""
        undecided = [
            planner
            for planner, judgement in self.judgements.items()
            if not judgement.accepted
            and not judgement.rejected
            and (judgement.ratio <= WORTH or len(judgement.logs) < FEWEST)
        ]
        return list(dict.fromkeys([self.planner, *undecided, *self.planners[:1] * bool(undecided)]))

    def choose(self) -> None:
        """The best planner, by what has been measured."""
        first, *others = self.planners
        for planner in others:
            given, every = (
                Judgement(
                    tuple(self._pairs(first, planner, items)),
                    needed * len(others),
                    self.most_longer,
                )
                for items, needed in (
                    (self.given, PLANNER_EVIDENCE),
                    ((*self.given, *self.made), EVIDENCE),
                )
            )
            # What is lost of the user's own problems, smaller ones cannot make up for.
            decided = given.accepted or given.faults
            self.judgements[planner] = given if decided else every
        better = [p for p, judgement in self.judgements.items() if judgement.accepted]
        self.planner = min(better, key=lambda p: self.judgements[p].ratio, default=first)

    def _pairs(self, first: str, second: str, items: Sequence[Looked]) -> list[Pair]:
        return [
            (item.runs[first], item.runs[second])
            for item in items
            if first in item.runs and second in item.runs
        ]

    def _run(self, item: Looked, planners: Sequence[str], limit: float) -> None:
        requests = [Request(planner, self.domain, item.problem, limit) for planner in planners]
        for planner, run in zip(planners, self.measurer.measure(requests), strict=True):
            item.runs[planner] = run
            self.tell(f"{problem_key(item.problem)}: {planner}: {run.told()}")


def _tells(run: Measurement) -> bool:
    return not run.solved or run.cpu_seconds >= START_UP


def _size(problem: Problem) -> int:
    """A guess, before anything was run."""
    return len(problem.objects) * max(len(problem.goal), 1)
