"""Grounding and compiling end at a limit: time, memory, or whoever asks them to; nothing leaks."""

import gc
from itertools import pairwise
from pathlib import Path

import pytest

from fmtools.core.operator_index import index_operators
from fmtools.errors import EXIT_MEMORY, EXIT_TIME, LimitError, MemoryLimitError, TimeLimitError
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.ground import WorkLimits, ground
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import compile_library
from fmtools.pddl.read import parse_domain, parse_problem, read_domain

HANOI = Path(__file__).resolve().parents[2] / "pddl" / "hanoi"

BLOCKS = """(define (domain blocks) (:predicates (on ?a ?b) (clear ?a))
  (:functions (total-cost) (weight ?a))
  (:action move :parameters (?a ?b ?c)
    :precondition (and (on ?a ?b) (clear ?a) (clear ?c) (not (= ?a ?c)))
    :effect (and (on ?a ?c) (clear ?b) (not (on ?a ?b)) (not (clear ?c))
      (increase (total-cost) (weight ?a)))))"""


def blocks(count: int) -> tuple[Domain, Problem]:
    """About count^3 ground actions."""
    names = [f"b{i}" for i in range(count)]
    facts = [f"(on {a} {b})" for a, b in pairwise(names[:-1])]
    weights = [f"(= (weight {name}) 3)" for name in names]
    domain = parse_domain(BLOCKS)
    problem = f"""(define (problem p) (:domain blocks) (:objects {" ".join(names)})
      (:init (clear b0) (clear {names[-1]}) {" ".join(facts + weights)}) (:goal (on b1 b0)))"""
    return domain, parse_problem(problem, domain)


class Stop(Exception):  # noqa: N818
    pass


class Countdown:
    """Raises at the n-th call."""

    def __init__(self, calls: int) -> None:
        self.left = calls

    def __call__(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise Stop


def polls_of_a_whole_run() -> int:
    counter = Countdown(-1)
    limits = WorkLimits(poll=counter, interval=0.0)
    index_of(limits)
    return -1 - counter.left


def index_of(limits: WorkLimits) -> None:
    task = ground(*blocks(40), limits=limits)
    index_operators(task.lists, task.num_facts, limits=limits)


def test_grounding_stops_wherever_it_is_asked_to_and_gives_all_memory_back() -> None:
    whole = polls_of_a_whole_run()
    assert whole > 100
    for calls in [1, 2, *range(3, whole, whole // 40), whole]:
        limits = WorkLimits(poll=Countdown(calls), interval=0.0)
        with pytest.raises(Stop):
            index_of(limits)
        gc.collect()
        assert limits.memory.used == 0


def test_interrupting_grounding_is_a_keyboard_interrupt() -> None:
    def press() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ground(*blocks(40), limits=WorkLimits(poll=press, interval=0.0))


def test_no_time_is_a_time_limit_reached() -> None:
    with pytest.raises(TimeLimitError, match="time limit of 0 s reached") as caught:
        ground(*blocks(3), limits=WorkLimits(seconds=0))
    assert caught.value.exit_code == EXIT_TIME


def test_any_memory_limit_below_the_peak_is_reached_and_one_at_the_peak_is_not() -> None:
    free = WorkLimits()
    task = ground(*blocks(30), limits=free)
    peak = free.memory.peak
    for share in (0.001, 0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99):
        limits = WorkLimits(memory=int(share * peak))
        with pytest.raises(MemoryLimitError, match="memory limit of .* reached") as caught:
            ground(*blocks(30), limits=limits)
        assert caught.value.exit_code == EXIT_MEMORY
        assert limits.memory.peak <= share * peak
        del caught
        gc.collect()
        assert limits.memory.used == 0
    limited = WorkLimits(memory=peak)
    assert ground(*blocks(30), limits=limited).num_actions == task.num_actions


def test_arrays_of_the_task_count_as_long_as_it_is_there() -> None:
    limits = WorkLimits(memory=100_000_000)
    task = ground(*blocks(20), limits=limits)
    lists = [array for pair in task.lists for array in pair]
    kept = sum(array.nbytes for array in [*lists, task.operator_ids, task.fact_atoms, task.start])
    assert limits.memory_left is not None
    assert kept <= limits.memory.used == 100_000_000 - limits.memory_left
    del task, lists
    gc.collect()
    assert limits.memory.used == 0


def test_compiling_macros_looks_at_its_limits_at_every_macro() -> None:
    domain = read_domain(HANOI / "domain.pddl")
    actions = ("(move d1 d2 peg1)", "(move d1 peg1 d2)")
    library = MacroLibrary(pddl_world(domain), tuple(Macro(actions[:k], 0, ()) for k in (1, 2)))
    counter = Countdown(2)
    with pytest.raises(Stop):
        compile_library(domain, library, limits=WorkLimits(poll=counter))
    with pytest.raises(LimitError):
        compile_library(domain, library, limits=WorkLimits(seconds=0))
