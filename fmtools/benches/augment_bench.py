"""`bench augment`: does `fmtools augment` pay, on problems that it has never seen?

For every domain of the experiment file: problems to learn from, a session of augment, then original
against augmented files on test problems made with another seed. All runs are remembered in the
folder of results, so that an interrupted benchmark goes on where it stopped.
"""

import hashlib
import json
import os
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from importlib import resources
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from fmtools.augment.measure import Measurement, Measurer
from fmtools.augment.output import REPORT, load_recipe, start_partial, write_folder
from fmtools.augment.recipe import compile_recipe
from fmtools.augment.report import session_report
from fmtools.augment.session import SessionSettings, run_session
from fmtools.benches.augment_rows import TestPair
from fmtools.drivers.interrupts import interrupt_once
from fmtools.drivers.registry import find_driver
from fmtools.errors import EXIT_INTERRUPTED, UsageError
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
class Plan:
    """One domain of the experiment: sizes and numbers of problems."""

    name: str
    planner: str
    learn: tuple[tuple[int, int], ...]
    """(size, how many), seed `learn_seed`."""
    test: tuple[tuple[int, int], ...]
    learn_seed: int
    test_seed: int
    time_seconds: float
    learn_limit: float
    """CPU seconds of a run while learning."""
    test_limit: float

    @property
    def key(self) -> str:
        """Results are for this plan, this version of fmtools and what it finds."""
        text = json.dumps([asdict(self), __version__, RESULTS_VERSION])
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class DomainResult:
    """What augment decided for one domain, and the test."""

    name: str
    augmented: bool
    reason: str
    learn_seconds: float
    learn_runs: int
    num_macros: int
    pairs: tuple[TestPair, ...]
    limit: float


def load_plans(names: Sequence[str] | None = None, text: str | None = None) -> list[Plan]:
    """The experiment file's domains, all or those named, in the file's order."""
    if text is None:
        source = resources.files("fmtools.benches") / "augment.toml"
        text = source.read_text(encoding="utf-8")
    document = tomllib.loads(text)
    common = document["settings"]
    plans = [
        Plan(
            name=name,
            planner=common["planner"],
            learn=tuple((size, count) for size, count in table["learn"]),
            test=tuple((size, count) for size, count in table["test"]),
            learn_seed=common["learn_seed"],
            test_seed=common["test_seed"],
            time_seconds=float(common["time_seconds"]),
            learn_limit=float(common["learn_limit"]),
            test_limit=float(common["test_limit"]),
        )
        for name, table in document["domains"].items()
    ]
    if names is None:
        return plans
    known = {plan.name: plan for plan in plans}
    for name in names:
        if name not in known:
            raise UsageError(f"no domain {name!r} in this benchmark; choose {', '.join(known)}")
    return [plan for plan in plans if plan.name in names]


def run_plans(
    plans: Sequence[Plan], results: Path, jobs: int, tell: Tell
) -> Iterator[DomainResult]:
    """Results in the order of the plans; with several jobs, domains run side by side."""
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
    folder.mkdir(exist_ok=True)
    domain = parse_domain(domain_text(plan.name), folder / "domain.pddl")
    write_whole(folder / "domain.pddl", domain.text)
    report = _learned(plan, folder, domain, tell)
    recipe = load_recipe(folder / OUT)
    pairs = _tested(plan, folder, recipe, tell)
    return DomainResult(
        name=plan.name,
        augmented=bool(report["augmented"]),
        reason=report["reason"],
        learn_seconds=report["seconds"],
        learn_runs=report["runs"],
        num_macros=len(report["macros"]),
        pairs=tuple(pairs),
        limit=plan.test_limit,
    )


def _learned(plan: Plan, folder: Path, domain: Domain, tell: Tell) -> dict[str, Any]:
    out = folder / OUT
    if (out / REPORT).exists():
        done: dict[str, Any] = json.loads((out / REPORT).read_text(encoding="utf-8"))
        if done.get("plan") == plan.key:
            tell(f"{plan.name}: learned before")
            return done
    problems = _problems(plan, domain, folder / LEARN, plan.learn, plan.learn_seed)
    driver = find_driver(plan.planner)
    measurer = Measurer(driver, start_partial(out))
    settings = SessionSettings(plan.time_seconds, run_seconds=plan.learn_limit)
    session = run_session(
        domain,
        problems,
        measurer,
        settings,
        lambda text: tell(f"{plan.name}: {text}"),
        # CPU time, ours and the planner's: a busy machine makes it no different benchmark.
        lambda: time.process_time() + measurer.cpu_seconds,
    )
    report = {**session_report(session), "plan": plan.key}
    recipe = compile_recipe(domain, session.library, out / "macros.json")
    write_folder(out, recipe, problems, report)
    tell(f"{plan.name}: {session.reason}")
    return report


def _tested(plan: Plan, folder: Path, recipe: Compilation, tell: Tell) -> Iterator[TestPair]:
    """Where the original was kept, the second run would be the first once more."""
    driver = find_driver(plan.planner)
    measurer = Measurer(driver, folder / "test-runs.jsonl")
    problems = _problems(plan, recipe.original, folder / TEST, plan.test, plan.test_seed)
    for problem in problems:
        before = measurer.original(recipe.original, problem, plan.test_limit)
        after = before
        if recipe.macros:
            after = measurer.augmented(recipe, problem, plan.test_limit)
        tell(f"{plan.name}: test {problem.name}: {_told(before)} → {_told(after)}")
        yield TestPair(problem.name, before, after)


def _told(run: Measurement) -> str:
    return f"{run.cpu_seconds:.2f} s" if run.solved else str(run.outcome)


def _problems(
    plan: Plan, domain: Domain, folder: Path, sizes: Sequence[tuple[int, int]], seed: int
) -> list[Problem]:
    folder.mkdir(exist_ok=True)
    problems = []
    for size, count in sizes:
        for index, text in enumerate(generate(plan.name, size, seed, count)):
            path = folder / f"{plan.name}-{size}-{index:03}.pddl"
            write_whole(path, text)
            problems.append(read_problem(path, domain))
    return problems
