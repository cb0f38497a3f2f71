from fmtools.core.layout import Words
from fmtools.core.operator_arrays import AxiomLists

class Axioms:
    lists: AxiomLists
    num_facts: int
    def __init__(self, lists: AxiomLists, num_facts: int) -> None: ...
    def completed(self, state: Words) -> Words: ...
