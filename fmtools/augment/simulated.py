"""Candidates from black-box simulation: focused macros learned in small training problems.

The learner sees simulators only. Of what it finds, macros that can make a goal true are compiled,
guarded by those goals; there are no uses in plans to tell how good they are.
"""

from collections.abc import Sequence

from fmtools.augment.causal import merged, step_units
from fmtools.augment.mine import PlanPattern, Use
from fmtools.learn.focused import Learner, LearnSettings
from fmtools.pddl.ground import ground
from fmtools.pddl.lift import lifted_key
from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.plan_file import parse_step
from fmtools.simulators.grounded import GroundedSimulator

_BUDGET = 20_000
_KEEP = 12
_STARTS = 3


def simulated_patterns(domain: Domain, problems: Sequence[Problem], seed: int) -> list[PlanPattern]:
    """Patterns with one use each, fewest net effects first.

    The `plan` of a use is the problem's place in `problems`; it covers no steps of any plan.
    """

    found: dict[tuple[object, ...], PlanPattern] = {}
    for number, problem in enumerate(problems):
        simulator = GroundedSimulator(ground(domain, problem))
        settings = LearnSettings(
            budget=_BUDGET, keep=_KEEP, repetitions=_STARTS, seed=seed + number
        )
        for macro in Learner(simulator, settings).run().macros:
            steps = tuple(parse_step(action) for action in macro.actions)
            unit = merged(step_units(domain, steps))
            key = lifted_key(domain, ((step.operator, step.args) for step in steps))
            if key not in found and unit.changed:
                found[key] = PlanPattern(key, len(unit.changed), [Use(number, 0, steps)])
    return sorted(found.values(), key=lambda p: (p.num_changed, p.num_steps, str(p.key)))
