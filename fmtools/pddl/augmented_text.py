"""The augmented files: the user's domain, and problems where needed, with macros spliced in.

The text says of every macro what it consists of, why it is sound and where it came from, so that
plans can be unfolded from the file alone. Same compilation, same bytes.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.errors import SoundnessError, UnsupportedError, UsageError
from fmtools.macros import digest
from fmtools.pddl.distinct_facts import DISTINCT, distinct_facts, guard_types, with_distinct
from fmtools.pddl.macro_costs import (
    CostFunction,
    cost_function,
    cost_values,
    is_readable,
    with_readable_cost,
)
from fmtools.pddl.macro_text import operator_text, proof_text, read_macros
from fmtools.pddl.model import EQUALS, Atom, Cost, Domain, Operator, Problem, typed_words
from fmtools.pddl.names import fresh_name
from fmtools.pddl.pipeline import Compilation, CompiledMacro
from fmtools.pddl.read import parse_domain
from fmtools.pddl.splice import Splice

_TOLD = ("source", "seed", "budget")


@dataclass(frozen=True)
class AugmentedText:
    """`problems` has a text for every given problem, or none where they need no change."""

    domain: str
    problems: tuple[str, ...] = ()


def augmented_text(
    compilation: Compilation, problems: Sequence[Problem] = (), guards: str | None = None
) -> AugmentedText:
    """Problems are those of the original domain; `guards` is their form, if not the policy's.

    UsageError or UnsupportedError where problems would have to change and none is given.
    """
    domain = compilation.domain
    form = compilation.policy.guards if guards is None else guards
    guarded = [item.macro for item in compilation.macros if item.macro.proof.guards]
    predicate = fresh_name(DISTINCT, domain.names) if form == "static" and guarded else None
    if predicate is not None and not problems:
        raise UsageError("--guards static changes problems too; give them with --problems")
    restricted = bool(compilation.predicates or compilation.joins)
    operators, functions = _operators(compilation, predicate)
    if functions and not problems:
        name = next(iter(functions))
        raise UnsupportedError(
            f"{name}: its cost {_sum_text(functions[name].cost)} is a sum that planners such as "
            "Fast Downward do not read; give --problems to have it worked out for them"
        )
    text = _domain_text(compilation, operators, functions, predicate)
    _check(compilation, operators, text)
    if predicate is None and not functions and not restricted:
        return AugmentedText(text)
    types = guard_types(domain, guarded) if predicate is not None else ()
    return AugmentedText(
        text,
        tuple(
            _problem_text(
                domain,
                problem,
                tuple(functions.values()),
                distinct_facts(domain, problem, predicate or "", types),
            )
            for problem in map(compilation.problem, problems)
        ),
    )


def _operators(
    compilation: Compilation, predicate: str | None
) -> tuple[list[Operator], dict[str, CostFunction]]:
    """The operators as they are to be written, and new functions for costs by operator."""
    operators, functions = [], {}
    for item in compilation.macros:
        operator = item.macro.operator
        if predicate is not None:
            operator = with_distinct(item.macro, predicate)
        if not is_readable(operator.cost):
            functions[operator.name] = cost_function(operator)
        operators.append(with_readable_cost(operator))
    return operators, functions


def _domain_text(
    compilation: Compilation,
    operators: Sequence[Operator],
    functions: dict[str, CostFunction],
    predicate: str | None,
) -> str:
    domain = compilation.domain
    splice = Splice(domain.text, domain.path)
    splice.require(_requirements(operators))
    if predicate is not None:
        line = f"({predicate} ?x ?y)"
        splice.add_to(":predicates", [line], "fmtools: true of different objects")
    if functions:
        lines = [
            f"({' '.join((f.name, *typed_words(f.parameters)))}) - number"
            for f in functions.values()
        ]
        splice.add_to(":functions", lines, "fmtools: costs of macros")
    blocks = [_header(compilation)]
    for item, operator in zip(compilation.macros, operators, strict=True):
        blocks.append(operator_text(operator, item.macro.sequence, _notes(item)))
    splice.append(blocks)
    return splice.result()


def _requirements(operators: Sequence[Operator]) -> list[str]:
    negative = [x for op in operators for x in op.precondition if not x.positive]
    needed = [":negative-preconditions"] if negative else []
    needed += [] if all(op.is_strips for op in operators) else [":adl"]
    return needed + [":equality"] * any(x.atom.predicate == EQUALS for x in negative)


def _header(compilation: Compilation) -> str:
    library = compilation.library
    told = {key: library.provenance[key] for key in _TOLD if key in library.provenance}
    lines = [
        f"fmtools: {len(compilation.macros)} of {len(library.macros)} macros, compiled into the "
        "domain above, which is otherwise as it was",
        f"fmtools: domain sha256 {digest(compilation.original.text)}",
        f"fmtools: library sha256 {digest(library.to_json())} {json.dumps(told)}",
        f"fmtools: policy {json.dumps(compilation.policy.to_dict())}",
    ]
    return "\n".join(f"  ; {line}" for line in lines)


def _notes(item: CompiledMacro) -> list[str]:
    return [
        proof_text(item.macro.proof),
        f"effect size {item.effect_size}; macro {item.number} of its library, there as",
        " ".join(item.actions),
        *(f"fmtools guard {guard}" for guard in item.lifted.guards),
        *(["fmtools joined"] if item.lifted.joined else []),
    ]


def _problem_text(
    domain: Domain,
    problem: Problem,
    functions: Sequence[CostFunction],
    facts: Sequence[Atom],
) -> str:
    splice = Splice(problem.text, problem.path)
    values = [item for function in functions for item in cost_values(domain, problem, function)]
    lines = [str(fact) for fact in facts]
    lines += [f"(= {atom} {value})" for atom, value in values]
    if lines:
        splice.add_to(":init", lines, "fmtools: for the macros of the augmented domain")
    return splice.result()


def _check(compilation: Compilation, operators: Sequence[Operator], text: str) -> None:
    """The text, read again, must say what was meant."""
    again = parse_domain(text)
    expected = {**compilation.domain.operators, **{op.name: op for op in operators}}
    if dict(again.operators) != expected or not read_macros(again).keys() >= {
        op.name for op in operators
    }:
        raise SoundnessError("the augmented domain does not read as intended")


def _sum_text(cost: Cost) -> str:
    parts = [str(term) for term in cost.terms] + ([str(cost.constant)] if cost.constant else [])
    return f"(+ {' '.join(parts)})"
