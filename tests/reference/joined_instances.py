"""All instances of a macro in a state, by trying every action at every step."""

from collections.abc import Iterator

import numpy as np


def macro_instances(simulator, sequence, state) -> Iterator[tuple[tuple[int, ...], np.ndarray]]:
    """(primitive actions, state after them) of every instance that changes something."""
    task = simulator.task
    constants = {constant.name for constant in task.domain.constants}

    def go_on(step: int, at, objects: dict[str, str], actions: tuple[int, ...]):
        if step == len(sequence.steps):
            if not np.array_equal(at, state):
                yield actions, at
            return
        wanted = sequence.steps[step]
        for action in simulator.applicable(at):
            if task.operator_names[task.operator_ids[action]] != wanted.operator:
                continue
            bound = dict(objects)
            fits = True
            for term, given in zip(wanted.args, task.action_arguments(action), strict=True):
                known = term if term in constants else bound.setdefault(term, given)
                fits = fits and known == given
            if fits:
                yield from go_on(
                    step + 1, simulator.successor(at, action), bound, (*actions, action)
                )

    yield from go_on(0, state, {}, ())
