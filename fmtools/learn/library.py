"""From what was learned, or given, to a macro library with its provenance."""

from collections.abc import Mapping, Sequence
from typing import Any

from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulator import ActionId, Known, NamesFacts, Simulator
from fmtools.version import __version__


def learned_library(
    simulator: Simulator, world: World, settings: LearnSettings, learned: Learned, paper: bool
) -> MacroLibrary:
    """A library of focused macros. No times in it: same seed, same bytes."""
    provenance = {
        "source": "learned",
        "fmtools": __version__,
        "paper": paper,
        **{name: value for name, value in settings.to_dict().items() if value is not None},
        "queries": learned.queries,
        "other_queries": learned.other_queries,
        **({} if learned.primitive_steps is None else {"primitive_steps": learned.primitive_steps}),
        "repetitions_run": learned.repetitions,
        "outcome": learned.outcome.value,
        **({} if learned.judgement is None else {"judged": learned.judgement.to_dict()}),
        **_told(learned.known),
        **({} if learned.why_none is None else {"why_none": learned.why_none}),
    }
    return _library(simulator, world, learned.macros, provenance)


def _told(known: Known | None) -> dict[str, Any]:
    if known is None:
        return {}
    return {"actions": known.actions, "searches": list(known.searches), "paid": known.paid}


def given_library(
    simulator: Simulator,
    world: World,
    sequences: Sequence[Sequence[ActionId]],
    provenance: Mapping[str, Any],
    seed: int,
) -> MacroLibrary:
    """A library of given sequences (expert, random), their effects measured by simulation."""
    learner = Learner(simulator, LearnSettings(seed=seed))
    found = [learner.found(sequence) for sequence in sequences]
    macros = learner.measured(found, learner.settings.check_states)
    provenance = {"fmtools": __version__, "seed": seed, **provenance}
    return _library(simulator, world, macros, provenance)


def _library(
    simulator: Simulator, world: World, macros: tuple[Macro, ...], provenance: Mapping[str, Any]
) -> MacroLibrary:
    facts: dict[int, str] = {}
    if isinstance(simulator, NamesFacts):
        for macro in macros:
            variables = [change[0] for change in macro.effect] + list(macro.precondition or {})
            facts.update({variable: simulator.fact_name(variable) for variable in variables})
    return MacroLibrary(world, macros, provenance, facts)
