"""The Suitcase Lock for external planners: a variable per dial, turned by conditional effects."""

from collections.abc import Mapping

import numpy as np

from fmtools.simulator import ActionId
from fmtools.simulators.lock import Lock
from fmtools.simulators.sas_task import SasEffect, SasOperator, SasTask, SasVariable


def lock_actions(lock: Lock) -> Mapping[str, ActionId]:
    """The action behind each step of a plan."""
    actions = lock.applicable(lock.start())
    return {f"({lock.action_name(action)})": action for action in actions}


def lock_to_sas(lock: Lock) -> SasTask:
    digits = range(lock.num_digits)
    shown = np.array([[digit] * lock.num_variables for digit in digits], dtype=np.uint8)
    operators = []
    for name, action in lock_actions(lock).items():
        turned = [lock.successor(row, action) for row in shown]
        operators.append(
            SasOperator(
                name[1:-1],
                (),
                tuple(
                    SasEffect(dial, int(turned[digit][dial]), ((dial, digit),))
                    for dial in range(lock.num_variables)
                    for digit in digits
                    if turned[digit][dial] != digit
                ),
            )
        )
    return SasTask(
        tuple(
            SasVariable(f"dial-{dial}", tuple(f"Atom shows({dial}, {digit})" for digit in digits))
            for dial in range(lock.num_variables)
        ),
        (),
        tuple(int(digit) for digit in lock.start()),
        tuple(sorted(lock.goal().items())),
        tuple(operators),
    )
