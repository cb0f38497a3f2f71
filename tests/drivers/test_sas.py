"""The real Fast Downward on tasks that fmtools grounds for it."""

import re
from pathlib import Path

import pytest

from fmtools.compare.augmented_files import augmented_task
from fmtools.drivers import fast_downward
from fmtools.drivers.fast_downward import FAST_DOWNWARD
from fmtools.drivers.installed import program_version
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome, RunRecord
from fmtools.drivers.registry import find_driver, planner_names
from fmtools.drivers.run import ORIGINAL, PlannerTask, run_planner, run_sas
from fmtools.drivers.sas import FILES, SAS
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem
from fmtools.pddl.sas_text import files_to_sas
from tests.drivers.misbehaving import DOMAIN, PATIENCE, small_task
from tests.pddl import macro_samples as samples
from tests.pddl.adl_samples import ADL_SAMPLES

PDDL = Path(__file__).parents[2] / "pddl"
LIMITS = ProcessLimits(PATIENCE, 2 << 30)


def run(name: str, task: PlannerTask, limits: ProcessLimits = LIMITS) -> RunRecord:
    return run_planner(find_driver(name), task, limits).record


def text_task(domain_text: str, problem_text: str) -> PlannerTask:
    domain = parse_domain(domain_text)
    problem = parse_problem(problem_text, domain)
    return PlannerTask(ORIGINAL, "p", domain_text, problem_text, domain, problem)


def walk(init: str, goal: str) -> PlannerTask:
    text = f"(define (problem p) (:domain walk) (:objects a b c) (:init {init}) (:goal {goal}))"
    return text_task(DOMAIN, text)


def file_task(name: str) -> PlannerTask:
    domain = read_domain(PDDL / name / "domain.pddl")
    problem = read_problem(PDDL / name / "problem-000.pddl", domain)
    return PlannerTask(ORIGINAL, "p", domain.text, problem.text, domain, problem)


@pytest.mark.parametrize("name", ["gripper", "ferry", "rovers", "miconic"])
def test_it_plans_as_after_its_own_translator(name: str) -> None:
    own, other = (run(planner, file_task(name)) for planner in ("sas:lama-first", "lama-first"))
    assert own.outcome is RunOutcome.SOLVED and own.valid
    assert own.planner == "sas:lama-first"
    assert (own.operators, own.evaluated) == (other.operators, other.evaluated)
    assert (own.plan_length, own.cost) == (other.plan_length, other.cost)
    assert own.translate_seconds is not None and own.search_seconds is not None
    assert 0 < own.translate_seconds + own.search_seconds < own.total_seconds


def test_plans_with_macros_unfold_to_valid_ones() -> None:
    domain, problem = samples.small_task("gripper")
    library = samples.library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP)
    driver = find_driver("sas:lama-first")
    task = augmented_task(compile_library(domain, library), problem, driver.reads)
    record = run_planner(driver, task, LIMITS).record
    assert record.solved and record.valid, record.log_tail
    assert record.plan_length is not None and record.primitive_plan_length is not None
    assert record.plan_length < record.primitive_plan_length


def test_any_search_string_will_do() -> None:
    record = run("sas:astar(blind())", small_task())
    assert (record.outcome, record.plan_length) == (RunOutcome.SOLVED, 2)


def test_names_are_listed() -> None:
    assert {"sas", "sas:lama-first", "sas:lama"} <= {*planner_names()}


@pytest.mark.parametrize(
    ("init", "goal"),
    [
        ("(at a) (next a b)", "(and (at a) (at b))"),
        ("(at a)", "(at b)"),
        ("(at a) (next a b) (next b c)", "(next a c)"),
    ],
)
def test_unsolvable_task_is_unsolvable(init: str, goal: str) -> None:
    assert run("sas:lama-first", walk(init, goal)).outcome is RunOutcome.UNSOLVABLE


def test_task_that_is_solved_has_an_empty_plan() -> None:
    for goal in ("(at a)", "(next a b)"):
        record = run("sas:lama-first", walk("(at a) (next a b)", goal))
        assert (record.outcome, record.plan_length) == (RunOutcome.SOLVED, 0)


