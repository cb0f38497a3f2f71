"""Learning focused macros (paper, section 3), in worlds known through the protocol alone.

This room has the name of what it does, and so has the public function `fmtools.learn`. Python makes
a package an attribute of its parent once it is imported, so the package itself can be called: it
passes the call on to `fmtools.api.learning.learn`.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    def __call__(self, *task: Any, **options: Any) -> Any:
        # By name, at run time: the learner stands below the API and knows nothing of worlds.
        return import_module("fmtools.api.learning").learn(*task, **options)


sys.modules[__name__].__class__ = _Callable
