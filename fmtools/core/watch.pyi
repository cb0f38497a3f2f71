from collections.abc import Callable

class Watch:
    def __init__(self, poll: Callable[[], None] | None = None, seconds: float = 0.05) -> None: ...
