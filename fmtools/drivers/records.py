"""One run of one planner on one task, as `fmtools compare` records it. Plain data."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from enum import StrEnum


class RunOutcome(StrEnum):
    SOLVED = "solved"
    """A plan was found that, unfolded, is valid for the original files."""
    UNSOLVABLE = "unsolvable"
    """So the planner says; nobody can check it."""
    NO_PLAN = "no-plan"
    """It ended in good order and wrote none."""
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out-of-memory"
    CRASH = "crash"
    INVALID_PLAN = "invalid-plan"
    UNSUPPORTED = "unsupported"
    """The planner cannot read such files, so that it was not run."""


@dataclass(frozen=True)
class RunRecord:
    """None where there is nothing to say, or the planner does not tell."""

    planner: str
    domain: str
    """`original` or `augmented`."""
    problem: str
    outcome: RunOutcome
    reason: str
    """Why it is not solved; empty where it is."""
    translate_seconds: float | None = None
    search_seconds: float | None = None
    total_seconds: float = 0.0
    """Wall time of the whole run, on our clock."""
    cpu_seconds: float = 0.0
    operators: int | None = None
    """Ground operators."""
    evaluated: int | None = None
    generated: int | None = None
    plan_length: int | None = None
    """As planned, a macro counting as one."""
    primitive_plan_length: int | None = None
    valid: bool | None = None
    """Of the unfolded plan on the original files; None without a plan."""
    cost: int | None = None
    """Of the unfolded plan, by the original files."""
    num_plans: int = 0
    """Plan files that the planner left; the best counts."""
    exit_code: int | None = None
    peak_memory_bytes: int = 0
    log_tail: str = ""

    @property
    def solved(self) -> bool:
        return self.outcome is RunOutcome.SOLVED

    def to_dict(self) -> dict[str, object]:
        found = asdict(self)
        found["outcome"] = self.outcome.value
        for key in ("total_seconds", "cpu_seconds", "translate_seconds", "search_seconds"):
            if found[key] is not None:
                found[key] = round(found[key], 6)
        return found


FIELDS = tuple(field.name for field in fields(RunRecord))


def records_to_jsonl(records: Iterable[RunRecord]) -> str:
    return "".join(f"{json.dumps(record.to_dict())}\n" for record in records)


def records_to_csv(records: Iterable[RunRecord]) -> str:
    """With a line of titles; the log is left out, since lines in cells help nobody."""
    import csv
    import io

    columns = [name for name in FIELDS if name != "log_tail"]
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(record.to_dict() for record in records)
    return text.getvalue()
