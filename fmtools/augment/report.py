"""What an `augment` session did, as plain data: report.json, and what people read."""

from typing import Any

from fmtools.augment.choose import Trial
from fmtools.augment.confirm import Confirmation, length_ratio
from fmtools.augment.measure import Measurement
from fmtools.augment.pool import Pooled
from fmtools.augment.session import Session
from fmtools.augment.split import Measured
from fmtools.version import __version__

FORMAT, VERSION = "fmtools-augment-report", 1
_MOST_LISTED = 30


def session_report(session: Session) -> dict[str, Any]:
    """Everything that was tried, kept and dropped, with reasons and numbers."""
    settings = session.settings
    pool = session.pool
    return {
        "format": FORMAT,
        "version": VERSION,
        "fmtools": __version__,
        "planner": session.planner,
        "seed": settings.seed,
        "max_growth": settings.max_growth,
        "run_limit_cpu_seconds": settings.limit,
        "time_seconds": settings.seconds,
        "augmented": bool(session.chosen),
        "reason": session.reason,
        "macros": [_macro(item) for item in session.chosen],
        "problems": {
            "training": [_measured(item) for item in session.split.training],
            "validation": [_measured(item) for item in session.split.validation],
            "confirmation": [_measured(item) for item in session.split.confirmation],
            "unused": [_measured(item) for item in session.split.unused],
            "not_run": session.num_unmeasured,
        },
        "shortcomings": session.split.shortcomings(),
        "candidates": {
            "patterns": 0 if pool is None else pool.num_patterns,
            "compiled": 0 if pool is None else len(pool.items),
            "dropped": {} if pool is None else dict(sorted(pool.dropped.counts.items())),
            "best": [] if pool is None else [_macro(item) for item in pool.items[:_MOST_LISTED]],
        },
        "trials": [_trial(trial) for trial in session.trials],
        "confirmation": _confirmation(session.confirmation),
        "seconds": round(session.seconds, 3),
        "runs": session.num_runs,
        "cpu_seconds": round(session.cpu_seconds, 3),
    }


def _macro(item: Pooled) -> dict[str, Any]:
    found = item.candidate
    return {
        "name": found.name,
        "steps": [str(step) for step in found.macro.sequence.steps],
        "guards": [str(guard) for guard in found.macro.guards],
        "source": found.source,
        "net_effects": found.num_changed,
        "uses": found.num_uses,
        "share_saved": round(found.share_saved, 4),
        "growth": round(found.growth, 4),
        "utility": round(item.utility, 6),
    }


def _measured(item: Measured) -> dict[str, Any]:
    return _run(item.original)


def _run(run: Measurement) -> dict[str, Any]:
    return {
        "problem": run.problem,
        "outcome": str(run.outcome),
        "cpu_seconds": run.cpu_seconds,
        "evaluated": run.evaluated,
        "operators": run.operators,
        "primitive_plan_length": run.primitive_plan_length,
    }


def _trial(trial: Trial) -> dict[str, Any]:
    measured = trial.total != float("inf")
    return {
        "macros": [item.candidate.name for item in trial.items],
        "verdict": trial.verdict,
        "total_cpu_seconds": round(trial.total, 3) if measured else None,
        "original_cpu_seconds": round(trial.original, 3),
        "ratio": round(trial.ratio, 3) if measured else None,
        "runs": [_run(run) for run in trial.runs],
    }


def _confirmation(found: Confirmation | None) -> dict[str, Any] | None:
    if found is None:
        return None
    longer = length_ratio(found.pairs)
    return {
        "confirmed": found.confirmed,
        "reasons": list(found.reasons),
        "ratio": round(found.ratio, 3),
        "wins": found.wins,
        "losses": found.losses,
        "plan_length_ratio": None if longer is None else round(longer, 3),
        "pairs": [[_run(before), _run(after)] for before, after in found.pairs],
    }
