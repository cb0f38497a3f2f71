"""`fmtools learn --keep auto` where macros stand for their kind (PDDL) and the budget allows to try
them: candidates from several problems, and of those what saves searches for the goal.

Candidates are cut from ways to the goal (`fmtools.learn.mine`), which the planner finds in every
problem with several seeds, and found by searches for focused macros (`fmtools.learn.auto`). A macro
that occurs in many ways, and makes goal facts true, is tried first. What is kept comes from one of
the problems and is judged in the others.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace

from fmtools.learn.auto import ENDED, AutoLearner, macro_of
from fmtools.learn.focused import Learned, Learner, LearnSettings
from fmtools.learn.judge import SMALL, Case, Judge, Judgement, MakeSearch, Run
from fmtools.learn.ledger import Ledger, Purpose
from fmtools.learn.levels import Extend
from fmtools.learn.mine import mined
from fmtools.learn.paid import has_paid
from fmtools.learn.propose import facts_of
from fmtools.learn.reasons import Reason
from fmtools.learn.select import Candidate, Selection
from fmtools.learn.serving import efforts, those_that_serve
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.action_model import ActionModel
from fmtools.search.auto import KNOWABLE, Auto
from fmtools.search.engine import Progress, Search, shifted
from fmtools.search.known_actions import Named, common, ground_kinds, learn_kinds
from fmtools.search.orders import BREADTH_FIRST
from fmtools.search.settings import SearchSettings
from fmtools.search.turns import Together
from fmtools.simulator import (
    Known,
    KnownActions,
    NamesFacts,
    Simulator,
    SpeaksInWords,
    State,
    state_array,
)

WAY_SEEDS = 2
"""Ways to the goal in each problem, by other ties: what is in both is no accident."""
WAY_SHARE = 0.2
"""Of the budget, for all of them."""
AROUND_SHARE = 0.02
"""For searches that show what actions need and do, in all problems."""
FOCUSED_SHARE, MOST_FOCUSED = 0.1, 200_000
"""For searches for focused macros in all problems; more queries find hardly more that serves."""
ROUNDS, LAST_ROUNDS = 4, 8
"""Of cases, at most: to choose macros by, and for the verdict."""
CASE_WALKS = (5, 50, 300)
"""Searches to judge by, more where they are short: every other problem from its start, and from so
many steps away. In the problem that macros come from they would seem better than they are."""
CLEARLY = 4
"""Times what the planner takes with what is known: more need not be measured."""
DRAWS = 4
"""Seeds by which that is looked at, where the effort allows."""
PIECE = 1_000
"""States after which it is looked how near a search has come."""
SERVING_SHARE, SERVING_BUDGET, PAYING_SHARE = 0.3, 1_000_000, 0.2
"""For finding out which searches serve (from such a budget on: below, judging macros needs it), and
whether they pay, in effort: a guide's estimates count, too."""
FIRST_MINED = 12
"""Candidates from ways that are tried before those that were searched for."""


@dataclass
class _Problem:
    number: int
    world: Simulator
    learner: Learner
    mined: dict[Hashable, Candidate]
    focused: Sequence[Candidate] = ()


