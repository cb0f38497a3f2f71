from fmtools.frozen import frozen

"""What a search may spend."""


@frozen
class Limits:
    """None means no limit. `budget` counts generated states; the rest seconds and bytes."""

    budget: int | None = None
    seconds: float | None = None
    memory: int | None = None
