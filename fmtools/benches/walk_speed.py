"""Steps per second of one random walk: `fmtools.load` against pddlgym, same actions, same task."""

import contextlib
import io
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fmtools.benches.bench_files import paper_files
from fmtools.simulators.pddlgym import load_pddlgym
from fmtools.task import load

STEPS = 300
REPEATS = 3
RELEASED_SECONDS = 3.0


@dataclass(frozen=True)
class WalkRow:
    """Each step asks for all applicable actions and applies one of them."""

    domain: str
    steps: int
    seconds: float
    pddlgym_seconds: float
    """Behind our protocol, with its known traps mended."""
    released_rate: float
    """Steps per second of PDDLEnv as released, over as many steps as fit into some seconds."""

    @property
    def released_ratio(self) -> float:
        return self.rate / self.released_rate

    @property
    def rate(self) -> float:
        return self.steps / self.seconds

    @property
    def pddlgym_rate(self) -> float:
        return self.steps / self.pddlgym_seconds

    @property
    def ratio(self) -> float:
        return self.pddlgym_seconds / self.seconds


def walk_speed_rows(steps: int = STEPS) -> Iterator[WalkRow]:
    """pddlgym walks at random; ours then takes the very same actions."""
    for name, [files] in ((name, files) for name, files in paper_files(1).items()):
        names, pddlgym_seconds = _walk_pddlgym(*files, steps)
        ours = min(_walk_ours(*files, names) for _ in range(REPEATS))
        yield WalkRow(name, len(names), ours, pddlgym_seconds, _released_rate(*files))


def _walk_pddlgym(domain: Path, problem: Path, steps: int) -> tuple[list[str], float]:
    simulator = load_pddlgym(domain, problem)
    rng = np.random.default_rng(0)
    state = np.asarray(simulator.start())
    names = []
    began = time.perf_counter()
    for _ in range(steps):
        actions = simulator.applicable(state)
        action = actions[int(rng.integers(len(actions)))]
        names.append(simulator.action_name(action))
        state = np.asarray(simulator.successor(state, action))
    return names, time.perf_counter() - began


def _released_rate(domain: Path, problem: Path) -> float:
    """pddlgym used as its own documentation does."""
    with tempfile.TemporaryDirectory(prefix="fmtools-bench-") as folder:
        shutil.copy(problem, folder)
        with contextlib.redirect_stderr(io.StringIO()):
            from pddlgym.core import PDDLEnv

            environment = PDDLEnv(
                str(domain), folder, operators_as_actions=True, dynamic_action_space=True
            )
        environment.fix_problem_index(0)
        state, _ = environment.reset()
    rng = np.random.default_rng(0)
    steps, began = 0, time.perf_counter()
    while steps < STEPS and time.perf_counter() - began < RELEASED_SECONDS:
        actions = sorted(environment.action_space.all_ground_literals(state))
        state = environment.step(actions[int(rng.integers(len(actions)))])[0]
        steps += 1
    return steps / (time.perf_counter() - began)


def _walk_ours(domain: Path, problem: Path, names: list[str]) -> float:
    task = load(domain, problem)
    state = task.start
    actions = []
    for name in names:
        by_name = {str(action): action for action in task.applicable(state)}
        if name in by_name:  # an action that changes nothing is none of ours
            actions.append(by_name[name])
            state = task.apply(state, by_name[name])
    end, state = state, task.start
    began = time.perf_counter()
    for action in actions:
        task.applicable(state)
        state = task.apply(state, action)
    seconds = time.perf_counter() - began
    assert state == end
    return seconds * len(names) / max(1, len(actions))
