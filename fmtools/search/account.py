"""What a bounded piece of work has used up: queries and time against its limits."""

import time

from fmtools.limits import Limits

_MANY = 1 << 62


class LimitReached(Exception):  # noqa: N818  (a signal, not an error)
    """Raised by `Account.check`; whoever opened the account catches it."""


class Account:
    """`reserved` queries are set aside for later."""

    def __init__(self, limits: Limits, reserved: int = 0) -> None:
        self._limits = limits
        self._began = time.perf_counter()
        self.reserved = reserved
        self.queries = 0

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._began

    @property
    def queries_left(self) -> int:
        if self._limits.budget is None:
            return _MANY
        return self._limits.budget - self.queries - self.reserved

    @property
    def seconds_left(self) -> float:
        if self._limits.seconds is None:
            return float("inf")
        return self._limits.seconds - self.seconds

    def charge(self, queries: int) -> None:
        self.queries += queries

    def check(self, wanted: int = 1) -> None:
        """LimitReached where time is up, or fewer than `wanted` queries are left."""
        if self.queries_left < wanted or self.seconds_left <= 0:
            raise LimitReached

    def check_time(self) -> None:
        """LimitReached where time is up; loops of the core call this now and then."""
        if self.seconds_left <= 0:
            raise LimitReached