class UseLearner:
    """One run over all problems that teach."""

    def __init__(
        self,
        problems: Sequence[Simulator],
        settings: LearnSettings,
        extend: Extend,
        interpreted: bool = False,
    ) -> None:
        self.settings = settings
        self.extend = extend
        self.ledger = Ledger(settings.budget)
        self.outcome = Outcome.BUDGET_EXHAUSTED
        self.problems = []
        self._ways: dict[Hashable, int] = {}
        """In how many ways a kind of macro occurs."""
        self._known: Known | None = None
        """What the ways showed of all kinds of actions, and which searches serve."""
        self._pairs: list[tuple[Run, Run]] = []
        """The planner with that, and without macros, against the planner without."""
        self._models: dict[Simulator, ActionModel] = {}
        """The same, worked out for each problem."""
        self._uses: dict[Hashable, int] = {}
        for number, world in enumerate(problems):
            learner = Learner(world, settings, interpreted=interpreted)
            learner.ledger = self.ledger
            self.problems.append(_Problem(number, world, learner, {}))

    def run(self, progress: Progress | None = None) -> Learned:
        if progress is not None:
            self.ledger.told = lambda queries: progress(queries, 0)
        self._learn_actions()
        for problem in self.problems:
            self._search_focused(problem, progress)
        best: tuple[float, _Problem, list[Candidate], Judgement] | None = None
        candidates = 0
        left = self.ledger.left
        for problem in self.problems:
            ranked = self._ranked(problem)
            candidates += len(ranked)
            if not ranked or self.outcome in ENDED:
                continue
            budget = left // (len(self.problems) - problem.number)
            rounds = self._rounds(problem)
            maker = self._maker(problem, ranked)
            judge = Judge(rounds[:ROUNDS], rounds[ROUNDS:], maker, self.ledger, budget)
            judged = judge.best_of(len(ranked))
            left -= budget - judge.left
            if judged is not None and (best is None or judged[1].alone < best[0]):
                best = judged[1].alone, problem, [ranked[n] for n in judged[0]], judged[1]
        return self._learned(best, candidates)

    def _learn_actions(self) -> None:
        """Search ways, and note what they show of actions, where these speak in words."""
        known: dict[Named, KnownActions] = {}
        for problem in self.problems:
            seen = [*self._search_ways(problem), *self._look_around(problem)]
            world = problem.world
            if isinstance(world, SpeaksInWords) and isinstance(world, NamesFacts):
                known[world] = learn_kinds(world, seen)
        if known:
            actions = common(tuple(known.values()))
            self._models = {world: ground_kinds(world, actions) for world in known}
            self._known = Known(actions, self._serving())
            self._pairs = self._runs_by_knowledge()

    def _serving(self) -> tuple[str, ...]:
        """Searches that serve in the problems, where the budget tells it."""
        if self.settings.budget < SERVING_BUDGET:
            return ()
        left = self.ledger.share(SERVING_SHARE)
        most = left // len(self._models)
        told: list[dict[str, int]] = []
        too_hard: set[Simulator] = set()
        for seed, world, model in self._draws():
            if self.outcome in ENDED or left <= 0:
                break
            if world in too_hard:
                continue
            searches = {
                name: self._planner(world, None, seed, most, model, (name,)) for name in KNOWABLE
            }
            told.append(efforts(searches, min(most, left)))
            if not told[-1]:
                too_hard.add(world)
            for together in searches.values():
                left -= together.effort
                self.ledger.enter(Purpose.JUDGING, together)
        return those_that_serve(told)

    def _draws(self) -> Iterator[tuple[int, Simulator, ActionModel]]:
        """All problems with one seed, with the next, …: what one draw shows may be luck."""
        for draw in range(DRAWS):
            for world, model in self._models.items():
                yield self.settings.seed + WAY_SEEDS + draw, world, model

    def _look_around(self, problem: _Problem) -> Iterator[Search]:
        """Searches that go everywhere: what actions need shows where little else holds always."""
        home = state_array(problem.world.start())
        most = self.ledger.share(AROUND_SHARE) // (len(CASE_WALKS) * len(self.problems))
        for steps in CASE_WALKS:
            if self.outcome in ENDED:
                return
            with self.ledger.spending(Purpose.ACTIONS):
                start = problem.learner.walk(home, steps)
            search = Search(
                problem.world,
                BREADTH_FIRST,
                target=problem.world.goal(),
                start=start,
                ties="random",
                seed=self.settings.seed,
                limits=Limits(max(1, most), self.settings.seconds, self.settings.memory),
                interpreted=problem.learner.interpreted,
                stop_at_goal=False,
            )
            outcome = search.run()
            if outcome in ENDED:
                self.outcome = outcome
            self.ledger.enter(Purpose.ACTIONS, search)
            yield search

    def _search_ways(self, problem: _Problem) -> Iterator[Search]:
        """What the planner does in this problem, and macros cut from it."""
        share = self.ledger.share(WAY_SHARE) // (WAY_SEEDS * len(self.problems))
        facts, start = facts_of(problem.world), state_array(problem.world.start())
        for seed in range(WAY_SEEDS):
            if self.outcome in ENDED:
                return
            together = self._planner(problem.world, None, self.settings.seed + seed, share)
            self._entered(Purpose.GOAL, together)
            yield from together.searches
            space = together.winner.space
            node = space.goal_node if space.goal_node >= 0 else space.best_node
            with self.ledger.spending(Purpose.CHECKS):
                cut = mined(problem.learner, together.winner.actions_to(node), start, facts)
            for candidate, uses in cut:
                key = candidate.key
                problem.mined.setdefault(key, candidate)
                self._ways[key] = self._ways.get(key, 0) + 1
                self._uses[key] = self._uses.get(key, 0) + uses

    def _search_focused(self, problem: _Problem, progress: Progress | None) -> None:
        if self.outcome in ENDED:
            return
        budget = min(MOST_FOCUSED, self.ledger.share(FOCUSED_SHARE)) // len(self.problems)
        settings = replace(self.settings, budget=max(1, budget), repetitions=1)
        learner = AutoLearner(problem.world, settings, self.extend)
        selection = learner.selection(progress and shifted(progress, self.ledger.queries))
        self.ledger.add(learner.ledger)
        problem.focused = selection.chosen
        if learner.outcome in ENDED:
            self.outcome = learner.outcome

    def _ranked(self, problem: _Problem) -> list[Candidate]:
        """The shortest of every kind, those first that should serve most."""

        def rank(candidate: Candidate) -> tuple[object, ...]:
            key = candidate.key
            return (
                not candidate.goal_groups,
                -self._ways[key],
                -self._uses[key],
                candidate.effect_size,
                candidate.length,
                candidate.actions,
            )

        cut = sorted(problem.mined.values(), key=rank)
        kinds: dict[Hashable, Candidate] = {}
        for candidate in [*cut[:FIRST_MINED], *problem.focused, *cut[FIRST_MINED:]]:
            known = kinds.setdefault(candidate.kind or candidate.key, candidate)
            if candidate.length < known.length:
                kinds[candidate.kind or candidate.key] = candidate
        return list(kinds.values())

    def _rounds(self, source: _Problem) -> list[list[Case]]:
        """Of cases: the other problems, from their own and from other starts; where there is none,
        other starts of the only one."""
        others = [problem for problem in self.problems if problem is not source]
        seed = self.settings.seed + WAY_SEEDS
        rounds: list[list[Case]] = []
        for _ in range(ROUNDS + LAST_ROUNDS):
            rounds.append([])
            for problem in others or [source]:
                home = state_array(problem.world.start())
                with self.ledger.spending(Purpose.JUDGING):
                    starts = [problem.learner.walk(home, steps) for steps in CASE_WALKS]
                for start in [*([None] if others else []), *starts]:
                    rounds[-1].append(Case(problem.world, start, seed))
                    seed += 1
        return rounds

    def _maker(self, source: _Problem, ranked: Sequence[Candidate]) -> MakeSearch:
        def make(case: Case, macros: Sequence[int], whole: bool, budget: int) -> Together:
            model = self._models.get(case.world)
            if whole and not macros:  # as it would be without a library
                return self._planner(case.world, case.start, case.seed, budget)
            sequences = [ranked[number].actions for number in macros]
            world = self.extend(case.world, sequences, source.world, self._known)
            if whole:
                return self._planner(world, case.start, case.seed, budget, model)
            # By themselves, macros are judged where no plan is run ahead: that is a macro, too.
            led = ("led",)
            return self._planner(world, case.start, case.seed, budget, model, led, runs_ahead=False)

        return make

    def _planner(
        self,
        world: Simulator,
        start: State | None,
        seed: int,
        budget: int,
        model: ActionModel | None = None,
        alone: Sequence[str] = (),
        *,
        runs_ahead: bool = True,
    ) -> Together:
        """As it would run; or only these of the searches that go by the model."""
        settings = self.settings
        limits = Limits(max(1, min(budget, self.ledger.left)), settings.seconds, settings.memory)
        told = SearchSettings(
            seed=seed, limits=limits, interpreted=self.problems[0].learner.interpreted
        )
        return Auto().together(
            world,
            told,
            start,
            shared=not alone,
            model=model,
            searches=alone or (self._known.searches if self._known else ()),
            runs_ahead=runs_ahead,
        )

    def _runs_by_knowledge(self) -> list[tuple[Run, Run]]:
        """The planner with it and without, in the problems that teach; none where time ends."""
        pairs: list[tuple[Run, Run]] = []
        left = self.ledger.share(PAYING_SHARE)
        most = left // (2 * len(self._models))
        for seed, world, model in self._draws():
            if self.outcome in ENDED:
                return []
            if left <= 0:
                break
            run = self._tried(self._planner(world, None, seed, most, model), most)
            allowed = most if run.best else min(most, CLEARLY * run.generated + SMALL)
            plain = self._tried(self._planner(world, None, seed, most), allowed)
            pairs.append((run, plain))
            left -= run.generated + plain.generated
        return pairs

    def _tried(self, together: Together, most: int) -> Run:
        """How near it comes, and when: by effort, not by states."""
        trace, outcome = [(0, together.best)], None
        while outcome is None and together.effort < most:
            outcome = together.advance(together.generated + PIECE, pause_effort=most)
            if together.best < trace[-1][1]:
                trace.append((together.effort, together.best))
        if outcome in ENDED:
            self.outcome = outcome
        self.ledger.enter(Purpose.JUDGING, together)
        return Run(tuple(trace), together.effort)

    def _entered(self, purpose: Purpose, together: Together) -> None:
        outcome = together.run()
        if outcome in ENDED:
            self.outcome = outcome
        self.ledger.enter(purpose, together)

    def _learned(
        self,
        best: tuple[float, _Problem, list[Candidate], Judgement] | None,
        candidates: int,
    ) -> Learned:
        ledger = self.ledger
        kept: list[Candidate] = []
        if best is not None and best[3].pays:
            kept = best[2]
        known = self._known
        if known is not None:
            paid = has_paid(self._pairs, best[3] if best and kept else None)
            known = Known(known.actions, known.searches, paid) if kept or paid else None
        dropped = {Reason.DOES_NOT_PAY: candidates - len(kept)} if candidates > len(kept) else {}
        judgement = None if best is None else best[3]
        if judgement is not None:
            judgement = replace(judgement, learning=ledger.queries + ledger.other_queries)
        return Learned(
            macros=tuple(macro_of(best[1].learner, macro) for macro in kept) if best else (),
            queries=ledger.queries,
            other_queries=ledger.other_queries,
            repetitions=1,
            outcome=self.outcome,
            seconds=ledger.seconds,
            memory_bytes=ledger.memory_bytes,
            primitive_steps=ledger.primitive_steps,
            selection=Selection(tuple(kept), candidates, 0, dropped),
            judgement=judgement,
            problem=0 if best is None else best[1].number,
            spent=dict(ledger.spent),
            known=known,
        )
