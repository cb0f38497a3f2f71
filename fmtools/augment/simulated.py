"""Candidates from black-box simulation: focused macros that the learner found, and found to pay.

The learner sees simulators only. Given enough queries it judges macros by what they save a search
(`fmtools learn`); there are no uses in plans to tell how good they are.
"""

from collections.abc import Sequence

from fmtools.api.learning import learn_settings, learned
from fmtools.augment.causal import merged, step_units
from fmtools.augment.mine import PlanPattern, Use
from fmtools.pddl.ground import ground
from fmtools.pddl.lift import lifted_key
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_step
from fmtools.simulators.grounded import GroundedSimulator


def simulated_patterns(
    domain: Domain, problems: Sequence[Problem], seed: int, queries: int
) -> list[PlanPattern]:
    """Patterns with one use each, fewest net effects first; it covers no steps of any plan."""
    simulators = [GroundedSimulator(ground(domain, problem)) for problem in problems]
    settings = learn_settings(simulators[0], {"budget": queries}, seed)
    library, _ = learned(simulators[0], settings, False, None, simulators[1:])
    found: dict[tuple[object, ...], PlanPattern] = {}
    for macro in library.macros:
        steps = tuple(parse_step(action) for action in macro.actions)
        unit = merged(step_units(domain, steps))
        key = lifted_key(domain, ((step.operator, step.args) for step in steps))
        if key not in found and unit.changed:
            found[key] = PlanPattern(key, len(unit.changed), [Use(0, 0, steps)])
    return sorted(found.values(), key=lambda p: (p.num_changed, p.num_steps, str(p.key)))
