"""The Suitcase Lock: N dials of M digits, actions of a chosen mean effect size (paper, section 3.1
and appendix A).

State: variable i is what dial i shows. Action a < N increments the dials of row a of a binary
matrix, modulo M; action N + a decrements them. Every action always applies.

Every state reaches every other one iff the matrix is invertible modulo M, that is, of full rank
modulo every prime factor of M. (The paper tests modulo 2 only, which is enough for powers of 2.)
This module must not know who searches it: no planner, no learner, no macros.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from fmtools.errors import InputError, UsageError
from fmtools.simulator import ActionId, State

if TYPE_CHECKING:
    from fmtools.core.dial_shifts import DialShifts

MAX_DIALS = 256
MAX_DIGITS = 255
MAX_ENTRIES = 100_000_000
"""Random matrix entries drawn before giving up: a second or two, whatever the number of dials."""
RANK_TEST_COST = 16
"""Time of a rank test, in times of drawing such a matrix."""
DIALS_PER_LINE = 20
MAX_STATES = 1 << 22
"""Of a lock whose distances are all measured."""

Matrix = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


class Lock:
    """Start and goal are drawn from `seed` first, so they are the same for every effect size.

    Matrix entries are 1 with probability effect_size / dials, drawn again until the rank suffices;
    the mean effect size therefore only comes near `effect_size`. With `decrements=False` there are
    N actions instead of 2N.
    """

    kind = "lock"

    def __init__(
        self,
        dials: int = 20,
        digits: int = 2,
        effect_size: int = 4,
        seed: int = 0,
        decrements: bool = True,
    ) -> None:
        if not 2 <= dials <= MAX_DIALS:
            raise UsageError(f"dials is {dials}; choose from 2 to {MAX_DIALS}")
        if not 2 <= digits <= MAX_DIGITS:
            raise UsageError(f"digits is {digits}; choose from 2 to {MAX_DIGITS}")
        if not 1 <= effect_size <= dials - 1:
            raise UsageError(
                f"effect size is {effect_size}; choose from 1 to dials - 1 = {dials - 1}"
            )
        self.num_variables = dials
        self.num_digits = digits
        rng = np.random.default_rng(seed)
        self._start, self._goal = _two_states(dials, digits, rng)
        self.matrix = effect_matrix(dials, digits, effect_size, rng)
        """uint8[dials, dials]: row a marks the dials that increment a turns. Read-only."""
        rows = self.matrix.astype(np.int16)
        self._shifts = np.concatenate([rows, -rows % digits]) if decrements else rows
        self._actions = tuple(range(len(self._shifts)))

    def start(self) -> npt.NDArray[np.uint8]:
        return self._start.copy()

    def goal(self) -> dict[int, int]:
        return {dial: int(digit) for dial, digit in enumerate(self._goal)}

    def applicable(self, state: State) -> tuple[ActionId, ...]:
        """Every action applies everywhere."""
        return self._actions

    def successor(self, state: State, action: ActionId) -> npt.NDArray[np.uint8]:
        turned: npt.NDArray[np.int64] = (state + self._shifts[action]) % self.num_digits
        return turned.astype(np.uint8)

    def successors(self, state: State) -> tuple[tuple[ActionId, ...], npt.NDArray[np.uint8]]:
        """All of them at once."""
        return self._actions, ((state + self._shifts) % self.num_digits).astype(np.uint8)

    def precondition(self, actions: Sequence[ActionId]) -> dict[int, int]:
        """What must hold for a sequence to run: nothing."""
        return {}

    def action_name(self, action: ActionId) -> str:
        """`increment 3` and `decrement 3` turn the dials of row 3, counted from 0."""
        kind, row = divmod(action, self.num_variables)
        return f"{('increment', 'decrement')[kind]} {row}"

    def action_id(self, name: str) -> ActionId:
        """The action of that name; the opposite of `action_name`."""
        for action in self._actions:
            if self.action_name(action) == " ".join(name.split()):
                return action
        raise InputError(
            f"no action {name!r}; this lock has {self.action_name(0)!r} "
            f"to {self.action_name(self._actions[-1])!r}"
        )

    def render(self, state: State, color: bool = True) -> str:
        """Dials in boxes above the goal's digits; with `color`, dials that show them are green."""
        blocks = []
        for first in range(0, self.num_variables, DIALS_PER_LINE):
            dials = range(first, min(first + DIALS_PER_LINE, self.num_variables))
            blocks.append(self._render_dials(state, dials, color))
        return "\n".join(blocks)

    @property
    def mean_effect_size(self) -> float:
        return float(self.matrix.sum() / self.num_variables)

    def distances(self) -> tuple[Numbers, Numbers]:
        """True distance and goal count for every difference of two states, zero included.

        A lock is a group: both depend on the difference alone, and every one belongs to equally
        many pairs. So one breadth-first search from zero stands for all of them.
        """
        num_dials, num_digits = self.num_variables, self.num_digits
        if num_digits**num_dials > MAX_STATES:
            raise UsageError(
                f"{num_digits}^{num_dials} states are too many to measure all distances; "
                f"take at most {MAX_STATES:,}"
            )
        weights = num_digits ** np.arange(num_dials, dtype=np.int64)
        distances = np.full(num_digits**num_dials, -1, np.int64)
        frontier = np.zeros((1, num_dials), np.int64)
        distances[0] = depth = 0
        while len(frontier):
            depth += 1
            reached = ((frontier[:, None, :] + self._shifts) % num_digits).reshape(-1, num_dials)
            ids, first = np.unique(reached @ weights, return_index=True)
            new = distances[ids] < 0
            distances[ids[new]] = depth
            frontier = reached[first[new]]
        digits = np.arange(len(distances))[:, None] // weights % num_digits
        return distances, np.count_nonzero(digits, axis=1).astype(np.int64)

    @cached_property
    def kernel(self) -> "DialShifts":
        """The compiled twin: by how much each action turns each dial."""
        from fmtools.core.dial_shifts import DialShifts

        return DialShifts(
            shifts=np.ascontiguousarray(self._shifts, dtype=np.uint8),
            steps=np.ones(len(self._shifts), dtype=np.int32),
            num_digits=self.num_digits,
        )

    def _render_dials(self, state: State, dials: range, color: bool) -> str:
        width = len(str(self.num_digits - 1))

        def dial_text(dial: int) -> str:
            text = f" {state[dial]:{width}} "
            return f"\x1b[1;32m{text}\x1b[0m" if color and state[dial] == self._goal[dial] else text

        bars = ["─" * (width + 2)] * len(dials)
        return "\n".join(
            [
                "     ╭" + "┬".join(bars) + "╮",
                "     │" + "│".join(map(dial_text, dials)) + "│",
                "     ╰" + "┴".join(bars) + "╯",
                "goal  " + " ".join(f" {self._goal[dial]:{width}} " for dial in dials).rstrip(),
            ]
        )


