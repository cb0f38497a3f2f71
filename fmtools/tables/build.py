"""Macro tables by a stabiliser chain (Korf's macro problem solver), found by simulation alone.

1. Learn the actions' maps by queries, and test that there are such maps (`invertible`).
2. Enumerate short words over the maps, and choose the order of variables by measurement: next
   comes the variable that the most pairs of words, out of those which agree on the variables
   before, leave alone. Such pairs are what the later variables live on.
3. For every variable and value keep the shortest words that set it and leave the earlier ones alone
   (`short_words`). Where cells stay empty, do the same with longer words: the most focused ones
   found, each after every word of a few moves; this has all conjugates and products among it.
4. Try the table on random states; what it cannot place becomes a word itself (`repair`).
5. Run every cell's first word in the simulator.

Steps 2 to 4 ask no simulator; they are counted all the same.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from fmtools.errors import NoTableError, SimulatorError, UsageError
from fmtools.macro_table import NO_KEY, ActionMaps, Cell, MacroTable, Word, reduced
from fmtools.macros import Macro
from fmtools.simulator import ActionId, Simulator, State, TellsNeeds, state_array
from fmtools.tables.invertible import INSTEAD, MapLearner
from fmtools.tables.repair import Repair
from fmtools.tables.short_words import Chain, JoinedWords, ShortWords

ORDER_WORDS = 30_000
"""Short words that the order of variables is chosen by: enough, and quick."""
COMMUTATIVE_WORDS = 2000
FOCUSED_WORDS = 3000
JOINED_WORDS = 400_000

Progress = Callable[[str], None]


@dataclass(frozen=True)
class TableSettings:
    """Checked when made (UsageError)."""

    budget: int = 20_000_000
    """Queries and composed words together."""
    queries: int | None = None
    """Of these, queries at most, where that is less."""
    words_per_cell: int = 16
    short_words: int = 200_000
    """How many short words to enumerate, of all objects together."""
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("budget", "words_per_cell", "short_words"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name.replace('_', '-')} must be 1 or more")


@dataclass(frozen=True)
class LearnedTable:
    table: MacroTable
    macros: tuple[Macro, ...]
    """The first word of every cell, with its effect in a state of the walk."""
    test_queries: int
    """To learn the maps and to test that they are maps."""
    word_queries: int
    """To run the words."""
    composed: int
    """Words composed in memory."""
    pairs: int
    """Pairs of words looked at, at one variable."""
    seconds: float

    @property
    def queries(self) -> int:
        return self.test_queries + self.word_queries


def learn_table(simulator: Simulator, settings: TableSettings) -> LearnedTable:
    """NoTableError where the world does not qualify: it says which test failed."""
    began = time.perf_counter()
    rng = np.random.default_rng(settings.seed)
    most = settings.budget if settings.queries is None else min(settings.queries, settings.budget)
    learner = MapLearner(simulator, rng, most)
    try:
        return _learned_by(learner, simulator, settings, rng, began)
    except NoTableError as error:
        error.queries = learner.queries
        raise


def _learned_by(
    learner: MapLearner,
    simulator: Simulator,
    settings: TableSettings,
    rng: np.random.Generator,
    began: float,
) -> LearnedTable:
    maps = learner.run()
    goal = {int(variable): int(value) for variable, value in simulator.goal().items()}
    for variable, value in goal.items():
        if value >= maps.num_values:
            raise NoTableError(
                f"no table: the goal wants {value} in variable {variable}, a value never seen; "
                f"{INSTEAD}"
            )
    builder = _Builder(maps, goal, settings, settings.budget - learner.queries)
    start = state_array(simulator.start())
    builder.fill(start, rng)
    repair = Repair(maps, goal, tuple(builder.order), builder.cells, rng, builder.steps_left)
    repair.run(start, mend=True)
    table = MacroTable(
        maps,
        goal,
        tuple(builder.order),
        {cell: tuple(words) for cell, words in sorted(repair.cells.items())},
        tuple(sorted(repair.missing)),
    )
    tries = sum(len(words[0]) for words in table.cells.values())
    if settings.queries is not None and learner.queries + tries > settings.queries:
        raise NoTableError(f"no table: too few queries to try its words; {INSTEAD}")
    macros, word_queries = _run_words(simulator, table, learner.samples)
    return LearnedTable(
        table=table,
        macros=macros,
        test_queries=learner.queries,
        word_queries=word_queries,
        composed=builder.composed + repair.steps,
        pairs=builder.pairs,
        seconds=time.perf_counter() - began,
    )


class _Builder:
    """Order and cells, as far as enumerated words go."""

    def __init__(
        self, maps: ActionMaps, goal: Mapping[int, int], settings: TableSettings, budget: int
    ) -> None:
        self.maps = maps
        self.goal = [goal.get(variable, 0) for variable in range(len(maps.class_of))]
        self.goal_facts = goal
        self.variables = sorted(goal)
        self.settings = settings
        self.budget = budget
        self.order: list[int] = []
        self.cells: dict[Cell, list[Word]] = {}
        self.composed = 0
        self.pairs = 0

    @property
    def steps_left(self) -> int:
        return max(0, self.budget - self.composed)

    def fill(self, start: State, rng: np.random.Generator) -> None:
        """Longer words only where short ones leave cells empty; and where all moves commute, few
        words, because there products of words are all there is."""
        is_commutative = bool(self.maps.letters.commutes.all())
        num_words = COMMUTATIVE_WORDS if is_commutative else self.settings.short_words
        short = ShortWords(self.maps, num_words, self.steps_left)
        self.composed += short.steps
        self.order = self._ordered(Chain(short, self.goal, ORDER_WORDS))
        self._fill_from(short)
        focused = [] if is_commutative or self._is_complete(start, rng) else self._focused()
        if len(focused) > 1 and self.steps_left > JOINED_WORDS:
            joined = JoinedWords(short, focused, JOINED_WORDS)
            self.composed += joined.count
            rest = [v for v in self.variables if v not in self.order]
            chain = Chain(joined, self.goal)
            for variable in self.order:
                chain.add(variable)
            self.order += self._ordered(chain, rest)
            self._fill_from(joined)
        self.order += [v for v in self.variables if v not in self.order]

    def _is_complete(self, start: State, rng: np.random.Generator) -> bool:
        order = (*self.order, *(v for v in self.variables if v not in self.order))
        trial = Repair(self.maps, self.goal_facts, order, self.cells, rng, self.steps_left)
        trial.run(start, mend=False)
        self.composed += trial.steps
        return not trial.missing

    def _ordered(self, chain: Chain, rest: list[int] | None = None) -> list[int]:
        """Variables by how many pairs of words leave them alone; the key comes last.

        Ends where the words leave nothing more to choose by.
        """
        left = [v for v in (self.variables if rest is None else rest) if v != self.maps.key]
        chosen: list[int] = []
        while left:
            moved = [v for v in left if chain.is_moved(v)]
            if not moved:
                break
            best = max(moved, key=lambda v: (chain.pairs_left(v), -v))
            chain.add(best)
            chosen.append(best)
            left.remove(best)
        return chosen

    def _fill_from(self, words: "ShortWords | JoinedWords") -> None:
        chain = Chain(words, self.goal)
        repeats = max(1, self.settings.words_per_cell // 4)
        for level, variable in enumerate(self.order):
            found = chain.words(variable, self.settings.words_per_cell, repeats)
            self.pairs += found.pairs
            self.composed += found.composed
            for (at, value), new in found.words.items():
                self._put((level, at, value), new)
            chain.add(variable)

    def _put(self, cell: Cell, words: tuple[Word, ...]) -> None:
        """The shortest words, one per effect."""
        known = {self.maps.row(word).tobytes(): word for word in self.cells.get(cell, ())}
        for word in words:
            word = reduced(self.maps, word)
            effect = self.maps.row(word).tobytes()
            if effect not in known or len(word) < len(known[effect]):
                known[effect] = word
        best = sorted(known.values(), key=lambda word: (len(word), word))
        self.cells[cell] = best[: self.settings.words_per_cell]

    def _focused(self) -> list[Word]:
        """The words found so far that move the fewest points, loops only, shorter ones first."""
        identity = self.maps.row(())
        ranked = {}
        for words in self.cells.values():
            for word in words:
                if self.maps.targets[word[-1]] == self.maps.sources[word[0]]:
                    row = self.maps.row(word)
                    size = int(np.count_nonzero(row != identity))
                    ranked[word] = (size, len(word), word)
        best = sorted(ranked, key=lambda word: ranked[word])[:FOCUSED_WORDS]
        return [(), *best]


def _run_words(
    simulator: Simulator, table: MacroTable, samples: list[State]
) -> tuple[tuple[Macro, ...], int]:
    """Every cell's first word, run in the simulator from a state of the walk."""
    maps = table.maps
    by_object: dict[int, State] = {}
    for state in samples:
        by_object.setdefault(maps.object_of(state.astype(np.uint8)), state)
    macros, queries = [], 0
    for (_, at, _), words in table.cells.items():
        start = state = by_object[at]
        actions: list[ActionId] = []
        for move in words[0]:
            ids = {simulator.action_name(action): action for action in simulator.applicable(state)}
            if maps.names[move] not in ids:
                raise SimulatorError(
                    f"{maps.names[move]!r} does not apply where it did before; applicable() must "
                    "depend on the state alone"
                )
            actions.append(ids[maps.names[move]])
            state = state_array(simulator.successor(state, actions[-1]))
            queries += 1
        predicted = maps.row(words[0])[maps.bases + start]
        known = predicted != maps.num_values
        if (state[known] != predicted[known]).any():
            raise NoTableError(
                f"no table: the actions' effects differ between states: {len(words[0])} of them "
                f"led elsewhere than their maps; {INSTEAD}"
            )
        changed = np.flatnonzero(start != state)
        macros.append(
            Macro(
                actions=tuple(maps.names[move] for move in words[0]),
                effect_size=len(changed),
                effect=tuple((int(v), int(start[v]), int(state[v])) for v in changed),
                precondition=(
                    dict(simulator.precondition(tuple(actions)))
                    if isinstance(simulator, TellsNeeds)
                    else None
                    if maps.key == NO_KEY
                    else {maps.key: maps.key_values[at]}
                ),
            )
        )
    return tuple(macros), queries
