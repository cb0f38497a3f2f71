"""Searches led by a learned model: what is learned, and that the led search is what it says."""

import numpy as np
import pytest

from fmtools.core.best_first import ACTION
from fmtools.core.landmarks import Landmarks, landmark_facts
from fmtools.core.limits import WorkLimits
from fmtools.core.memory import Memory
from fmtools.core.relaxed import Relaxed
from fmtools.errors import TimeLimitError
from fmtools.limits import Limits
from fmtools.results import Outcome
from fmtools.search.action_model import learn_model
from fmtools.search.auto import Auto
from fmtools.search.engine import Search
from fmtools.search.led import Leader
from fmtools.search.orders import BREADTH_FIRST, GOALS, LED
from fmtools.search.planners import Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.simulators.grounded import load_grounded
from tests.reference.relaxed import fact_costs, landmarks, led_search, run_ahead


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


def by_action(lists):
    first, facts = lists
    return [set(facts[first[k] : first[k + 1]].tolist()) for k in range(len(first) - 1)]


def seen_by(task, states, order=GOALS, **options):
    search = Search(task, order, target=task.goal(), ties="random", **options)
    search.advance(states)
    return search


@pytest.mark.parametrize("name", ["gripper", "ferry", "miconic", "hanoi", "logistics", "depot"])
def test_what_actions_need_and_add_is_learned_from_transitions_alone(name):
    task = pddl(name)
    model = learn_model(task, [seen_by(task, 20_000), seen_by(task, 20_000, BREADTH_FIRST)])
    assert model.is_settled and model.num_kinds == len(set(task.task.operator_ids.tolist()))
    truth = task.task
    for learned, needed in zip(by_action(model.needs), by_action(truth.positive), strict=True):
        assert learned >= needed  # what always held, too, may be taken for a need
    lists = model.adds, truth.adds, truth.positive
    for learned, added, needed in zip(*map(by_action, lists), strict=True):
        assert added <= learned <= added | needed  # where two things of a name are the same one


MOORING = """(define (domain mooring)
  (:requirements :strips)
  (:predicates (free ?x) (behind ?x ?y))
  (:action moor :parameters (?x ?y)
    :precondition (and (free ?x) (free ?y)) :effect (and (behind ?x ?y) (not (free ?y))))
  (:action cast-off :parameters (?x ?y)
    :precondition (and (free ?x) (behind ?x ?y)) :effect (and (free ?y) (not (behind ?x ?y)))))
"""


def test_a_name_that_mentions_a_thing_twice_is_read_as_others_are(tmp_path):
    """A boat can be moored behind itself, and then is lost: that is seen before anything else."""
    (tmp_path / "domain.pddl").write_text(MOORING)
    (tmp_path / "problem.pddl").write_text("""(define (problem p) (:domain mooring)
      (:objects a b c d) (:init (free a) (free b) (free c) (free d))
      (:goal (and (behind a b) (behind c d))))""")
    task = load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    model = learn_model(task, [seen_by(task, 300, BREADTH_FIRST, stop_at_goal=False)])
    facts = {task.fact_name(fact): fact for fact in range(task.num_variables)}
    adds = by_action(model.adds)
    for action in range(task.task.num_actions):
        kind, first, second = task.action_name(action).strip("()").split()
        if kind == "moor":
            assert adds[action] == {facts[f"(behind {first} {second})"]}


SWITCHES = """(define (domain switches)
  (:requirements :strips :typing :negative-preconditions)
  (:types lamp)
  (:predicates (on ?x - lamp) (seen ?x - lamp) (dark))
  (:action light :parameters (?x - lamp)
    :precondition (not (on ?x)) :effect (and (on ?x) (seen ?x)))
  (:action put-out :parameters (?x - lamp)
    :precondition (on ?x) :effect (not (on ?x)))
  (:action touch :parameters (?x ?y - lamp)
    :precondition (and (on ?x) (on ?y)) :effect (seen ?x)))
"""
LAMPS = """(define (problem lamps) (:domain switches)
  (:objects a b c d e f g h - lamp) (:init (on a) (on b))
  (:goal (and (seen c) (seen d) (not (on c)) (not (on a)))))
"""


@pytest.fixture
def lamps(tmp_path):
    (tmp_path / "domain.pddl").write_text(SWITCHES)
    (tmp_path / "problem.pddl").write_text(LAMPS)
    return load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")


