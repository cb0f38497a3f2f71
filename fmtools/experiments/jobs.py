"""What a worker does with a job: build the task once, run its runs, give back flat records.

A run that fails gives a record too, with outcome `error` and the reason. Records hold no plans.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fmtools.experiments.correlation import correlate, lock_differences
from fmtools.experiments.external import run_external
from fmtools.experiments.tasks import build_task, build_with_macros, parsed_library
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten_result
from fmtools.simulators.lock import Lock
from fmtools.store.provenance import now, provenance
from fmtools.store.reading import Record

if TYPE_CHECKING:
    from fmtools.results import SearchResult
    from fmtools.simulator import Simulator

JobData = Mapping[str, Any]
MAX_ERROR = 500


def run_job(job: JobData) -> Iterator[Record]:
    """The records of a job, each as soon as it is there."""
    work = {"plan": _plan, "external": _external, "correlation": _correlation}[job["kind"]]
    done: set[str] = set()
    try:
        for record in work(job):
            done.add(record["key"])
            yield record
    except Exception as error:
        for run in job["runs"]:
            if run["key"] not in done:
                yield error_record(run, _text(error))


def error_record(run: Mapping[str, Any], reason: str) -> Record:
    """For a run without a result."""
    return {
        **run["fields"],
        "outcome": "error",
        "error": reason,
        "started": now(),
        **provenance(),
    }


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:MAX_ERROR]


def _plan(job: JobData) -> Iterator[Record]:

    if job["library"] is None:
        simulator = build_task(job["task"])
    else:
        simulator = build_with_macros(job["task"], job["library_text"], job["library"])
    about = {**_about_library(job), **_about_lock(job, simulator)}
    for run in job["runs"]:
        fields, settings = run["fields"], run["settings"]
        started = now()
        try:
            how = Settings(
                planner=fields["planner"],
                ties=fields["ties"],
                seed=fields["tie_seed"],
                limits=Limits(fields["budget"], settings["time_limit"], settings["memory_limit"]),
                width=settings["width"],
                paper=settings["paper_bfws"],
                expansion=fields.get("expansion"),
                shorten=Limits(fields["shorten"]) if "shorten" in fields else None,
                beam=fields.get("beam", 1),
            )
            result = shorten_result(simulator, plan(simulator, how), how, light=False)
        except Exception as error:
            yield error_record(run, _text(error))
            continue
        measured = _measured(result, settings["trace"])
        yield {**fields, **about, **measured, "started": started, **provenance()}


def _measured(result: "SearchResult", with_trace: bool) -> Record:
    found = result.to_dict()
    kept = (
        "outcome",
        "generated",
        "expanded",
        "evaluated",
        "primitive_steps",
        "iw_generated",
        "plan_length",
        "primitive_plan_length",
        "cost",
        "best_goal_count",
        "seconds",
    )
    record = {name: found[name] for name in kept}
    if result.shortened_from is not None:
        record |= {key: found[key] for key in ("shortened_from", "shorten_queries")}
    if result.notes:
        record["notes"] = "; ".join(result.notes)
    if with_trace:
        record["trace"] = found["trace"]
    return record


def _about_library(job: JobData) -> Record:
    if job["library"] is None:
        return {"num_macros": 0, "learning_queries": 0, "learning_other_queries": 0}

    library = parsed_library(job["library_text"], job["library"])
    return {
        "num_macros": len(library.macros),
        "learning_queries": int(library.provenance.get("queries", 0)),
        "learning_other_queries": int(library.provenance.get("other_queries", 0)),
    }


def _about_lock(job: JobData, simulator: "Simulator") -> Record:

    if not isinstance(simulator, Lock):
        return {}
    return {"mean_effect_size": float(simulator.matrix.sum() / simulator.num_variables)}


def _external(job: JobData) -> Iterator[Record]:

    for run in job["runs"]:
        started = now()
        try:
            measured = run_external(job["task"], run["fields"]["planner"], run["settings"])
        except Exception as error:
            yield error_record(run, _text(error))
            continue
        yield {
            **run["fields"],
            **_about_library(job),
            **measured,
            "started": started,
            **provenance(),
        }


def _correlation(job: JobData) -> Iterator[Record]:

    task = job["task"]
    locks = {
        seed: Lock(task["dials"], task["digits"], task["effect_size"], seed, task["decrements"])
        for seed in task["seeds"]
    }
    parts = {seed: lock_differences(lock) for seed, lock in locks.items()}
    for run in job["runs"]:
        began, started = time.perf_counter(), now()
        fields = run["fields"]
        seeds = task["seeds"] if fields["seed"] is None else [fields["seed"]]
        found = correlate([parts[seed] for seed in seeds])
        mean = sum(float(locks[seed].matrix.sum()) for seed in seeds) / len(seeds) / task["dials"]
        yield {
            **fields,
            "seeds": len(seeds),
            "outcome": "done",
            **asdict(found),
            "mean_effect_size": mean,
            "seconds": round(time.perf_counter() - began, 6),
            "started": started,
            **provenance(),
        }
