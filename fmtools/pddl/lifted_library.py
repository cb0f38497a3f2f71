"""From a library to lifted macros: sequences with parameters, each under its operator's name.

The only place where sequences of a library are lifted, where parameters without a use are dropped,
and where macros get their names.
"""

from collections.abc import Sequence
from itertools import groupby

from fmtools.errors import FmtoolsError, InputError
from fmtools.frozen import frozen
from fmtools.macros import Macro, MacroLibrary, World, digest
from fmtools.pddl.compose import bind_sequence
from fmtools.pddl.lift import LiftedSequence, lift
from fmtools.pddl.model import Atom, Domain
from fmtools.pddl.names import fresh_name
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.pddl.type_order import TypeOrder

KIND = "pddl"
_MAX_GROUPS = 4
"""Of steps that a name tells."""


@frozen
class LiftedMacro:
    """What must be known to make the operator, now or in any later session."""

    name: str
    sequence: LiftedSequence
    guards: tuple[Atom, ...] = ()
    """Static atoms that keep it to where it pays; see `static_guards.py`."""
    joined: bool = False
    """Whether its static conditions are worked out for each problem; see `static_joins.py`."""


def pddl_world(domain: Domain) -> World:
    """Which world the macros of this domain belong to."""
    return World(KIND, domain.name, digest(domain.text))


def lift_library(domain: Domain, library: MacroLibrary) -> tuple[LiftedMacro, ...]:
    """In library order; InputError where a macro is not of this domain."""
    lifted: dict[str, LiftedMacro] = {}
    for place, macro in enumerate(library.macros, start=1):
        number = place if macro.number is None else macro.number
        try:
            item = _lifted(domain, macro, number)
        except FmtoolsError as error:
            raise InputError(f"macro {number}: {error}") from None
        if item.name in lifted:
            raise InputError(f"macro {number}: there are two of this number")
        lifted[item.name] = item
    return tuple(lifted.values())


def lift_steps(domain: Domain, steps: Sequence[Step]) -> LiftedSequence:
    """A ground sequence with parameters for its objects, none of them idle."""
    return _without_idle_parameters(domain, lift(domain, steps))


def _lifted(domain: Domain, macro: Macro, number: int) -> LiftedMacro:
    steps = [parse_step(action) for action in macro.actions]
    sequence = lift_steps(domain, steps)
    guards = [parse_step(text) for text in macro.guards]
    atoms = tuple(Atom(guard.operator, guard.args) for guard in guards)
    return LiftedMacro(macro_name(domain, number, steps), sequence, atoms, macro.joined)


def _without_idle_parameters(domain: Domain, sequence: LiftedSequence) -> LiftedSequence:
    """Without parameters that no literal or cost mentions, where another term can take their place.

    The other term is a parameter or constant that is always of the right type, so that unfolding
    needs no object of its own.
    """
    order = TypeOrder(domain)
    steps = bind_sequence(domain, sequence)
    used = {
        term
        for step in steps
        for atom in (
            *(x.atom for x in (*step.precondition, *step.effect)),
            *(step.cost.terms if step.cost else ()),
        )
        for term in atom.args
    }
    for bound in sequence.steps:
        if not domain.operators[bound.operator].is_strips:
            used.update(bound.args)
    for idle in [p for p in sequence.parameters if p.name not in used]:
        others = [
            p.name
            for p in sequence.parameters
            if p.name != idle.name and order.includes(idle.types, p.types)
        ]
        others += [c.name for c in domain.constants if order.fits(c.types, idle.types)]
        if others:
            sequence = sequence.renamed({idle.name: others[0]})
    return sequence


def macro_name(domain: Domain, number: int, steps: Sequence[Step]) -> str:
    """`macro-3-pick-move-drop`: by the domain, the macro's number (from 1) and its actions."""
    groups = [(name, len(list(run))) for name, run in groupby(step.operator for step in steps)]
    words = [name if count == 1 else f"{name}-x{count}" for name, count in groups[:_MAX_GROUPS]]
    more = sum(count for _, count in groups[_MAX_GROUPS:])
    words += [f"and-{more}-more"] if more else []
    return fresh_name("-".join(("macro", str(number), *words)), domain.names)