def test_what_must_be_false_is_learned_where_actions_do_not_apply_without_it(lamps):
    goal = lamps.goal()
    false = [variable for variable, value in goal.items() if value == 0]
    search = seen_by(lamps, 3_000, BREADTH_FIRST, stop_at_goal=False)
    model = learn_model(lamps, [search], false)
    names = {lamps.fact_name(fact): fact for fact in range(lamps.num_variables)}
    falsehood = {f: lamps.num_variables + k for k, f in enumerate(model.complements.tolist())}
    needs, adds = by_action(model.needs), by_action(model.adds)
    for thing in "abcdefgh":
        light, put_out = (lamps.action_id(f"({name} {thing})") for name in ("light", "put-out"))
        on = names[f"(on {thing})"]
        assert needs[light] == {falsehood[on]} and on in adds[light]
        assert falsehood[on] in adds[put_out] and falsehood[on] not in needs[put_out]
    assert not any(f"(seen {thing})" in names and names[f"(seen {thing})"] in falsehood
                   for thing in "abcdefgh")  # fmt: skip


def test_goals_that_are_to_be_false_are_estimated(lamps):
    leader = Leader(lamps, SearchSettings(), None, Memory())
    led = leader.led([seen_by(lamps, 3_000, BREADTH_FIRST, stop_at_goal=False)])
    assert led is not None and led.run() is Outcome.SOLVED
    assert led.space.best_estimate <= 1  # the last state that was estimated lacks one action
    start = plan(lamps, Settings("bfs"))
    assert len(led.actions_to(led.space.goal_node)) >= len(start.plan or ())


def test_kinds_that_were_not_seen_have_no_model():
    task = pddl("gripper")
    model = learn_model(task, [seen_by(task, 1)])
    assert not model.is_settled
    seen = {task.action_name(a).split()[0] for a in task.applicable(np.asarray(task.start()))}
    for action, (needs, adds) in enumerate(
        zip(by_action(model.needs), by_action(model.adds), strict=True)
    ):
        if task.action_name(action).split()[0] not in seen:
            assert not needs and not adds


def led_of(task, guide, facts, goals, budget, runs_ahead=False):
    return Search(
        task,
        LED,
        target=task.goal(),
        ties="fifo",
        limits=Limits(budget),
        guide=guide,
        runs_ahead=runs_ahead,
        landmarks=Landmarks(Memory(), task.num_variables, facts, goals),
    )


KEYS = """(define (domain keys)
  (:requirements :strips :typing)
  (:types key room)
  (:predicates (have ?k - key) (fits ?k - key ?r - room) (lit ?r - room) (open ?r - room)
               (lamp) (shelf))
  (:action melt :parameters (?k - key ?r - room)
    :precondition (have ?k) :effect (and (lit ?r) (not (have ?k))))
  (:action fetch :parameters ()
    :precondition (shelf) :effect (and (lamp) (not (shelf))))
  (:action shine :parameters (?r - room)
    :precondition (lamp) :effect (and (lit ?r) (shelf) (not (lamp))))
  (:action unlock :parameters (?k - key ?r - room)
    :precondition (and (have ?k) (fits ?k ?r) (lit ?r)) :effect (and (open ?r) (not (lit ?r)))))
"""
"""Melting a key is the shortest way to light, and leads to states without a way to the goal."""


@pytest.fixture
def keys(tmp_path):
    rooms = range(5)
    (tmp_path / "domain.pddl").write_text(KEYS)
    (tmp_path / "problem.pddl").write_text(f"""(define (problem p) (:domain keys)
      (:objects {" ".join(f"k{n}" for n in rooms)} - key {" ".join(f"r{n}" for n in rooms)} - room)
      (:init (shelf) {" ".join(f"(have k{n}) (fits k{n} r{n})" for n in rooms)})
      (:goal (and {" ".join(f"(open r{n})" for n in rooms)})))""")
    return load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")


def guide_lists(task):
    """What the actions really need and add."""
    lists = (task.task.positive, task.task.adds)
    return [(x.first.astype(np.int32), x.facts.astype(np.int32)) for x in lists]


def true_guide(task):
    needs, adds = guide_lists(task)
    return Relaxed(Memory(), task.num_variables, needs, adds, sorted(task.goal()))


