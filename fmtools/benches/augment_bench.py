"""`bench augment`: does `fmtools augment` pay, on problems that it has never seen?

For every domain: problems to learn from, a session of augment, then the user's planner as it was
against what was chosen, on other problems. Those are made with another seed for the domains of the
experiment file; of a folder, the second, fourth, … problems teach, the others test. All runs are
remembered in the folder of results: an interrupted benchmark goes on where it stopped.
"""

import hashlib
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from fnmatch import fnmatch
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from fmtools.augment.measure import Measurer, Request
from fmtools.augment.output import REPORT, load_recipe, load_report, start_partial, write_folder
from fmtools.augment.report import session_report
from fmtools.augment.session import SessionSettings, run_session
from fmtools.augment.survey import MINER
from fmtools.benches.augment_rows import TestPair
from fmtools.benches.ipc_folders import find_folders
from fmtools.drivers.interrupts import interrupt_once
from fmtools.drivers.registry import find_driver
from fmtools.errors import EXIT_INTERRUPTED, InputError, UsageError
from fmtools.files import write_whole
from fmtools.generators.instances import generate
from fmtools.generators.registry import domain_text
from fmtools.lifeline import end_with_parent, in_main_thread
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.pipeline import Compilation
from fmtools.pddl.read import parse_domain, read_problem
from fmtools.version import RESULTS_VERSION, __version__

LEARN, TEST, OUT = "learn", "test", "out"
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Terms:
    """What every domain of a benchmark gets."""

    planners: tuple[str, ...]
    time_seconds: float
    """CPU time of a session."""
    test_limit: float
    """CPU time of a test run."""


@dataclass(frozen=True)
class Generated:
    """Problems by sizes and numbers: (size, how many)."""

    learn: tuple[tuple[int, int], ...]
    test: tuple[tuple[int, int], ...]
    learn_seed: int
    test_seed: int


@dataclass(frozen=True)
class InFolder:
    """Files of others."""

    domain: str
    learn: tuple[str, ...]
    test: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """One domain of the benchmark."""

    name: str
    source: Generated | InFolder
    terms: Terms

    @property
    def key(self) -> str:
        """Results are for this plan, this version of fmtools and what it finds."""
        text = json.dumps([asdict(self), __version__, RESULTS_VERSION])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class DomainResult:
    """What augment decided for one domain, and the test."""

    name: str
    improved: bool
    planner: str
    reason: str
    learn_seconds: float
    num_macros: int
    pairs: tuple[TestPair, ...]
    limit: float


def generated_plans(
    terms: Terms | None = None, names: Sequence[str] = (), text: str | None = None
) -> list[Plan]:
    """The experiment file's domains, all or those named, in the file's order."""
    if text is None:
        source = resources.files("fmtools.benches") / "augment.toml"
        text = source.read_text(encoding="utf-8")
    document = tomllib.loads(text)
    common = document["settings"]
    terms = terms or Terms(
        tuple(common["planners"]), float(common["time_seconds"]), float(common["test_limit"])
    )
    plans = [
        Plan(
            name,
            Generated(
                tuple((size, count) for size, count in table["learn"]),
                tuple((size, count) for size, count in table["test"]),
                common["learn_seed"],
                common["test_seed"],
            ),
            terms,
        )
        for name, table in document["domains"].items()
    ]
    return _chosen(plans, names)


def folder_plans(directory: Path, terms: Terms, names: Sequence[str] = ()) -> list[Plan]:
    """Folders with one domain; the others are left out."""
    plans = []
    for folder in find_folders(directory):
        tasks = [task for task in folder.tasks if not task.reason]
        domains = {task.domain for task in tasks}
        if len(domains) == 1 and len(tasks) > 1:
            paths = [str(task.problem) for task in tasks]
            source = InFolder(str(domains.pop()), tuple(paths[1::2]), tuple(paths[0::2]))
            plans.append(Plan(folder.name, source, terms))
    return _chosen(plans, names)


def _chosen(plans: list[Plan], names: Sequence[str]) -> list[Plan]:
    known = [plan.name for plan in plans]
    for name in names:
        if not any(fnmatch(one, name) for one in known):
            raise UsageError(f"no domain {name!r} in this benchmark; choose {', '.join(known)}")
    return [plan for plan in plans if not names or any(fnmatch(plan.name, n) for n in names)]


