"""`augment` from end to end: survey, learn, race, confirm. Knows no files and prints nothing.

Time is CPU time of all processes together. Each stage ends where its share of it is spent; half of
what is left when a race begins is kept for confirming its winner.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fmtools.augment.arms import Arm, arms_to_try
from fmtools.augment.confirm import Confirmation, confirm
from fmtools.augment.evidence import EVIDENCE, START_UP, Judgement, Pair
from fmtools.augment.measure import Measurement, Measurer, Request, problem_key
from fmtools.augment.mine import TrainingPlan, training_plan
from fmtools.augment.pool import Pool, Pooled, gather
from fmtools.augment.race import Case, Race, Trial
from fmtools.augment.recipe import ChosenMacro, compile_recipe, recipe_library
from fmtools.augment.survey import CONFIRM, TEACH, Survey
from fmtools.errors import UsageError
from fmtools.macros import MacroLibrary
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation

SURVEY_SHARE, SETTLE_SHARE, SMALLER_SHARE = 0.3, 0.4, 0.5
"""Of the time, spent when the stage must be over."""
POOL_SHARE = 0.1
"""Of the time, for mining and compiling."""
RACE_SHARE = 0.5
"""Of what is left when a race begins."""
LEAST_LEFT = 0.1
"""Of the time, to begin another race."""
RUNS_IN_TIME, LEAST_RUN, LONGEST_RUN = 20, 1.0, 30.0
"""A run gets at most this part of the time, and so many seconds; what has less tells nothing."""
LOOK = 1 / 3
"""Of a run's limit: what surveys and races give to a run, and a second at least."""
QUICK_PART = 1 / 200
"""Of the time: CPU seconds of a problem that all arms can be run on."""
QUERIES_PER_SECOND = 400
"""That the learner may ask of simulators, by CPU seconds of the session."""
ARMS_AT_ONCE, MOST_ATTEMPTS = 20, 3
"""Arms of a race; races whose winner is put to the test."""
LESSONS, FEWEST_LESSONS, LESSONS_OF_ONE, LONGEST_LESSON = 6, 3, 2, 120
"""Plans that are mined, at most and at least; of one given problem; steps, where there are enough
that are no longer."""


@dataclass(frozen=True)
class SessionSettings:
    planners: tuple[str, ...]
    """The user's own first: what is won is won against it."""
    seconds: float = 600.0
    """CPU time of the whole session, all processes together, about."""
    max_growth: float = 1.35
    run_seconds: float | None = None
    """CPU limit of a run that confirms; unless given, a twentieth of the time, 1 to 30 s."""
    seed: int = 0
    most_longer: float = 1.5
    unconfirmed: bool = False
    """Take the winner of the race even if it could not be confirmed."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Of problems that an earlier session had."""

    @property
    def limit(self) -> float:
        if self.run_seconds is not None:
            return self.run_seconds
        return min(LONGEST_RUN, max(self.seconds / RUNS_IN_TIME, LEAST_RUN))

    @property
    def look(self) -> float:
        """CPU limit of a run in surveys and races."""
        return max(LOOK * self.limit, min(LEAST_RUN, self.limit))

    def check(self) -> None:
        """UsageError where the time is too short to tell anything."""
        least = RUNS_IN_TIME * LEAST_RUN
        if self.run_seconds is None and self.seconds < least:
            raise UsageError(
                f"in --time {self.seconds:g} no run has a second, which tells nothing; "
                f"give {least:g}s or more, or the --time-limit of one run"
            )
        if self.run_seconds is not None and self.run_seconds > self.seconds:
            raise UsageError(
                f"one run may take {self.run_seconds:g} s, all together {self.seconds:g}; "
                "give more --time or less --time-limit"
            )


@dataclass(frozen=True)
class Session:
    """All that happened."""

    domain: Domain
    settings: SessionSettings
    survey: Survey
    roles: Mapping[str, str]
    pool: Pool | None
    cases: tuple[Case, ...]
    trials: tuple[Trial, ...]
    attempts: tuple[tuple[Trial, Confirmation], ...]
    """Winners of races, and how they did on untouched problems; the last decides."""
    chosen: Arm
    reason: str
    """Why this planner, and why these macros or none."""
    recipe: Compilation
    spent: float
    num_runs: int
    cpu_seconds: float

    @property
    def improved(self) -> bool:
        """Whether anything is better than the user's planner as it was."""
        return bool(self.chosen.items) or self.chosen.planner != self.settings.planners[0]


Tell = Callable[[str], None]


def run_session(
    domain: Domain,
    problems: Sequence[Problem],
    measurer: Measurer,
    settings: SessionSettings,
    tell: Tell = lambda text: None,
) -> Session:
    return _Running(domain, problems, measurer, settings, tell).run()