def test_actions_that_led_to_states_without_a_way_are_left_out_of_relaxed_plans(keys):
    guide, pack, start = true_guide(keys), keys.kernel.layout.pack, np.asarray(keys.start())
    guide.estimated(pack(start))
    assert not guide.is_lost
    melts = [a for a in guide.planned().tolist() if keys.action_name(a).startswith("(melt")]
    assert melts  # as long as nothing is known
    for action in [*range(keys.task.num_actions)] * 2:  # dearer than fetching the lamp
        if keys.action_name(action).startswith("(melt"):
            guide.estimated(pack(np.asarray(keys.successor(start, action))), action)
            assert guide.is_lost
    _, preferred = guide.estimated(pack(start))
    kinds = {keys.action_name(a).split()[0] for a in guide.planned().tolist()}
    assert kinds == {"(fetch)", "(shine", "(unlock"}
    assert [keys.action_name(a) for a in preferred.tolist()] == ["(fetch)"]


def test_an_action_that_also_leads_on_is_taken_again(keys):
    guide, pack, start = true_guide(keys), keys.kernel.layout.pack, np.asarray(keys.start())
    guide.estimated(pack(start))
    (melt,) = [a for a in guide.planned().tolist() if keys.action_name(a).startswith("(melt")][:1]
    guide.estimated(pack(np.asarray(keys.successor(start, melt))), melt)
    guide.estimated(pack(start))
    assert melt not in guide.planned()
    guide.estimated(pack(start), melt)  # as if it had led here
    guide.estimated(pack(start))
    assert melt in guide.planned()


def test_the_led_search_does_not_go_on_from_lost_states(keys):
    goals = sorted(keys.goal())
    search = led_of(keys, true_guide(keys), np.array(goals, np.int32), goals, None)
    assert search.run() is Outcome.SOLVED
    facts = {keys.fact_name(fact): fact for fact in range(keys.num_variables)}
    for node in range(search.space.num_nodes):
        parent = search.space.parent_of(node)
        if parent > 0:
            (state,) = search.states_of(np.array([parent]))
            for n in range(5):
                assert state[facts[f"(open r{n})"]] or state[facts[f"(have k{n})"]]


def test_the_led_search_with_lost_states_generates_what_its_definition_does(keys):
    check_led(keys, 20_000)


def test_where_all_ways_are_lost_the_led_search_still_sees_every_state(keys):
    """The guide may be wrong, so that nothing may be pruned by it."""
    first = np.zeros(keys.task.num_actions + 1, np.int32)
    nothing = first, np.zeros(0, np.int32)
    goals = sorted(keys.goal())
    guide = Relaxed(Memory(), keys.num_variables, nothing, nothing, goals)
    guide.estimated(keys.kernel.layout.pack(np.ones(keys.num_variables)))  # where all goals hold
    search = led_of(keys, guide, np.array(goals, np.int32), goals, None)
    assert search.run() is Outcome.SOLVED


@pytest.mark.parametrize("name", ["gripper", "ferry", "miconic", "depot", "doors"])
@pytest.mark.parametrize("number", [0, 1])
def test_the_led_search_generates_what_its_definition_does(name, number):
    check_led(pddl(name, number), 3_000)


@pytest.mark.parametrize("name", ["gripper", "miconic", "depot", "doors", "logistics", "sokoban"])
@pytest.mark.parametrize("number", [0, 1])
def test_a_led_search_that_runs_ahead_generates_what_its_definition_does(name, number):
    assert check_led(pddl(name, number), 3_000, runs_ahead=True) > 0


def check_led(task, budget, runs_ahead=False):
    """How many nodes plans led to that were run ahead."""
    model = learn_model(task, [seen_by(task, 2_000)])
    goals = sorted(task.goal())
    needs, adds = by_action(model.needs), by_action(model.adds)
    holding = set(np.flatnonzero(task.start()).tolist())
    facts = np.array(sorted(landmarks(needs, adds, holding, goals, task.num_variables)), np.int32)
    twin = Relaxed(Memory(), task.num_variables, model.needs, model.adds, goals)

    def estimate(state, action):
        value, preferred = twin.estimated(task.kernel.layout.pack(np.array(state)), action)
        return value, set(preferred.tolist()), twin.is_lost

    guide = Relaxed(Memory(), task.num_variables, model.needs, model.adds, goals)
    search = led_of(task, guide, facts, goals, budget, runs_ahead)
    outcome = search.run()

    def ahead(state):
        return run_ahead(task, state, twin.planned().tolist(), needs)

    told = (task, estimate, facts.tolist(), goals, budget, ahead if runs_ahead else None)
    generated, actions = led_search(*told)
    assert search.space.generated == generated
    assert (outcome is Outcome.SOLVED) == (actions is not None)
    if actions is not None:
        assert search.actions_to(search.space.goal_node) == actions
    return (search.space.node_table()[1:, ACTION] < 0).sum()


