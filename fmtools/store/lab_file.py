"""Records as the `properties` file of Downward Lab, which its reports read. Plain data only.

Lab knows runs as (algorithm, domain, problem). An algorithm here is the planner with its macros;
goals and tie seed are part of the problem's name, since Lab wants no two runs of one algorithm on
one problem. Several learning seeds on one problem are several algorithms, and so is the same one in
several experiments.
"""

import json
from collections.abc import Iterable
from typing import Any

from fmtools.store.reading import Record

FILE_NAME = "properties"
_ERRORS = {
    "solved": "none",
    "budget-exhausted": "search-out-of-budget",
    "timeout": "search-out-of-time",
    "memory-exhausted": "search-out-of-memory",
    "out-of-memory": "search-out-of-memory",
    "exhausted": "search-unsolvable",
    "unsolvable": "search-unsolvable",
    "incomplete": "search-unsolvable-incomplete",
    "no-plan": "search-unsolvable-incomplete",
}
"""Outcome -> how Lab calls it. Lab lists errors it cannot explain first: all others go there."""


def records_to_lab_properties(records: Iterable[Record]) -> str:
    """The text of a `properties` file; records without a planner (correlations) are left out."""
    planned = [record for record in records if record.get("planner") is not None]
    experiments = {record["experiment"] for record in planned}
    seeds: dict[tuple[str, ...], set[object]] = {}
    for record in planned:
        seeds.setdefault(_id(record, ""), set()).add(record.get("learn_seed"))
    several = {run_id[:3] for run_id, learned in seeds.items() if len(learned) > 1}
    properties: dict[str, dict[str, Any]] = {}
    for record in planned:
        is_one_of_several = _id(record, "")[:3] in several
        run = _run(record, f"@{record['learn_seed']}" if is_one_of_several else "")
        if len(experiments) > 1:
            run["algorithm"] = run["id"][1] = f"{run['experiment']}:{run['algorithm']}"
        properties["-".join(run["id"])] = run
    return json.dumps(properties, indent=2, sort_keys=True) + "\n"


def _id(record: Record, suffix: str) -> tuple[str, str, str, str]:
    macros = record.get("macros") or "none"
    algorithm = record["planner"] if macros == "none" else f"{record['planner']}+{macros}{suffix}"
    return record["experiment"], algorithm, _domain(record), _problem(record)


def _run(record: Record, suffix: str) -> dict[str, Any]:
    experiment, algorithm, domain, problem = run_id = _id(record, suffix)
    solved = record["outcome"] == "solved"
    run: dict[str, Any] = {
        "id": list(run_id),
        "experiment": experiment,
        "algorithm": algorithm,
        "domain": domain,
        "problem": problem,
        "coverage": int(solved),
        "error": _ERRORS.get(record["outcome"], f"unexplained-{record['outcome']}"),
        "outcome": record["outcome"],
        "run_dir": f"runs/{record['key']}",
    }
    if record["outcome"] not in _ERRORS:
        reason = record.get("error") or record.get("reason") or record["outcome"]
        run["unexplained_errors"] = [str(reason)]
    # Lab's reports compare these between algorithms: they are there only where measured.
    measured = {
        "generated": record.get("generated"),
        "expansions": record.get("expanded"),
        "evaluations": record.get("evaluated"),
        "primitive_steps": record.get("primitive_steps"),
        "best_goal_count": record.get("best_goal_count"),
        "search_time": record.get("seconds"),
        "total_time": record.get("total_seconds", record.get("seconds")),
        "plan_length": record.get("primitive_plan_length"),
        "cost": _cost(record) if solved else None,
    }
    return run | {name: value for name, value in measured.items() if value is not None}


def _domain(record: Record) -> str:
    if record.get("dials") is not None:
        return f"lock-{record['dials']}x{record['digits']}"
    return str(record["world"])


def _problem(record: Record) -> str:
    parts = [record["problem"] if "problem" in record else f"{record['instance']:03d}"]
    if record.get("effect_size") is not None:
        parts.insert(0, f"k{record['effect_size']}")
    if record.get("goals") == "random":
        parts.append("random-goal")
    if record.get("tie_seed") is not None:
        parts.append(f"tie{record['tie_seed']}")
    return "-".join(parts)


def _cost(record: Record) -> int | None:
    cost = record.get("cost")
    return record.get("primitive_plan_length") if cost is None else cost
