from fmtools.core.axioms import Axioms
from fmtools.core.operator_arrays import EffectLists
from fmtools.core.world import World

class ConditionalOperators(World):
    plain: World
    lists: EffectLists
    axioms: Axioms | None
    def __init__(self, plain: World, lists: EffectLists, axioms: Axioms | None) -> None: ...
