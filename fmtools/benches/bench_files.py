"""What benchmarks use of a clone: PDDL files, in folders or made on the spot, larger ones;
and tests/reference, ordinary Python, the oracles there and the yardstick here.
"""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import numpy as np

from fmtools.errors import InputError
from fmtools.generators.draft import problem_text
from fmtools.generators.registry import domain_text, family

PAPER_DOMAINS = ("depot", "doors", "ferry", "gripper", "hanoi", "miconic")

_REPOSITORY = Path(__file__).resolve().parents[2]

Files = tuple[Path, Path]
"""Domain and problem."""


def load_reference(name: str) -> ModuleType:
    """A module of tests/reference."""
    clone_folder("tests/reference")
    if str(_REPOSITORY) not in sys.path:
        sys.path.insert(0, str(_REPOSITORY))
    return importlib.import_module(f"tests.reference.{name}")


def clone_folder(name: str) -> Path:
    """A folder of the repository, such as pddl; InputError where there is none."""
    folder = _REPOSITORY / name
    if not folder.is_dir():
        raise InputError(f"this benchmark reads {name}/: run it in a clone of fmtools")
    return folder


def paper_files(num_problems: int) -> dict[str, list[Files]]:
    """Domain and problems of the paper's six domains, as they lie in pddl/."""
    folder = clone_folder("pddl")
    return {
        name: [
            (folder / name / "domain.pddl", folder / name / f"problem-{number:03d}.pddl")
            for number in range(num_problems)
        ]
        for name in PAPER_DOMAINS
    }


def made_files(name: str, size: int, folder: Path, domain: Path | None = None) -> Files:
    """The generator's base problem of that size, without the random walk, which takes minutes for
    large ones; its domain, or the one given."""
    problem = family(name).base(size, np.random.default_rng([1, 0]))
    if domain is None:
        domain = folder / f"{name}-domain.pddl"
        domain.write_text(domain_text(name))
    path = folder / f"{name}-{size}.pddl"
    path.write_text(problem_text(problem, f"{name}, size {size}: the base problem of seed 1"))
    return domain, path
