"""PDDL's meaning written down on sets of atoms: conditions, conditional effects and axioms.

Deliberately plain: it shares no code with grounding, simulators or search, so that a mistake there
cannot hide here. Formulas are asked as they stand; objects that satisfy one are found by going
through the atoms that hold.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from fmtools.pddl.model import (
    EQUALS,
    And,
    Atom,
    Axiom,
    Condition,
    ConditionalEffect,
    Domain,
    Exists,
    Literal,
    Operator,
    Or,
    Parameter,
    Problem,
    literals_of,
)

Binding = dict[str, str]
Atoms = Iterable[tuple[str, tuple[str, ...]]]
"""As plain pairs, too, which equal an `Atom`."""


class Objects:
    """Which objects are of which types."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        above = {name: domain.supertypes(name) for name in domain.types}
        self.types: dict[str, frozenset[str]] = {}
        for item in (*domain.constants, *problem.objects):
            types = frozenset().union(*(above[name] for name in item.types))
            self.types[item.name] = self.types.get(item.name, frozenset()) | types
        self._of: dict[tuple[str, ...], list[str]] = {}

    def fits(self, name: str, parameter: Parameter) -> bool:
        return not self.types[name].isdisjoint(parameter.types)

    def of(self, parameter: Parameter) -> list[str]:
        if parameter.types not in self._of:
            fitting = [name for name in self.types if self.fits(name, parameter)]
            self._of[parameter.types] = fitting
        return self._of[parameter.types]


class State:
    """Atoms that hold, by predicate; and, when asked, by an object at some place."""

    def __init__(self, atoms: Atoms) -> None:
        self._rows: dict[str, set[tuple[str, ...]]] = {}
        self._places: dict[tuple[str, int], dict[str, list[tuple[str, ...]]]] = {}
        self.add(atoms)

    def add(self, atoms: Atoms) -> list[tuple[str, tuple[str, ...]]]:
        """Those of them that are new."""
        new = []
        for predicate, args in atoms:
            rows = self._rows.setdefault(predicate, set())
            if args not in rows:
                rows.add(args)
                new.append((predicate, args))
                for place, name in enumerate(args):
                    if (predicate, place) in self._places:
                        self._places[predicate, place].setdefault(name, []).append(args)
        return new

    def holds(self, atom: Atom) -> bool:
        return atom.args in self._rows.get(atom.predicate, ())

    def rows(self, predicate: str, known: Sequence[str | None]) -> Iterable[tuple[str, ...]]:
        """Arguments with which the predicate holds, given some of them."""
        given = [(k, name) for k, name in enumerate(known) if name is not None]
        if len(given) == len(known):
            row = tuple(name for _, name in given)
            return (row,) if row in self._rows.get(predicate, ()) else ()
        if not given:
            return tuple(self._rows.get(predicate, ()))
        return min((self._at(predicate, k).get(name, ()) for k, name in given), key=len)

    def _at(self, predicate: str, place: int) -> dict[str, list[tuple[str, ...]]]:
        """Rows by the object at a place."""
        if (predicate, place) not in self._places:
            by_name: dict[str, list[tuple[str, ...]]] = {}
            for row in self._rows.get(predicate, ()):
                by_name.setdefault(row[place], []).append(row)
            self._places[predicate, place] = by_name
        return self._places[predicate, place]


