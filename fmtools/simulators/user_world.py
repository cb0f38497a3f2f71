"""The user's own simulator, declared: `package.module:Class` with options of its own."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fmtools.errors import UsageError
from fmtools.simulators.kind import Option, Views, WorldKind, identified

if TYPE_CHECKING:
    from fmtools.macros import World
    from fmtools.simulator import Simulator


def build_user(*, name: str, option: Sequence[str] = (), seed: int = 0) -> "Simulator":
    """`option` holds texts `name=value`; a seed is one of them, if the class has one.

    Environments always have one: `seed`, unless an option says another.
    """
    from fmtools.simulators.user import GYM, load_simulator

    options = {"seed": str(seed)} if name.startswith(GYM) else {}
    for text in option:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise UsageError(f"--option {text!r} is not of the form name=value")
        options[key] = value
    return load_simulator(name, options)


def _identity(simulator: Any) -> "World":
    """By the number of variables and the options, but for those that choose start and goal alone.

    Of 0.1.0 libraries have the number of variables only.
    """
    from dataclasses import replace

    from fmtools.simulators.checked import CheckedSimulator

    if not isinstance(simulator, CheckedSimulator):
        simulator = CheckedSimulator(simulator)
    name, options = simulator.name, simulator.options
    num_variables = str(simulator.num_variables)
    earlier = identified("user", name, num_variables.encode(), options)
    fixed = {k: v for k, v in (options or {}).items() if k not in simulator.instance_options}
    if not fixed:
        return earlier
    data = json.dumps([num_variables, fixed], sort_keys=True)
    world = identified("user", name, data.encode(), options)
    return replace(world, earlier_digest=earlier.digest)


def _views() -> Views:
    from fmtools.simulators.macro_words import plain_sequence, variable_words

    return Views(variable_words, plain_sequence)


USER = WorldKind(
    name="user",
    title="module:Class | gym:ID",
    build=build_user,
    identity=_identity,
    options=(
        Option("option", list, "name=value, repeatable; a seed of the class's own, too: seed=5."),
    ),
    views=_views,
)
