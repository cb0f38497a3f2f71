"""Reading and grounding one task, in a process of its own:

    python -m fmtools.benches.grounding_job DOMAIN PROBLEM [SAS]

prints one JSON object: CPU seconds from the first byte read to the last action, start-up aside, and
peak memory. With a task that Fast Downward's translator wrote, the operators are compared: those
that only one side has must be no-ops or out of reach, which is tried on the states of random walks.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from fmtools.pddl.ground import ground
from fmtools.pddl.interpret import Interpreter
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read import read_domain, read_problem
from fmtools.peak_memory import peak_memory
from fmtools.simulators.grounded import GroundedSimulator

WALKS, STEPS, SEED = 10, 40, 2019


def measure(domain_path: Path, problem_path: Path, sas: Path | None) -> dict[str, Any]:
    began = time.process_time()
    domain = read_domain(domain_path)
    problem = read_problem(problem_path, domain)
    read = time.process_time()
    task = ground(domain, problem)
    done = time.process_time()
    found: dict[str, Any] = {
        "read_seconds": read - began,
        "ground_seconds": done - read,
        "peak_bytes": peak_memory(),
        "operators": task.num_actions,
        "facts": task.num_facts,
    }
    if sas is not None:
        found |= compare(domain, problem, GroundedSimulator(task), sas_operators(sas))
    return found


def sas_operators(path: Path) -> set[str]:
    """Names of operators in a translator's file; several cases of one action count once."""
    names = set()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            if line == "begin_operator\n":
                names.add(f"({next(lines).strip()})")
    return names


def compare(
    domain: Domain, problem: Problem, simulator: GroundedSimulator, theirs: set[str]
) -> dict[str, Any]:
    """How many operators only one side has, and which of these do something in some state."""
    ours = {simulator.action_name(a): a for a in range(simulator.task.num_actions)}
    only_ours = ours.keys() - theirs
    only_theirs = sorted(theirs - ours.keys())
    unexpected: set[str] = set()
    numbers = {ours[name] for name in only_ours}
    meaning = Interpreter(domain, problem) if only_theirs else None
    for count, state in enumerate(_states(simulator)):
        for action in numbers.intersection(simulator.applicable(state)):
            if not np.array_equal(simulator.successor(state, action), state):
                unexpected.add(simulator.action_name(action))
        if meaning is not None and count % STEPS == 0:
            atoms = {fact for fact, value in zip(simulator.task.facts, state, strict=True) if value}
            base = {
                x for x in atoms | simulator.task.always_true if x.predicate not in domain.derived
            }
            full = meaning.complete(base)
            for name in only_theirs[:200]:
                if _does(domain, meaning, name, base, full):
                    unexpected.add(name)
    return {
        "fd_operators": len(theirs),
        "only_ours": len(only_ours),
        "only_theirs": len(only_theirs),
        "unexpected": sorted(unexpected),
    }


def _states(simulator: GroundedSimulator) -> Iterator[Any]:
    rng = np.random.default_rng(SEED)
    for _ in range(WALKS):
        state = simulator.start()
        for _ in range(STEPS):
            yield state
            actions = simulator.applicable(state)
            if not actions:
                break
            state = simulator.successor(state, actions[rng.integers(len(actions))])


def _does(domain: Domain, meaning: Interpreter, name: str, base: Any, full: Any) -> bool:
    """Whether the action applies in a state and changes it."""
    word, *args = name[1:-1].split()
    operator = domain.operators[word]
    binding = dict(zip((p.name for p in operator.parameters), args, strict=True))
    conditions = (*operator.precondition, *operator.conditions)
    if not all(meaning.holds(condition, binding, full) for condition in conditions):
        return False
    changes = meaning.changes(operator, binding, full)
    adds = {x.atom for x in changes if x.positive}
    deletes = {x.atom for x in changes if not x.positive} - adds
    return not adds <= base or not deletes.isdisjoint(base)


if __name__ == "__main__":
    paths = [Path(word) for word in sys.argv[1:]]
    found = measure(paths[0], paths[1], paths[2] if len(paths) > 2 else None)
    sys.stdout.write(json.dumps(found) + "\n")
