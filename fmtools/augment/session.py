"""`augment` from end to end: measure, learn, choose, confirm. Knows no files and prints nothing.

Time is shared out in advance: two fifths for measuring the original, then mining, then choosing;
as much as the confirmation is expected to take is held back for it.
"""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fmtools.augment.choose import Chooser, Trial, promising_sets
from fmtools.augment.confirm import Confirmation, confirm
from fmtools.augment.measure import Measurer
from fmtools.augment.mine import training_plan
from fmtools.augment.pool import Pool, Pooled, gather
from fmtools.augment.recipe import ChosenMacro, compile_recipe, recipe_library
from fmtools.augment.split import MEASURABLE, Measured, Split, remeasured, split
from fmtools.augment.stage import Stage
from fmtools.macros import MacroLibrary
from fmtools.pddl.ground import ground
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation

_BASELINE_SHARE, _POOL_SHARE = 0.4, 0.55
_RUNS_IN_TIME = 20
"""A run gets at most this part of the whole time, so that there can be enough of them."""
_MOST_RUN_SECONDS = 30.0
_ENOUGH_UNSOLVED, _MOST_UNSOLVED = 4, 7
_ENOUGH_MEASURABLE = 10
_NUM_SINGLES = 14
_MOST_MACROS = 4


@dataclass(frozen=True)
class SessionSettings:
    seconds: float = 600.0
    """Wall time of the whole session, about."""
    max_growth: float = 1.35
    run_seconds: float | None = None
    """CPU limit of one run; a twentieth of the time, 30 s at most, unless given."""
    seed: int = 0
    unconfirmed: bool = False
    """Take the winner of the choice even if it could not be confirmed."""
    measurable: float = MEASURABLE

    @property
    def limit(self) -> float:
        if self.run_seconds is not None:
            return self.run_seconds
        return min(_MOST_RUN_SECONDS, max(self.seconds / _RUNS_IN_TIME, 0.5))


@dataclass(frozen=True)
class Session:
    """All that happened."""

    domain: Domain
    settings: SessionSettings
    planner: str
    form: str
    split: Split
    num_unmeasured: int
    """Problems that were given but not run, for lack of time."""
    pool: Pool | None
    trials: tuple[Trial, ...]
    winner: Trial | None
    confirmation: Confirmation | None
    chosen: tuple[Pooled, ...]
    """Empty: the original is kept."""
    reason: str
    """Why these, or why none."""
    seconds: float
    num_runs: int
    cpu_seconds: float

    @property
    def library(self) -> MacroLibrary:
        settings = self.settings
        return library_of(
            self.domain, self.pool, self.chosen, self.form, self.planner, settings.seed
        )


def library_of(
    domain: Domain,
    pool: Pool | None,
    items: Sequence[Pooled],
    form: str,
    planner: str,
    seed: int,
) -> MacroLibrary:
    chosen = [
        ChosenMacro(
            item.example,
            item.candidate.macro.guards,
            item.candidate.num_changed,
            pool is not None and pool.counter.can_join(item.candidate),
        )
        for item in items
    ]
    return recipe_library(domain, chosen, form, {"planner": planner, "seed": seed})


Tell = Callable[[str], None]


def run_session(
    domain: Domain,
    problems: Sequence[Problem],
    measurer: Measurer,
    settings: SessionSettings,
    tell: Tell = lambda text: None,
    clock: Callable[[], float] = time.monotonic,
) -> Session:
    """`clock` tells how much of the session's time is spent: on the wall unless given."""
    return _Running(domain, problems, measurer, settings, tell, clock).run()