class Interpreter:
    """Asks conditions in states; a state has its derived atoms."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.objects = Objects(domain, problem)
        self._derived = domain.derived
        self._focus: frozenset[int] = frozenset()
        """Of a literal and what stands around it, by `id`: where an axiom is asked again, one of
        its literals must be among the atoms that are recent."""
        self._recent = State(())
        self._layers = _layers(domain.axioms)
        self._known_free: dict[int, tuple[str, ...]] = {}
        self._kept: list[Condition] = []

    def holds(self, condition: Condition, binding: Binding, state: State) -> bool:
        if isinstance(condition, Literal):
            atom = condition.atom.bound(binding)
            same = atom.predicate == EQUALS
            true = atom.args[0] == atom.args[1] if same else state.holds(atom)
            return true == condition.positive
        if isinstance(condition, And):
            return all(self.holds(part, binding, state) for part in condition.parts)
        if isinstance(condition, Or):
            return any(self.holds(part, binding, state) for part in condition.parts)
        inner = {name: x for name, x in binding.items() if name not in _names(condition.variables)}
        if isinstance(condition, Exists):
            found = self.solutions([condition.body], condition.variables, inner, state)
            return next(found, None) is not None
        return all(
            self.holds(condition.body, each, state)
            for each in self._choices(condition.variables, inner)
        )

    def failure(self, condition: Condition, binding: Binding, state: State) -> str:
        """Why a condition does not hold, in words, down to what fails."""
        if isinstance(condition, Literal):
            text = f"{condition.bound(binding)} does not hold"
            derived = condition.atom.predicate in self._derived
            return f"{text}, by the axioms of {condition.atom.predicate}" if derived else text
        if isinstance(condition, And):
            part = next(p for p in condition.parts if not self.holds(p, binding, state))
            return self.failure(part, binding, state)
        if isinstance(condition, Or):
            return f"nothing of {bound_text(condition, binding)} holds"
        if isinstance(condition, Exists):
            return f"no objects satisfy {bound_text(condition, binding)}"
        inner = {name: x for name, x in binding.items() if name not in _names(condition.variables)}
        for each in self._choices(condition.variables, inner):
            if not self.holds(condition.body, each, state):
                chosen = ", ".join(f"{v.name} = {each[v.name]}" for v in condition.variables)
                why = self.failure(condition.body, each, state)
                return f"{bound_text(condition, binding)} fails for {chosen}: {why}"
        return f"{bound_text(condition, binding)} holds"

    def changes(self, operator: Operator, binding: Binding, state: State) -> list[Literal]:
        """What an action makes true and false in a state, each effect as often as it happens."""
        found = [x.bound(binding) for x in operator.effect]
        for effect in operator.conditional:
            for each in self._occasions(effect, binding, state):
                found += [x.bound(each) for x in effect.effect]
        return found

    def _occasions(
        self, effect: ConditionalEffect, binding: Binding, state: State
    ) -> Iterator[Binding]:
        inner = {name: x for name, x in binding.items() if name not in _names(effect.variables)}
        yield from self.solutions(effect.condition, effect.variables, inner, state)

    def complete(self, atoms: Atoms) -> State:
        """The state of these atoms, which are not derived, with all that follows from them."""
        state = State(atoms)
        for layer in self._layers:
            new = [atom for axiom in layer for atom in self._consequences(axiom, state)]
            while new:
                recent = State(new)
                changed = {predicate for predicate, _ in new}
                new = []
                for axiom in layer:
                    for focus in _focuses(axiom, changed):
                        self._focus, self._recent = focus, recent
                        new += self._consequences(axiom, state)
                        self._focus = frozenset()
        return state

    def _consequences(self, axiom: Axiom, state: State) -> list[tuple[str, tuple[str, ...]]]:
        """Atoms that an axiom makes true now."""
        heads = [
            (axiom.head.predicate, tuple(each[name] for name in axiom.head.args))
            for each in self.solutions(axiom.body, axiom.parameters, {}, state)
        ]
        return state.add(heads)

    def solutions(
        self,
        conditions: Sequence[Condition],
        variables: Sequence[Parameter],
        binding: Binding,
        state: State,
    ) -> Iterator[Binding]:
        """All ways to choose objects for the variables so that the conditions hold.

        The same choice may come more than once.
        """
        types = {variable.name: variable for variable in variables}
        for found in self._search(list(conditions), types, binding, state):
            free = [variable for variable in variables if variable.name not in found]
            yield from self._choices(free, found)

    def _choices(self, variables: Sequence[Parameter], binding: Binding) -> Iterator[Binding]:
        if not variables:
            yield binding
            return
        for name in self.objects.of(variables[0]):
            yield from self._choices(variables[1:], {**binding, variables[0].name: name})

    def _search(
        self,
        conditions: list[Condition],
        types: Mapping[str, Parameter],
        binding: Binding,
        state: State,
    ) -> Iterator[Binding]:
        """Bind variables of `types` as the conditions demand; others may stay open."""
        if not conditions:
            yield binding
            return
        first = conditions[0]
        if len(conditions) > 1:
            first = min(conditions, key=lambda c: self._effort(c, types, binding))
        rest = [condition for condition in conditions if condition is not first]
        for found in self._ways(first, types, binding, state):
            yield from self._search(rest, types, found, state)

    def _free(self, condition: Condition) -> tuple[str, ...]:
        """Its free variables; conditions are those of the domain and stay as long as this does."""
        known = self._known_free.get(id(condition))
        if known is None:
            known = tuple(dict.fromkeys(_free(condition)))
            self._known_free[id(condition)] = known
            self._kept.append(condition)
        return known

    def _effort(
        self, condition: Condition, types: Mapping[str, Parameter], binding: Binding
    ) -> tuple[int, int]:
        """What to look at first: what only has to be tested, then atoms with objects known."""
        if id(condition) in self._focus:
            return 0, 0
        free = [name for name in self._free(condition) if name in types and name not in binding]
        if not free:
            return 0, 1
        if isinstance(condition, Literal) and condition.positive:
            if condition.atom.predicate == EQUALS:
                return (1 if len(free) == 1 else 4), 0
            return (1 if len(free) < len(condition.atom.args) else 2), len(free)
        return (3 if isinstance(condition, (And, Or, Exists)) else 4), len(free)

    def _ways(
        self,
        condition: Condition,
        types: Mapping[str, Parameter],
        binding: Binding,
        state: State,
    ) -> Iterator[Binding]:
        """Bindings under which one condition holds."""
        free = [name for name in self._free(condition) if name in types and name not in binding]
        focused = id(condition) in self._focus
        if not free and not focused:
            if self.holds(condition, binding, state):
                yield binding
        elif isinstance(condition, Literal) and condition.positive:
            yield from self._matches(
                condition.atom, types, binding, self._recent if focused else state
            )
        elif isinstance(condition, And):
            yield from self._search(list(condition.parts), types, binding, state)
        elif isinstance(condition, Or):
            for part in condition.parts:
                if not focused or id(part) in self._focus:
                    yield from self._ways(part, types, binding, state)
        elif isinstance(condition, Exists):
            inner = {k: v for k, v in binding.items() if k not in _names(condition.variables)}
            own = {variable.name: variable for variable in condition.variables}
            for found in self._search([condition.body], {**types, **own}, inner, state):
                if all(v.name in found or self.objects.of(v) for v in condition.variables):
                    kept = {k: v for k, v in found.items() if k not in own}
                    yield {**kept, **{k: v for k, v in binding.items() if k in own}}
        else:
            for each in self._choices([types[name] for name in free], binding):
                if self.holds(condition, each, state):
                    yield each

    def _matches(
        self, atom: Atom, types: Mapping[str, Parameter], binding: Binding, state: State
    ) -> Iterator[Binding]:
        """Bindings under which an atom holds."""
        terms = [binding.get(term, None if term in types else term) for term in atom.args]
        if atom.predicate == EQUALS:
            known = next((term for term in terms if term is not None), None)
            names = list(self.objects.types) if known is None else [known]
            rows: Iterable[tuple[str, ...]] = [(name, name) for name in names]
        else:
            rows = state.rows(atom.predicate, terms)
        for row in rows:
            found = dict(binding)
            for term, name in zip(atom.args, row, strict=True):
                if term in found or term not in types:
                    if found.get(term, term) != name:
                        break
                elif self.objects.fits(name, types[term]):
                    found[term] = name
                else:
                    break
            else:
                yield found


def bound_text(condition: Condition, binding: Binding) -> str:
    """A condition as PDDL writes it, with objects for its free variables."""
    words = str(condition).replace("(", "( ").replace(")", " )").split()
    free = set(_free(condition))
    text = " ".join(binding.get(word, word) if word in free else word for word in words)
    return text.replace("( ", "(").replace(" )", ")")


def _names(variables: Iterable[Parameter]) -> set[str]:
    return {variable.name for variable in variables}


def _free(condition: Condition) -> list[str]:
    if isinstance(condition, Literal):
        return [term for term in condition.atom.args if term[0] == "?"]
    if isinstance(condition, (And, Or)):
        return [name for part in condition.parts for name in _free(part)]
    bound = _names(condition.variables)
    return [name for name in _free(condition.body) if name not in bound]


def _focuses(axiom: Axiom, changed: set[str]) -> list[frozenset[int]]:
    """For every positive literal of these predicates, its `id` and those of what stands around it.

    A literal inside of `forall` cannot be singled out: then one empty focus, which asks all.
    """
    found: list[frozenset[int]] = []
    todo: list[tuple[Condition, frozenset[int]]] = [(part, frozenset()) for part in axiom.body]
    while todo:
        condition, around = todo.pop()
        inside = around | {id(condition)}
        if isinstance(condition, Literal):
            if condition.positive and condition.atom.predicate in changed:
                found.append(inside)
        elif isinstance(condition, (And, Or)):
            todo.extend((part, inside) for part in condition.parts)
        elif isinstance(condition, Exists):
            todo.append((condition.body, inside))
        elif any(x.positive and x.atom.predicate in changed for x in literals_of([condition])):
            return [frozenset()]
    return found


def _layers(axioms: Sequence[Axiom]) -> list[list[Axiom]]:
    """Axioms in the order of evaluation: a negated predicate is finished before it is asked."""
    layer = {axiom.head.predicate: 0 for axiom in axioms}
    for _ in range(len(layer) + 1):
        for axiom in axioms:
            for literal in literals_of(axiom.body):
                if literal.atom.predicate in layer:
                    below = layer[literal.atom.predicate] + (not literal.positive)
                    layer[axiom.head.predicate] = max(layer[axiom.head.predicate], below)
    numbers = sorted(set(layer.values()))
    return [[a for a in axioms if layer[a.head.predicate] == number] for number in numbers]
