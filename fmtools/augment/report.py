"""What an `augment` session did, as plain data: report.json, and what people read."""

from collections.abc import Sequence
from typing import Any

from fmtools.augment.confirm import Confirmation
from fmtools.augment.evidence import Judgement, Pair
from fmtools.augment.measure import Measurement, problem_key
from fmtools.augment.output import REPORT_FORMAT
from fmtools.augment.pool import Pooled
from fmtools.augment.race import Trial
from fmtools.augment.session import Session
from fmtools.augment.survey import Looked
from fmtools.pddl.macro_costs import with_readable_cost
from fmtools.pddl.macro_text import operator_text
from fmtools.pddl.pipeline import Compilation
from fmtools.version import __version__

_MOST_LISTED = 30


def session_report(session: Session) -> dict[str, Any]:
    """Everything that was tried, kept and dropped, with reasons and numbers."""
    settings, survey, pool = session.settings, session.survey, session.pool
    return {
        "format": REPORT_FORMAT,
        "fmtools": __version__,
        "domain_file": None if session.domain.path is None else str(session.domain.path),
        "planners": list(settings.planners),
        "seed": settings.seed,
        "max_growth": settings.max_growth,
        "max_longer": settings.most_longer,
        "run_limit_cpu_seconds": settings.limit,
        "time_cpu_seconds": settings.seconds,
        "improved": session.improved,
        "augmented": bool(session.chosen.items),
        "planner": session.chosen.planner,
        "reason": session.reason,
        "macros": [_macro(item) for item in session.chosen.items],
        "operators": operator_texts(session.recipe),
        "roles": dict(session.roles),
        "table": result_table(session),
        "planner_tests": {p: _judgement(j) for p, j in survey.judgements.items()},
        "problems": [_looked(item) for item in (*survey.given, *survey.made)],
        "candidates": {
            "patterns": 0 if pool is None else pool.num_patterns,
            "compiled": 0 if pool is None else len(pool.items),
            "dropped": {} if pool is None else dict(sorted(pool.dropped.counts.items())),
            "best": [] if pool is None else [_macro(item) for item in pool.items[:_MOST_LISTED]],
        },
        "race_problems": [problem_key(case.problem) for case in session.cases],
        "trials": [_trial(trial) for trial in session.trials],
        "confirmations": [_confirmation(*attempt) for attempt in session.attempts],
        "spent_cpu_seconds": round(session.spent, 3),
        "runs": session.num_runs,
        "cpu_seconds": round(session.cpu_seconds, 3),
    }


def operator_texts(recipe: Compilation) -> list[str]:
    """The macros as people read them."""
    return [
        operator_text(with_readable_cost(item.macro.operator), item.macro.sequence, [])
        for item in recipe.macros
    ]


def result_table(session: Session) -> list[dict[str, Any]]:
    """Problem by problem: the user's planner as it was and, if it is another, what was chosen."""
    first, chosen = session.settings.planners[0], session.chosen
    after: dict[str, Measurement] = {}
    sources: dict[str, str] = {}
    before: dict[str, Measurement] = {}
    for item in (*session.survey.given, *session.survey.made):
        name = problem_key(item.problem)
        sources[name] = problem_key(item.source)
        if first in item.runs:
            before[name] = item.runs[first]
        if not chosen.items and chosen.planner in item.runs:
            after[name] = item.runs[chosen.planner]
    for trial in session.trials:
        if trial.arm is chosen and chosen.items:
            for case, (_, run) in zip(session.cases, trial.pairs, strict=False):
                after[problem_key(case.problem)] = run
    for trial, found in session.attempts:
        for problem, (alone, run) in zip(found.problems, found.judgement.pairs, strict=True):
            name = problem_key(problem)
            sources.setdefault(name, name)
            if alone.planner == first:
                before[name] = alone
            if trial.arm is chosen:
                after[name] = run
    return [
        {
            "problem": name,
            "role": session.roles.get(sources[name], "confirm"),
            "before": _run(before.get(name)),
            "after": _run(after.get(name)) if session.improved else None,
        }
        for name in sources
        if name in before or name in after
    ]


def _macro(item: Pooled) -> dict[str, Any]:
    found = item.candidate
    return {
        "name": item.title,
        "steps": [str(step) for step in found.macro.sequence.steps],
        "guards": [str(guard) for guard in found.macro.guards],
        "source": found.source,
        "net_effects": found.num_changed,
        "uses": found.num_uses,
        "share_saved": round(found.share_saved, 4),
        "growth": round(found.growth, 4),
        "utility": round(item.utility, 6),
    }


def _looked(item: Looked) -> dict[str, Any]:
    return {
        "problem": problem_key(item.problem),
        "made_from": None if item.source is item.problem else problem_key(item.source),
        "runs": {planner: _run(run) for planner, run in item.runs.items()},
    }


def _run(run: Measurement | None) -> dict[str, Any] | None:
    if run is None:
        return None
    return {
        "planner": run.planner,
        "problem": run.problem,
        "outcome": str(run.outcome),
        "cpu_seconds": run.cpu_seconds,
        "limit": run.limit,
        "evaluated": run.evaluated,
        "operators": run.operators,
        "primitive_plan_length": run.primitive_plan_length,
    }


def _pairs(pairs: Sequence[Pair]) -> list[list[dict[str, Any] | None]]:
    return [[_run(before), _run(after)] for before, after in pairs]


def _trial(trial: Trial) -> dict[str, Any]:
    return {
        "planner": trial.arm.planner,
        "macros": [item.title for item in trial.arm.items],
        "verdict": trial.verdict,
        "ratio": round(trial.ratio, 3),
        "pairs": _pairs(trial.pairs),
    }


def _judgement(found: Judgement) -> dict[str, Any]:
    longer = found.longer
    return {
        "accepted": found.accepted,
        "text": found.text(),
        "ratio": round(found.ratio, 3),
        "evidence": round(found.evidence, 3),
        "needed": found.needed,
        "problems": len(found.logs),
        "gained": found.gained,
        "lost": found.lost,
        "plan_length_ratio": None if longer is None else round(longer, 3),
    }


def _confirmation(trial: Trial, found: Confirmation) -> dict[str, Any]:
    return {
        "planner": trial.arm.planner,
        "macros": [item.title for item in trial.arm.items],
        "cut_short": found.cut_short,
        **_judgement(found.judgement),
        "pairs": _pairs(found.judgement.pairs),
    }
