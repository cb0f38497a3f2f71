"""Records for other tools: a flat CSV file, and the properties file of Downward Lab's reports."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from fmtools.reports.records import Record

LEFT_OUT = ("trace", "format")
"""Not in CSV: a list, and what is the same everywhere."""
LAB_FILE = "properties"
"""What Lab reads in an evaluation directory."""


def records_csv(records: Iterable[Record]) -> str:
    """Every field of every record, columns in the order in which they first appear."""
    rows = [record.raw for record in records]
    names = [
        name for name in dict.fromkeys(name for row in rows for name in row) if name not in LEFT_OUT
    ]
    file = io.StringIO()
    writer = csv.DictWriter(file, names, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _flat(row.get(name)) for name in names})
    return file.getvalue()


def lab_properties(records: Iterable[Record]) -> str:
    """Run id -> properties. A planner with its macros is an algorithm, a world a domain."""
    runs: dict[str, dict[str, Any]] = {}
    for record in records:
        if not record.planner:
            continue
        algorithm = _algorithm(record)
        problem = _problem(record)
        run_id = [algorithm, f"{record.experiment}-{record.world}", problem]
        properties = {
            name: value
            for name, value in record.raw.items()
            if name not in LEFT_OUT and value is not None and not isinstance(value, list | dict)
        }
        properties |= {
            "id": run_id,
            "algorithm": algorithm,
            "domain": run_id[1],
            "problem": problem,
            "coverage": int(record.solved),
            "error": record.error or record.outcome,
            "unexplained_errors": [record.error or record.outcome] if record.failed else [],
        }
        if record.seconds is not None:
            properties["search_time"] = record.seconds
        if record.primitive_plan_length is not None:
            properties["plan_length"] = record.primitive_plan_length
        runs["-".join(run_id)] = properties
    return json.dumps(runs, indent=2, sort_keys=True, ensure_ascii=True) + "\n"


def _algorithm(record: Record) -> str:
    """Another learning seed makes another algorithm; random macros are drawn by instance."""
    name = record.planner if record.macros == "none" else f"{record.planner}-{record.macros}"
    is_other = record.macros != "random" and record.learn_seed not in (None, 0)
    return f"{name}-learn{record.learn_seed}" if is_other else name


def _problem(record: Record) -> str:
    """The same for all algorithms that had the same to do."""
    parts = [f"{'' if record.instance is None else record.instance:>03}"]
    if record.dials is not None:
        parts.append(f"lock{record.dials}x{record.digits}k{record.effect_size:g}")
    if record.goals != "default":
        parts.append(f"goals-{record.goals}")
    if record.tie_seed is not None:
        parts.append(f"tie{record.tie_seed}")
    return "-".join(parts)


def _flat(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, list | dict) else value
