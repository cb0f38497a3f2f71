"""Searches that a model of the actions leads, which was learned from what other searches saw.

The model (`fmtools.search.action_model`) says how far the goal would be if nothing ever got lost,
which actions make for it (`fmtools.core.relaxed`), and what must become true on every way there
(`fmtools.core.landmarks`). Two searches go by all of that; another by novelty, with landmarks in
place of goals. Of the two, one goes on and on; the other draws among equals, and begins anew where
it makes no progress: often one of several ways down is short, and others lead nowhere for long.
Both run the plan that the model suggests in every state they expand, as far as it goes
(`fmtools.core.ahead`).

Where the model is not settled yet, because it has just changed, some kind of action was hardly ever
applied, or a goal seems out of reach, it is learned again from time to time. Where it then knows of
more kinds or sees more goals in reach, all searches begin anew; where it says something else of the
same, the first goes on with it.
"""

import operator
import weakref
from collections.abc import Sequence
from itertools import count
from typing import Protocol

import numpy as np

from fmtools.core.landmarks import Landmarks, landmark_facts
from fmtools.core.limits import WorkLimits
from fmtools.core.memory import Memory
from fmtools.core.relaxed import Relaxed
from fmtools.search.action_model import ActionModel, Ints, learn_model
from fmtools.search.engine import NO_PAUSE, NoveltySettings, Order, Search
from fmtools.search.orders import BREADTH_FIRST, LED, NOVEL_THEN_GOALS
from fmtools.search.settings import SearchSettings
from fmtools.search.shares import Lent
from fmtools.search.world import world_of
from fmtools.simulator import HasMacros, Simulator, SpeaksInWords, StateLike

