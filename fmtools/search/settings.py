"""How to search, whichever planner does it: one frozen value that goes down whole."""

from fmtools.core.open_list import TIES
from fmtools.errors import UsageError, did_you_mean
from fmtools.frozen import frozen
from fmtools.limits import Limits
from fmtools.search.engine import EXPANSIONS
from fmtools.search.orders import MAX_BEAM

DEFAULT_TIES = "random"
DEFAULT_WEIGHT = 5
MAX_WEIGHT = 1000
DEFAULT_WIDTH = 2


@frozen(kw_only=True)
class SearchSettings:
    """What planners may be told; each looks at what it knows. Checked when made (UsageError)."""

    ties: str = DEFAULT_TIES
    weight: int = DEFAULT_WEIGHT
    seed: int = 0
    limits: Limits = Limits()
    width: int = DEFAULT_WIDTH
    """Of novelty, in iw and bfws."""
    paper: bool = False
    """As the paper's code searched: heap ties, and its own #r in bfws."""
    interpreted: bool = False
    """Ask the simulator through Python even where it has a compiled world: for tests."""
    shorten: Limits | None = None
    """For `fmtools.search.shorten.shorten_result`, where it is called after `plan`."""
    beam: int = 1
    """States kept after each variable, with planner table."""
    expansion: str | None = None
    """All successors of a node at once, or one by one, moving on at the first improvement (see
    EXPANSIONS); None is the planner's own."""

    def __post_init__(self) -> None:
        if self.ties not in TIES:
            near = did_you_mean(self.ties, TIES)
            raise UsageError(f"no tie-breaking {self.ties!r}{near}; choose {' | '.join(TIES)}")
        if self.expansion is not None and self.expansion not in EXPANSIONS:
            near, choice = did_you_mean(self.expansion, EXPANSIONS), " | ".join(EXPANSIONS)
            raise UsageError(f"no expansion {self.expansion!r}{near}; choose {choice}")
        if self.width not in (1, 2):
            raise UsageError(f"width {self.width} is not 1 or 2")
        if not 0 <= self.weight <= MAX_WEIGHT:
            raise UsageError(f"weight {self.weight} does not lie in 0..{MAX_WEIGHT}")
        if not 1 <= self.beam <= MAX_BEAM:
            raise UsageError(f"beam {self.beam} does not lie in 1..{MAX_BEAM}")

    @property
    def ties_used(self) -> str:
        return "heap" if self.paper else self.ties
