"""What planners prefer, by name: the orders in which they run the one loop."""

from fmtools.search.engine import Order

GOALS = Order(depth_weight=0, distance_weight=1)
BREADTH_FIRST = Order(depth_weight=1, distance_weight=0)
NOVEL_FIRST = Order(depth_weight=1, distance_weight=256, depth_limit=255, novel_first=True)
"""(w, #g, length): lengths above 255 count as 255."""
NOVEL_THEN_GOALS = Order(
    depth_weight=0, distance_weight=2, depth_limit=0, novel_first=True, wait_cost=1
)
GOALS_THEN_RARE = Order(
    depth_weight=0, distance_weight=128, depth_limit=0, novelty_weight=2, wait_cost=1
)
"""With novelty of width 0: its 33 levels weigh less than a goal."""
LED = Order(depth_weight=0, distance_weight=0, guide_weight=1)
"""By the estimate of a guide alone."""

MAX_BEAM = 100_000
