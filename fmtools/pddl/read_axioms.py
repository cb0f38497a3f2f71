"""Derived predicates: `(:derived (p ?x - t) CONDITION)`, and whether their negations make sense.

A derived predicate must not depend on its own negation, through others or not: then its axioms can
be evaluated layer by layer, each negation over a layer that is finished.
"""

from collections.abc import Sequence

from fmtools.frozen import replace
from fmtools.pddl.atoms import Scope, check_predicate
from fmtools.pddl.conditions import distinct_variables, read_condition
from fmtools.pddl.model import Atom, Axiom, literals_of
from fmtools.pddl.sexpr import Node, shown
from fmtools.pddl.typed_lists import check_name


def read_axioms(sections: Sequence[Node], scope: Scope) -> tuple[Axiom, ...]:
    axioms = tuple(_read_axiom(section, scope) for section in sections)
    layers = layers_of(axioms)
    for section, axiom in zip(sections, axioms, strict=True):
        if axiom.head.predicate not in layers:
            raise section.error(
                f"{shown(axiom.head.predicate)} depends on its own negation; expected derived "
                "predicates that can be evaluated one after the other"
            )
    return axioms


def _read_axiom(section: Node, scope: Scope) -> Axiom:
    members = section.items()
    if len(members) != 3:
        raise section.error(
            f"(:derived ...) of {len(members) - 1} parts; expected (:derived (p ?x) CONDITION)"
        )
    head = members[1].items()
    if not head:
        raise members[1].error(
            f"unexpected {members[1].describe()}; expected a predicate such as (p ?x)"
        )
    name = check_name(head[0], "predicate").word
    parameters = distinct_variables(members[1], head[1:], scope)
    check_predicate(members[1], name, len(parameters), scope)
    names = tuple(parameter.name for parameter in parameters)
    body = read_condition(members[2], replace(scope, variables=frozenset(names)))
    return Axiom(Atom(name, names), parameters, body.conjuncts)


def layers_of(axioms: Sequence[Axiom]) -> dict[str, int]:
    """Derived predicate -> the layer it is evaluated in, above all that it negates.

    Those that depend on their own negation are left out.
    """
    uses = [(axiom.head.predicate, list(literals_of(axiom.body))) for axiom in axioms]
    layers = dict.fromkeys((name for name, _ in uses), 0)
    changed = True
    while changed:
        changed = False
        for name, literals in uses:
            below = [
                layers[x.atom.predicate] + (not x.positive)
                for x in literals
                if x.atom.predicate in layers
            ]
            layer = min(max(below, default=0), len(layers) + 1)
            if layer > layers[name]:
                layers[name] = layer
                changed = True
    return {name: layer for name, layer in layers.items() if layer <= len(layers)}
