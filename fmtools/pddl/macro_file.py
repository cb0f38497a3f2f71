"""The file of `--macros` and the problems of its policy: all that compiling macros begins with.

The file is a library, or a domain that `fmtools compile` or `augment` has written: its comments say
which macros are in it, from what actions, and by which policy. Those macros are lifted and proved
again, so that what a command uses is what stands in the file, and nothing in it is believed.
"""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fmtools.core.limits import WorkLimits
from fmtools.errors import FmtoolsError, InputError
from fmtools.library_file import load_library
from fmtools.macros import Macro, MacroLibrary, World, check_world, digest
from fmtools.odd_text import OddValueError, parse_json
from fmtools.pddl.lifted_library import KIND, pddl_world
from fmtools.pddl.macro_text import macro_comments
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation, compile_library
from fmtools.pddl.read import parse_problem, read_domain
from fmtools.pddl.text import load_text
from fmtools.policy import Policy, ProblemFiles, policy_from
from fmtools.progress import stage

_DOMAIN = re.compile(r"\s*; fmtools: domain sha256 ([0-9a-f]{64})", re.MULTILINE)
_POLICY = re.compile(r"\s*; fmtools: policy (\{.*\})", re.MULTILINE)
_ORIGIN = re.compile(r"\s*; effect size (\d+); macro (\d+) of its library, there as")
_ACTION = re.compile(r"\([^()]*\)")
_GUARD = re.compile(r"\s*; fmtools guard (\(.*\))")


def load_macros(path: Path) -> MacroLibrary:
    """A library, or the macros of an augmented domain; InputError says what is wrong."""
    return _of_augmented(path) if path.suffix == ".pddl" else load_library(path)


@stage("compile")
def compile_macros(
    domain: Domain,
    library: MacroLibrary,
    path: Path | None = None,
    *,
    problems: Sequence[Problem] = (),
    own: Sequence[Problem] = (),
    given: Mapping[str, Any] | None = None,
    limits: WorkLimits | None = None,
) -> Compilation:
    """A library's macros by its policy, or by what is `given` in its place.

    With `problems` the macros are for these: their ground operators are counted and their static
    facts save guards. Else the policy's problems count, where they are found from the domain's
    folder, unchanged; else those at hand, `own`; else nothing is. InputError for macros of another
    domain; without a `path`, macros are taken from anywhere, and what does not fit is dropped.
    """
    if path is not None:
        check_world(library, pddl_world(domain), path)
    policy = replace(library.policy or Policy(), **(given or {}))
    found = tuple(problems) or find_problems(domain, policy.problems)
    if problems:
        policy = replace(policy, problems=problem_files(domain, problems), static_facts=True)
    elif not found:
        policy = replace(policy, problems=problem_files(domain, own), static_facts=False)
        found = tuple(own)
    texts = {problem.text for problem in found}
    others = [problem for problem in own if problem.text not in texts]
    static = (*found, *others) if policy.static_facts else ()
    counted = found if problems or policy.max_growth is not None else ()
    try:
        return compile_library(domain, library, policy, counted, static, limits)
    except InputError as error:
        if path is None:
            raise
        raise InputError(f"{path}: {error}") from None


def problem_files(domain: Domain, problems: Sequence[Problem]) -> ProblemFiles | None:
    """How a policy refers to problems; None where domain or problems are no files."""
    paths = [problem.path for problem in problems if problem.path is not None]
    if domain.path is None or not paths or len(paths) < len(problems):
        return None
    folder = domain.path.absolute().parent
    return ProblemFiles(
        tuple(Path(os.path.relpath(path.absolute(), folder)).as_posix() for path in paths),
        _digest(problem.text for problem in problems),
    )


def find_problems(domain: Domain, files: ProblemFiles | None) -> tuple[Problem, ...]:
    """The problems that a policy refers to; none where one is missing or has changed."""
    if files is None or domain.path is None:
        return ()
    folder = domain.path.absolute().parent
    paths = [folder / path for path in files.paths]
    try:
        texts = [load_text(path) for path in paths]
        if _digest(texts) != files.digest:
            return ()
        return tuple(
            parse_problem(text, domain, path) for text, path in zip(texts, paths, strict=True)
        )
    except FmtoolsError:
        return ()


def _digest(texts: Iterable[str]) -> str:
    return digest("\0".join(texts))


def _of_augmented(path: Path) -> MacroLibrary:
    domain = read_domain(path)
    original = _DOMAIN.search(domain.text)
    if original is None:
        raise InputError(
            f"{path}: a domain without macros of fmtools; give a library, or what compile wrote"
        )
    policy = _POLICY.search(domain.text)
    try:
        followed = None if policy is None else policy_from(parse_json(policy[1]))
    except (OddValueError, ValueError) as error:
        raise InputError(f"{path}: damaged comment: {error}") from None
    comments = macro_comments(domain.text)
    macros = tuple(_macro(lines, name, path) for name, lines in comments.items())
    world = World(KIND, domain.name, original[1])
    return MacroLibrary(world, macros, {"source": "augmented domain"}, policy=followed)


def _macro(lines: Sequence[str], name: str, path: Path) -> Macro:
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if match := _ORIGIN.fullmatch(line):
            guards = [found[1] for text in lines if (found := _GUARD.fullmatch(text))]
            return Macro(
                tuple(_ACTION.findall(following)),
                int(match[1]),
                (),
                guards=tuple(guards),
                joined=any(text.strip() == "; fmtools joined" for text in lines),
                number=int(match[2]),
            )
    raise InputError(f"{path}: the comment of macro {name!r} does not say where it comes from")
