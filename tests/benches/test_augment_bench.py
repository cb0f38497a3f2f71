"""`bench augment` on a tiny domain: it learns, tests, and does not repeat what it has done."""

from pathlib import Path

import pytest

from fmtools.benches.augment_bench import load_plans, run_plan
from fmtools.errors import UsageError
from tests.cli.command import assert_refused, fmtools

TINY = """
[settings]
planner = "lama-first"
learn_seed = 11
test_seed = 12
time_seconds = 4
learn_limit = 5
test_limit = 5
[domains.ferry]
learn = [[2, 2], [3, 2]]
test = [[3, 1]]
"""


def test_a_second_run_repeats_nothing_and_tests_are_of_other_problems(tmp_path: Path) -> None:
    (plan,) = load_plans(text=TINY)
    told: list[str] = []
    first = run_plan(plan, tmp_path / "ferry", told.append)
    assert len(first.pairs) == 1
    assert first.pairs[0].original.solved
    runs = (tmp_path / "ferry" / "test-runs.jsonl").read_text()
    told.clear()
    assert run_plan(plan, tmp_path / "ferry", told.append) == first
    assert told[0] == "ferry: learned before"
    assert (tmp_path / "ferry" / "test-runs.jsonl").read_text() == runs
    learned = {path.read_text() for path in (tmp_path / "ferry" / "learn").iterdir()}
    tested = {path.read_text() for path in (tmp_path / "ferry" / "test").iterdir()}
    assert learned.isdisjoint(tested)


def test_unknown_domains_are_refused() -> None:
    with pytest.raises(UsageError, match="no domain 'nowhere'"):
        load_plans(["nowhere"])
    assert_refused(fmtools("bench", "augment", "--domains", "nowhere"), 2, "no domain 'nowhere'")
