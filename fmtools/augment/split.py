"""Which of the given problems teach, which choose, and which confirm: by what they take to solve.

Training problems are quick ones whose plans are not too long; these are mined. Of those that take
the planner long enough to be measured, two fifths, four at most, choose among macros (validation)
and the rest confirms the choice (confirmation). One problem that the planner does not solve is
among the former where there is one, and more of them where it solves too few. A problem has one
role: no macro is confirmed by its own source. Where there are hardly any quick ones, the quickest
measurable ones teach.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from fmtools.augment.measure import Measurement, Measurer
from fmtools.pddl.model import Domain, Problem

NUM_TRAINING = 4
LONGEST_LESSON = 120
"""Steps of a plan that is mined, where there are shorter ones."""
NUM_VALIDATION = 4
NUM_CONFIRMATION = 6
FEWEST_CONFIRMATION = 4
"""Fewer cannot confirm anything: three of three won may be luck."""
MEASURABLE = 1.0
"""CPU seconds below which a run says more about start-up than about search."""


@dataclass(frozen=True)
class Measured:
    problem: Problem
    original: Measurement


@dataclass(frozen=True)
class Split:
    training: tuple[Measured, ...]
    validation: tuple[Measured, ...]
    confirmation: tuple[Measured, ...]
    unused: tuple[Measured, ...]

    def shortcomings(self) -> list[str]:
        """What cannot be done well with these problems, in words for the user."""
        said = []
        if not self.training:
            said.append("the planner solves none of the problems: there is nothing to learn from")
        if len(self.validation) < NUM_VALIDATION:
            said.append(
                f"{len(self.validation)} problems to choose with; {NUM_VALIDATION} that take the "
                "planner 2 to 20 s would be better"
            )
        if len(self.confirmation) < NUM_CONFIRMATION:
            said.append(
                f"{len(self.confirmation)} problems to confirm with; {NUM_CONFIRMATION} that take "
                "the planner 2 s or more would be better"
            )
        return said

    @property
    def can_confirm(self) -> bool:
        return len(self.confirmation) >= FEWEST_CONFIRMATION


def remeasured(
    measurer: Measurer, domain: Domain, items: Sequence[Measured], limit: float
) -> tuple[Measured, ...]:
    """Those that the original solves run once more, to be compared with what runs next."""
    found = []
    for item in items:
        run = item.original
        if run.solved:
            fresh = measurer.original(domain, item.problem, limit, again=True)
            run = fresh if fresh.solved else run
        found.append(Measured(item.problem, run))
    return tuple(found)


def split(measured: Sequence[Measured], measurable: float = MEASURABLE) -> Split:
    """Roles for problems that the planner was run on, the same for the same times."""
    solved = sorted(
        (item for item in measured if item.original.solved), key=lambda x: x.original.cpu_seconds
    )
    unsolved = [item for item in measured if not item.original.solved]
    quick = [item for item in solved if item.original.cpu_seconds < measurable]
    slow = [item for item in solved if item.original.cpu_seconds >= measurable]
    training = _teachers(quick)
    if len(training) < 2:
        num_borrowed = min(max(len(slow) // 4, 1), 3)
        training, slow = [*training, *slow[:num_borrowed]], slow[num_borrowed:]
    if not slow and not unsolved:
        # Nothing takes long enough; the slowest of what there is may choose, but not confirm.
        num_training = max(2, len(training) // 2)
        return Split(
            tuple(training[:num_training]),
            tuple(training[num_training:]),
            (),
            tuple(item for item in quick if item not in training),
        )
    validation, confirmation = _dealt(slow, unsolved)
    used = {id(item) for item in (*training, *validation, *confirmation)}
    unused = [item for item in measured if id(item) not in used]
    return Split(tuple(training), tuple(validation), tuple(confirmation), tuple(unused))


def _teachers(quick: Sequence[Measured]) -> list[Measured]:
    """The slowest of the quick ones whose plans are not too long to be mined, slowest last."""
    handy = [x for x in quick if (x.original.primitive_plan_length or 0) <= LONGEST_LESSON]
    return handy[-NUM_TRAINING:] or list(quick[:NUM_TRAINING])


def _dealt(
    slow: Sequence[Measured], unsolved: Sequence[Measured]
) -> tuple[list[Measured], list[Measured]]:
    """Two fifths of the problems choose, four at most, spread over the times; the rest confirms."""
    total = len(slow) + len(unsolved)
    num_validation = min(NUM_VALIDATION, max(1, round(0.4 * total)))
    validation = list(unsolved[:1]) if num_validation > 1 or not slow else []
    wanted = num_validation - len(validation)
    if wanted > 0 and slow:
        step = len(slow) / wanted
        places = {min(int(step * (number + 0.5)), len(slow) - 1) for number in range(wanted)}
    else:
        places = set()
    validation += [item for place, item in enumerate(slow) if place in places]
    validation += unsolved[1 : 1 + num_validation - len(validation)]
    chosen = {id(item) for item in validation}
    rest = [item for item in (*slow, *unsolved) if id(item) not in chosen]
    validation.sort(key=lambda x: (not x.original.solved, x.original.cpu_seconds))
    return validation, rest
