"""`fmtools learn --keep auto`, and levels: learn, choose, check elsewhere; never above the budget.

Searches from one or more starts propose candidates; macros chosen from them are the actions of the
next level's searches; conjugates multiply the good ones; a selection is measured in states it was
not learned in. All queries, walks and checks included, are within the budget.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fmtools.learn.conjugates import Conjugator
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.levels import Extend, Level, search_level
from fmtools.learn.propose import Facts, facts_of
from fmtools.learn.reasons import Reason
from fmtools.learn.select import (
    Candidate,
    Primitive,
    Rules,
    Selection,
    select,
    with_effect_size,
)
from fmtools.learn.trial import KeyOf, most_successful, success_rates
from fmtools.macros import Macro
from fmtools.results import Outcome
from fmtools.search.engine import Limits, NoveltySettings, Progress, Search
from fmtools.search.orders import NOVEL_THEN_GOALS
from fmtools.simulator import Simulator, State, state_array

QUOTA = 40
"""Macros per variable and parity of length, shared between the starts."""
LEVEL_QUOTA = 20
"""The same for macros that are only the actions of the next level."""
MOST_LIFTED = 8
"""Macros where each stands for all of its kind (PDDL): each becomes many ground actions."""
SLACK = 1
"""How far effects may exceed the largest primitive's in worlds without kinds of macros."""
CONJUGATE_SHARE = 0.2
CHECK_SHARE = 0.04
"""Of the budget: for conjugates, and for measuring macros elsewhere."""
SMALL_BUDGET = 20_000
"""Up to here the search begins at the task's own start. A walk leads to states that say more of the
world (depot: crates in trucks), but after it one start in three was a bad one in miconic (a lift
at the bottom learns only to go up), and few queries do not make up for that."""
GOALWARD = 0.3
"""Of the budget, where macros stand for their kind: a search for the goal before a further level,
which then begins where that came nearest. In hanoi a random state has no towers, so there is no
carrying of towers to be learned; a state with
most goals has one."""
TRIAL_SHARE = 0.15
MOST_TRIED = 40
"""Of the budget, where macros stand for their kind and there is one level: a search for the goal
with up to so many macros, of which those that most often brought it nearer are kept. On depot, one
start without it took 6.6K generated states (30 instances, ten seeds), two starts with it 4.4K (five
seeds)."""
FURTHER_WALK = 0.03
"""Length of the walk to a further start where macros run anywhere, as a share of the budget."""
START_SHARE = 0.2
"""Of what is left, for finding one further start where macros do not run anywhere."""
CHECK_RUNS = 3
"""In how many states, where it runs, a macro is measured."""
_ENDED = (Outcome.INTERRUPTED, Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED)


@dataclass
class _Purse:
    """Queries spent so far by searches."""

    queries: int = 0
    primitive_steps: int = 0
    seconds: float = 0.0
    memory_bytes: int = 0

    def add(self, level: Level) -> None:
        self.queries += level.queries
        self.primitive_steps += level.primitive_steps
        self.seconds += level.seconds
        self.memory_bytes = max(self.memory_bytes, level.memory_bytes)


