"""Conditions with other terms: renaming, negation, free variables, conjunctions laid flat."""

from collections.abc import Callable, Collection, Iterable, Mapping

from fmtools.pddl.model import And, Condition, Exists, Forall, Literal, Or, Parameter


class Fresh:
    """Gives variables that quantifiers bind names that nothing else has.

    separator: between a name and its number; a space makes names that no file can have.
    """

    def __init__(self, taken: Iterable[str], separator: str = " ") -> None:
        self.taken = set(taken)
        self.separator = separator

    def variables(
        self, variables: tuple[Parameter, ...], terms: Mapping[str, str]
    ) -> tuple[tuple[Parameter, ...], dict[str, str]]:
        """The variables under new names, and `terms` with those names."""
        named = dict(terms)
        for variable in variables:
            name, number = variable.name, 1
            while name in self.taken:
                number += 1
                name = f"{variable.name}{self.separator}{number}"
            self.taken.add(name)
            named[variable.name] = name
        return tuple(Parameter(named[v.name], v.types) for v in variables), named

    def condition(self, condition: Condition, terms: Mapping[str, str]) -> Condition:
        """With terms for its free variables, and new names for those that it binds."""
        if isinstance(condition, Literal):
            return condition.bound(terms)
        if isinstance(condition, (And, Or)):
            return type(condition)(tuple(self.condition(p, terms) for p in condition.parts))
        variables, named = self.variables(condition.variables, terms)
        return type(condition)(variables, self.condition(condition.body, named))


def negated(condition: Condition) -> Condition:
    if isinstance(condition, Literal):
        return Literal(condition.atom, not condition.positive)
    if isinstance(condition, (And, Or)):
        kind: Callable[..., Condition] = Or if isinstance(condition, And) else And
        return kind(tuple(negated(part) for part in condition.parts))
    dual: Callable[..., Condition] = Exists if isinstance(condition, Forall) else Forall
    return dual(condition.variables, negated(condition.body))


def free_variables(condition: Condition) -> list[str]:
    """In the order of first use; all variables have different names."""
    if isinstance(condition, Literal):
        return list(dict.fromkeys(term for term in condition.atom.args if term[0] == "?"))
    if isinstance(condition, (And, Or)):
        return list(dict.fromkeys(x for p in condition.parts for x in free_variables(p)))
    bound = {variable.name for variable in condition.variables}
    return [name for name in free_variables(condition.body) if name not in bound]


TRUE: Condition = And(())
FALSE: Condition = Or(())


def conjoined(parts: Iterable[Condition]) -> Condition:
    """A conjunction as plain as literals make it: flat, without repetition, literals first.

    What a literal in it says is so for the other parts. All variables have different names.
    """
    flat = _flat(And, parts)
    while True:
        known = {part for part in flat if isinstance(part, Literal)}
        if FALSE in flat or any(negated(literal) in known for literal in known):
            return FALSE
        others = [part for part in flat if part not in known]
        told = [given(part, known) for part in others]
        ordered = [*(part for part in flat if part in known), *told]
        if told == others:
            return ordered[0] if len(ordered) == 1 else And(tuple(ordered))
        flat = _flat(And, ordered)


def disjoined(parts: Iterable[Condition]) -> Condition:
    """A disjunction, in the same way: a literal in it is false for the other parts."""
    return negated(conjoined(negated(part) for part in parts))


def given(condition: Condition, known: Collection[Condition]) -> Condition:
    """The condition where these literals hold."""
    if isinstance(condition, Literal):
        if condition in known:
            return TRUE
        return FALSE if negated(condition) in known else condition
    if isinstance(condition, And):
        return conjoined(given(part, known) for part in condition.parts)
    if isinstance(condition, Or):
        return disjoined(given(part, known) for part in condition.parts)
    return quantified(condition, given(condition.body, known))


def quantified(like: Forall | Exists, body: Condition) -> Condition:
    """The quantifier over another body. Over one that cannot hold `exists` is false, and over one
    that always does `forall` is true; the opposite depends on whether there are objects."""
    if isinstance(like, Exists):
        return FALSE if body == FALSE else Exists(like.variables, body)
    return TRUE if body == TRUE else Forall(like.variables, body)


def _flat(kind: type[And], parts: Iterable[Condition]) -> list[Condition]:
    flat: dict[Condition, None] = {}
    for part in parts:
        flat.update(dict.fromkeys(part.parts if isinstance(part, kind) else (part,)))
    return list(flat)
