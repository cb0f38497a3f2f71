"""Sets of problem instances as text: the same name, size, seed and index give the same bytes."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from fmtools.errors import UsageError
from fmtools.generators.draft import problem_text
from fmtools.generators.registry import domain_text, family
from fmtools.generators.walk import Walks
from fmtools.pddl.model import Problem
from fmtools.pddl.read import parse_domain

DEFAULT_SEED = 1
MAX_ATTEMPTS = 1_000
MAX_SIZE = 10_000

Sampler = Callable[[np.random.Generator], tuple[Problem, str]]
"""A random problem, and how it was made in words."""


def generate(
    name: str, size: int | None = None, seed: int = DEFAULT_SEED, count: int | None = None
) -> Iterator[str]:
    """Texts of `count` problems, no two with the same start, none solved already.

    Instance `i` does not depend on `count`: a shorter set is the beginning of a longer one.
    """
    world = family(name)
    size = world.size if size is None else size
    count = world.count if count is None else count
    if not world.smallest <= size <= MAX_SIZE:
        raise UsageError(
            f"{name} cannot have size {size}; the size is the number of {world.unit}, "
            f"from {world.smallest} to {MAX_SIZE}"
        )
    if count < 1:
        raise UsageError(f"cannot make {count} instances; at least 1 is needed")
    if seed < 0:
        raise UsageError(f"a seed cannot be negative: {seed}")
    sample = _fresh(name, size) if world.steps is None else _walked(name, size, seed)
    return _distinct(sample, f"fmtools generate {name} --size {size} --seed {seed}", seed, count)


def _distinct(sample: Sampler, command: str, seed: int, count: int) -> Iterator[str]:
    """Every instance draws from a generator of its own until it differs from those before it."""
    seen: set[object] = set()
    for index in range(count):
        rng = np.random.default_rng([seed, index + 1])
        for _ in range(MAX_ATTEMPTS):
            problem, how = sample(rng)
            key = (problem.init, problem.goal)
            if key not in seen and not all(goal.holds_in(problem.init) for goal in problem.goal):
                break
        else:
            raise UsageError(
                f"{command}: only {index} different starts were found; "
                f"ask for fewer instances or a larger size"
            )
        seen.add(key)
        named = replace(problem, name=f"{problem.name}-{index:03}")
        yield problem_text(named, f"{command}: instance {index}, {how}")


def _fresh(name: str, size: int) -> Sampler:
    base = family(name).base
    return lambda rng: (base(size, rng), "drawn at random")


def _walked(name: str, size: int, seed: int) -> Sampler:
    """The paper's way: the base problem of this seed, started elsewhere, its goal kept."""
    world = family(name)
    assert world.steps is not None
    steps = world.steps(size)
    base = world.base(size, np.random.default_rng([seed, 0]))
    walks = Walks(parse_domain(domain_text(name)), base)

    def sample(rng: np.random.Generator) -> tuple[Problem, str]:
        num_steps = steps + int(rng.integers(2))
        started = replace(base, init=walks.walk(num_steps, rng))
        return started, f"{num_steps} random actions from the base problem"

    return sample
