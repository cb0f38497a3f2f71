"""Random walks through a PDDL task: how the paper made its start states (Appendix B).

The same seed must give the same instance for good, so nothing here depends on the order in which
actions are ground: a number is drawn for each step, and chooses among the applicable actions sorted
by name and arguments. The tests follow such walks in plain Python.
"""

import numpy as np

from fmtools.core.operator_index import index_operators
from fmtools.core.operators import GroundOperators
from fmtools.pddl.ground import ground
from fmtools.pddl.model import Atom, Domain, Problem


class Walks:
    """A STRIPS task to walk through, as often as one likes."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.task = task = ground(domain, problem)
        self._world = GroundOperators(index_operators(task.lists, task.num_facts), task.num_facts)
        names = [task.operator_names[number] for number in task.operator_ids]
        order = sorted(range(len(names)), key=lambda a: (names[a], task.action_arguments(a)))
        self._rank = np.argsort(np.array(order, np.int64))

    def walk(self, steps: int, rng: np.random.Generator) -> frozenset[Atom]:
        """The state after `steps` actions, each uniform over the applicable ones.

        A state without applicable actions ends the walk early.
        """
        world, layout = self._world, self._world.layout
        state = layout.pack(self.task.start)
        for number in rng.random(steps).tolist():
            actions = world.offered(state)
            if not len(actions):
                break
            place = int(number * len(actions))
            chosen = actions[np.argpartition(self._rank[actions], place)[place]]
            state = world.successor(state, int(chosen))
        true = np.flatnonzero(layout.unpack(state)).tolist()
        return self.task.always_true.union(self.task.facts[fact] for fact in true)
