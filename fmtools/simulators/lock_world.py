"""The Suitcase Lock, declared: options, identity, presets, export, words."""

from typing import TYPE_CHECKING

from fmtools.simulators.kind import Exporter, Option, Views, WorldKind, identified

if TYPE_CHECKING:
    from fmtools.learn.presets import Presets
    from fmtools.macros import World
    from fmtools.simulators.lock import Lock


def build_lock(
    *,
    dials: int = 20,
    digits: int = 2,
    effect_size: int = 4,
    seed: int = 0,
    decrements: bool = True,
) -> "Lock":
    """Actions, start and goal all come from `seed`."""
    from fmtools.simulators.lock import Lock

    return Lock(dials, digits, effect_size, seed, decrements)


def _identity(lock: "Lock") -> "World":
    name = f"lock {lock.num_variables} dials {lock.num_digits} digits"
    return identified("lock", name, lock.kernel.shifts.tobytes())


def _presets() -> "Presets":
    from dataclasses import replace

    from fmtools.learn.focused import LearnSettings
    from fmtools.learn.presets import AUTO, Presets

    ours = LearnSettings(budget=1_000_000, keep=100)
    return Presets(ours, replace(AUTO, budget=1_000_000))


def _exporter() -> Exporter:
    from fmtools.simulators.export_lock import lock_actions, lock_to_sas

    return Exporter(lock_actions, lock_to_sas)


def _views() -> Views:
    from fmtools.simulators.macro_words import lock_words, plain_sequence

    return Views(lock_words, plain_sequence)


LOCK = WorldKind(
    name="lock",
    build=build_lock,
    identity=_identity,
    options=(
        Option("dials", int, "How many dials.", 20),
        Option("digits", int, "Digits on each dial.", 2),
        Option("effect_size", int, "Mean effect size of an action.", 4),
        Option("decrements", bool, default=True, hidden=True),
    ),
    presets=_presets,
    exporter=_exporter,
    views=_views,
    keeps_actions=False,
    varied={
        "dials": "dials",
        "digits": "digits",
        "effect_sizes": "effect_size",
        "decrements": "decrements",
    },
    about=lambda lock: {"mean_effect_size": lock.mean_effect_size},
    distances=lambda lock: lock.distances(),
)