LATE = 1 << 22
"""Effort of the searches that go by what is known before one of them begins anew: its first way
down mostly gets there, and what does not by then seldom does."""
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
        runs_ahead: bool = True,
        until: WorkLimits | None = None,
        lent: Lent | None = None,
    ) -> None:
        """`until`: TimeLimitError where the model, or landmarks, take longer. `lent`: what others
        go by; they are told once this has learned as much."""
        self._simulator, self._settings, self._memory = simulator, settings, memory
        self._until = WorkLimits() if until is None else until
        self._runs_ahead = runs_ahead
        self._start = np.asarray(simulator.start() if start is None else start)
        goal = simulator.goal()
        self._goals = [variable for variable, value in goal.items() if value == 1]
        self._false_goals = [variable for variable, value in goal.items() if value == 0]
        self._asked = 0
        self._model: ActionModel | None = None
        """That which leads."""
        self._known = (0, 0)
        """Kinds of actions that it has, goals that it cannot reach (negated)."""
        self._guide: Relaxed | None = None
        self._landmarks: Ints = np.zeros(0, np.int32)
        self._version = 0
        """How often a model knew more than those before it."""
        self._first_ties = "fifo"
        """Of the search that goes on and on: others draw, so that they differ."""
        self._is_broad = False
        self._is_settled = False
        self._lent = lent
        self._made: dict[str, tuple[weakref.ref[Search], int]] = {}
        """By name, what was made last, with its version."""
        self._draws = count(1)
        self._late = 0
        """Effort of the searches here before one begins anew."""
        self._restarts = 0
        self._progress = (0, 0)
        """Of the search that begins anew: the smallest estimate, the fewest landmarks missed."""
        self._stalled = 0
        """Its turns since then."""

    def broad(self, searches: Sequence[Search]) -> Search | None:
        """The search that looks at whatever has a new fact, once: it shows kinds of actions."""
        if self._is_broad or self._is_settled:
            return None
        self._is_broad = True
        return self._search(BREADTH_FIRST, "fifo", NoveltySettings(1, 1, by_goal=False))

    def led(self, searches: Sequence[Search]) -> Search | None:
        """The search by estimates and landmarks, where there is a new model, or no search."""
        self._asked += 1
        if searches and not self._is_settled and not self._asked & (self._asked - 1):
            self._learn(searches)
        if self._guide is None or not self._is_wanting("led"):
            return None
        return self._lead("led", self._first_ties if self._is_outdated("led") else "random")

    def anew(self, searches: Sequence[Search]) -> Search | None:
        """The same with other draws, also where the one that is there makes no progress."""
        if self._guide is None or sum(one.space.effort for one in searches) < self._late:
            return None
        self._late = 0  # whatever is given up for want of memory from now on
        present = None if self._is_wanting("anew") else self._present("anew")
        if present is not None:
            space = present.space
            progress = int(space.best_estimate), int(space.best_missing)
            is_better = min(map(operator.sub, progress, self._progress)) < 0
            self._progress = progress
            self._stalled = 0 if is_better else self._stalled + 1
            if self._stalled < self._restarts & -self._restarts:  # 1, 2, 1, 4, 1, 2, 1, 8, …
                return None
        self._restarts += 1
        self._stalled, self._progress = 0, (NO_PAUSE, NO_PAUSE)
        return self._lead("anew", "random")

    def novel(self, searches: Sequence[Search]) -> Search | None:
        """The search by novelty and landmarks, where there are new ones, or no search."""
        if self._guide is None or not self._is_wanting("novel"):
            return None
        novelty = NoveltySettings(self._settings.width)
        search = self._search(NOVEL_THEN_GOALS, self._settings.ties, novelty, counted=True)
        return self._noted("novel", search)

    def _present(self, name: str) -> Search | None:
        """What was made last, unless it was given up."""
        return self._made[name][0]() if name in self._made else None

    def _is_outdated(self, name: str) -> bool:
        return name not in self._made or self._made[name][1] < self._version

    def _is_wanting(self, name: str) -> bool:
        return self._is_outdated(name) or self._present(name) is None

    def _noted(self, name: str, search: Search) -> Search:
        self._made[name] = weakref.ref(search), self._version
        return search

    def _lead(self, name: str, ties: str) -> Search:
        return self._noted(name, self._search(LED, ties, guide=self._guide, counted=True))

    def _learn(self, searches: Sequence[Search]) -> None:
        """The model that these show, and its guide."""
        self._is_settled = True  # where there is no room for another
        model = learn_model(self._simulator, searches, self._false_goals, self._until.check)
        guide = self._guide_by(model)
        if self._lent is not None and guide.unreached == 0:
            self._lent.compare(model, self._simulator.num_variables)
        is_same = self._model is not None and model.says_as(self._model)
        self._is_settled = is_same and model.is_settled and guide.unreached == 0
        if is_same:
            return
        known = model.num_kinds, -guide.unreached
        if self._model is None or known > self._known:
            self._version += 1
            self._known = known
        elif (present := self._present("led")) is not None:
            present.space.lead_by(guide)
        self._made.pop("anew", None)
        self._landmarks = self._find_landmarks(model)
        self._model, self._guide = model, guide

    def go_by(self, model: ActionModel) -> bool:
        """A model that is there already: nothing is learned. Whether it sees a way to the goal."""
        self._guide = self._guide_by(model)
        if self._guide.unreached > 0:
            return False
        self._landmarks = self._find_landmarks(model)
        self._model, self._version, self._is_settled = model, 1, True
        self._late = LATE
        self._first_ties = "random"  # it may be the only one, and first come is too often unlucky
        return True

    def _guide_by(self, model: ActionModel) -> Relaxed:
        """It has estimated the start."""
        num_facts = self._simulator.num_variables
        falsehoods = np.searchsorted(model.complements, self._false_goals)
        guide = Relaxed(
            self._memory,
            num_facts,
            model.needs,
            model.adds,
            [*self._goals, *(num_facts + falsehoods).tolist()],
            model.complements,
        )
        guide.estimated(world_of(self._simulator).layout.pack(self._start))
        return guide

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
            self._until.watch(),
        )
        return facts[facts < len(start)]

    def _search(
        self,
        order: Order,
        ties: str,
        novelty: NoveltySettings | None = None,
        *,
        guide: Relaxed | None = None,
        counted: bool = False,
    ) -> Search:
        """`counted`: with landmarks. What draws does so by another seed each time."""
        landmarks = None
        if counted:
            size = self._simulator.num_variables
            landmarks = Landmarks(self._memory, size, self._landmarks, self._goals)
        world: Simulator = self._simulator
        if guide is None and isinstance(world, HasMacros):
            world = world.without_macros  # only a guide says which macros count
        return Search(
            world,
            order,
            target=self._simulator.goal(),
            start=self._start,
            ties=ties,
            seed=self._settings.seed + (0 if guide is None else next(self._draws)),
            limits=self._settings.limits,
            interpreted=self._settings.interpreted,
            memory=self._memory,
            novelty=novelty,
            guide=guide,
            runs_ahead=guide is not None and self._runs_ahead,
            landmarks=landmarks,
        )
