"""How many ground actions there would be, without making them.

Types bound the number from above. Where that is too many, random probes say more (Knuth 1975):
parameters are bound one after the other to objects that types and the facts which never change
allow; the product of the numbers of choices is, on average, the number of ways. Conditions on what
changes are not looked at, so the number of actions that relaxed exploration reaches may be smaller.
"""

import random
from collections.abc import Mapping
from math import prod
from pathlib import Path

from fmtools.pddl.model import EQUALS, Domain, Operator, Problem, objects_by_type
from fmtools.pddl.normal_form import NormalForm

PROBES = 200
SEED = 2019

Rows = Mapping[str, list[tuple[str, ...]]]


class Estimate:
    def __init__(self, domain: Domain, problem: Problem, normal: NormalForm) -> None:
        self._problem = problem
        self._normal = normal
        self._objects = objects_by_type(domain, problem)

    @property
    def most(self) -> int:
        """Instances that types allow."""
        operators = self._normal.operators[: self._normal.num_actions]
        return sum(prod(map(len, self._choices(operator).values())) for operator in operators)

    def likely(self) -> float:
        """Instances that types and facts which never change allow, estimated."""
        rows: dict[str, list[tuple[str, ...]]] = {}
        for atom in sorted(self._problem.init):
            if atom.predicate not in self._normal.changing:
                rows.setdefault(atom.predicate, []).append(atom.args)
        rng = random.Random(SEED)
        total = 0.0
        for operator in self._normal.operators[: self._normal.num_actions]:
            total += sum(self._probe(operator, rows, rng) for _ in range(PROBES)) / PROBES
        return total

    def _choices(self, operator: Operator) -> dict[str, set[str]]:
        return {
            parameter.name: {x for kind in parameter.types for x in self._objects[kind]}
            for parameter in operator.parameters
        }

    def _probe(self, operator: Operator, rows: Rows, rng: random.Random) -> float:
        choices = self._choices(operator)
        fixed = [
            x.atom
            for x in operator.precondition
            if x.positive
            and x.atom.predicate != EQUALS
            and x.atom.predicate not in self._normal.changing
        ]
        binding: dict[str, str] = {}
        ways = 1.0
        while True:
            for atom in fixed:
                fitting = [
                    row
                    for row in rows.get(atom.predicate, ())
                    if all(
                        name in choices[term]
                        if term in choices
                        else binding.get(term, term) == name
                        for term, name in zip(atom.args, row, strict=True)
                    )
                ]
                if not fitting:
                    return 0.0
                for place, term in enumerate(atom.args):
                    if term in choices:
                        choices[term] &= {row[place] for row in fitting}
            if not choices:
                return ways
            name = min(choices, key=lambda term: (len(choices[term]), term))
            found = choices.pop(name)
            if not found:
                return 0.0
            ways *= len(found)
            binding[name] = rng.choice(sorted(found))


def available_memory() -> int | None:
    """Bytes that can be taken without swapping, where the system tells."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024
    return None