@pytest.mark.parametrize("name", ["conditional", "axioms"])
def test_what_cannot_be_written_is_handed_over_as_pddl_and_the_log_says_so(name: str) -> None:
    sample = ADL_SAMPLES[name]
    found = run_planner(find_driver("sas:lama-first"), text_task(*sample), LIMITS)
    assert found.record.solved, found.log
    assert "Fast Downward gets the PDDL files" in found.log
    assert found.record.operators is not None, "told by its own translator"


def test_damaged_file_is_a_crash_with_its_complaint() -> None:
    task = small_task()
    broken = PlannerTask(
        ORIGINAL, "p", "(define (domain", task.problem_text, task.domain, task.problem
    )
    record = run("sas:lama-first", broken)
    assert record.outcome is RunOutcome.CRASH
    assert "domain.pddl:1" in record.log_tail


def test_unknown_alias_is_a_crash_with_its_complaint() -> None:
    record = run("sas:no-such-alias", small_task())
    assert record.outcome is RunOutcome.CRASH
    assert "no-such-alias" in record.log_tail


def test_limits_hold_for_what_it_becomes() -> None:
    record = run("sas:astar(blind())", file_task("gripper"), ProcessLimits(1.5, 4 << 30))
    assert record.outcome is RunOutcome.TIMEOUT
    record = run("sas:astar(blind())", file_task("gripper"), ProcessLimits(PATIENCE, 160 << 20))
    assert record.outcome is RunOutcome.OUT_OF_MEMORY


@pytest.mark.parametrize("megabytes", [20, 56])
def test_too_little_memory_to_ground_is_out_of_memory(megabytes: int) -> None:
    limits = ProcessLimits(PATIENCE, megabytes << 20)
    assert run("sas:lama-first", file_task("gripper"), limits).outcome is RunOutcome.OUT_OF_MEMORY


def test_fast_downward_of_ones_own() -> None:
    found = fast_downward.find()
    assert found is not None
    driver = find_driver("sas:lama-first", fast_downward=Path(found.place))
    assert run_planner(driver, small_task(), LIMITS).record.solved


def test_sas_files_are_read_as_they_are() -> None:
    text = files_to_sas(*(PDDL / "ferry" / f for f in ("domain.pddl", "problem-000.pddl")))
    for name in ("sas:lama-first", "lama-first"):
        found = run_sas(find_driver(name), text, lambda plan: "", LIMITS)
        assert found.record.solved


def test_runs_are_known_by_the_files_that_we_write_as_well() -> None:
    program = SAS.find()
    assert program is not None
    theirs, ours = (program_version(family, program) for family in (FAST_DOWNWARD, SAS))
    assert theirs is not None and ours == f"{theirs}, files {FILES}"


MANY = """(define (domain many) (:requirements :strips) (:predicates (p ?a) (q ?a ?b) (z))
  (:action m :parameters (?a ?b ?c ?d)
    :precondition (and (p ?a) (p ?b) (p ?c) (p ?d))
    :effect (and (q ?a ?b) (q ?c ?d) (not (p ?a))))
  (:action e :parameters (?a ?b) :precondition (q ?a ?b) :effect (and (p ?a) (z))))
"""


def test_no_room_for_the_grounding_is_out_of_memory() -> None:
    names = [f"o{number}" for number in range(30)]
    facts = " ".join(f"(p {name})" for name in names)
    task = text_task(
        MANY,
        f"(define (problem x) (:domain many) (:objects {' '.join(names)}) "
        f"(:init {facts}) (:goal (z)))",
    )
    record = run("sas:lama-first", task, ProcessLimits(PATIENCE, 130 << 20))
    assert record.outcome is RunOutcome.OUT_OF_MEMORY


def test_both_ways_to_say_that_there_is_no_room_are_read() -> None:
    """One of them takes a task whose tables are larger than any machine."""
    for said in (
        "memory limit of 24,195,524,116 bytes reached",
        "the machine gives no more memory",
    ):
        assert re.search(SAS.patterns.out_of_memory, f"fmtools: {said}; 9 bytes are in use")