class AutoLearner:
    """One run; `run` may be interrupted and then returns what is complete."""

    def __init__(
        self,
        simulator: Simulator,
        settings: LearnSettings,
        extend: Extend,
        *,
        interpreted: bool = False,
    ) -> None:
        self.simulator = simulator
        self.settings = settings
        self.extend = extend
        self.interpreted = interpreted
        self.learner = Learner(simulator, settings, interpreted=interpreted)
        self.facts: Facts = facts_of(simulator)
        self.purse = _Purse()
        self.primitives: dict[object, Primitive] = {}
        self.outcome = Outcome.BUDGET_EXHAUSTED

    def run(self, progress: Progress | None = None) -> Learned:
        settings = self.settings
        starts: list[State] = []
        pool: list[Candidate] = []
        world = self.simulator
        for level in range(1, settings.levels + 1):
            if level > 1:
                below = self._select(pool, LEVEL_QUOTA).chosen
                if not below:
                    break
                world = self.extend(self.simulator, [macro.actions for macro in below])
                if self.facts.lifted:
                    starts = [self._goalward(world)]
                    if self.outcome in _ENDED:
                        break
                    # Found again where they serve; what is only easy to find takes their places.
                    pool = []
            pool += self._search(world, level, starts, progress)
            if self.outcome in _ENDED:
                break
        if self.outcome not in _ENDED:
            try:
                pool += self._conjugates(pool, starts)
            except KeyboardInterrupt:
                self.outcome = Outcome.INTERRUPTED
        checked = self._checked(self._tried(pool), starts)
        return Learned(
            macros=tuple(map(self._macro, checked.chosen)),
            queries=self.purse.queries,
            other_queries=self.learner.other_queries,
            repetitions=len(starts),
            outcome=self.outcome,
            seconds=self.purse.seconds,
            memory_bytes=self.purse.memory_bytes,
            primitive_steps=self.purse.primitive_steps + self.learner.other_queries,
            selection=checked,
        )

    @property
    def _left(self) -> int:
        return self.settings.budget - self.purse.queries - self.learner.other_queries

    @property
    def _with_conjugates(self) -> bool:
        """Not where macros stand for their kind, nor with many starts: there searching is better.

        On the 15-puzzle, 20% of 32K queries for conjugates made the macros worse.
        """
        return not self.facts.lifted and self.settings.repetitions == 1

    @property
    def _with_trial(self) -> bool:
        """Not with few queries, nor with levels, which search for the goal anyway."""
        settings = self.settings
        return (
            self.facts.lifted
            and settings.auto
            and settings.levels == 1
            and settings.budget > SMALL_BUDGET
        )

    @property
    def _by_parity(self) -> bool:
        """With many starts parities share a quota.

        On the 15-puzzle with 32K queries that takes generated states from 3.8K to 2.3K: half as
        many macros are enough, and each one more is tried in every state.
        """
        return self.facts.lifted or self.settings.repetitions == 1

    def _quota(self, quota: int) -> int:
        """For one start: macros of other starts may run there, too, or may not."""
        shared = self.settings.repetitions * (1 if self._by_parity else 2)
        return max(1, quota // shared)

    def _reserve(self, level: int) -> int:
        share = CHECK_SHARE + (CONJUGATE_SHARE if self._with_conjugates else 0.0)
        if self._with_trial:
            share += TRIAL_SHARE
        if self.facts.lifted:
            share += GOALWARD * (self.settings.levels - level)
        return int(share * self.settings.budget)

    def _search(
        self, world: Simulator, level: int, starts: list[State], progress: Progress | None
    ) -> list[Candidate]:
        """The searches of one level, from every start; the first level finds the starts."""
        settings = self.settings
        found: list[Candidate] = []
        for repetition in range(settings.repetitions if level == 1 else len(starts)):
            if level == 1:
                start = self._start(starts, found)
                if start is None:
                    break
                starts.append(start)
            searches = settings.repetitions if level == 1 else len(starts)
            remaining = searches - repetition + (settings.levels - level) * settings.repetitions
            share = (self._left - self._reserve(level)) // remaining
            share -= len(world.applicable(starts[repetition])) - 1
            if share < 1:
                break
            result = search_level(
                world,
                starts[repetition],
                0 if self.facts.lifted else repetition,
                share,
                settings,
                self.facts,
                self.learner.key,
                self._quota(LEVEL_QUOTA if level < settings.levels else QUOTA),
                self.interpreted,
                progress,
                self.purse.queries,
            )
            self.purse.add(result)
            self.outcome = result.outcome
            found += result.candidates
            self.primitives.update({primitive.key: primitive for primitive in result.primitives})
            if self.outcome in _ENDED:
                break
        return found

    def _start(self, starts: Sequence[State], found: Sequence[Candidate]) -> State | None:
        """Where the next search begins: a walk away, or where no macro so far can run."""
        settings, learner = self.settings, self.learner
        if not starts:
            walk = settings.walk_share * settings.budget / settings.repetitions
            walk = walk if settings.budget > SMALL_BUDGET else 0
            return learner.walk(state_array(self.simulator.start()), int(walk))
        if self.facts.lifted:
            return learner.walk(starts[-1], int(FURTHER_WALK * settings.budget))
        chosen = self._select(found, LEVEL_QUOTA).chosen
        sequences = [macro.actions for macro in chosen]
        return learner.start_without(starts[-1], sequences, int(START_SHARE * self._left))

    def _goalward(self, world: Simulator) -> State:
        """Where a search for the goal came nearest to it: planner auto, with the macros so far."""
        search = self._goal_search(world, GOALWARD)
        node = search.space.goal_node
        return search.state_of(node if node >= 0 else search.space.best_node)

    def _goal_search(self, world: Simulator, share: float) -> Search:
        """Planner auto from the task's start in a world with macros, on a share of the budget."""
        settings = self.settings
        budget = max(1, min(self._left, int(share * settings.budget)))
        search = Search(
            world,
            NOVEL_THEN_GOALS,
            target=self.simulator.goal(),
            ties=settings.ties,
            seed=settings.seed,
            limits=Limits(budget, settings.seconds, settings.memory),
            interpreted=self.interpreted,
            novelty=NoveltySettings(2),
            expansion="macros-first",
        )
        outcome = search.run()
        if outcome in _ENDED:
            self.outcome = outcome
        self.purse.queries += search.space.generated
        self.purse.primitive_steps += search.space.primitive_steps
        self.purse.seconds += search.seconds
        self.purse.memory_bytes = max(self.purse.memory_bytes, search.memory_bytes)
        return search

    def _tried(self, pool: Sequence[Candidate]) -> Selection:
        """What is chosen; of more macros than a library should hold, those that serve best."""
        if not self._with_trial or self.outcome in _ENDED:
            return self._select(pool, QUOTA)
        selection = self._select(pool, QUOTA, MOST_TRIED)
        if len(selection.chosen) <= MOST_LIFTED:
            return selection
        world = self.extend(self.simulator, [macro.actions for macro in selection.chosen])
        search = self._goal_search(world, TRIAL_SHARE)
        keys = [macro.key for macro in selection.chosen]
        key_of: KeyOf = self.simulator.macro_key  # type: ignore[attr-defined]
        return most_successful(selection, success_rates(search, keys, key_of), MOST_LIFTED)

    def _select(
        self, pool: Sequence[Candidate], quota: int, most_lifted: int = MOST_LIFTED
    ) -> Selection:
        settings = self.settings
        most = None if settings.auto else settings.keep
        if settings.auto and self.facts.lifted:
            most = most_lifted
        lifted = self.facts.lifted
        rules = Rules(
            self._quota(quota),
            most,
            self._by_parity,
            slack=0 if lifted else SLACK,
            extensions=not lifted,
            falling=not lifted,
        )
        return select(pool, list(self.primitives.values()), rules)

    def _conjugates(self, pool: Sequence[Candidate], starts: Sequence[State]) -> list[Candidate]:
        """Rounds of conjugates of what would be chosen, until the budget or the news end."""
        if not self._with_conjugates or not pool:
            return []
        budget = self._left - int(CHECK_SHARE * self.settings.budget)
        maker = Conjugator(self.learner, starts, self.facts, self.learner.key, budget)
        known = {candidate.key for candidate in pool}
        added: list[Candidate] = []
        while not maker.exhausted:
            chosen = self._select([*pool, *added], QUOTA).chosen
            fresh = maker.conjugates(chosen)
            added += fresh
            news = {candidate.key for candidate in fresh} - known
            known |= news
            if not news:
                break
        return added

    def _checked(self, selection: Selection, starts: Sequence[State]) -> Selection:
        """Effects measured in states on a walk from the last start; those grown large are dropped.

        A macro that began in some of them and came to its end in none is dropped, too.
        """
        learner = self.learner
        longest = max((macro.length for macro in selection.chosen), default=0)
        runs: dict[object, int] = {}
        tried: set[object] = set()
        sizes: dict[object, int] = {}
        state = starts[-1]
        try:
            while self.outcome not in _ENDED and self._left > longest and selection.chosen:
                waiting = [c for c in selection.chosen if runs.get(c.key, 0) < CHECK_RUNS]
                if not waiting:
                    break
                before = learner.other_queries
                state = learner.walk(state, 1)
                if learner.other_queries == before:
                    break
                possible = set(self.simulator.applicable(state))
                for macro in waiting:
                    if macro.actions[0] not in possible or self._left <= longest:
                        continue
                    tried.add(macro.key)
                    end = learner.execute(macro.actions, state)
                    if end is not None:
                        runs[macro.key] = runs.get(macro.key, 0) + 1
                        size = int(np.count_nonzero(end != state))
                        sizes[macro.key] = max(sizes.get(macro.key, 0), size)
        except KeyboardInterrupt:
            self.outcome = Outcome.INTERRUPTED
        kept = tuple(
            with_effect_size(macro, sizes.get(macro.key, 0))
            for macro in selection.chosen
            if self.facts.lifted or macro.key in runs or macro.key not in tried
        )
        dropped = dict(selection.dropped)
        if len(kept) < len(selection.chosen):
            dropped[Reason.NOT_ELSEWHERE] = len(selection.chosen) - len(kept)
        return Selection(kept, selection.candidates, selection.quota, dropped)

    def _macro(self, candidate: Candidate) -> Macro:
        return Macro(
            actions=tuple(map(self.simulator.action_name, candidate.actions)),
            effect_size=candidate.effect_size,
            effect=candidate.effect,
            precondition=self.learner.precondition(candidate.actions),
        )
