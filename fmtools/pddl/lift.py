"""From a ground macro to a lifted sequence (first half of the paper's Algorithm 2).

The same object becomes the same parameter, wherever it occurs; the domain's constants stay what
they are. A parameter gets the most general types that all steps allow it. Knows no state.
"""

from collections.abc import Iterable, Mapping, Sequence

from fmtools.errors import InputError
from fmtools.frozen import frozen
from fmtools.pddl.model import Domain, Parameter
from fmtools.pddl.names import expectation, fresh_name
from fmtools.pddl.plan_file import Step
from fmtools.pddl.sexpr import shown
from fmtools.pddl.type_order import TypeOrder


@frozen
class LiftedSequence:
    """Steps whose arguments are parameters (`?x`) or constants."""

    parameters: tuple[Parameter, ...]
    steps: tuple[Step, ...]

    def unfold(self, args: Sequence[str]) -> tuple[Step, ...]:
        """The primitive actions for one object per parameter."""
        names = (parameter.name for parameter in self.parameters)
        return self.renamed(dict(zip(names, args, strict=True))).steps

    def renamed(self, terms: Mapping[str, str]) -> "LiftedSequence":
        """With other terms for some parameters; those parameters are gone."""
        return LiftedSequence(
            tuple(parameter for parameter in self.parameters if parameter.name not in terms),
            tuple(
                Step(step.operator, tuple(terms.get(arg, arg) for arg in step.args))
                for step in self.steps
            ),
        )


def lift(domain: Domain, steps: Sequence[Step]) -> LiftedSequence:
    """InputError where a step is no action of the domain or an object's types clash."""
    order = TypeOrder(domain)
    constants = {constant.name: constant for constant in domain.constants}
    for step in steps:
        check_step(domain, step)
    wanted: dict[str, list[Parameter]] = {}
    for step in steps:
        parameters = domain.operators[step.operator].parameters
        for parameter, arg in zip(parameters, step.args, strict=True):
            if arg not in constants:
                wanted.setdefault(arg, []).append(parameter)
            elif not order.fits(constants[arg].types, parameter.types):
                kind = " or ".join(parameter.types)
                raise InputError(
                    f"{step}: {arg} is not of type {kind}, as {parameter.name} must be"
                )
    names: dict[str, str] = {}
    lifted: list[Parameter] = []
    for name, parameters_of in wanted.items():
        types = order.common(parameter.types for parameter in parameters_of)
        if not types:
            kinds = sorted({" or ".join(parameter.types) for parameter in parameters_of})
            raise InputError(
                f"object {shown(name)} would have to be of types {' and '.join(kinds)}, "
                "which have no type in common"
            )
        # No hyphens, which some parsers refuse.
        names[name] = fresh_name(parameters_of[0].name.replace("-", "_"), names.values(), "")
        lifted.append(Parameter(names[name], types))
    ground = LiftedSequence((), tuple(Step(step.operator, step.args) for step in steps))
    return LiftedSequence(tuple(lifted), ground.renamed(names).steps)


def check_step(domain: Domain, step: Step) -> None:
    """InputError unless the domain has this action, with as many arguments."""
    operator = domain.operators.get(step.operator)
    if operator is None:
        hint = expectation(step.operator, domain.operators, "action")
        raise InputError(f"unknown action {shown(step.operator)}; {hint}")
    if len(step.args) != len(operator.parameters):
        raise InputError(
            f"{step} has {len(step.args)} arguments; expected {len(operator.parameters)}"
        )


def lifted_key(domain: Domain, steps: Iterable[tuple[str, Sequence[str]]]) -> tuple[object, ...]:
    """Equal for sequences of (operator, arguments) that differ only in the names of objects."""
    constants = {constant.name for constant in domain.constants}
    numbers: dict[str, int] = {}
    key: list[object] = []
    for operator, arguments in steps:
        key.append(operator)
        for name in arguments:
            key.append(name if name in constants else numbers.setdefault(name, len(numbers)))
    return tuple(key)
