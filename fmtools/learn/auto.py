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
from fmtools.learn.judge import MOST_SETS, Case, Judge, Judgement
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.levels import Extend, search_level
from fmtools.learn.profile import Profile, profile_of
from fmtools.learn.propose import Facts, facts_of
from fmtools.learn.reasons import Reason
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
CASES = 3
CASE_WALKS = (0, 20, 200)
"""Searches to judge by: seeds over all other problems, or walks to other starts."""
ENDED = (Outcome.INTERRUPTED, Outcome.TIMEOUT, Outcome.MEMORY_EXHAUSTED)


class AutoLearner:
    """One run; `run` may be interrupted and then returns what is complete."""

    def __init__(
        self,
        simulator: Simulator,
        settings: LearnSettings,
        extend: Extend,
        *,
        others: Sequence[Simulator] = (),
        interpreted: bool = False,
    ) -> None:
        """`others`: further problems of the same domain, to judge macros by."""
        self.simulator = simulator
        self.others = others
        self.settings = settings
        self.extend = extend
        self.learner = Learner(simulator, settings, interpreted=interpreted)
        self.ledger: Ledger = self.learner.ledger
        self.facts: Facts = facts_of(simulator)
        self.profile: Profile = profile_of(self.facts.lifted, settings)
        self.primitives: dict[object, Primitive] = {}
        self.outcome = Outcome.BUDGET_EXHAUSTED
        self.judgement: Judgement | None = None
        self._way: list[State] = []

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
        checked = self._checked(self._tried(pool), starts)
        ledger, judgement = self.ledger, self.judgement
        if judgement is not None:
            judgement = replace(judgement, learning=ledger.queries + ledger.other_queries)
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
            judgement=judgement,
            spent=dict(ledger.spent),
        )

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
        """What is chosen; of more macros than a library should hold, those that serve best."""
        profile = self.profile
        if profile.trial_share == 0.0 or self.outcome in ENDED:
            return self._select(pool, profile.rules)
        selection = self._best_tried(pool, profile.rules)
        if profile.judge_share == 0.0:
            return selection
        judged = self._judged(selection)
        if judged.chosen or self.outcome in ENDED:
            return judged
        # Perhaps what serves makes no goal fact true by itself.
        judgement = self.judgement
        others = self._judged(self._best_tried(pool, replace(profile.rules, goal_facts=False)))
        if not others.chosen:
            self.judgement = judgement
            return judged
        return others

    def _best_tried(self, pool: Sequence[Candidate], rules: Rules) -> Selection:
        """Those that most often brought a search for the goal nearer, where there are too many."""
        profile, most = self.profile, rules.most
        selection = self._select(pool, rules, profile.most_tried)
        if most is None or len(selection.chosen) <= most or self.outcome in ENDED:
            return selection
        world = self.extend(self.simulator, [macro.actions for macro in selection.chosen])
        search = self._goal_search(world, profile.trial_share)
        return most_successful(selection, success_rates(search, len(selection.chosen)), most)

    def _judged(self, selection: Selection) -> Selection:
        """The set of macros that saves most, among all of them and those that were of use."""
        chosen = selection.chosen
        if not chosen or self.outcome in ENDED:
            return selection
        cases = self._cases()
        budget = min(self.ledger.left, self.ledger.share(self.profile.judge_share / 2))
        most_states = max(1, budget // (len(cases) * (1 + MOST_SETS)))

        def make_search(case: Case, macros: Sequence[int], budget: int) -> Search:
            world = case.world
            if macros:
                sequences = [chosen[number].actions for number in macros]
                world = self.extend(world, sequences, self.simulator)
            return self._auto_search(world, budget, case.seed, case.start)

        judge = Judge(cases, make_search, self.ledger, most_states)
        best, self.judgement = judge.best_of(len(chosen))
        kept = tuple(chosen[number] for number in best) if self.judgement.pays else ()
        if len(kept) == len(chosen):
            return selection
        dropped = {**selection.dropped, Reason.DOES_NOT_PAY: len(chosen) - len(kept)}
        return replace(selection, chosen=kept, dropped=dropped)

    def _cases(self) -> list[Case]:
        """Searches that nothing was proposed from: the other problems, or other starts of this."""
        seed = self.settings.seed
        if self.others:
            seeds = range(max(1, CASES // len(self.others)))
            return [Case(world, None, seed + 1 + k) for world in self.others for k in seeds]
        home = state_array(self.simulator.start())
        with self.ledger.spending(Purpose.JUDGING):
            walks = [self.learner.walk(home, steps) for steps in CASE_WALKS]
        return [Case(self.simulator, start, seed + 1 + k) for k, start in enumerate(walks)]

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

    def _macro(self, candidate: Candidate) -> Macro:
        return Macro(
            actions=tuple(map(self.simulator.action_name, candidate.actions)),
            effect_size=candidate.effect_size,
            effect=candidate.effect,
            precondition=self.learner.precondition(candidate.actions),
        )
