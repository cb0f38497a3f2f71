"""What a search may spend."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """None means no limit. `budget` counts generated states; the rest seconds and bytes."""

    budget: int | None = None
    seconds: float | None = None
    memory: int | None = None
