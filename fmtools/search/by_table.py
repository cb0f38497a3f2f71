"""`--planner table`: words of a macro table instead of a search, which follows where it fails."""

from fmtools.results import SearchResult
from fmtools.search.engine import Progress
from fmtools.search.planner import Planner
from fmtools.search.settings import SearchSettings
from fmtools.simulator import Simulator


class ByTable(Planner):
    takes_beam = True

    def __init__(self, otherwise: Planner) -> None:
        self.otherwise = otherwise
        """Searches where the table does not serve."""

    def run(
        self, simulator: Simulator, settings: SearchSettings, progress: Progress | None = None
    ) -> SearchResult:
        from fmtools.tables.plan import plan_by_table  # start-up is short without it

        return plan_by_table(
            simulator,
            settings.beam,
            settings.limits,
            settings.seed,
            lambda world: self.otherwise.run(world, settings, progress),
        )