class _Running:
    def __init__(
        self,
        domain: Domain,
        problems: Sequence[Problem],
        measurer: Measurer,
        settings: SessionSettings,
        tell: Tell,
        clock: Callable[[], float],
    ) -> None:
        self.domain = domain
        self.problems = problems
        self.measurer = measurer
        self.settings = settings
        self.tell = tell
        self.form = "equality" if measurer.driver.reads.equality else "static"
        self.clock = clock
        self.began = clock()
        self.trials: list[Trial] = []
        self.pool: Pool | None = None
        self.winner: Trial | None = None
        self.confirmation: Confirmation | None = None

    def run(self) -> Session:
        measured = self._baseline()
        parts = split(measured, self.settings.measurable)
        chosen, reason = self._learned(parts)
        return Session(
            domain=self.domain,
            settings=self.settings,
            planner=self.measurer.driver.name,
            form=self.form,
            split=parts,
            num_unmeasured=len(self.problems) - len(measured),
            pool=self.pool,
            trials=tuple(self.trials),
            winner=self.winner,
            confirmation=self.confirmation,
            chosen=chosen,
            reason=reason,
            seconds=self.clock() - self.began,
            num_runs=self.measurer.num_runs,
            cpu_seconds=self.measurer.cpu_seconds,
        )

    def _spent(self, share: float) -> bool:
        return self.clock() - self.began >= share * self.settings.seconds

    def _baseline(self) -> list[Measured]:
        """The original on the given problems, small ones first, until there are enough."""

        sizes = {id(p): ground(self.domain, p).num_actions for p in self.problems}
        # Kernels are compiled by now; that happens once for a version, and is not the session's.
        self.began = self.clock()
        measured: list[Measured] = []
        stage = self._stage("baseline", _BASELINE_SHARE)
        for problem in sorted(self.problems, key=lambda p: (sizes[id(p)], str(p.path))):
            if self._is_enough(measured) or not stage.goes_on():
                break
            run = self.measurer.original(self.domain, problem, self.settings.limit)
            measured.append(Measured(problem, run))
            self.tell(
                f"original {_name(problem)}: "
                + (f"{run.cpu_seconds:.2f} s" if run.solved else run.outcome)
            )
        stage.end()
        return measured

    def _stage(self, name: str, share: float, *more: object) -> Stage:
        """`more` is what it depends on besides planner, problems and time."""
        texts = (self.domain.text, *(problem.text for problem in self.problems))
        depends = (self.measurer.driver.name, self.settings.seconds, self.settings.limit, *more)
        digest = hashlib.sha256(repr((name, depends, texts)).encode()).hexdigest()
        return Stage(self.measurer, f"{name}-{digest}", lambda: self._spent(share))

    def _is_enough(self, measured: Sequence[Measured]) -> bool:
        """What the planner does not solve takes long to find out, and more of it tells little."""
        num_unsolved = sum(not item.original.solved for item in measured)
        slow = sum(x.original.cpu_seconds >= self.settings.measurable for x in measured)
        return num_unsolved >= _MOST_UNSOLVED or (
            num_unsolved >= _ENOUGH_UNSOLVED and slow >= _ENOUGH_MEASURABLE
        )

    def _learned(self, parts: Split) -> tuple[tuple[Pooled, ...], str]:
        settings = self.settings
        if not parts.training:
            return (), "the planner solved none of the problems in the time it had"
        if not parts.validation:
            return (), "no problems are left to choose with; give more"
        plans = [
            training_plan(self.domain, item.problem, item.original.steps())
            for item in parts.training
        ]
        everything = (*parts.validation, *parts.confirmation)
        largest = max((x.problem for x in everything), key=lambda p: len(p.objects))
        stage = self._stage("pool", _POOL_SHARE, settings.seed, settings.max_growth)
        self.pool = gather(
            self.domain,
            plans,
            largest,
            settings.max_growth,
            settings.seed,
            stage.goes_on,
        )
        stage.end()
        self.tell(
            f"{len(self.pool.items)} candidates of {self.pool.num_patterns} patterns in "
            f"{len(plans)} plans"
        )
        if not self.pool.items:
            return (), "no macro can be compiled within the limit on ground operators"
        self.winner = self._chosen(parts, self.pool)
        if not self.trials:
            return (), "the time ran out before any set of macros could be tried; give more --time"
        if self.winner is None:
            return (), "no set of macros beats the original on the validation problems"
        return self._confirmed(parts, self.winner)

    def _chosen(self, parts: Split, pool: Pool) -> Trial | None:
        settings = self.settings
        reserve = sum(
            item.original.spent(settings.limit) * (1 + item.original.solved)
            for item in parts.confirmation
        )
        share = max(1 - reserve / settings.seconds, _POOL_SHARE + 0.1)

        def fits(items: Sequence[Pooled]) -> bool:
            return pool.growth(items, settings.max_growth) <= settings.max_growth

        chooser = Chooser(
            self.measurer,
            self._recipe,
            remeasured(self.measurer, self.domain, parts.validation, settings.limit),
            settings.limit,
            lambda: not self._spent(share),
            fits,
            self.tell,
        )
        sets = promising_sets(pool.items, _NUM_SINGLES, fits)
        winner = chooser.choose(sets, _MOST_MACROS)
        self.trials = chooser.trials
        return winner

    def _confirmed(self, parts: Split, winner: Trial) -> tuple[tuple[Pooled, ...], str]:
        settings = self.settings
        if not parts.can_confirm:
            reason = (
                f"only {len(parts.confirmation)} problems are left to confirm with; give more that "
                f"take the planner {settings.measurable:g} s or longer"
            )
            if settings.unconfirmed:
                return winner.items, f"NOT confirmed: {reason}"
            return (), f"the choice could not be confirmed: {reason}, or --unconfirmed"
        recipe = self._recipe(winner.items)
        self.confirmation = confirm(self.measurer, recipe, parts.confirmation, settings.limit)
        found = self.confirmation
        if found.confirmed:
            return winner.items, (
                f"confirmed on {len(found.pairs)} problems: {found.wins} won, {found.losses} lost, "
                f"total time {found.ratio:.2f} of the original's"
            )
        failed = f"not confirmed: {'; '.join(found.reasons)}"
        return (winner.items, failed.upper()) if settings.unconfirmed else ((), failed)

    def _recipe(self, items: Sequence[Pooled]) -> Compilation:

        library = library_of(
            self.domain,
            self.pool,
            items,
            self.form,
            self.measurer.driver.name,
            self.settings.seed,
        )
        return compile_recipe(self.domain, library, Path("macros.json"))


def _name(problem: Problem) -> str:
    return problem.path.stem if problem.path else problem.name
