from collections.abc import Callable

class Watch:
    def __init__(self, poll: Callable[[], object] | None = None, seconds: float = 0.05) -> None: ...