def effect_matrix(dials: int, digits: int, effect_size: int, rng: np.random.Generator) -> Matrix:
    """The binary matrix of the increments, invertible modulo `digits`. Read-only."""
    if effect_size == 1:
        matrix: Matrix = np.eye(dials, dtype=np.uint8)
    elif effect_size == dials - 1:
        # Determinant (-1)^(N-1): a unit modulo every M, so this one needs no rank test.
        matrix = np.ones((dials, dials), np.uint8) - np.eye(dials, dtype=np.uint8)
        matrix[0, 0] = 1
    else:
        matrix = _random_matrix(dials, digits, effect_size, rng)
    matrix.flags.writeable = False
    return matrix


def has_full_rank(matrix: Matrix, prime: int) -> bool:
    """Whether a square matrix is invertible modulo a prime, by elimination."""
    rows = matrix.astype(np.int64) % prime
    for column in range(len(rows)):
        pivots = np.flatnonzero(rows[column:, column])
        if not len(pivots):
            return False
        pivot = column + int(pivots[0])
        rows[[column, pivot]] = rows[[pivot, column]]
        rows[column] = rows[column] * pow(int(rows[column, column]), -1, prime) % prime
        below = rows[column + 1 :]
        below[:] = (below - np.outer(below[:, column], rows[column])) % prime
    return True


def prime_factors(number: int) -> list[int]:
    """The distinct primes that divide `number`, in increasing order."""
    factors = []
    candidate = 2
    while number > 1:
        if number % candidate == 0:
            factors.append(candidate)
            while number % candidate == 0:
                number //= candidate
        candidate += 1
    return factors


def _random_matrix(dials: int, digits: int, effect_size: int, rng: np.random.Generator) -> Matrix:
    primes = prime_factors(digits)
    tries_left = MAX_ENTRIES // (dials * dials)
    while tries_left > 0:
        tries_left -= 1
        ones = rng.random((dials, dials)) < effect_size / dials
        # An empty row or column is the commonest defect of sparse matrices, and the cheapest seen.
        if not (ones.any(axis=0).all() and ones.any(axis=1).all()):
            continue
        tries_left -= RANK_TEST_COST
        matrix = ones.astype(np.uint8)
        if all(has_full_rank(matrix, prime) for prime in primes):
            return matrix
    raise InputError(
        f"found no action set of effect size {effect_size} that reaches every state of {dials} "
        f"dials with {digits} digits; take fewer dials, or an effect size further from both ends"
    )


def _two_states(dials: int, digits: int, rng: np.random.Generator) -> tuple[Matrix, Matrix]:
    """A start and a goal, uniform among the pairs that differ."""
    while True:
        start, goal = rng.integers(digits, size=(2, dials), dtype=np.uint8)
        if (start != goal).any():
            return start, goal
