"""`bench augment` on a tiny domain: it learns, tests, and does not repeat what it has done."""

from pathlib import Path

import pytest

from fmtools.benches.augment_bench import InFolder, Terms, folder_plans, generated_plans, run_plan
from fmtools.errors import UsageError
from fmtools.generators.write import write_instances
from tests.cli.command import assert_refused, fmtools

TINY = """
[settings]
planners = ["lama-first"]
learn_seed = 11
test_seed = 12
time_seconds = 2
test_limit = 5
[domains.ferry]
learn = [[2, 2], [3, 2]]
test = [[3, 1]]
"""

ADL = """(define (domain adl) (:requirements :adl) (:predicates (p) (q))
  (:action a :parameters () :effect (when (q) (p))))
"""


def test_a_second_run_repeats_nothing_and_tests_are_of_other_problems(tmp_path: Path) -> None:
    (plan,) = generated_plans(text=TINY)
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
        generated_plans(names=["nowhere"])
    assert_refused(fmtools("bench", "augment", "--domains", "nowhere"), 2, "no domain 'nowhere'")


def test_in_folders_every_second_problem_teaches_and_the_others_test(tmp_path: Path) -> None:
    terms = Terms(("lama-first",), 2.0, 5.0)
    for name in ("ferry", "gripper"):
        write_instances(name, tmp_path / name, 2, 4, 2)
    (tmp_path / "two" / "sub").mkdir(parents=True)
    plans = folder_plans(tmp_path, terms)
    assert [plan.name for plan in plans] == ["ferry", "gripper"]
    source = plans[0].source
    assert isinstance(source, InFolder)
    names = [Path(path).name for path in (*source.learn, *source.test)]
    assert names == [f"problem-00{number}.pddl" for number in (1, 3, 0, 2)]
    assert [plan.name for plan in folder_plans(tmp_path, terms, ["g*"])] == ["gripper"]
    assert plans[0].key != folder_plans(tmp_path, Terms(("auto",), 2.0, 5.0))[0].key


def test_a_domain_beyond_strips_is_left_out_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "adl").mkdir()
    (tmp_path / "adl" / "domain.pddl").write_text(ADL)
    for number in range(2):
        (tmp_path / "adl" / f"p{number}.pddl").write_text(
            f"(define (problem p{number}) (:domain adl) (:init) (:goal (p)))"
        )
    (plan,) = folder_plans(tmp_path, Terms(("lama-first",), 2.0, 5.0))
    found = run_plan(plan, tmp_path / "out", lambda text: None)
    assert found.reason.startswith("left out: ")
    assert not found.pairs