@pytest.mark.parametrize("name", ["rovers", "depot", "hanoi", "blocksworld"])
def test_every_way_of_a_search_that_runs_ahead_can_be_walked(name):
    """Also where states are packed, and where the guide is wrong about some of the actions."""
    task = pddl(name, 5)
    model = learn_model(task, [seen_by(task, 5_000)])
    goals = sorted(task.goal())
    rng = np.random.default_rng(3)
    first, adds = model.adds
    wrong = first, np.where(rng.random(len(adds)) < 0.8, adds, rng.permutation(adds))
    guide = Relaxed(Memory(), task.num_variables, model.needs, wrong, goals, model.complements)
    search = led_of(task, guide, np.array(goals, np.int32), goals, 20_000, runs_ahead=True)
    search.run()
    assert (search.world is task.kernel) == (name != "blocksworld")
    ahead = np.flatnonzero(search.space.node_table()[:, ACTION] < -1)
    assert len(ahead) > 10
    for node in ahead[:: max(1, len(ahead) // 50)].tolist():
        state = task.start()
        for action in search.actions_to(node):
            assert action in task.applicable(state)
            state = task.successor(state, action)
        (reached,) = search.states_of(np.array([node]))
        assert (np.asarray(state) == reached).all()


def test_relaxed_plans_are_run_from_what_is_there_to_what_needs_most():
    task = pddl("logistics")
    guide = true_guide(task)
    guide.estimated(task.kernel.layout.pack(np.asarray(task.start())))
    needs, adds = by_action(guide_lists(task)[0]), by_action(guide_lists(task)[1])
    holding = set(np.flatnonzero(task.start()).tolist())
    costs = fact_costs(needs, adds, holding, task.num_variables, sum)
    planned = [sum(costs[fact] for fact in needs[action]) for action in guide.planned().tolist()]
    assert planned == sorted(planned) and planned[0] < planned[-1]


def test_running_ahead_takes_a_guide():
    task = pddl("gripper")
    with pytest.raises(ValueError, match="takes a guide"):
        Search(task, GOALS, target=task.goal(), runs_ahead=True)


def test_what_was_run_ahead_is_no_transition_of_an_action():
    """A model is learned of single steps, also from searches that run ahead."""
    task = pddl("logistics")
    leader = Leader(task, SearchSettings(), None, Memory())
    led = leader.led([seen_by(task, 3_000)])
    led.advance(3_000)
    assert (led.space.node_table()[1:, ACTION] < 0).any()
    kinds = np.ascontiguousarray(task.action_words()[:, 0])
    for nodes in led.space.examples(kinds, int(kinds.max()) + 1, 1_000):
        assert all(led.space.step_to(node)[1] >= 0 for node in nodes.tolist())


def test_pausing_by_effort_changes_nothing():
    task = pddl("depot", 1)
    model = learn_model(task, [seen_by(task, 5_000)])
    goals = sorted(task.goal())
    facts = np.array(goals, np.int32)

    def fresh():
        guide = Relaxed(Memory(), task.num_variables, model.needs, model.adds, goals)
        return led_of(task, guide, facts, goals, 20_000)

    whole, pieces = fresh(), fresh()
    end, outcome = whole.run(), None
    while outcome is None:
        outcome = pieces.advance(1 << 30, pause_effort=pieces.space.effort + 100)
    assert outcome is end and pieces.space.generated == whole.space.generated
    assert pieces.space.effort == whole.space.effort > whole.space.generated


def test_a_new_model_of_the_same_kinds_leads_the_search_that_is_there():
    task = pddl("logistics")
    leader = Leader(task, SearchSettings(), None, Memory())
    few = leader.led([seen_by(task, 60)])
    novel = leader.novel([])
    assert few is not None and novel is not None and leader.novel([]) is None
    more = [seen_by(task, 30_000), few]
    again = leader.led(more)
    assert again is not few
    assert again is None or again.run() is Outcome.SOLVED
    asked_at_powers_of_two = [leader.led(more) for _ in range(2)]
    assert asked_at_powers_of_two == [None, None]


def test_what_was_given_up_is_made_again_with_other_draws():
    task = pddl("logistics")
    leader = Leader(task, SearchSettings(), None, Memory())
    seen = [seen_by(task, 3_000)]
    led, novel = leader.led(seen), leader.novel(seen)
    assert led is not None and leader.led(seen) is None
    led.advance(500)
    first = led.space.rows(np.arange(led.space.num_nodes))
    del led, novel
    again = leader.led(seen)
    assert again is not None and leader.led(seen) is None
    assert leader.novel(seen) is not None
    again.advance(500)
    other = again.space.rows(np.arange(again.space.num_nodes))
    assert other.shape != first.shape or (other != first).any()


def test_a_search_begins_anew_where_it_makes_no_progress_and_waits_longer_now_and_then():
    task = pddl("logistics")
    leader = Leader(task, SearchSettings(), None, Memory())
    led = leader.led([seen_by(task, 3_000)])
    present, asked, waited = leader.anew([]), 0, []
    assert led is not None and present is not None
    while len(waited) < 8:
        asked += 1
        present.advance(present.space.generated + (asked < 3))  # the first estimate is progress
        if (search := leader.anew([])) is not None:
            waited.append(asked)
            present, asked = search, 0
    assert [turns - min(waited) for turns in waited] == [0, 1, 0, 3, 0, 1, 0, 7]


def test_a_search_that_makes_progress_goes_on():
    task = pddl("logistics", 5)
    leader = Leader(task, SearchSettings(), None, Memory(), runs_ahead=False)
    led = leader.led([seen_by(task, 30_000)])
    anew = leader.anew([])
    assert led is not None and anew is not None
    best = []
    while anew.advance(anew.space.generated + 200) is None and not leader.anew([]):
        best.append((anew.space.best_estimate, anew.space.best_missing))
    assert len(set(best)) > 5


def test_what_goes_by_known_actions_begins_anew_only_late(monkeypatch):
    task = pddl("logistics")
    seen = seen_by(task, 30_000)
    monkeypatch.setattr("fmtools.search.led.LATE", seen.space.effort + 1)
    leader = Leader(task, SearchSettings(), None, Memory())
    assert leader.go_by(learn_model(task, [seen], []))
    assert leader.anew([seen]) is None
    anew = leader.anew([seen, seen_by(task, 1)])
    assert anew is not None
    del anew  # given up: another is made, however little those have done that go on
    assert leader.anew([]) is not None


def test_what_a_guide_does_for_several_searches_counts_once():
    task = pddl("logistics", 5)
    leader = Leader(task, SearchSettings(), None, Memory(), runs_ahead=False)
    led = leader.led([seen_by(task, 30_000)])
    at_start = led.space.effort
    assert at_start > 0  # the estimate of the start
    anew = leader.anew([])
    assert anew.space.effort == 0
    led.advance(300)
    anew.advance(500)
    spent = [search.space.effort - search.space.generated for search in (led, anew)]
    again = Leader(task, SearchSettings(), None, Memory(), runs_ahead=False)
    alone = again.led([seen_by(task, 30_000)])
    alone.advance(300)
    assert led.space.effort == alone.space.effort and spent[1] > 0
    total = led.space.guide.effort // 64
    assert total - 1 <= sum(spent) <= total


def test_auto_reads_the_model_of_names_and_solves_what_goal_counting_does_not():
    task = pddl("logistics", 5)
    limits = Limits(150_000)
    assert plan(task, Settings("auto", limits=limits)).solved
    assert Auto().together(task, Settings("auto")).searches


def test_a_memory_limit_ends_the_led_search_and_not_the_others():
    task = pddl("termes", 3)
    limits = Limits(400_000, None, 10_000_000)
    result = plan(task, Settings("auto", limits=limits))
    assert result.memory_bytes <= 10_000_000
    assert result.solved or result.outcome is Outcome.MEMORY_EXHAUSTED
    assert any("given up at the memory limit" in note for note in result.notes)


def test_learning_what_actions_do_ends_when_time_is_up():
    """Where there are many actions it takes seconds."""
    task = pddl("logistics")
    seen = [seen_by(task, 3_000)]
    leader = Leader(task, SearchSettings(), None, Memory(), until=WorkLimits(0))
    with pytest.raises(TimeLimitError):
        leader.led(seen)


def test_looking_for_landmarks_ends_when_time_is_up():
    task = pddl("logistics")
    model = learn_model(task, [seen_by(task, 3_000)])
    start = np.append(task.start(), 1 - task.start()[model.complements]).astype(np.uint8)
    numbers = task.num_variables + len(model.complements), model.needs, model.adds
    watch = WorkLimits(0, interval=0).watch()
    with pytest.raises(TimeLimitError):
        landmark_facts(Memory(), *numbers, start, sorted(task.goal()), 10_000, watch)
