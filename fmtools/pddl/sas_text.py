"""The text of a SAS+ file (format version 3), which Fast Downward's search reads."""

from collections.abc import Iterator
from os import PathLike

import numpy as np

from fmtools.pddl.ground_task import GroundTask
from fmtools.pddl.sas_encoding import SasEncoding, encode
from fmtools.pddl.sas_operator_text import operator_texts

NONE = "<none of those>"


def files_to_sas(domain: str | PathLike[str], problem: str | PathLike[str]) -> str:
    """UnsupportedError for tasks that `encode` refuses."""
    from fmtools.pddl.ground import ground
    from fmtools.pddl.read import read_domain, read_problem

    read = read_domain(domain)
    return sas_text(ground(read, read_problem(problem, read)))


def sas_text(task: GroundTask) -> str:
    return "".join(sas_parts(encode(task)))


def sas_parts(sas: SasEncoding) -> Iterator[str]:
    """The text, one part after the other."""
    if sas.unsolvable or not sas.goal:
        yield _decided(solved=not sas.unsolvable)
        return
    yield f"begin_version\n3\nend_version\nbegin_metric\n{int(sas.has_costs)}\nend_metric\n"
    yield f"{len(sas.variables)}\n"
    yield from _variable_texts(sas)
    yield f"{len(sas.mutexes)}\n"
    of_fact, value = sas.variables.of_fact, sas.variables.value
    for facts in sas.mutexes:
        pairs = zip(of_fact[facts].tolist(), value[facts].tolist(), strict=True)
        yield _section("mutex_group", len(facts), *(f"{x} {y}" for x, y in pairs))
    yield _section("state", *sas.start.tolist())
    yield _section("goal", len(sas.goal), *(f"{x} {y}" for x, y in sorted(sas.goal.items())))
    yield f"{len(sas.operators.actions())}\n"
    yield from operator_texts(sas)
    yield "0\n"


def _decided(solved: bool) -> str:
    """Its start is its goal, or nothing reaches it."""
    lines = ("var0", -1, 2, "Atom dummy(start)", "Atom dummy(end)")
    start = "begin_version\n3\nend_version\nbegin_metric\n0\nend_metric\n1\n"
    end = _section("state", 0) + _section("goal", 1, f"0 {0 if solved else 1}")
    return f"{start}{_section('variable', *lines)}0\n{end}0\n0\n"


def _section(name: str, *lines: object) -> str:
    return "\n".join([f"begin_{name}", *map(str, lines), f"end_{name}", ""])


def _variable_texts(sas: SasEncoding) -> Iterator[str]:
    atoms = sas.task.facts
    facts = np.lexsort((sas.variables.value, sas.variables.of_fact))
    facts = facts[np.count_nonzero(sas.variables.of_fact < 0) :]
    ends = np.cumsum(sas.variables.num_facts).tolist()
    for number, num_values in enumerate(sas.num_values.tolist()):
        own = facts[ends[number - 1] if number else 0 : ends[number]].tolist()
        values = [f"Atom {atoms[x].predicate}({', '.join(atoms[x].args)})" for x in own]
        if num_values > len(values):
            values.append(f"Negated{values[0]}" if len(values) == 1 else NONE)
        yield _section("variable", f"var{number}", -1, num_values, *values)
