"""Searches that a model of the actions leads, which was learned from what other searches saw.

The model (`fmtools.search.action_model`) says how far the goal would be if nothing ever got lost,
which actions make for it (`fmtools.core.relaxed`), and what must become true on every way there
(`fmtools.core.landmarks`). One search goes by all of that; another by novelty, with landmarks in
place of goals. Where the model is not settled yet, because some kind of action was hardly ever
applied or a goal seems out of reach, it is learned again from time to time. Where it then knows of
more kinds or sees more goals in reach, the searches begin anew; where it says something else of the
same, the first goes on with it.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from fmtools.core.landmarks import Landmarks, landmark_facts
from fmtools.core.memory import Memory
from fmtools.core.relaxed import Relaxed
from fmtools.errors import MemoryLimitError
from fmtools.search.action_model import ActionModel, Ints, learn_model
from fmtools.search.engine import NoveltySettings, Order, Search
from fmtools.search.orders import BREADTH_FIRST, LED, NOVEL_THEN_GOALS
from fmtools.search.settings import SearchSettings
from fmtools.search.world import world_of
from fmtools.simulator import Simulator, SpeaksInWords, StateLike

MOST_ROUNDS = 100
"""In looking for landmarks; few tasks need more than a dozen."""


class Worded(Simulator, SpeaksInWords, Protocol):
    """A world whose names are made of words."""


class Leader:
    """Learns the model and makes the searches; `fmtools.search.turns` asks before their turns."""

    def __init__(
        self,
        simulator: Worded,
        settings: SearchSettings,
        start: StateLike | None,
        memory: Memory,
    ) -> None:
        self._simulator, self._settings, self._memory = simulator, settings, memory
        self._start = np.asarray(simulator.start() if start is None else start)
        goal = simulator.goal()
        self._goals = [variable for variable, value in goal.items() if value == 1]
        self._false_goals = [variable for variable, value in goal.items() if value == 0]
        self._asked = 0
        self._model: ActionModel | None = None
        """That which leads."""
        self._known = (0, 0)
        """Kinds of actions that it has, goals that it cannot reach (negated)."""
        self._search: Search | None = None
        self._is_broad = False
        self._is_settled = False
        self._landmarks: Ints | None = None
        """Of the newest model, until the search by novelty has them."""

    def led(self, searches: Sequence[Search]) -> Search | None:
        """The search by estimates and landmarks, if there is a new model."""
        self._asked += 1
        if self._is_settled or self._asked & (self._asked - 1):
            return None
        try:
            return self._learn(searches)
        except MemoryLimitError:
            self._is_settled = True
            raise

    def broad(self, searches: Sequence[Search]) -> Search | None:
        """The search that looks at whatever has a new fact, once: it shows kinds of actions."""
        if self._is_broad:
            return None
        self._is_broad = True
        return self._searched(BREADTH_FIRST, "fifo", NoveltySettings(1, 1, by_goal=False))

    def novel(self, searches: Sequence[Search]) -> Search | None:
        """The search by novelty and landmarks, if there are new ones."""
        if self._landmarks is None:
            return None
        try:
            return self._made(None)
        finally:
            self._landmarks = None

    def _learn(self, searches: Sequence[Search]) -> Search | None:
        """A search by the model that these show; None where the one that is there can go on."""
        simulator = self._simulator
        model = learn_model(simulator, searches, self._false_goals)
        falsehoods = np.searchsorted(model.complements, self._false_goals)
        guide = Relaxed(
            self._memory,
            simulator.num_variables,
            model.needs,
            model.adds,
            [*self._goals, *(simulator.num_variables + falsehoods).tolist()],
            model.complements,
        )
        guide.estimated(world_of(simulator).layout.pack(self._start))
        self._is_settled = model.is_settled and guide.unreached == 0
        if self._model is not None and model.says_as(self._model):
            return None
        self._model = model
        known = model.num_kinds, -guide.unreached
        if self._search is not None and known <= self._known:
            self._search.space.lead_by(guide)
            return None
        self._known = known
        self._landmarks = self._find_landmarks(model)
        self._search = self._made(guide)
        return self._search

    def _find_landmarks(self, model: ActionModel) -> Ints:
        """Complements may be among them; they are left out."""
        start = self._start.astype(np.uint8)
        facts = landmark_facts(
            self._memory,
            len(start) + len(model.complements),
            model.needs,
            model.adds,
            np.append(start, 1 - start[model.complements]),
            self._goals,
            MOST_ROUNDS,
        )
        return facts[facts < len(start)]

    def _made(self, guide: Relaxed | None) -> Search:
        """By the newest landmarks; without a guide, by novelty."""
        assert self._landmarks is not None
        landmarks = Landmarks(
            self._memory, self._simulator.num_variables, self._landmarks, self._goals
        )
        if guide is not None:
            return self._searched(LED, "fifo", guide=guide, landmarks=landmarks)
        novelty = NoveltySettings(self._settings.width)
        return self._searched(NOVEL_THEN_GOALS, self._settings.ties, novelty, landmarks=landmarks)

    def _searched(
        self,
        order: Order,
        ties: str,
        novelty: NoveltySettings | None = None,
        guide: Relaxed | None = None,
        landmarks: Landmarks | None = None,
    ) -> Search:
        return Search(
            self._simulator,
            order,
            target=self._simulator.goal(),
            start=self._start,
            ties=ties,
            seed=self._settings.seed,
            limits=self._settings.limits,
            interpreted=self._settings.interpreted,
            memory=self._memory,
            novelty=novelty,
            guide=guide,
            landmarks=landmarks,
        )
