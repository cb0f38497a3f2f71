"""Measurements written by hand."""

from fmtools.augment.measure import Measurement

LIMIT = 30.0


def run(
    seconds: float | None, length: int = 20, kind: str = "original", limit: float = LIMIT
) -> Measurement:
    """Solved in so many CPU seconds, or not at all."""
    if seconds is None or seconds > limit:
        return Measurement("p", kind, "p", "timeout", limit, limit, 1, None, None, None)
    return Measurement("p", kind, "p", "solved", seconds, limit, 1, 9, length, ("(a)",) * length)


def pairs(*times: tuple[float | None, float | None]) -> tuple[tuple[Measurement, Measurement], ...]:
    return tuple((run(before), run(after, kind="augmented")) for before, after in times)
