class Memory:
    used: int
    peak: int
    limit: int
    refused: bool
    def __init__(self, limit: int | None = None) -> None: ...
