"""Reading PDDL: the front door. The work is in read_domain.py and read_problem.py.

All of classical PDDL is read, STRIPS, ADL, derived predicates and action costs, loosely where
benchmark files are loose; everything else is refused by name, file, line and column. Errors are
`PddlError` for files that are wrong and `UnsupportedError` for files that ask too much.
"""

from os import PathLike
from pathlib import Path

from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read_domain import parse_domain
from fmtools.pddl.read_problem import parse_problem
from fmtools.pddl.text import load_text
from fmtools.progress import stage

__all__ = ["parse_domain", "parse_problem", "read_domain", "read_problem"]


def read_domain(path: str | PathLike[str]) -> Domain:
    path = Path(path)
    with stage("read", path.name):
        return parse_domain(load_text(path), path)


def read_problem(path: str | PathLike[str], domain: Domain) -> Problem:
    path = Path(path)
    with stage("read", path.name):
        return parse_problem(load_text(path), domain, path)
