"""One pipeline: what `compile` writes is what `plan --macros` searches and `compare` hands out."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fmtools.compare.augmented_files import compared_files
from fmtools.drivers.driver import Reads
from fmtools.drivers.run import AUGMENTED
from fmtools.errors import InputError
from fmtools.library_file import parse_library
from fmtools.macros import Macro, MacroLibrary
from fmtools.pddl.augmented_text import augmented_text
from fmtools.pddl.growth import count_instances
from fmtools.pddl.lifted_library import pddl_world
from fmtools.pddl.macro_file import compile_macros, find_problems, load_macros, problem_files
from fmtools.pddl.model import Domain, Operator, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.read import parse_domain, read_domain, read_problem
from fmtools.policy import UNLIMITED, Policy
from fmtools.simulators.augmented import load_augmented
from tests.pddl import macro_samples as samples
from tests.pddl.macro_samples import PDDL, problem_text
from tests.reference.strips import successors

NAMES = ("ferry", "gripper", "hanoi", "miconic", "depot")
OTHER = {"ferry": ("c1 c2 - car", "c1 c2 c3 - car"), "gripper": ("b1 b2", "b4 b1 b2")}
"""How a second problem differs from the first: more objects, so more ground operators."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A domain and two problems of every kind, as files."""
    folder = tmp_path_factory.mktemp("pipeline")
    for name in NAMES:
        (folder / name).mkdir()
        text = problem_text(name)
        (folder / name / "domain.pddl").write_text((PDDL / name / "domain.pddl").read_text())
        (folder / name / "p1.pddl").write_text(text)
        (folder / name / "p2.pddl").write_text(text.replace(*OTHER.get(name, ("", ""))))
    return folder


def task(folder: Path, name: str) -> tuple[Domain, list[Problem]]:
    domain = read_domain(folder / name / "domain.pddl")
    return domain, [read_problem(folder / name / f"p{k}.pddl", domain) for k in (1, 2)]


def walked_library(domain: Domain, problem: Problem, seed: int) -> MacroLibrary:
    """Parts of random walks, some of them twice, with effect sizes out of order."""
    rng = random.Random(seed)
    macros = []
    for _ in range(rng.randint(1, 6)):
        state, actions = problem.init, []
        for _ in range(rng.randint(1, 4)):
            found = sorted(dict(successors(domain, problem, state)).items(), key=lambda x: x[0])
            if not found:
                break
            action, state = rng.choice(found)
            actions.append(action)
        if actions:
            macros += [Macro(tuple(actions), rng.randint(0, 5), ())] * rng.choice((1, 1, 2))
    return MacroLibrary(pddl_world(domain), tuple(macros))


def macro_operators(domain: Domain, names: object) -> dict[str, Operator]:
    assert isinstance(names, dict)
    return {name: op for name, op in domain.operators.items() if name in names}


def written(compilation: Compilation, path: Path, *problems: Problem) -> dict[str, Operator]:
    path.write_text(augmented_text(compilation, problems).domain)
    return macro_operators(read_domain(path), compilation.sequences)


policies = st.builds(
    Policy,
    max_growth=st.sampled_from([None, 1.0, 1.5, 2.0, 3.0, 10.0]),
    max_parameters=st.sampled_from([None, 2, 3, 4, 5]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    name=st.sampled_from(NAMES), seed=st.integers(0, 10_000), policy=policies, many=st.booleans()
)
def test_compile_plan_and_compare_have_the_same_operators(folder, name, seed, policy, many):
    domain, (first, second) = task(folder, name)
    library = walked_library(domain, first, seed)
    domain_path, problem_path = folder / name / "domain.pddl", folder / name / "p2.pddl"
    # `compile --problems`: the augmented file carries its policy to plan and compare.
    given_problems = [first, second] if many else [second]
    options = {"max_growth": policy.max_growth, "max_parameters": policy.max_parameters}
    compiled = compile_macros(domain, library, problems=given_problems, given=options)
    path = folder / name / "augmented.pddl"
    meant = written(compiled, path, *given_problems)
    assert list(meant) == [item.name for item in compiled.macros]
    again = load_macros(path)
    simulator = load_augmented(domain_path, problem_path, again, path)
    assert macro_operators(simulator.domain, compiled.sequences) == meant
    assert len(simulator.domain.operators) == len(domain.operators) + len(meant)
    handed = compile_macros(domain, again, path, own=[second])
    assert handed.policy == compiled.policy
    if meant:
        files = compared_files(handed, [second], path)
        text = files.task(0, AUGMENTED, Reads()).domain_text
        assert macro_operators(parse_domain(text), compiled.sequences) == meant
    # A library with a policy: `compile` without problems, and plan and compare of it.
    recorded = replace(policy, problems=problem_files(domain, [first]))
    own = parse_library(replace(library, policy=recorded).to_json(), Path("macros.json"))
    alone = compile_macros(domain, own, path)
    assert alone.policy == recorded
    simulator = load_augmented(domain_path, problem_path, own, path)
    assert list(simulator.domain.operators.items()) == list(alone.augmented.operators.items())
    assert compile_macros(domain, own, path, own=[second]).macros == alone.macros


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(NAMES), seed=st.integers(0, 10_000))
def test_macros_are_counted_alike_together_and_each_alone(folder, name, seed):
    domain, (problem, _) = task(folder, name)
    compiled = compile_macros(domain, walked_library(domain, problem, seed), given=vars(UNLIMITED))
    operators = [item.macro.operator for item in compiled.macros]
    together = count_instances(domain, problem, operators)
    for operator in operators:
        alone = count_instances(domain, problem, [operator])
        assert alone.macros[operator.name] == together.macros[operator.name]
        assert alone.original == together.original


