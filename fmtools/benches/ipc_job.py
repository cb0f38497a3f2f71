"""One run of `bench ipc`, in a worker: a planner on a task, or learning; then the verdict.

What goes in and comes out is plain data. Plans are validated here, after the run, against the
original files; that time is nobody's.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fmtools.benches.ipc_planners import Contestant, make_driver, told_steps
from fmtools.benches.ipc_runs import LEARN, LEARNED, NONE_FOUND
from fmtools.drivers.bounded_log import log_tail
from fmtools.drivers.builtin import own_environment
from fmtools.drivers.process import ProcessLimits, Stop, run_process
from fmtools.drivers.records import RunOutcome
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner
from fmtools.drivers.run_directory import run_directory
from fmtools.errors import EXIT_OK, FmtoolsError
from fmtools.library_file import parse_library
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.store.provenance import now, provenance
from fmtools.store.reading import Record

MAX_REASON = 300
_WALL_FACTOR, _WALL_MORE = 20.0, 60.0
"""Wall time that a run may take beyond its CPU time: it may wait for a busy machine, not sleep."""
_NOTHING_FOUND = 13
"""Exit code of `learn` with an empty library."""
_BROKEN = (RunOutcome.CRASH, RunOutcome.UNSUPPORTED)


def perform_run(message: Mapping[str, Any]) -> Iterator[Record]:
    """The record of one run; learning gives its library before it."""
    fields: Record = message["fields"]
    started = now()
    try:
        if fields["kind"] == LEARN:
            found, library = _learn(fields, message["domain"], message["problems"])
            if library is not None:
                yield {"library": fields["run"], "text": library}
        else:
            found = _plan(message)
    except FmtoolsError as error:
        found = {"outcome": "error", "error": str(error)[:MAX_REASON]}
    yield {**fields, **found, "started": started, **provenance()}


def _limits(fields: Record) -> ProcessLimits:
    cpu = fields["time_limit"]
    return ProcessLimits(
        seconds=_WALL_FACTOR * cpu + _WALL_MORE,
        memory=fields["memory_limit"],
        cpu_seconds=cpu,
        # For learning: our core maps more addresses than it uses. A driver says it for its planner.
        limit_address_space=False,
    )


def _plan(message: Mapping[str, Any]) -> Record:
    fields: Record = message["fields"]
    one = Contestant(**{**message["contestant"], "words": tuple(message["contestant"]["words"])})
    texts = message["domain"], message["problems"][0]
    paths = [Path(path) for path in message["paths"]]
    domain = parse_domain(texts[0], paths[0])
    problem = parse_problem(texts[1], domain, paths[1])
    task = PlannerTask(ORIGINAL, fields["problem"], *texts, domain, problem)
    with run_directory() as directory:
        macros = None
        if message["library"] is not None:
            macros = directory / "macros.json"
            macros.write_text(message["library"], encoding="utf-8")
        driver = make_driver(one, fields["seed"], fields["memory_limit"], macros)
        run = run_planner(driver, task, _limits(fields))
    told = run.record.to_dict()
    reason = run.record.reason
    if run.record.outcome in _BROKEN:
        reason = f"{reason}: {_last_line(run.log)}"[:MAX_REASON]
    if run.record.outcome in _BROKEN and one.is_current:
        # A bug or a gap of ours, which another build may have mended: to be run again.
        return {"outcome": "error", "error": reason, "cpu_seconds": told["cpu_seconds"]}
    kept = (
        "outcome",
        "valid",
        "cpu_seconds",
        "total_seconds",
        "translate_seconds",
        "generated",
        "evaluated",
        "operators",
        "plan_length",
        "primitive_plan_length",
        "cost",
        "exit_code",
        "peak_memory_bytes",
    )
    return {
        **{name: told[name] for name in kept},
        "reason": reason,
        "seconds": told["search_seconds"],
        "primitive_steps": told_steps(run.log) if one.python is not None else None,
    }


def _learn(fields: Record, domain: str, problems: list[str]) -> tuple[Record, str | None]:
    """What learning took and found, and the library where it holds anything to plan with."""
    with run_directory() as directory:
        paths = [directory / "domain.pddl"]
        paths += [directory / f"problem-{number}.pddl" for number in range(1, len(problems) + 1)]
        for path, given in zip(paths, [domain, *problems], strict=True):
            path.write_text(given, encoding="utf-8")
        output = directory / "macros.json"
        command = [sys.executable, "-m", "fmtools", "learn", *map(str, paths), "-o", str(output)]
        command += ["--seed", str(fields["seed"]), *fields["learn"]]
        run = run_process(command, directory, _limits(fields), own_environment())
        text = output.read_text(encoding="utf-8") if output.is_file() else None
    spent = {"cpu_seconds": round(run.cpu_seconds, 6), "total_seconds": round(run.wall_seconds, 6)}
    if run.stopped is not None:
        outcome = "timeout" if run.stopped is Stop.TIME else "out-of-memory"
        reason = f"learning reached the limit on {run.stopped}"
        return {**spent, "outcome": outcome, "reason": reason, "num_macros": 0}, None
    if text is None or run.exit_code not in (EXIT_OK, _NOTHING_FOUND):
        return {**spent, "outcome": "error", "error": _last_line(run.output)}, None
    library = parse_library(text, Path("macros.json"))
    told = library.provenance
    queries = int(told.get("queries", 0)) + int(told.get("other_queries", 0))
    found = {
        **spent,
        "num_macros": len(library.macros),
        "knows_actions": "actions" in told,
        "learning_queries": queries,
    }
    if not library.macros:
        why = told.get("why_none") or f"no macro was found, {told.get('outcome')}"
        empty = {**found, "outcome": NONE_FOUND, "reason": str(why)[:MAX_REASON]}
        return empty, text if found["knows_actions"] else None
    return {**found, "outcome": LEARNED, "reason": ""}, text


def _last_line(log: str) -> str:
    lines = log_tail(log).strip().splitlines()
    return (lines[-1] if lines else "it printed nothing")[:MAX_REASON]
