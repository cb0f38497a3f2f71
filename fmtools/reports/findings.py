"""What the tables mean, in sentences; each states an interval, or that there is none."""

from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.reports.cells import Cell, gather, generated, macro_words
from fmtools.reports.paper_values import paper_value
from fmtools.reports.records import Results
from fmtools.reports.statistics import Estimate, paired_ratio
from fmtools.reports.table import ratio_text

FEWER, MORE, UNCLEAR, UNKNOWN = "fewer", "more", "unclear", "unknown"


@dataclass(frozen=True)
class Effect:
    """Generated states with focused macros over those without, on the same instances."""

    world: str
    planner: str
    ratio: Estimate
    solved: float
    solved_without: float

    @property
    def is_capped(self) -> bool:
        return min(self.solved, self.solved_without) < 1

    @property
    def verdict(self) -> str:
        """Only an interval that leaves out 1 decides, and only if solve rates do not object:
        less work for fewer plans is no saving."""
        if self.ratio.low is None or self.ratio.high is None:
            return UNKNOWN
        if self.ratio.high < 1 and self.solved >= self.solved_without:
            return FEWER
        return MORE if self.ratio.low > 1 and self.solved <= self.solved_without else UNCLEAR


def macro_effects(results: Results) -> tuple[Effect, ...]:
    cells = gather(results, "results")
    found = []
    for key, cell in cells.items():
        if key.macros != "focused":
            continue
        plain = cells.get(key._replace(macros="none"))
        if plain is None:
            continue
        ratio = paired_ratio(cell.groups(generated), plain.groups(generated))
        if ratio is not None and cell.solved is not None and plain.solved is not None:
            solved = (cell.solved.mean, plain.solved.mean)
            found.append(Effect(key.world, key.planner, ratio, *solved))
    return tuple(found)


def findings(results: Results) -> list[str]:
    """The summary's sentences, the most important first."""
    return [
        *verdict_sentences(macro_effects(results)),
        *agreement_sentences(results),
        *_type_sentences(results),
        *_goal_sentences(results),
        *_lock_sentences(results),
    ]


def verdict_sentences(effects: Sequence[Effect]) -> list[str]:
    """Per planner: where macros save states, where they cost states, where nobody can tell."""
    sentences = []
    by_planner: dict[str, list[Effect]] = {}
    for effect in effects:
        by_planner.setdefault(effect.planner, []).append(effect)
    for planner, group in by_planner.items():
        parts = []
        for verdict, words in (
            (FEWER, "fewer states on"),
            (MORE, "more states on"),
            (UNCLEAR, "no clear difference on"),
            (UNKNOWN, "too few instances to tell on"),
        ):
            names = [f"{e.world} ({_interval(e.ratio)})" for e in group if e.verdict == verdict]
            if names:
                parts.append(f"{words} {', '.join(names)}")
        sentences.append(f"Focused macros with {planner}: {'; '.join(parts)}.")
    if sentences:
        sentences.append(
            "Behind each world: the ratio to primitives only on the same instances, and its 95% "
            "interval."
        )
    if any(effect.is_capped for effect in effects):
        sentences.append(
            "Where some runs spent their budget without a plan, means are lower bounds; macros are "
            "said to save only where they also solve no fewer runs, and to cost only where they "
            "solve no more."
        )
    return sentences


def agreement_sentences(results: Results, names: bool = True) -> list[str]:
    """How many cells of Table 2 agree with the paper, by our interval."""
    sentences = []
    for experiment, how in (
        ("paper-mode", "Searched as the paper's code did"),
        ("results", "With random ties and BFWS as published"),
    ):
        inside, compared = [], 0
        for key, cell in gather(results, experiment).items():
            paper = paper_value("results", key.world, key.planner, key.macros)
            ours = cell.mean(generated)
            if paper is None or paper.generated is None or paper.above or ours is None:
                continue
            compared += ours.has_interval
            if ours.contains(paper.generated):
                inside.append(f"{key.world} {key.planner} {key.macros}")
        if compared:
            listed = f": {', '.join(inside)}" if inside and names else ""
            sentences.append(
                f"{how}, the paper's mean lies inside our 95% interval in {len(inside)} of "
                f"{compared} cells of Table 2{listed}."
            )
    return sentences


def _type_sentences(results: Results) -> list[str]:
    cells = gather(results, "macro-types")
    sentences = []
    for world in dict.fromkeys(key.world for key in cells):
        own = {key.macros: cell for key, cell in cells.items() if key.world == world}
        if "none" not in own:
            continue
        parts = [
            f"{macro_words(macros)} {_interval(ratio)}"
            for macros, cell in own.items()
            if macros != "none" and (ratio := _ratio(cell, own["none"])) is not None
        ]
        if parts:
            sentences.append(
                f"On {world} with gbfs, generated states in proportion to primitives only: "
                f"{', '.join(parts)}."
            )
    return sentences


def _goal_sentences(results: Results) -> list[str]:
    cells = gather(results, "novel-goals")
    sentences = []
    for key, cell in cells.items():
        default = cells.get(key._replace(goals="default"))
        if key.goals != "random" or default is None:
            continue
        ratio = _ratio(cell, default)
        if ratio is None:
            continue
        clear = ratio.has_interval and not ratio.contains(1)
        sentences.append(
            f"On {key.world}, random goals take {_interval(ratio)} times the states of the default "
            f"goal: {'a difference' if clear else 'no clear difference'}."
        )
    return sentences


def _lock_sentences(results: Results) -> list[str]:
    by_lock: dict[str, dict[float, float]] = {}
    for key, cell in gather(results, "suitcase").items():
        ours = cell.mean(generated)
        if ours is not None and key.effect_size is not None:
            lock = f"N={key.dials}, M={key.digits}"
            by_lock.setdefault(lock, {})[key.effect_size] = ours.mean
    return [
        f"On the lock {lock}, mean generated states go from {means[min(means)]:,.0f} at effect "
        f"size {min(means):g} to {means[max(means)]:,.0f} at {max(means):g} (intervals: see its "
        "table)."
        for lock, means in by_lock.items()
        if len(means) > 1
    ]


def _ratio(ours: Cell, theirs: Cell) -> Estimate | None:
    return paired_ratio(ours.groups(generated), theirs.groups(generated))


def _interval(ratio: Estimate) -> str:
    if ratio.low is None or ratio.high is None:
        return f"{ratio_text(ratio.mean)}, no interval"
    return f"{ratio_text(ratio.mean)} [{ratio_text(ratio.low)}, {ratio_text(ratio.high)}]"
