"""Choosing a set of macros on validation problems: a race in CPU seconds, losers stopped early.

Sets are tried in the order of a model of their use, first on a quick validation problem, with
hardly more time than the original took. Those that are quicker there go on; the best is extended by
others as long as the total falls. What is chosen here has been chosen for its luck as well: it must
be confirmed on other problems.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fmtools.augment.confirm import LONGEST_PLANS, length_ratio
from fmtools.augment.measure import Measurement, Measurer
from fmtools.augment.pool import Pooled
from fmtools.augment.split import Measured
from fmtools.pddl.pipeline import Compilation

_LEEWAY = 1.25
"""Times the original's CPU seconds that a set may take before it is stopped."""
_LEEWAY_SECONDS = 0.5
_ENOUGH_HOPE = 2
"""Sets that do well on a first problem; with fewer, all are tried on another."""
_UNSOLVED_CHANCE = 0.25
"""Of the limit, for a set on a problem that the original does not solve within it."""
_GOOD_ENOUGH = 0.95
"""Total against the original's, above which a set is not worth having."""
_EXTENSIONS = 5
"""Sets that did well alone and are tried in addition to the best."""
_BETTER = 0.97
"""Total against the best set's, below which a larger set takes its place."""

Fits = Callable[[Sequence[Pooled]], bool]
"""Whether macros together stay within the limit on ground operators."""
MakeRecipe = Callable[[Sequence[Pooled]], Compilation]


@dataclass(frozen=True)
class Trial:
    """One set and what it took on validation problems, in the order of these."""

    items: tuple[Pooled, ...]
    runs: tuple[Measurement, ...]
    total: float
    """CPU seconds, or infinite where the set was given up."""
    original: float
    """CPU seconds of the original on the same problems."""
    verdict: str
    evaluated_ratio: float | None = None
    """On the last problem; None where either was not solved or does not tell."""

    @property
    def ratio(self) -> float:
        return self.total / self.original if self.original else 1.0

    @property
    def hope(self) -> float:
        """Below 1 where it is worth a look at slower problems.

        On a quick problem, start-up and translation hide what search saves; evaluated states tell.
        """
        if not self.evaluated_ratio:
            return self.ratio
        return min(self.ratio, self.ratio * math.sqrt(self.evaluated_ratio))