def test_an_augmented_file_is_for_its_problems_and_holds_for_others_with_more_guards(folder):
    """Static facts that saved a guard in one problem may not do so in the next."""
    domain, (first, _) = task(folder, "miconic")
    macros = "(board p f)\n(up f g)\n(depart p g)"
    library = MacroLibrary(pddl_world(domain), (Macro(tuple(macros.split("\n")), 2, ()),))
    path = folder / "miconic" / "augmented.pddl"
    written(compile_macros(domain, library, problems=[first]), path, first)
    loop = problem_text("miconic").replace("(above f2 f1)", "(above f2 f1) (above f1 f1)")
    (folder / "miconic" / "loop.pddl").write_text(loop)
    other = read_problem(folder / "miconic" / "loop.pddl", domain)
    again = compile_macros(domain, load_macros(path), path, own=[other])
    sound = compile_macros(domain, library, problems=[first, other])
    assert [x.macro.operator for x in again.macros] == [x.macro.operator for x in sound.macros]


def test_problems_of_a_policy_are_found_from_the_domain_unless_they_changed(folder, tmp_path):
    domain, problems = task(folder, "ferry")
    files = problem_files(domain, problems)
    assert files is not None
    assert files.paths == ("p1.pddl", "p2.pddl")
    assert find_problems(domain, files) == tuple(problems)
    assert find_problems(domain, replace(files, digest="0" * 64)) == ()
    assert find_problems(domain, replace(files, paths=("p1.pddl", "gone.pddl"))) == ()
    moved = tmp_path / "domain.pddl"
    moved.write_text(domain.text)
    assert find_problems(read_domain(moved), files) == ()


def test_where_no_problem_is_recorded_those_at_hand_are_counted_in(folder):
    domain, (first, _) = task(folder, "gripper")
    library = samples.library(domain, samples.CARRY_BALL, samples.DOUBLE_DROP)
    library = replace(library, policy=Policy(max_growth=2.0))
    compiled = compile_macros(domain, library, own=[first])
    assert [counts.problem for counts in compiled.counts] == ["p1.pddl"]
    assert [item.number for item in compiled.macros] == [1]
    assert not compiled.policy.static_facts
    assert len(compile_macros(domain, library, own=[first], given={"max_growth": None}).macros) == 2
    assert compile_macros(domain, library).counts == ()


def test_a_domain_without_macros_is_no_file_of_macros(folder):
    with pytest.raises(InputError, match="a domain without macros of fmtools"):
        load_macros(folder / "ferry" / "domain.pddl")


def test_a_damaged_policy_in_an_augmented_file_is_named(folder, tmp_path):
    domain, (first, _) = task(folder, "ferry")
    library = samples.library(domain, samples.FERRY_CAR)
    path = tmp_path / "augmented.pddl"
    written(compile_macros(domain, library, problems=[first]), path, first)
    path.write_text(path.read_text().replace('"max_growth": 10.0', '"max_growth": "ten"'))
    with pytest.raises(InputError, match="damaged comment: 'max_growth' is no number"):
        load_macros(path)