class _Running:
    def __init__(
        self,
        domain: Domain,
        problems: Sequence[Problem],
        measurer: Measurer,
        settings: SessionSettings,
        tell: Tell,
    ) -> None:
        self.domain = domain
        self.problems = problems
        self.measurer = measurer
        self.settings = settings
        self.tell = tell
        every = all(measurer.drivers[name].reads.equality for name in settings.planners)
        self.form = "equality" if every else "static"
        self.pool: Pool | None = None
        self.recipes: dict[tuple[str, ...], Compilation] = {}
        self.survey = Survey(
            domain,
            problems,
            settings.planners,
            measurer,
            settings.look,
            settings.most_longer,
            settings.seed,
            tell,
        )
        self.cases: list[Case] = []
        self.trials: list[Trial] = []
        self.attempts: list[tuple[Trial, Confirmation]] = []

    def run(self) -> Session:
        survey = self.survey
        survey.look(self._until(SURVEY_SHARE))
        survey.settle(self.settings.limit, self._until(SETTLE_SHARE))
        roles = survey.roles(self.settings.roles)
        teachers = {problem_key(problem) for problem in self._with_role(roles, TEACH)}
        if survey.is_telling:
            survey.make_smaller(teachers, self._until(SMALLER_SHARE))
            survey.mine_too(teachers, self._until(SMALLER_SHARE))
        chosen, reason = self._learned(teachers, self._with_role(roles, CONFIRM))
        return Session(
            domain=self.domain,
            settings=self.settings,
            survey=survey,
            roles=roles,
            pool=self.pool,
            cases=tuple(self.cases),
            trials=tuple(self.trials),
            attempts=tuple(self.attempts),
            chosen=chosen,
            reason="; ".join([*self._planner_reason(), reason]),
            recipe=self._recipe(chosen.items, {"planner": chosen.planner}),
            spent=self.measurer.spent,
            num_runs=self.measurer.num_runs,
            cpu_seconds=self.measurer.cpu_seconds,
        )

    def _until(self, share: float) -> Callable[[], bool]:
        return lambda: self.measurer.spent < share * self.settings.seconds

    def _with_role(self, roles: Mapping[str, str], role: str) -> list[Problem]:
        found = [x for x in self.problems if roles[problem_key(x)] == role]
        return sorted(found, key=self.survey.difficulty)

    def _planner_reason(self) -> list[str]:
        survey = self.survey
        first = self.settings.planners[0]
        if survey.planner != first:
            judgement = survey.judgements[survey.planner]
            return [f"{survey.planner} instead of {first}: {judgement.text()}"]
        return [f"{p} does not beat {first}: {j.text()}" for p, j in survey.judgements.items()]

    def _learned(self, teachers: Collection[str], confirmers: Sequence[Problem]) -> tuple[Arm, str]:
        settings, survey = self.settings, self.survey
        alone = Arm(survey.planner, ())
        self.cases = survey.cases(teachers, max(settings.seconds * QUICK_PART, START_UP))
        plans = self._lessons(teachers)
        if not plans:
            return alone, "no macros: no planner solved a problem in the time it had, to learn from"
        if not self.cases:
            return alone, "no macros: no problems to choose with; give more, or more --time"
        if not survey.is_telling:
            return alone, "no macros: every problem is over at once; give harder ones"
        self.pool = pool = self._gathered(plans)
        if not pool.items:
            return alone, "no macros: none can be compiled within the limit on ground operators"
        waiting = arms_to_try(survey.hopeful_planners(), pool.items, self._fits)
        while waiting and len(self.attempts) < MOST_ATTEMPTS and self._until(1 - LEAST_LEFT)():
            now, waiting = waiting[:ARMS_AT_ONCE], waiting[ARMS_AT_ONCE:]
            winner = self._raced(now)
            if winner is None:
                continue
            if not confirmers:
                reason = "no problem is left to confirm with; give more"
                if settings.unconfirmed:
                    return winner.arm, f"macros NOT confirmed: {reason}"
                return alone, f"{winner.arm.name} won the race, but {reason}, or --unconfirmed"
            found = self._confirmed(winner, confirmers)
            if found.confirmed:
                return winner.arm, f"macros {found.text()}"
        return self._unconfirmed(alone, bool(waiting))

    def _unconfirmed(self, alone: Arm, more: bool) -> tuple[Arm, str]:
        tried = sum(bool(trial.pairs) for trial in self.trials)
        if not self.attempts:
            cut = "; CUT SHORT: others had no time, give more --time" if more else ""
            return alone, f"no macros: of {tried} sets tried none was quicker in the race{cut}"
        best, found = min(self.attempts, key=lambda one: one[1].judgement.ratio)
        if self.settings.unconfirmed:
            return best.arm, f"MACROS {found.text().upper()}"
        return alone, f"{best.arm.name} won a race (of {tried} sets tried), {found.text()}"

    def _lessons(self, teachers: Collection[str]) -> list[TrainingPlan]:
        """Long plans show most, up to a length; few of one problem."""
        found = self.survey.lessons(teachers)
        found.sort(key=lambda x: x[1].primitive_plan_length or 0)
        num_handy = sum((x[1].primitive_plan_length or 0) <= LONGEST_LESSON for x in found)
        handy = found[: max(num_handy, FEWEST_LESSONS)][::-1]
        counts: dict[str, int] = {}
        plans: list[TrainingPlan] = []
        for item, run in handy:
            source = problem_key(item.source)
            counts[source] = counts.get(source, 0) + 1
            if counts[source] <= LESSONS_OF_ONE and len(plans) < LESSONS:
                plans.append(training_plan(self.domain, item.problem, run.steps()))
        return plans

    def _gathered(self, plans: Sequence[TrainingPlan]) -> Pool:
        settings = self.settings
        texts = [(plan.problem.text, [unit.steps for unit in plan.order.units]) for plan in plans]
        depends = (self.domain.text, texts, settings.seed, settings.max_growth, settings.seconds)
        digest = hashlib.sha256(repr(depends).encode()).hexdigest()
        largest = max(self.problems, key=lambda problem: len(problem.objects))
        with self.measurer.stage(f"pool-{digest}", POOL_SHARE * settings.seconds) as goes_on:
            queries = int(QUERIES_PER_SECOND * settings.seconds)
            pool = gather(
                self.domain, plans, largest, settings.max_growth, settings.seed, queries, goes_on
            )
        self.tell(
            f"{len(pool.items)} candidates of {pool.num_patterns} patterns in {len(plans)} plans"
        )
        return pool

    def _fits(self, items: Sequence[Pooled]) -> bool:
        assert self.pool is not None
        most = self.settings.max_growth
        return self.pool.growth(items, most) <= most

    def _raced(self, arms: Sequence[Arm]) -> Trial | None:
        left = self.settings.seconds - self.measurer.spent
        until = self.measurer.spent + RACE_SHARE * left
        race = Race(
            self.cases,
            self._measured,
            self._measured_again,
            lambda: self.measurer.spent < until,
            self._fits,
            self.settings.most_longer,
            self.measurer.jobs,
            self.tell,
        )
        leaders = race.leaders(arms)
        self.trials += race.trials
        if not leaders:
            return None
        leaders[0].verdict = "won the race"
        return leaders[0]

    def _measured(self, wanted: Sequence[tuple[Arm, Problem, float]]) -> list[Measurement]:
        return self.measurer.measure(
            [
                Request(arm.planner, self._files(arm.items), problem, limit)
                for arm, problem, limit in wanted
            ]
        )

    def _measured_again(self, case: Case) -> Case:
        """What the planner alone does not solve, it would not solve again."""
        if not case.base.solved:
            return case
        race = 2 + len(self.attempts)
        request = Request(self.survey.planner, self.domain, case.problem, case.base.limit, race)
        (run,) = self.measurer.measure([request])
        return Case(case.problem, run if run.solved else case.base)

    def _confirmed(self, winner: Trial, confirmers: Sequence[Problem]) -> Confirmation:
        settings = self.settings
        needed = EVIDENCE * 2 ** len(self.attempts)
        found = confirm(
            self.domain,
            confirmers,
            lambda problem: self._pair(winner.arm, problem),
            lambda pairs: Judgement(tuple(pairs), needed, settings.most_longer),
            self._until(1.0),
            settings.look,
            settings.seed + 1,
        )
        self.attempts.append((winner, found))
        winner.verdict = found.text()
        return found

    def _pair(self, arm: Arm, problem: Problem) -> Pair:
        """Side by side; where one alone is solved, the other gets all of the limit."""
        alone = Arm(self.survey.planner, ())
        sides = [
            Request(one.planner, self._files(one.items), problem, self.settings.look, 1)
            for one in (alone, arm)
        ]
        runs = self.measurer.measure(sides)
        if runs[0].solved != runs[1].solved:
            longer = [Request(x.planner, x.files, x.problem, self.settings.limit, 1) for x in sides]
            place = int(runs[0].solved)
            (runs[place],) = self.measurer.measure([longer[place]])
        before, after = (run.told() for run in runs)
        self.tell(f"confirming on {problem_key(problem)}: {before} → {after} with {arm.name}")
        return runs[0], runs[1]

    def _files(self, items: tuple[Pooled, ...]) -> Domain | Compilation:
        """As they are raced: compiled once, and the same whichever planner reads them."""
        names = tuple(item.candidate.name for item in items)
        if names and names not in self.recipes:
            self.recipes[names] = self._recipe(items, {})
        return self.recipes[names] if names else self.domain

    def _recipe(self, items: Sequence[Pooled], told: Mapping[str, str]) -> Compilation:
        library = self._library(items, told)
        return compile_recipe(self.domain, library, Path("macros.json"))

    def _library(self, items: Sequence[Pooled], told: Mapping[str, str]) -> MacroLibrary:
        chosen = [
            ChosenMacro(
                item.example,
                item.candidate.macro.guards,
                item.candidate.num_changed,
                self.pool is not None and self.pool.counter.can_join(item.candidate),
            )
            for item in items
        ]
        return recipe_library(self.domain, chosen, self.form, {**told, "seed": self.settings.seed})
