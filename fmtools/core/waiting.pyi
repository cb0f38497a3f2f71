from fmtools.core.memory import Memory

class Waiting:
    def __init__(self, memory: Memory, seed: int, macros_first: bool) -> None: ...