def run_plans(
    plans: Sequence[Plan], results: Path, jobs: int, tell: Tell
) -> Iterator[DomainResult]:
    """Results in the order of the plans; with several jobs, domains run side by side.

    A domain that cannot be read is a result with a reason.
    """
    results.mkdir(parents=True, exist_ok=True)
    if jobs == 1:
        for plan in plans:
            yield run_plan(plan, results / plan.name, tell)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(jobs, context, end_with_parent, (in_main_thread(),)) as executor:
        futures = [executor.submit(_run_quietly, plan, results / plan.name) for plan in plans]
        try:
            for plan, future in zip(plans, futures, strict=True):
                yield future.result()
                tell(f"{plan.name}: done")
        except BaseException:
            # Each ends its planner first. To wait for domains under way would take minutes.
            workers = list(executor._processes.values())
            executor.shutdown(wait=False, cancel_futures=True)
            for worker in workers:
                worker.terminate()
            raise


def _run_quietly(plan: Plan, folder: Path) -> DomainResult:
    """In a process of its own, which an interruption ends: it must not begin the next domain."""

    log = folder.parent / f"{plan.name}.log"
    try:
        with interrupt_once(), log.open("a", encoding="utf-8") as file:

            def tell(text: str) -> None:
                file.write(text + "\n")
                file.flush()

            return run_plan(plan, folder, tell)
    except KeyboardInterrupt:
        os._exit(EXIT_INTERRUPTED)


def run_plan(plan: Plan, folder: Path, tell: Tell) -> DomainResult:
    """Learn unless that was done, then test; runs that were made are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    try:
        domain = parse_domain(_domain_text(plan), folder / "domain.pddl")
        if not domain.is_strips:
            raise InputError("conditional effects, quantifiers or axioms")
    except InputError as error:
        first = plan.terms.planners[0]
        return DomainResult(
            plan.name, False, first, f"left out: {error}", 0.0, 0, (), plan.terms.test_limit
        )
    write_whole(folder / "domain.pddl", domain.text)
    report = _learned(plan, folder, domain, tell)
    recipe = load_recipe(folder / OUT)
    pairs = _tested(plan, folder, recipe, report["planner"], tell)
    return DomainResult(
        name=plan.name,
        improved=bool(report["improved"]),
        planner=report["planner"],
        reason=report["reason"],
        learn_seconds=report["spent_cpu_seconds"],
        num_macros=len(report["macros"]),
        pairs=tuple(pairs),
        limit=plan.terms.test_limit,
    )


def _learned(plan: Plan, folder: Path, domain: Domain, tell: Tell) -> dict[str, Any]:
    out = folder / OUT
    if (out / REPORT).exists():
        done = load_report(out)
        if done.get("plan") == plan.key:
            tell(f"{plan.name}: learned before")
            return done
    problems = _problems(plan, domain, folder / LEARN, LEARN)
    measurer = _measurer(plan, start_partial(out))
    settings = SessionSettings(plan.terms.planners, plan.terms.time_seconds)
    session = run_session(
        domain, problems, measurer, settings, lambda text: tell(f"{plan.name}: {text}")
    )
    report = {**session_report(session), "plan": plan.key}
    write_folder(out, session.recipe, problems, report)
    tell(f"{plan.name}: {session.reason}")
    return report


def _tested(
    plan: Plan, folder: Path, recipe: Compilation, planner: str, tell: Tell
) -> Iterator[TestPair]:
    """Where nothing was changed, the second run would be the first once more."""
    terms = plan.terms
    first = terms.planners[0]
    measurer = _measurer(plan, folder / "test-runs.jsonl")
    for problem in _problems(plan, recipe.original, folder / TEST, TEST):
        requests = [Request(first, recipe.original, problem, terms.test_limit)]
        if recipe.macros or planner != first:
            files = recipe if recipe.macros else recipe.original
            requests.append(Request(planner, files, problem, terms.test_limit))
        runs = measurer.measure(requests)
        name = problem.path.stem if problem.path else problem.name
        tell(f"{plan.name}: test {name}: {runs[0].told()} → {runs[-1].told()}")
        yield TestPair(name, runs[0], runs[-1])


def _measurer(plan: Plan, path: Path) -> Measurer:
    names = dict.fromkeys([*plan.terms.planners, MINER])
    return Measurer({name: find_driver(name) for name in names}, path)


def _domain_text(plan: Plan) -> str:
    if isinstance(plan.source, Generated):
        return domain_text(plan.name)
    return Path(plan.source.domain).read_text(encoding="utf-8")


def _problems(plan: Plan, domain: Domain, folder: Path, role: str) -> list[Problem]:
    source = plan.source
    if isinstance(source, InFolder):
        paths = source.learn if role == LEARN else source.test
        return [read_problem(Path(path), domain) for path in paths]
    sizes, seed = (
        (source.learn, source.learn_seed) if role == LEARN else (source.test, source.test_seed)
    )
    folder.mkdir(exist_ok=True)
    problems = []
    for size, count in sizes:
        for index, text in enumerate(generate(plan.name, size, seed, count)):
            path = folder / f"{plan.name}-{size}-{index:03}.pddl"
            write_whole(path, text)
            problems.append(read_problem(path, domain))
    return problems
