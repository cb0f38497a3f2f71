"""Algorithm 1: against the reference step by step, and what its macros promise."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from fmtools.errors import InputError, UsageError
from fmtools.learn.focused import (
    LENGTH_PLUS_EFFECT,
    Learner,
    LearnSettings,
    candidate_nodes,
    paper_settings,
)
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.engine import Search
from fmtools.simulator import state_array
from fmtools.simulators.cube import Cube
from fmtools.simulators.grounded import load_grounded
from fmtools.simulators.lock import Lock
from fmtools.simulators.npuzzle import NPuzzle
from fmtools.simulators.registry import kinds, presets_of
from tests.reference.learn import paper_candidates

WORLDS = {
    "cube": Cube,
    "npuzzle": lambda: NPuzzle.scrambled(4, 3),
    "lock": lambda: Lock(8, 3, 3, seed=1),
    "hanoi": lambda: load_grounded("pddl/hanoi/domain.pddl", "pddl/hanoi/problem-000.pddl"),
    "gripper": lambda: load_grounded("pddl/gripper/domain.pddl", "pddl/gripper/problem-003.pddl"),
}


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("world", WORLDS)
def test_paper_mode_proposes_the_references_candidates_in_the_references_order(world, interpreted):
    simulator = WORLDS[world]()
    for budget, room in ((3_000, 12), (4_000, 200), (50, 1000)):
        settings = paper_settings(LearnSettings(budget=budget, candidates=room, smallest_last=True))
        search = Search(
            simulator,
            LENGTH_PLUS_EFFECT,
            target=None,
            ties="heap",
            limits=Limits(budget),
            interpreted=interpreted,
        )
        search.run()
        ours = [search.actions_to(int(node)) for node in candidate_nodes(search, settings)]
        reference = paper_candidates(simulator, budget, room)
        assert ours == [candidate.actions for candidate in reference]


@pytest.mark.parametrize("paper", [False, True])
@pytest.mark.parametrize("world", WORLDS)
def test_every_macro_replayed_from_a_state_it_fits_has_the_recorded_effect(world, paper):
    simulator = WORLDS[world]()
    settings = LearnSettings(budget=6_000, keep=20, repetitions=2, candidates=50)
    settings = paper_settings(settings) if paper else replace(settings, walk_share=0.0)
    learner = Learner(simulator, settings)
    learned = learner.run()
    assert learned.macros
    for macro in learned.macros:
        actions = [simulator.action_id(name) for name in macro.actions]
        found = learner.found(actions)
        assert all(found.start[v] == value for v, value in macro.precondition.items())
        changed = {v for v, _, _ in macro.effect}
        if world in ("hanoi", "gripper"):
            assert {v for v, _, _ in found.effect} == changed
            assert found.effect == macro.effect
        assert len(found.effect) <= macro.effect_size


def test_the_cube_preset_keeps_576_macros_without_primitives_smallest_last():
    learned = Learner(Cube(), presets_of("cube").of_paper("cube")).run()
    assert len(learned.macros) == 576
    assert 1_000_000 <= learned.queries < 1_000_012
    sizes = [macro.effect_size for macro in learned.macros]
    assert sizes == sorted(sizes, reverse=True)
    assert min(macro.length for macro in learned.macros) > 1
    assert sizes[-1] == 6


def test_the_15_puzzle_preset_learns_12_macros_at_each_blank_position():
    learned = Learner(NPuzzle(), presets_of("npuzzle").of_paper("npuzzle 4")).run()
    blanks = Counter(macro.precondition[0] for macro in learned.macros)
    assert blanks == dict.fromkeys(range(16), 12)
    assert sum(macro.length == 1 for macro in learned.macros) == 48
    assert learned.repetitions == 16
    assert 32_000 <= learned.queries < 32_000 + 16 * 4


def test_a_further_repetition_begins_where_no_macro_so_far_can_run(monkeypatch):
    starts = []
    original = Learner.start_without

    def record(self, state, sequences):
        start = original(self, state, sequences)
        starts.append((start, list(sequences)))
        return start

    monkeypatch.setattr(Learner, "start_without", record)
    simulator = NPuzzle()
    learner = Learner(simulator, LearnSettings(budget=8_000, keep=40, repetitions=4))
    learner.run()
    assert len(starts) == 3
    for start, sequences in starts:
        assert sequences
        for sequence in sequences:
            assert learner.execute(sequence, start) is None


def test_learning_ends_early_where_macros_run_everywhere():
    learned = Learner(Cube(), LearnSettings(budget=10_000, keep=20, repetitions=5)).run()
    assert learned.repetitions == 1
    assert learned.macros


def test_a_world_without_macros_gives_none():
    class Dead(Lock):
        def applicable(self, state):
            return []

        successors = None

    learned = Learner(Dead(3, 2, 1, seed=0), LearnSettings(budget=10), interpreted=True).run()
    assert learned.macros == ()
    assert learned.outcome is Outcome.EXHAUSTED


def test_a_budget_below_one_expansion_still_expands_once():
    settings = LearnSettings(budget=1, drop_primitives=False, keep=20)
    learned = Learner(Cube(), settings).run()
    assert (learned.queries, learned.macros) == (12, ())  # only the start was expanded
    generated = Learner(Cube(), replace(settings, expanded_only=False)).run()
    assert len(generated.macros) == 12


def test_more_macros_than_exist_are_not_invented():
    learned = Learner(NPuzzle(2), LearnSettings(budget=10_000, keep=100)).run()
    assert learned.outcome is Outcome.EXHAUSTED
    assert 0 < len(learned.macros) < 12


def test_no_two_macros_have_precondition_and_effect_in_common():
    learned = Learner(NPuzzle(), presets_of("npuzzle").ours).run()
    keys = {(m.effect, tuple(m.precondition.items())) for m in learned.macros}
    assert len(keys) == len(learned.macros) == 192
    assert all(macro.length > 1 for macro in learned.macros)


def test_an_effect_that_varies_is_reported_at_its_largest():
    class Switchboard:
        """Flips its lamp only while the switch is on; the start has it off."""

        num_variables = 3
        num_values = 4

        def start(self):
            return [0, 0, 0]

        def goal(self):
            return {0: 1}

        def applicable(self, state):
            return [0, 1, 2]

        def successor(self, state, action):
            switch, lamp, count = (int(v) for v in state)
            if action == 0:
                return [1 - switch, lamp, count]
            if action == 1:
                return [switch, (lamp + switch) % 4, (count + 1) % 4]
            return [switch, lamp, (count + 1) % 4]

        def action_name(self, action):
            return ("toggle", "press", "tick")[action]

    settings = LearnSettings(budget=200, keep=50, walk_share=0.0, check_states=20)
    learned = Learner(Switchboard(), settings).run()
    by_actions = {macro.actions: macro for macro in learned.macros}
    pressed = by_actions.get(("press", "press")) or by_actions.get(("press", "tick"))
    assert len(pressed.effect) == 1
    assert pressed.effect_size == 2
    once = Learner(Switchboard(), replace(settings, check_states=1)).run()
    assert {m.actions: m.effect_size for m in once.macros}[pressed.actions] == 1


def test_the_same_seed_learns_the_same_macros_and_another_one_others():
    simulator = WORLDS["gripper"]()
    settings = LearnSettings(budget=5_000, ties="random")
    first = Learner(simulator, settings).run().macros
    assert Learner(simulator, settings).run().macros == first
    assert Learner(simulator, replace(settings, seed=1)).run().macros != first


def test_compiled_and_interpreted_learning_agree():
    for world in ("cube", "npuzzle", "lock", "gripper"):
        simulator = WORLDS[world]()
        settings = LearnSettings(budget=2_000, keep=30)
        compiled = Learner(simulator, settings).run()
        interpreted = Learner(simulator, settings, interpreted=True).run()
        assert compiled.macros == interpreted.macros
        assert compiled.queries == interpreted.queries


def test_an_interrupt_keeps_what_is_complete():
    calls = []

    def interrupt(queries, best):
        calls.append(queries)
        raise KeyboardInterrupt

    learned = Learner(Cube(), LearnSettings(budget=50_000_000, keep=30)).run(interrupt)
    assert learned.outcome is Outcome.INTERRUPTED
    assert len(calls) == 1
    assert len(learned.macros) == 30


def test_a_memory_limit_ends_learning_cleanly():
    settings = LearnSettings(budget=50_000_000, keep=30, memory=30_000_000)
    learned = Learner(Cube(), settings).run()
    assert learned.outcome is Outcome.MEMORY_EXHAUSTED
    assert learned.memory_bytes <= 30_000_000
    assert len(learned.macros) == 30


def test_the_paper_has_presets_for_its_worlds_only():
    assert {name for kind in kinds() for name in presets_of(kind).paper} == {
        "cube", "npuzzle 4", "depot", "doors", "ferry", "gripper", "hanoi", "miconic"
    }  # fmt: skip
    for kind, name in (("lock", "lock"), ("pddl", "npuzzle"), ("npuzzle", "npuzzle 3")):
        with pytest.raises(UsageError, match=f"no setting for '{name}'"):
            presets_of(kind).of_paper(name)


@pytest.mark.parametrize("bad", [{"budget": 0}, {"keep": 0}, {"ties": "coin"}, {"candidates": -1}])
def test_settings_that_make_no_sense_are_refused(bad):
    with pytest.raises(UsageError):
        LearnSettings(**bad)


def test_a_sequence_that_never_runs_is_an_error():
    simulator = NPuzzle(2)
    up = [simulator.action_id("blank 3 up"), simulator.action_id("blank 3 up")]
    with pytest.raises(InputError, match="no state"):
        Learner(simulator, LearnSettings()).found(up)


def test_random_walks_reach_new_starts_through_the_simulator_alone():
    class Counting(NPuzzle):
        kernel = None  # searches then ask for `successors`, everything else for single ones
        queries = 0

        def successor(self, state, action):
            type(self).queries += 1
            return super().successor(state, action)

    simulator = Counting()
    learned = Learner(simulator, LearnSettings(budget=4_000, repetitions=2, keep=10)).run()
    assert learned.repetitions == 2
    assert Counting.queries == learned.other_queries > 0
    assert np.array_equal(state_array(simulator.start()), simulator.start())
