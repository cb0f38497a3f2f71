"""Built-in worlds for external planners, as SAS+ and as PDDL; and their plans back into ours.

How a world is exported is its own matter (`WorldKind.exporter`).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from fmtools.errors import InputError, UsageError
from fmtools.pddl.plan_file import Step, parse_step
from fmtools.replay import replay
from fmtools.simulator import ActionId, Simulator, goal_count
from fmtools.simulators.kind import Exporter
from fmtools.simulators.registry import WORLDS, kind_of


@dataclass(frozen=True)
class Replay:
    """What a plan does in our own simulator."""

    actions: tuple[ActionId, ...]
    names: tuple[str, ...]
    goal_count: int
    """Goal facts that do not hold at the end."""

    @property
    def solved(self) -> bool:
        return self.goal_count == 0


def exporter_for(world: Simulator) -> Exporter:
    """UsageError for a world that cannot be exported."""
    exporter = kind_of(world).exporter
    if exporter is None:
        names = ", ".join(name for name, kind in WORLDS.items() if kind.exporter is not None)
        raise UsageError(f"{type(world).__name__} cannot be exported; choose one of {names}")
    return exporter()


def world_to_sas(world: Simulator) -> str:
    """The text of a SAS+ file, as Fast Downward reads it."""
    return exporter_for(world).to_sas(world).text()


def world_to_pddl(world: Simulator) -> tuple[str, str]:
    """The texts of domain and problem; UsageError where there is no good way to say it in PDDL."""
    to_pddl = exporter_for(world).to_pddl
    if to_pddl is None:
        raise UsageError(
            f"{type(world).__name__.lower()} is exported as SAS+ only; name a .sas file"
        )
    return to_pddl(world)


def replay_sas_plan(world: Simulator, steps: Iterable[Step | str]) -> Replay:
    """Run a planner's plan through the world it was exported from.

    InputError where a step is unknown or does not apply; a plan that ends elsewhere is a result.
    """
    known = exporter_for(world).actions(world)
    texts = [str(parse_step(step) if isinstance(step, str) else step) for step in steps]
    for number, text in enumerate(texts, start=1):
        if text not in known:
            raise InputError(f"step {number}: {text} is no action of this world")
    actions = tuple(known[text] for text in texts)
    run = replay(world, actions)
    if run.done < len(actions):
        raise InputError(f"step {run.done + 1}: {texts[run.done]} does not apply there")
    names = tuple(world.action_name(action) for action in actions)
    return Replay(actions, names, goal_count(run.state, world.goal()))
