"""fmtools inside unified-planning: a one-shot planner and a compiler that adds macros.

`register()` tells unified-planning of both; afterwards they go by name, as all engines do there.
Needs the extra `up`. Nothing else in fmtools imports this package.
"""

from typing import Any

PLANNER = "fmtools"
COMPILER = "fmtools-macros"
ENGINES = {
    PLANNER: ("fmtools.up.engine", "FmtoolsPlanner"),
    COMPILER: ("fmtools.up.compiler", "MacroCompiler"),
}
"""Name -> module and class."""


def register(environment: Any = None) -> None:
    """Make both engines known to an environment of unified-planning, by default the global one.

    Twice does no harm.
    """
    from unified_planning.environment import get_environment

    factory = (get_environment() if environment is None else environment).factory
    for name, (module, engine) in ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, module, engine)
