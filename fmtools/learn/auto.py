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
from fmtools.learn.trial import KeyOf, most_successful, success_rates
from fmtools.limits import Limits
from fmtools.macros import Macro
from fmtools.results import Outcome
from fmtools.search.engine import NoveltySettings, Progress, Search
from fmtools.search.orders import NOVEL_THEN_GOALS
from fmtools.simulator import Simulator, State, state_array

_ENDED = (Outcome.INTERRUPTED, Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED)


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

    def run(self, progress: Progress | None = None) -> Learned:
        starts: list[State] = []
        pool: list[Candidate] = []
        world = self.simulator
        for level in range(1, self.settings.levels + 1):
            if level > 1:
                below = self._select(pool, self.profile.level_rules).chosen
                if not below:
                    break
                world = self.extend(self.simulator, [macro.actions for macro in below])
                if self.profile.anywhere:
                    starts, pool = [self._goalward(world)], []
                    if self.outcome in _ENDED:
                        break
            pool += self._search(world, level, starts, progress)
            if self.outcome in _ENDED:
                break
        try:
            if self.outcome not in _ENDED:
                with self.ledger.spending(Purpose.CONJUGATES):
                    pool += self._conjugates(pool, starts)
        except KeyboardInterrupt:
            self.outcome = Outcome.INTERRUPTED
        checked = self._checked(self._tried(pool), starts)
        ledger = self.ledger
        return Learned(
            macros=tuple(map(self._macro, checked.chosen)),
            queries=ledger.queries,
            other_queries=ledger.other_queries,
            repetitions=len(starts),
            outcome=self.outcome,
            seconds=ledger.seconds,
            memory_bytes=ledger.memory_bytes,
            primitive_steps=ledger.primitive_steps,
            selection=checked,
        )

    def _search(
        self, world: Simulator, level: int, starts: list[State], progress: Progress | None
    ) -> list[Candidate]:
        """The searches of one level, from every start; the first level finds the starts."""
        settings, profile = self.settings, self.profile
        levels_left = settings.levels - level
        reserve = self.ledger.share(profile.reserve(levels_left))
        rules = profile.level_rules if levels_left else profile.rules
        searches = settings.repetitions if level == 1 else len(starts)
        found: list[Candidate] = []
        for repetition in range(searches):
            if level == 1:
                start = self._start(starts, found)
                if start is None:
                    break
                starts.append(start)
            remaining = searches - repetition + levels_left * settings.repetitions
            budget = (self.ledger.left - reserve) // remaining
            # The last expansion may pass the limit by all but one of its successors.
            budget -= len(world.applicable(starts[repetition])) - 1
            if budget < 1:
                break
            result = search_level(
                self.learner,
                world,
                starts[repetition],
                budget,
                profile,
                self.facts,
                place=0 if profile.anywhere else repetition,
                quota=rules.quota,
                progress=progress,
            )
            self.outcome = result.outcome
            found += result.candidates
            self.primitives.update({primitive.key: primitive for primitive in result.primitives})
            if self.outcome in _ENDED:
                break
        return found

    def _start(self, starts: Sequence[State], found: Sequence[Candidate]) -> State | None:
        """Where the next search begins: a walk away, or where no macro so far can run."""
        learner, profile = self.learner, self.profile
        if not starts:
            return learner.walk(state_array(self.simulator.start()), profile.first_walk)
        if profile.anywhere:
            return learner.walk(starts[-1], profile.further_walk)
        chosen = self._select(found, profile.level_rules).chosen
        sequences = [macro.actions for macro in chosen]
        most = int(profile.start_share * self.ledger.left)
        return learner.start_without(starts[-1], sequences, most)

    def _goalward(self, world: Simulator) -> State:
        """Where a search for the goal came nearest to it: planner auto, with the macros so far."""
        search = self._goal_search(world, self.profile.goalward_share)
        node = search.space.goal_node
        return search.state_of(node if node >= 0 else search.space.best_node)

    def _goal_search(self, world: Simulator, share: float) -> Search:
        """Planner auto from the task's start in a world with macros, on a share of the budget."""
        settings = self.settings
        budget = max(1, min(self.ledger.left, self.ledger.share(share)))
        search = Search(
            world,
            NOVEL_THEN_GOALS,
            target=self.simulator.goal(),
            ties=settings.ties,
            seed=settings.seed,
            limits=Limits(budget, settings.seconds, settings.memory),
            interpreted=self.learner.interpreted,
            novelty=NoveltySettings(2),
            expansion="macros-first",
        )
        outcome = search.run()
        if outcome in _ENDED:
            self.outcome = outcome
        self.ledger.enter(Purpose.GOAL, search)
        return search

    def _tried(self, pool: Sequence[Candidate]) -> Selection:
        """What is chosen; of more macros than a library should hold, those that serve best."""
        profile = self.profile
        most = profile.rules.most
        if profile.trial_share == 0.0 or most is None or self.outcome in _ENDED:
            return self._select(pool, profile.rules)
        selection = self._select(pool, profile.rules, profile.most_tried)
        if len(selection.chosen) <= most:
            return selection
        world = self.extend(self.simulator, [macro.actions for macro in selection.chosen])
        search = self._goal_search(world, profile.trial_share)
        keys = [macro.key for macro in selection.chosen]
        key_of: KeyOf = self.simulator.macro_key  # type: ignore[attr-defined]
        return most_successful(selection, success_rates(search, keys, key_of), most)

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
            if self.outcome not in _ENDED:
                with self.ledger.spending(Purpose.CHECKS):
                    check.run(starts[-1])
        except KeyboardInterrupt:
            self.outcome = Outcome.INTERRUPTED
        return check.result(self.profile.anywhere)

    def _macro(self, candidate: Candidate) -> Macro:
        return Macro(
            actions=tuple(map(self.simulator.action_name, candidate.actions)),
            effect_size=candidate.effect_size,
            effect=candidate.effect,
            precondition=self.learner.precondition(candidate.actions),
        )
