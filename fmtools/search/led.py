"""A search that a model of the actions leads, which was learned from what other searches saw.

The model (`fmtools.search.action_model`) says how far the goal would be if nothing ever got lost
(`fmtools.core.relaxed`), and which actions make for it. Where it is not complete yet, because some
kind of action was never applied or a goal seems out of reach, it is learned again from time to time,
and where it then knows more, the search begins anew.
"""

from collections.abc import Sequence

import numpy as np

from fmtools.core.landmarks import Landmarks, landmark_facts
from fmtools.core.memory import Memory
from fmtools.core.relaxed import Relaxed
from fmtools.errors import MemoryLimitError
from fmtools.search.action_model import learn_model
from fmtools.search.engine import Search
from fmtools.search.orders import LED
from fmtools.search.settings import SearchSettings
from fmtools.search.world import world_of
from fmtools.simulator import Simulator, SpeaksInWords, StateLike

MOST_ROUNDS = 100
"""In looking for landmarks; few tasks need more than a dozen."""


class Leader:
    """Makes the search, and makes it anew; `fmtools.search.turns` asks before each of its turns."""

    def __init__(
        self,
        simulator: Simulator,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
    ) -> None:
        self._simulator, self._settings, self._memory = simulator, settings, memory
        self._start = np.asarray(simulator.start() if start is None else start)
        self._asked = 0
        self._known = (0, 0)
        """Kinds of actions, and goals in reach, of the model that leads."""
        self._is_complete = False

    def __call__(self, searches: Sequence[Search]) -> Search | None:
        self._asked += 1
        if self._is_complete or self._asked & (self._asked - 1):
            return None
        try:
            return self._made(searches)
        except MemoryLimitError:
            self._is_complete = True
            return None

    def _made(self, searches: Sequence[Search]) -> Search | None:
        simulator = self._simulator
        assert isinstance(simulator, SpeaksInWords)
        model = learn_model(simulator, searches)
        goal = simulator.goal()
        goals = [variable for variable, value in goal.items() if value == 1]
        guide = Relaxed(self._memory, simulator.num_variables, model.needs, model.adds, goals)
        guide.estimated(world_of(simulator).layout.pack(self._start))
        known = (model.num_kinds, -guide.unreached)
        self._is_complete = model.is_complete and guide.unreached == 0
        if self._asked > 1 and known <= self._known:
            return None
        self._known = known
        facts = landmark_facts(
            self._memory,
            simulator.num_variables,
            model.needs,
            model.adds,
            self._start.astype(np.uint8),
            goals,
            MOST_ROUNDS,
        )
        return Search(
            simulator,
            LED,
            target=goal,
            start=self._start,
            ties="fifo",
            seed=self._settings.seed,
            limits=self._settings.limits,
            interpreted=self._settings.interpreted,
            memory=self._memory,
            guide=guide,
            landmarks=Landmarks(self._memory, simulator.num_variables, facts, goals),
        )
