"""One small domain for each construct: read, ground, planned in, validated, compiled."""

import subprocess
import sys
from pathlib import Path

import pytest

from fmtools.errors import TooManyError
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.ground import ground
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.read import parse_domain, parse_problem, read_domain
from fmtools.pddl.validate import validate
from fmtools.simulators.grounded import GroundedSimulator
from tests.pddl.adl_samples import ADL_SAMPLES, AXIOMS, DISJUNCTION, QUANTIFIED_EFFECTS, RESET
from tests.pddl.pddl_samples import Sample
from tests.pddl.test_ground_adl import explored


def shortest_plan(simulator: GroundedSimulator) -> list[str] | None:
    """Breadth first, by asking the simulator alone."""
    goal = simulator.goal()
    start = simulator.start()
    plans: dict[bytes, list[str]] = {start.tobytes(): []}
    todo = [start]
    for state in todo:
        if all(state[fact] == value for fact, value in goal.items()):
            return plans[state.tobytes()]
        for action in simulator.applicable(state):
            after = simulator.successor(state, action)
            if after.tobytes() not in plans:
                name = simulator.action_name(action)
                plans[after.tobytes()] = [*plans[state.tobytes()], name]
                todo.append(after)
    return None


@pytest.mark.parametrize("sample", ADL_SAMPLES.values(), ids=ADL_SAMPLES)
def test_successors_are_as_defined(sample: Sample) -> None:
    assert explored(*sample.parse()) > 3


@pytest.mark.parametrize("sample", ADL_SAMPLES.values(), ids=ADL_SAMPLES)
def test_plans_found_by_asking_are_valid_and_no_shorter_ones_are(sample: Sample) -> None:
    domain, problem = sample.parse()
    plan = shortest_plan(GroundedSimulator(ground(domain, problem)))
    assert plan is not None
    assert validate(domain, problem, plan).valid
    for missing in range(len(plan)):
        assert not validate(domain, problem, plan[:missing] + plan[missing + 1 :]).valid


def test_quantifiers_over_static_facts_vanish() -> None:
    """What is left is STRIPS, so that nothing is paid for conditions and axioms."""
    for sample, is_plain in ((RESET, True), (QUANTIFIED_EFFECTS, False), (AXIOMS, False)):
        assert ground(*sample.parse()).is_plain == is_plain
    task = ground(*QUANTIFIED_EFFECTS.parse())
    assert task.axioms is None
    assert len(task.goal_true) == 2


def test_one_action_has_one_name_whatever_its_cases() -> None:
    task = ground(*DISJUNCTION.parse())
    names = [task.action_name(action) for action in range(task.num_actions)]
    assert len(set(names)) == len(names)
    assert sum(name.startswith("(go ") for name in names) == 6


def test_ten_disjunctions_of_four_are_not_multiplied_out() -> None:
    ors = " ".join(f"(or (p{i} ?x) (q{i} ?x) (p{i} ?y) (q{i} ?y))" for i in range(10))
    predicates = " ".join(f"(p{i} ?x) (q{i} ?x)" for i in range(10))
    sets = " ".join(
        f"(:action s{i} :parameters (?x) :effect (and (p{i} ?x) (not (q{i} ?x))))"
        f"(:action t{i} :parameters (?x) :effect (and (q{i} ?x) (not (p{i} ?x))))"
        for i in range(10)
    )
    domain = parse_domain(
        f"(define (domain d) (:predicates {predicates} (end)) {sets}"
        f"(:action go :parameters (?x ?y) :precondition (and {ors}) :effect (end)))"
    )
    problem = parse_problem("(define (problem p) (:objects a b c) (:init) (:goal (end)))", domain)
    task = ground(domain, problem)
    assert task.num_actions == 60 + 9
    simulator = GroundedSimulator(task)
    state = simulator.start()
    for number in range(10):
        assert not any("go" in simulator.action_name(a) for a in simulator.applicable(state))
        name = f"({'st'[number % 2]}{number} {'ab'[number % 2]})"
        state = simulator.successor(state, simulator.action_id(name))
    able = {simulator.action_name(a) for a in simulator.applicable(state)}
    assert {name for name in able if "go" in name} == {"(go a b)", "(go b a)"}


@pytest.mark.parametrize(
    ("sample", "plan", "reason"),
    [
        (RESET, ["(finish)"], "step 1 (finish): precondition (forall (?x) (mark ?x)) fails for "
         "?x = a: (mark a) does not hold"),
        (QUANTIFIED_EFFECTS, ["(stop mid)"], "goal (forall (?p - passenger) (there ?p)) fails for "
         "?p = ann: (there ann) does not hold at the end"),
        (DISJUNCTION, ["(go r1 r3)"], "step 1 (go r1 r3): precondition nothing of (or (path r1 r3) "
         "(path r3 r1)) holds"),
        (DISJUNCTION, ["(go r1 r2)", "(go r2 r3)"], "step 2 (go r2 r3): precondition nothing of "
         "(or (not (locked r3)) (exists (?k - key) (and (has ?k) (opens ?k r3)))) holds"),
        (AXIOMS, [], "goal (safe) does not hold, by the axioms of safe at the end; goal "
         "(not (closed d b)) does not hold at the end"),
    ],
)  # fmt: skip
def test_failures_are_explained_down_to_what_fails(
    sample: Sample, plan: list[str], reason: str
) -> None:
    assert validate(*sample.parse(), plan).reason == reason


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("quantified effects", ("(stop mid)", "(move mid low)", "(stop low)")),
        ("conditional", ("(toggle a)", "(push a b)", "(toggle a)")),
        ("disjunction", ("(go r1 r2)", "(go r2 r3)")),
        ("mixture", ("(carry b1 p2)", "(lift nut)")),
    ],
)
def test_macros_go_all_the_way_to_a_valid_plan(
    name: str, actions: tuple[str, ...], tmp_path: Path
) -> None:
    sample = ADL_SAMPLES[name]
    (tmp_path / "d.pddl").write_text(sample.domain)
    (tmp_path / "p.pddl").write_text(sample.problem)
    domain = read_domain(tmp_path / "d.pddl")
    library = MacroLibrary(pddl_world(domain), (Macro(actions, 1, ()),))
    (tmp_path / "m.json").write_text(library.to_json())

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "fmtools", *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("compile", "d.pddl", "m.json", "-o", "a.pddl")
    is_dropped = "fmtools macro" not in (tmp_path / "a.pddl").read_text()
    assert is_dropped == (name == "mixture"), "lift needs what is derived from where things are"
    run("plan", "d.pddl", "p.pddl", "--macros", "m.json")
    run("plan", "a.pddl", "p.pddl", "-o", "plan")
    run("unfold", "d.pddl", "m.json", "plan", "-o", "primitive")
    assert "valid" in run("validate", "d.pddl", "p.pddl", "primitive")


def test_too_many_instances_are_refused_with_advice() -> None:
    names = " ".join(f"o{i}" for i in range(40))
    variables = " ".join(f"?x{i}" for i in range(8))
    domain = parse_domain(
        f"(define (domain d) (:predicates (p ?x) (q)) (:action a :parameters ({variables})"
        " :precondition (exists (?z) (not (p ?z))) :effect (and (q) (forall (?y) (p ?y)))))"
    )
    problem = parse_problem(f"(define (problem x) (:objects {names}) (:init) (:goal (q)))", domain)
    with pytest.raises(TooManyError, match=r"about 6\.6e\+12; take a smaller problem"):
        ground(domain, problem, max_instances=10_000)
