"""The versions, in a module that imports nothing."""

__version__ = "0.1.0"

RESULTS_VERSION = 1
"""Which results the code gives; part of the key of every run and of every library in a store.

Raise it by one (or, where only one planner is touched, its own number below) in the commit that
changes what any run or learning finds from the same settings:
generated states, plans, macros, which instances a seed gives. Speed does not count. Records of
another number (0 where they have none) are stale: shown as such, never counted or mixed in, and run
again by the next sweep. Then run the committed store again (CONTRIBUTING.md).

1: lengths count from the shortest known way to the expanded state.
"""

PLANNER_CHANGES = {"auto": 9}
"""How often the results of one planner alone have changed: only its runs are stale then.

auto 1: several searches take turns. 2: some of them are led by a learned model.
3: they begin anew where they get no further; macros are led, too. 4: states without a way to the
goal wait for the end; who gets nearer goes on. 5: led searches run their guide's plans ahead, and
keep to preferred actions for less long; needless steps of plans are dropped first. 6: the search
with macros begins at once, and keeps half where it does not get on. 7: several searches know what a
library says of actions, those that it names; a short walk tries it first, and where learning did
not see it pay, it gets a tenth. 8: shortening and the walk draw by other numbers; what did not
pay begins late, what sees no way to the goal leads nothing, and what the other side has learned as
well was a head start. 9: a led search of what is known begins anew after 4M of effort; macros have
paid where they take a third of the states of all cases; what a guide does for two is counted
once, and macros that do not get on keep two thirds.
"""

JUDGE = "auto"
"""The planner that macros are found with and judged by: other results of it, other macros."""


def results_version_of(planner: object) -> int:
    """What a run of this planner is numbered with."""
    return RESULTS_VERSION + PLANNER_CHANGES.get(str(planner).partition(" ")[0], 0)
