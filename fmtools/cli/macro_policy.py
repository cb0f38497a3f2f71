"""The policy of macros on the command line: options that overrule it, and what it left out."""

import math
import sys
from typing import TYPE_CHECKING, Any

from fmtools.cli.declare import option
from fmtools.errors import UsageError

if TYPE_CHECKING:
    from fmtools.pddl.pipeline import Compilation

MAX_GROWTH = option(
    None, help="PDDL: so many times the original's ground operators, or none; see compile."
)


def parse_growth(text: str | None) -> dict[str, Any]:
    """`10`, or `none` for no limit; nothing where the option was not given."""
    if text is None:
        return {}
    if text.strip().lower() == "none":
        return {"max_growth": None}
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 1 <= number < math.inf:
        raise UsageError(f"--max-growth {text!r} is neither a number from 1 on nor none")
    return {"max_growth": number}


def tell_left_out(compilation: "Compilation") -> None:
    """In one line on stderr: macros that the growth limit keeps out, where there are any."""
    limit = compilation.policy.max_growth
    names = {name for counts in compilation.counts for name in counts.macros}
    left_out = [item for item in compilation.dropped if item.name in names]
    if limit is not None and left_out:
        where = ", ".join(counts.problem for counts in compilation.counts)
        print(
            f"fmtools: {len(left_out)} of {len(compilation.library.macros)} macros left out: more "
            f"than {limit:g} times the ground operators in {where}; --max-growth none takes all",
            file=sys.stderr,
        )
