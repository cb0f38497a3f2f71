"""Instances: reproducible to the byte, unique, of the paper's sizes, the goal kept."""

from collections import Counter
from pathlib import Path

import pytest

from fmtools.errors import UsageError
from fmtools.generators.instances import generate
from fmtools.generators.registry import GENERATORS, domain_text
from fmtools.pddl.model import Problem
from fmtools.pddl.read import parse_domain, parse_problem, read_domain, read_problem

SHIPPED = Path(__file__).parents[2] / "pddl"
PAPER = ["depot", "doors", "ferry", "gripper", "hanoi", "miconic"]


def shipped_problems(name: str) -> list[Problem]:
    domain = read_domain(SHIPPED / name / "domain.pddl")
    return [read_problem(path, domain) for path in sorted((SHIPPED / name).glob("problem-*.pddl"))]


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_shipped_files_are_what_generate_writes(name: str) -> None:
    shipped = sorted((SHIPPED / name).iterdir())
    problems = [f"problem-{index:03}.pddl" for index in range(GENERATORS[name].count)]
    assert [path.name for path in shipped] == ["domain.pddl", *problems]
    assert shipped[0].read_bytes() == domain_text(name).encode()
    for path, text in zip(shipped[1:], generate(name, count=4), strict=False):
        assert path.read_bytes() == text.encode()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_all_shipped_files_are_what_generate_writes(name: str) -> None:
    texts = [path.read_text() for path in sorted((SHIPPED / name).glob("problem-*.pddl"))]
    assert texts == list(generate(name))


def test_nothing_else_is_shipped() -> None:
    assert {path.name for path in SHIPPED.iterdir()} == set(GENERATORS)


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_starts_are_unique_and_unsolved(name: str) -> None:
    problems = shipped_problems(name)
    assert len({(problem.init, problem.goal) for problem in problems}) == len(problems)
    for problem in problems:
        assert not all((goal.atom in problem.init) == goal.positive for goal in problem.goal)


@pytest.mark.parametrize("name", PAPER)
def test_a_set_of_the_paper_differs_in_its_starts_only(name: str) -> None:
    first, *others = shipped_problems(name)
    assert len({problem.init for problem in (first, *others)}) == 100
    for problem in others:
        assert problem.goal == first.goal
        assert problem.objects == first.objects


@pytest.mark.parametrize(
    ("name", "objects", "num_goals"),
    [
        (
            "depot",
            {"crate": 8, "pallet": 3, "depot": 1, "distributor": 2, "hoist": 3, "truck": 2},
            6,
        ),
        ("doors", {"location": 64, "room": 5, "key": 4}, 1),
        ("ferry", {"location": 10, "car": 9}, 9),
        ("gripper", {"ball": 42, "room": 2, "gripper": 2}, 42),
        ("hanoi", {"disc": 10, "peg": 3}, 10),
        ("miconic", {"floor": 20, "passenger": 10}, 10),
    ],
)
def test_default_sizes_are_those_of_the_paper(
    name: str, objects: dict[str, int], num_goals: int
) -> None:
    problem = shipped_problems(name)[0]
    assert Counter(thing.types[0] for thing in problem.objects) == objects
    assert len(problem.goal) == num_goals
    if name == "depot":
        assert {goal.atom.predicate for goal in problem.goal} == {"on"}


def test_starts_of_doors_are_spread_over_the_rooms() -> None:
    num_open = Counter(
        sum(fact.predicate == "unlocked" for fact in problem.init)
        for problem in shipped_problems("doors")
    )
    assert len(num_open) >= 4
    assert max(num_open.values()) <= 50


@pytest.mark.parametrize("name", ["barman", "ferry", "npuzzle"])
def test_a_shorter_set_is_the_beginning_of_a_longer_one(name: str) -> None:
    assert list(generate(name, seed=7, count=6))[:3] == list(generate(name, seed=7, count=3))


@pytest.mark.parametrize("name", ["depot", "logistics"])
def test_another_seed_gives_other_problems(name: str) -> None:
    assert not set(generate(name, seed=2, count=3)) & set(generate(name, seed=3, count=3))


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_size_scales_the_problem(name: str) -> None:
    domain = parse_domain(domain_text(name))
    size = GENERATORS[name].size
    counts = [
        len(parse_problem(next(generate(name, scaled, count=1)), domain).objects)
        for scaled in (max(GENERATORS[name].smallest, size // 2), size, size + 6)
    ]
    assert counts == sorted(set(counts))


@pytest.mark.parametrize("name", sorted(GENERATORS))
def test_smallest_size_works_and_smaller_is_refused(name: str) -> None:
    smallest = GENERATORS[name].smallest
    assert len(list(generate(name, smallest, count=1))) == 1
    with pytest.raises(UsageError, match=f"cannot have size {smallest - 1}"):
        generate(name, smallest - 1)


def test_unknown_world_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match=r"no generator for 'hanoy'.* hanoi,"):
        generate("hanoy")


def test_more_starts_than_there_are_is_an_error() -> None:
    with pytest.raises(UsageError, match="different starts"):
        list(generate("gripper", 1, count=20))


@pytest.mark.parametrize("arguments", [{"count": 0}, {"seed": -1}])
def test_senseless_counts_and_seeds_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(UsageError):
        generate("ferry", **arguments)


def test_every_problem_says_how_it_was_made() -> None:
    comment = (SHIPPED / "hanoi" / "problem-003.pddl").read_text().splitlines()[0]
    assert comment.startswith("; fmtools generate hanoi --size 10 --seed 1: instance 3, 1000")
    assert comment.endswith("random actions from the base problem")
