"""Small problems from large ones: fewer goals, or a start further on along a plan.

Each is a real problem of the domain, in the user's own text but for its goal or start. Goals are
dropped by taking a prefix of a random order of them. A staircase looks for the sizes that tell
most: harder after a quick run, easier after one that ended at its limit.
"""

import hashlib
import math
import random
from collections.abc import Sequence
from dataclasses import replace

from fmtools.augment.measure import Measurement
from fmtools.pddl.execute import ground_step
from fmtools.pddl.model import Atom, Domain, Literal, Problem
from fmtools.pddl.plan_file import Step
from fmtools.pddl.sexpr import parse_tree

DOWN, UP = 0.35, 1.5
"""Goals, or steps still to do, after a run at its limit and after a quick one; halfway, by ratio,
where one that was quick and one that was not are known."""
QUICK = 0.1
"""Of the limit."""


def with_goals(problem: Problem, goals: Sequence[Literal], name: str) -> Problem:
    """The same problem with only these goals."""
    words = " ".join(map(str, goals))
    text = _replaced(problem, ":goal", f"(:goal (and {words}))")
    return replace(problem, name=name, goal=tuple(goals), text=text, path=None)


def with_start(problem: Problem, state: frozenset[Atom], name: str) -> Problem:
    """The same problem from another state; values of functions stay."""
    (section,) = [x for x in parse_tree(problem.text).items()[2:] if x.head == ":init"]
    values = [problem.text[slice(*x.span)] for x in section.items()[1:] if x.head == "="]
    words = "\n    ".join([*map(str, sorted(state)), *values])
    text = _replaced(problem, ":init", f"(:init\n    {words})")
    return replace(problem, name=name, init=state, text=text, path=None)


def _replaced(problem: Problem, keyword: str, section_text: str) -> str:
    (section,) = [x for x in parse_tree(problem.text).items()[2:] if x.head == keyword]
    start, end = section.span
    return problem.text[:start] + section_text + problem.text[end:]


class Staircase:
    """Problems made from one, each after what was measured of the one before."""

    def __init__(self, domain: Domain, problem: Problem, limit: float, seed: int) -> None:
        self._domain = domain
        self._problem = problem
        self._limit = limit
        text = f"{seed} {problem.text}"
        self._random = random.Random(hashlib.sha256(text.encode()).digest())
        self._name = problem.path.stem if problem.path else problem.name
        self._share = 1.0
        self._quick: float | None = None
        self._failed: float | None = None
        """Shares: the largest, and the smallest, that were."""
        self._made: set[str] = {problem.text}
        self._plan: tuple[Step, ...] = ()

    def know(self, run: Measurement | None) -> None:
        """A plan for the problem itself, if there is one."""
        self._plan = self._plan if run is None else run.steps()

    def learn(self, run: Measurement) -> None:
        """What the last one took."""
        if not run.solved:
            self._failed = self._share
            self._share = math.sqrt(self._share * (self._quick or DOWN**2 * self._share))
        elif run.cpu_seconds < QUICK * self._limit:
            self._quick = self._share
            self._share = min(1.0, math.sqrt(self._share * (self._failed or UP**2 * self._share)))

    def next(self) -> Problem | None:
        """None where nothing new can be made."""
        for _ in range(4):
            made = self._fewer_goals() if len(self._problem.goal) > 1 else self._later_start()
            if made is not None and made.text not in self._made:
                self._made.add(made.text)
                return made
            self._share *= 0.8
        return None

    def _fewer_goals(self) -> Problem | None:
        if self._problem.goal_conditions:
            return None
        goals = list(self._problem.goal)
        wanted = min(max(round(self._share * len(goals)), 1), len(goals) - 1)
        order = self._random.sample(goals, len(goals))
        kept = [goal for goal in goals if goal in order[:wanted]]
        if all((goal.atom in self._problem.init) == goal.positive for goal in kept):
            return None
        return with_goals(self._problem, kept, f"{self._name}-{wanted}-goals-{len(self._made)}")

    def _later_start(self) -> Problem | None:
        if not self._domain.is_strips:
            return None
        done = int((1 - min(self._share, 0.9)) * len(self._plan))
        if not 0 < done < len(self._plan):
            return None
        state = self._problem.init
        for step in self._plan[:done]:
            state = ground_step(self._domain, step).after(state)
        return with_start(self._problem, state, f"{self._name}-from-{done}")
