"""A part of a session that goes on until its time is spent, or to where it ended the last time.

What is remembered takes no time, so a clock alone would let a repeated session get further than the
first one, and find other macros. How far a stage got is kept among the measurements.
"""

from collections.abc import Callable

from fmtools.augment.measure import Measurer


class Stage:
    """`key` names all that its result depends on, the time included."""

    def __init__(self, measurer: Measurer, key: str, is_spent: Callable[[], bool]) -> None:
        self._measurer = measurer
        self._key = key
        self._is_spent = is_spent
        self._num_steps = 0
        self._most = measurer.extents.get(key)

    def goes_on(self) -> bool:
        """Whether there shall be another step; once it says no, it always does."""
        if self._most is None and self._is_spent():
            self._most = self._num_steps
        if self._most is not None and self._num_steps >= self._most:
            return False
        self._num_steps += 1
        return True

    def end(self) -> None:
        """To be called when the stage is over, but not when it was interrupted."""
        self._measurer.remember_extent(self._key, self._num_steps)
