from fmtools.core.memory import Memory
from fmtools.core.world import World

class Ahead:
    tried: int
    def __init__(self, base: World, memory: Memory) -> None: ...
    def sequence(self, number: int) -> list[int]: ...
