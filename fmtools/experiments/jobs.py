"""What a worker does with a job: build the task once, run its runs, give back flat records.

A run that fails gives a record too, with outcome `error` and the reason. Records hold no plans.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fmtools.experiments.correlation import correlate
from fmtools.experiments.external import run_external
from fmtools.experiments.tasks import build_task, build_with_macros, parsed_library
from fmtools.limits import Limits
from fmtools.search.planners import Settings, plan
from fmtools.search.shorten import shorten_result
from fmtools.simulators.registry import kind_named, kind_of
from fmtools.store.provenance import now, provenance
from fmtools.store.reading import Record

if TYPE_CHECKING:
    from fmtools.results import SearchResult

JobData = Mapping[str, Any]
Measure = Callable[[Record, Record], Record]
"""Fields and settings of a run -> what it found."""
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
    failed = {"outcome": "error", "error": reason, "started": now()}
    return {**run["fields"], **failed, **provenance()}


def _text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:MAX_ERROR]


def _each(job: JobData, about: Mapping[str, Any], measure: Measure) -> Iterator[Record]:
    """A record for every run; one that fails does not keep the others from running."""
    for run in job["runs"]:
        started = now()
        try:
            measured = measure(run["fields"], run["settings"])
        except Exception as error:
            yield error_record(run, _text(error))
            continue
        yield {**run["fields"], **about, **measured, "started": started, **provenance()}


def _plan(job: JobData) -> Iterator[Record]:
    if job["library"] is None:
        simulator = build_task(job["task"])
    else:
        simulator = build_with_macros(job["task"], job["library_text"], job["library"])

    def measure(fields: Record, settings: Record) -> Record:
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
        return _measured(result, settings["trace"])

    return _each(job, {**_about_library(job), **kind_of(simulator).about(simulator)}, measure)


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


def _external(job: JobData) -> Iterator[Record]:
    def measure(fields: Record, settings: Record) -> Record:
        return run_external(job["task"], fields["planner"], settings)

    return _each(job, _about_library(job), measure)


def _correlation(job: JobData) -> Iterator[Record]:
    task = dict(job["task"])
    every = task.pop("seeds")
    kind = kind_named(task["kind"])
    assert kind.distances is not None, "looked at when the runs were planned"
    worlds = {seed: build_task({**task, "seed": seed}) for seed in every}
    parts = {seed: kind.distances(world) for seed, world in worlds.items()}

    def measure(fields: Record, settings: Record) -> Record:
        began = time.perf_counter()
        seeds = every if fields["seed"] is None else [fields["seed"]]
        found = correlate([parts[seed] for seed in seeds])
        about = [kind.about(worlds[seed]) for seed in seeds]
        return {
            "seeds": len(seeds),
            "outcome": "done",
            **asdict(found),
            **{name: sum(one[name] for one in about) / len(about) for name in about[0]},
            "seconds": round(time.perf_counter() - began, 6),
        }

    return _each(job, {}, measure)
