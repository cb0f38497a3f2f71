import numpy as np
import numpy.typing as npt

_Words = npt.NDArray[np.int32]

class WordTable:
    def __init__(self, words: _Words) -> None: ...
    def find(self, patterns: _Words, names: _Words) -> npt.NDArray[np.int64]: ...