class Chooser:
    """One race; `keep_going` is asked before every trial."""

    def __init__(
        self,
        measurer: Measurer,
        make_recipe: MakeRecipe,
        validation: Sequence[Measured],
        limit: float,
        keep_going: Callable[[], bool],
        fits: Fits,
        tell: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.measurer = measurer
        self.make_recipe = make_recipe
        self.validation = tuple(validation)
        self.limit = limit
        self.keep_going = keep_going
        self.fits = fits
        self.tell = tell
        self.trials: list[Trial] = []

    def choose(self, sets: Sequence[Sequence[Pooled]], most_macros: int) -> Trial | None:
        """The best set that beats the original on all validation problems together, or None."""
        hopeful = self._screened([tuple(items) for items in sets])
        best: Trial | None = None
        for trial in hopeful:
            whole = self._whole(trial.items, best)
            if whole is not None and (best is None or whole.total < best.total):
                best = whole
        while best is not None and len(best.items) < most_macros:
            larger = self._extended(best, hopeful)
            if larger is None:
                break
            best = larger
        return best if best is not None and best.ratio <= _GOOD_ENOUGH else None

    def _screened(self, sets: Sequence[tuple[Pooled, ...]]) -> list[Trial]:
        """Sets that do well on one problem, the best first.

        That is the quickest, or else one that the original does not solve: a planner is erratic,
        what it solves may be what it was lucky on, and there no macro is quicker. Where hardly any
        set does well on these, all have a chance on the second quickest.
        """
        first, *others = self.validation
        unsolved = [item for item in others if not item.original.solved][:1]
        solved = [item for item in others if item.original.solved][:1]
        hopeful: list[Trial] = []
        for item in (first, *unsolved, *solved):
            if item in solved and len(hopeful) >= _ENOUGH_HOPE:
                break
            done = {id(trial.items) for trial in hopeful}
            for items in sets:
                if id(items) not in done and self.keep_going():
                    trial = self._run(items, [item], None)
                    if trial.hope < 1.0:
                        hopeful.append(trial)
        return sorted(hopeful, key=lambda t: t.hope)

    def _extended(self, best: Trial, hopeful: Sequence[Trial]) -> Trial | None:
        """The first larger set that is clearly quicker, from the best and what else did well."""
        for trial in hopeful[:_EXTENSIONS]:
            names = {item.candidate.name for item in best.items}
            more = tuple(item for item in trial.items if item.candidate.name not in names)
            if not more or not self.fits((*best.items, *more)):
                continue
            larger = self._whole((*best.items, *more), best)
            if larger is not None and larger.total <= _BETTER * best.total:
                return larger
        return None

    def _whole(self, items: tuple[Pooled, ...], best: Trial | None) -> Trial | None:
        if not self.keep_going():
            return None
        return self._run(items, self.validation, best)

    def _run(
        self, items: tuple[Pooled, ...], problems: Sequence[Measured], best: Trial | None
    ) -> Trial:
        """Given up where a problem of the original is lost, or the total can no longer be beaten.

        A single problem may go wrong where the whole is won.
        """
        recipe = self.make_recipe(items)
        bound = sum(item.original.spent(self.limit) for item in problems)
        if len(problems) == 1 and problems[0].original.solved:
            bound = _LEEWAY * bound + _LEEWAY_SECONDS
        elif len(problems) == 1:
            bound = _UNSOLVED_CHANCE * self.limit
        if best is not None:
            bound = min(bound, best.total)
        total = original = 0.0
        runs: list[Measurement] = []
        verdict = ""
        for item in problems:
            took = item.original.spent(self.limit)
            allowed = min(self.limit, max(bound - total, _LEEWAY_SECONDS))
            run = self.measurer.augmented(recipe, item.problem, allowed)
            runs.append(run)
            total += run.spent(allowed) if run.solved else max(allowed, took)
            original += took
            if run.invalid:
                verdict = "gave an invalid plan"
            elif item.original.solved and not run.solved:
                verdict = f"not within {allowed:.1f} s of {item.original.cpu_seconds:.1f} s"
            elif total >= bound and len(problems) > 1:
                verdict = "no quicker than the best" if best else "no quicker than the original"
            if verdict:
                total = float("inf")
                break
        longer = length_ratio([(x.original, run) for x, run in zip(problems, runs, strict=False)])
        if not verdict and longer is not None and longer > LONGEST_PLANS:
            verdict, total = f"plans {longer:.2f} times as long", float("inf")
        before, after = problems[len(runs) - 1].original.evaluated, runs[-1].evaluated
        fewer = after / before if before and after else None
        trial = Trial(items, tuple(runs), total, original, verdict or "measured", fewer)
        self.trials.append(trial)
        told = verdict or f"{total:.1f} s, original {original:.1f} s"
        self.tell(f"set of {len(items)}, {len(runs)} problems: {told}")
        return trial


def promising_sets(
    items: Sequence[Pooled], num_singles: int, fits: Fits
) -> list[tuple[Pooled, ...]]:
    """Single macros that differ in what they stand for, and sets that together cover most.

    Each next macro is the most useful one for steps that those before it leave.
    """
    rest = list(items)
    cover: list[Pooled] = []
    covered: set[tuple[int, int]] = set()
    sets: list[tuple[Pooled, ...]] = []
    while rest and len(cover) < 3:
        best = max(rest, key=lambda item: item.utility * _fresh_share(item, covered))
        if _fresh_share(best, covered) <= 0.25:
            break
        rest.remove(best)
        if cover and not fits([*cover, best]):
            continue
        cover.append(best)
        covered |= best.candidate.covered
        sets.append(tuple(cover))
    chosen: list[Pooled] = []
    counts: dict[tuple[int, int], int] = {}
    rest = list(items)
    while rest and len(chosen) < num_singles:
        best = max(rest, key=lambda item: item.utility / (1 + _mean_count(item, counts)))
        rest.remove(best)
        chosen.append(best)
        for place in best.candidate.covered:
            counts[place] = counts.get(place, 0) + 1
    sets += [(item,) for item in chosen]
    return sorted(set_once(sets), key=lambda s: (len(s) > 1,))


def set_once(sets: Sequence[tuple[Pooled, ...]]) -> list[tuple[Pooled, ...]]:
    seen: dict[frozenset[str], tuple[Pooled, ...]] = {}
    for items in sets:
        seen.setdefault(frozenset(item.candidate.name for item in items), items)
    return list(seen.values())


def _fresh_share(item: Pooled, covered: set[tuple[int, int]]) -> float:
    own = item.candidate.covered
    return len(own - covered) / len(own) if own else 0.0


def _mean_count(item: Pooled, counts: dict[tuple[int, int], int]) -> float:
    own = item.candidate.covered
    return sum(counts.get(place, 0) for place in own) / len(own) if own else 0.0
