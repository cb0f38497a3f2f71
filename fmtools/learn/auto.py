"""`fmtools learn --keep auto`, and levels: learn, choose, check elsewhere; never above the budget.

Searches from one or more starts propose candidates; macros chosen from them are the actions of the
next level's searches; conjugates multiply the good ones; a selection is measured in states it was
not learned in. All queries, walks and checks included, are in one ledger and within the budget; how
it is divided, and what is kept, is a profile's to say.
"""

from collections.abc import Sequence
from dataclasses import replace

from fmtools.learn.check import Check
from fmtools.learn.conjugates import Conjugator
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.levels import Extend, search_level
from fmtools.learn.profile import Profile, profile_of
from fmtools.learn.propose import Facts, facts_of
from fmtools.learn.select import Candidate, Primitive, Rules, Selection, select
from fmtools.learn.trial import most_successful, success_rates
from fmtools.limits import Limits
from fmtools.macros import Macro
from fmtools.results import Outcome
from fmtools.search.auto import auto_search
from fmtools.search.engine import Progress, Search
from fmtools.search.settings import SearchSettings
from fmtools.simulator import Simulator, State, state_array

MOST_STARTS = 200
MOST_FRUITLESS = 10
"""Starts in a row that brought nothing new, after which the world counts as seen."""
LEAST_SEARCH = 100
"""Queries that must be left for a further search, where the last one ended early."""
WALKS = (8, 64, 512, 2, 24, 192)
"""Steps from the task's start to further starts: near ones are no dead ends, far ones show more."""
WAY_SHARE = 0.05
"""Of the budget, for a search for the goal on whose way further starts lie."""
ENDED = (Outcome.INTERRUPTED, Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED)


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
        self.learner = Learner(simulator, settings, interpreted=interpreted)
        self.ledger: Ledger = self.learner.ledger
        self.facts: Facts = facts_of(simulator)
        self.profile: Profile = profile_of(self.facts.lifted, settings)
        self.primitives: dict[object, Primitive] = {}
        self.outcome = Outcome.BUDGET_EXHAUSTED
        self._starts: list[State] = []
        self._way: list[State] = []

    def run(self, progress: Progress | None = None) -> Learned:
        selection, ledger = self.selection(progress), self.ledger
        return Learned(
            macros=tuple(macro_of(self.learner, candidate) for candidate in selection.chosen),
            queries=ledger.queries,
            other_queries=ledger.other_queries,
            repetitions=len(self._starts),
            outcome=self.outcome,
            seconds=ledger.seconds,
            memory_bytes=ledger.memory_bytes,
            primitive_steps=ledger.primitive_steps,
            selection=selection,
            spent=dict(ledger.spent),
        )

    def selection(self, progress: Progress | None = None) -> Selection:
        """What is chosen, and why the rest is not."""
        starts = self._starts
        pool: list[Candidate] = []
        world = self.simulator
        for level in range(1, self.settings.levels + 1):
            if level > 1:
                below = self._select(pool, self.profile.level_rules).chosen
                if not below:
                    break
                world = self.extend(self.simulator, [macro.actions for macro in below])
                if self.profile.anywhere:
                    starts[:], pool = [self._goalward(world)], []
                    if self.outcome in ENDED:
                        break
            pool += self._search(world, level, starts, progress)
            if self.outcome in ENDED:
                break
        try:
            if self.outcome not in ENDED:
                with self.ledger.spending(Purpose.CONJUGATES):
                    pool += self._conjugates(pool, starts)
        except KeyboardInterrupt:
            self.outcome = Outcome.INTERRUPTED
        return self._checked(self._tried(pool), starts)

    def _search(
        self, world: Simulator, level: int, starts: list[State], progress: Progress | None
    ) -> list[Candidate]:
        """The searches of one level, from every start; the first level finds the starts.

        Where searches end early, because all that can be reached has been seen, further starts get
        what is left.
        """
        settings, profile = self.settings, self.profile
        levels_left = settings.levels - level
        reserve = self.ledger.share(profile.reserve(levels_left))
        rules = profile.level_rules if levels_left else profile.rules
        searches = profile.searches if level == 1 else len(starts)
        found: list[Candidate] = []
        known: set[object] = set()
        fruitless = 0
        for number in range(searches if level > 1 else MOST_STARTS):
            if number >= searches and (
                self.outcome is not Outcome.EXHAUSTED
                or self.ledger.left - reserve < LEAST_SEARCH
                or fruitless == MOST_FRUITLESS
            ):
                break
            if level == 1:
                start = self._start(starts, found)
                if start is None:
                    break
                starts.append(start)
            remaining = max(1, searches - number) + levels_left * settings.repetitions
            budget = (self.ledger.left - reserve) // remaining
            # The last expansion may pass the limit by all but one of its successors.
            budget -= len(world.applicable(starts[number])) - 1
            if budget < 1:
                break
            result = search_level(
                self.learner,
                world,
                starts[number],
                budget,
                profile,
                self.facts,
                place=0 if profile.anywhere else number,
                quota=rules.quota,
                progress=progress,
            )
            self.outcome = result.outcome
            found += result.candidates
            keys = {candidate.key for candidate in result.candidates}
            fruitless = 0 if keys - known else fruitless + 1
            known |= keys
            self.primitives.update({primitive.key: primitive for primitive in result.primitives})
            if self.outcome in ENDED:
                break
        return found

    def _start(self, starts: Sequence[State], found: Sequence[Candidate]) -> State | None:
        """Where the next search begins: a walk away, near the goal, or where no macro runs."""
        learner, profile = self.learner, self.profile
        home = state_array(self.simulator.start())
        number = len(starts)
        if number == 0:
            return learner.walk(home, profile.first_walk)
        if number < self.settings.repetitions and profile.anywhere:
            return learner.walk(starts[-1], profile.further_walk)
        if number < self.settings.repetitions:
            chosen = self._select(found, profile.level_rules).chosen
            sequences = [macro.actions for macro in chosen]
            most = int(profile.start_share * self.ledger.left)
            return learner.start_without(starts[-1], sequences, most)
        if number % 2 == 1 and profile.anywhere:
            return self._on_the_way()
        steps = WALKS[number // 2 % len(WALKS)]
        return learner.walk(home, min(steps, self.ledger.left // 8))

    def _on_the_way(self) -> State:
        """A state between the task's start and where a search came nearest to the goal."""
        if not self._way:
            search = self._goal_search(self.simulator, WAY_SHARE)
            node = search.space.goal_node if search.space.goal_node >= 0 else search.space.best_node
            while node >= 0:
                self._way.append(search.state_of(node))
                node = search.space.parent_of(node)
        return self._way[int(self.learner.rng.integers(len(self._way)))]

    def _goalward(self, world: Simulator) -> State:
        """Where a search for the goal came nearest to it: planner auto, with the macros so far."""
        search = self._goal_search(world, self.profile.goalward_share)
        node = search.space.goal_node
        return search.state_of(node if node >= 0 else search.space.best_node)

    def _goal_search(self, world: Simulator, share: float) -> Search:
        """Planner auto from the task's start, with the world's macros, on a share of the budget."""
        budget = max(1, min(self.ledger.left, self.ledger.share(share)))
        search = self._auto_search(world, budget, self.settings.seed)
        outcome = search.run()
        if outcome in ENDED:
            self.outcome = outcome
        self.ledger.enter(Purpose.GOAL, search)
        return search

    def _auto_search(
        self, world: Simulator, budget: int, seed: int, start: State | None = None
    ) -> Search:
        settings = self.settings
        limits = Limits(budget, settings.seconds, settings.memory)
        told = SearchSettings(
            ties=settings.ties, seed=seed, limits=limits, interpreted=self.learner.interpreted
        )
        return auto_search(world, told, start=start)

    def _tried(self, pool: Sequence[Candidate]) -> Selection:
        """What is chosen; of more macros than a library should hold, those that most often brought
        a search for the goal nearer."""
        profile, most = self.profile, self.profile.rules.most
        if profile.trial_share == 0.0 or self.outcome in ENDED:
            return self._select(pool, profile.rules)
        selection = self._select(pool, profile.rules, profile.most_tried)
        if most is None or len(selection.chosen) <= most:
            return selection
        world = self.extend(self.simulator, [macro.actions for macro in selection.chosen])
        search = self._goal_search(world, profile.trial_share)
        return most_successful(selection, success_rates(search, len(selection.chosen)), most)

    def _select(
        self, pool: Sequence[Candidate], rules: Rules, most: int | None = None
    ) -> Selection:
        if most is not None:
            rules = replace(rules, most=most)
        return select(pool, list(self.primitives.values()), rules)

    def _conjugates(self, pool: Sequence[Candidate], starts: Sequence[State]) -> list[Candidate]:
        """Rounds of conjugates of what would be chosen, until the budget or the news end."""
        profile = self.profile
        if profile.conjugate_share == 0.0 or not pool:
            return []
        budget = self.ledger.left - self.ledger.share(profile.check_share)
        maker = Conjugator(self.learner, starts, self.facts, self.learner.key, budget)
        known = {candidate.key for candidate in pool}
        added: list[Candidate] = []
        while not maker.exhausted:
            chosen = self._select([*pool, *added], profile.rules).chosen
            fresh = maker.conjugates(chosen)
            added += fresh
            news = {candidate.key for candidate in fresh} - known
            known |= news
            if not news:
                break
        return added

    def _checked(self, selection: Selection, starts: Sequence[State]) -> Selection:
        """Effects measured on a walk from the last start."""
        check = Check(self.learner, selection)
        try:
            if self.outcome not in ENDED:
                with self.ledger.spending(Purpose.CHECKS):
                    check.run(starts[-1], 2 * self.ledger.share(self.profile.check_share))
        except KeyboardInterrupt:
            self.outcome = Outcome.INTERRUPTED
        return check.result(self.profile.anywhere)


def macro_of(learner: Learner, candidate: Candidate) -> Macro:
    """A candidate as libraries hold it."""
    return Macro(
        actions=tuple(map(learner.simulator.action_name, candidate.actions)),
        effect_size=candidate.effect_size,
        effect=candidate.effect,
        precondition=learner.precondition(candidate.actions),
    )
