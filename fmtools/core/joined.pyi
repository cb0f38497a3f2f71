from fmtools.core.memory import Memory
from fmtools.core.world import World

KNOWN: int
NEW: int
REPEATED: int
MOST_TRIED: int

class JoinedMacros(World):
    base: World
    program: object
    tried: int
    def __init__(
        self,
        base: World,
        program: object,
        memory: Memory | None = None,
        most_tried: int = ...,
    ) -> None: ...
    def instance(self, action: int) -> tuple[int, tuple[int, ...]]: ...
