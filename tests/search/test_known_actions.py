"""What was learned of actions in one problem serves others of its domain, and leads macros."""

import json
from pathlib import Path

import numpy as np
import pytest

import fmtools
from fmtools.core.memory import Memory
from fmtools.errors import InputError
from fmtools.limits import Limits
from fmtools.macros import MacroLibrary
from fmtools.pddl.lifted_library import pddl_world
from fmtools.results import Outcome
from fmtools.search.action_model import ANY, Facts, about_anything, learn_model
from fmtools.search.auto import Auto
from fmtools.search.engine import Search
from fmtools.search.known_actions import ADDS, NEEDS, common, ground_kinds, learn_kinds
from fmtools.search.led import Leader
from fmtools.search.orders import BREADTH_FIRST
from fmtools.search.planners import Settings, plan
from fmtools.search.settings import SearchSettings
from fmtools.search.shares import ALONE, LEAD, LEAST_ROUND, ROUND_SHARE, Lent
from fmtools.search.tried_actions import STEPS
from fmtools.simulator import Known
from fmtools.simulators.extend import extend
from fmtools.simulators.grounded import GroundedSimulator, load_grounded
from fmtools.simulators.joined import load_joined


def pddl(name, number=0):
    return load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03d}.pddl")


def known_of(task, states=20_000):
    search = Search(task, BREADTH_FIRST, target=task.goal(), ties="random", stop_at_goal=False)
    search.advance(states)
    return learn_kinds(task, [search, *Auto().together(task, SearchSettings()).searches])


def by_action(lists):
    first, facts = lists
    return [set(facts[first[k] : first[k + 1]].tolist()) for k in range(len(first) - 1)]


@pytest.mark.parametrize("name", ["gripper", "ferry", "miconic", "logistics", "depot"])
def test_what_one_problem_shows_is_true_in_another(name):
    known = common([known_of(pddl(name)), known_of(pddl(name, 1))])
    other = pddl(name, 2)
    model, truth = ground_kinds(other, json.loads(json.dumps(known))), other.task
    assert model.is_settled and model.num_kinds == len(set(truth.operator_ids.tolist()))
    num_facts = other.num_variables
    for learned, needed in zip(by_action(model.needs), by_action(truth.positive), strict=True):
        assert learned >= needed
    lists = model.adds, truth.adds, truth.positive
    for learned, added, needed in zip(*map(by_action, lists), strict=True):
        own = {fact for fact in learned if fact < num_facts}
        assert added <= own <= added | needed


def test_an_action_needs_what_it_needed_in_every_problem():
    one = {
        "go": {NEEDS: [["at", 1], ["dry", 1]], ADDS: [["at", 2]], "deletes": [], "blocked by": []}
    }
    two = {"go": {NEEDS: [["at", 1]], ADDS: [["wet", 2]], "deletes": [], "blocked by": []}}
    merged = common([one, two, {"rest": two["go"]}])
    assert list(merged) == ["go", "rest"]
    assert merged["go"][NEEDS] == [["at", 1]]
    assert merged["go"][ADDS] == [["at", 2], ["wet", 2]]
    assert one["go"][ADDS] == [["at", 2]], "what was given stays"


def test_kinds_that_a_task_does_not_have_say_nothing_there():
    gripper = pddl("gripper")
    model = ground_kinds(gripper, known_of(pddl("ferry")))
    assert len(model.needs[1]) == len(model.adds[1]) == 0


def macros_of(task, number):
    """Sequences of two and three steps from the start of a task."""
    start, found = task.start(), []
    for first in task.applicable(start):
        between = task.successor(start, first)
        for second in task.applicable(between):
            third = task.applicable(task.successor(between, second))[0]
            found += [(first, second), (first, second, third)]
    return found[:: max(1, len(found) // number)][:number]


@pytest.mark.parametrize("name", ["gripper", "logistics", "depot"])
def test_of_macros_those_count_whose_steps_the_guide_thinks_of(name):
    task = pddl(name)
    sequences = macros_of(task, 6)
    told = SearchSettings(limits=Limits(3_000))
    led_world, all_world = extend(task, sequences), extend(task, sequences)
    leader = Leader(led_world, told, None, Memory())
    leader.go_by(ground_kinds(task, known_of(task)))
    search = leader.led(())
    search.run()
    guide, offered = search.space.guide, 0
    for row in search.space.rows(np.arange(0, search.space.num_nodes, 37)):
        guide.estimated(row)
        planned = set(guide.planned().tolist())

        def instances(world, row=row):
            actions = [a for a in world.kernel.offered(row).tolist() if a >= task.task.num_actions]
            return [world.kernel.instance(action) for action in actions]

        found = instances(led_world)
        assert all(planned.issuperset(actions) for _, actions in found)
        # Where not all instances are looked for in a state, the guide leaves room for more.
        assert {one for one in instances(all_world) if planned.issuperset(one[1])} <= set(found)
        offered += len(found)
    assert offered > 0


def test_a_plan_with_led_macros_runs():
    task = pddl("logistics", 1)
    world = extend(task, macros_of(task, 8), None, Known(known_of(pddl("logistics"))))
    told = SearchSettings(limits=Limits(200_000))
    together = Auto().together(world, told)
    result = together.result(together.run(), task.goal(), 0)
    assert result.solved
    task.check_plan(result.primitive_plan)


@pytest.fixture
def rovers():
    return pddl("rovers", 5)


def test_a_task_that_knows_its_actions_is_led_from_the_first_without_macros(rovers):
    known = common([known_of(pddl("rovers")), known_of(pddl("rovers", 3))])
    knowing = GroundedSimulator(rovers.task, known=Known(known))
    plain, led = (plan(one, Settings("auto")) for one in (rovers, knowing))
    assert plain.solved and led.solved
    assert led.generated < plain.generated / 4
    knowing.check_plan(led.primitive_plan)  # raises where it is none


def test_kinds_that_are_not_known_are_learned_while_searching(rovers):
    known = dict(known_of(pddl("rovers")))
    del known["drive"]
    model = ground_kinds(rovers, known)
    assert not model.is_settled and model.num_kinds == len(known)
    assert plan(GroundedSimulator(rovers.task, known=Known(known)), Settings("auto")).solved


@pytest.mark.parametrize("name", ["gripper", "ferry", "miconic", "logistics", "depot"])
def test_what_is_seen_bears_out_what_is_right_and_nothing_else(name):
    known, task = common([known_of(pddl(name, 3)), known_of(pddl(name, 1))]), pddl(name, 2)
    shown = learn_model(task, everything(task, 20_000))
    assert ground_kinds(task, known).bears_out(shown, task.num_variables)
    for kind, own in known.items():
        others = {name: said for name, said in known.items() if name != kind}
        if own[ADDS]:
            wrong = others | {kind: own | {ADDS: []}}
            assert not ground_kinds(task, wrong).bears_out(shown, task.num_variables)
        demanding = others | {kind: own | {NEEDS: [*own[NEEDS], *own[ADDS]]}}
        assert not ground_kinds(task, demanding).bears_out(shown, task.num_variables)
        # That nothing was seen of a kind does not speak against what is said of it.
        assert ground_kinds(task, known).bears_out(ground_kinds(task, others), task.num_variables)


def test_a_search_says_when_it_has_learned_what_was_known():
    task = pddl("logistics", 2)
    known = common([known_of(pddl("logistics")), known_of(pddl("logistics", 1))])
    wrong = known | {"unload": known["unload"] | {ADDS: []}}
    for told, states, is_learned in (
        (known, 20_000, True),
        (wrong, 20_000, False),
        (known, 10, False),  # hardly anything was seen, all of it as it was known
    ):
        lent = Lent()
        lent.model = ground_kinds(task, told)
        leader = Leader(task, SearchSettings(), None, Memory(), lent=lent)
        assert leader.led(everything(task, states)) is not None
        assert lent.is_learned is is_learned


def endless(folder):
    """Logistics with a parcel that is to be in two places."""
    text = Path("pddl/logistics/problem-005.pddl").read_text()
    both = "(:goal (and (at parcel1 city1-office1)"
    (folder / "problem.pddl").write_text(text.replace("(:goal (and", both))
    return load_grounded("pddl/logistics/domain.pddl", folder / "problem.pddl")


def test_what_did_not_pay_takes_a_tenth_of_the_states_not_of_what_guides_take(tmp_path):
    task = endless(tmp_path)
    known = Known(known_of(pddl("logistics", 1)), ("novel", "led"), paid=False)
    world = GroundedSimulator(task.task, known=known)
    shared = Auto().together(world, SearchSettings())
    assert shared.advance(600_000) is None
    assert shared.plain.effort > 1.2 * shared.plain.generated
    round_size = shared.effort // ROUND_SHARE
    assert 0 < shared.macros.effort <= shared.plain.generated / (LEAD - 1) + round_size / LEAD


@pytest.mark.parametrize(
    "searches, macros, is_head_start",
    [((), 0, True), (("led",), 0, True), (("led", "novel"), 0, False), ((), 4, False)],
)
def test_knowledge_is_a_head_start_where_it_brings_nothing_else(
    tmp_path, searches, macros, is_head_start
):
    task = endless(tmp_path)
    known = Known(known_of(pddl("logistics", 1)), searches)
    world = GroundedSimulator(task.task, known=known)
    if macros:
        world = extend(task, macros_of(task, macros), None, known)
    shared = Auto().together(world, SearchSettings())
    assert shared.shares.paid
    while "led-anew" not in shared.plain._searches:  # until it has learned by itself
        assert shared.advance(shared.generated + 50_000) is None
    shared.advance(shared.generated + 100_000)
    assert shared.shares.paid is not is_head_start


def test_a_library_without_macros_leads_by_what_it_knows(rovers, tmp_path):
    world = pddl_world(rovers.domain)
    libraries = {
        "empty": MacroLibrary(world, (), {"source": "learned"}),
        "knowing": MacroLibrary(world, (), {"source": "learned", "actions": known_of(rovers)}),
    }
    found = {}
    for name, library in libraries.items():
        (tmp_path / name).write_text(library.to_json())
        words = ("pddl/rovers/domain.pddl", "pddl/rovers/problem-005.pddl")
        found[name] = fmtools.plan(*words, macros=tmp_path / name, seed=0)
    assert found["empty"].generated == plan(rovers, Settings("auto")).generated
    assert found["knowing"].solved and found["knowing"].generated < found["empty"].generated / 4


PAINT = """(define (domain paint) (:requirements :strips :typing)
  (:types part machine colour state size)
  (:constants raw done - state)
  (:predicates (is ?p - part ?s - state) (of ?p - part ?c - colour) (left ?m - machine ?n - size)
    (next ?n ?k - size))
  (:action dip :parameters (?p - part ?m - machine ?c - colour ?n ?k - size)
    :precondition (and (is ?p raw) (left ?m ?n) (next ?k ?n))
    :effect (and (not (is ?p raw)) (is ?p done) (of ?p ?c) (left ?m ?k)))
  (:action strip :parameters (?p - part ?c - colour)
    :precondition (and (is ?p done) (of ?p ?c))
    :effect (and (not (is ?p done)) (is ?p raw) (not (of ?p ?c)))))
"""


def painting(folder, parts, sizes):
    parts = [f"{folder.name[0]}{n}" for n in range(parts)]
    sizes = [f"s{n}" for n in range(sizes)]
    follows = " ".join(f"(next {a} {b})" for a, b in zip(sizes[1:], sizes, strict=False))
    (folder / "domain.pddl").write_text(PAINT)
    (folder / "problem.pddl").write_text(f"""(define (problem p) (:domain paint)
      (:objects {" ".join(parts)} - part m - machine red blue - colour {" ".join(sizes)} - size)
      (:init {" ".join(f"(is {p} raw)" for p in parts)} (left m s0) {follows})
      (:goal (and {" ".join(f"(of {p} red) (is {p} done)" for p in parts)})))""")
    return load_grounded(folder / "domain.pddl", folder / "problem.pddl")


@pytest.fixture
def paintings(tmp_path):
    tasks = []
    for name, parts, sizes in (("a", 3, 5), ("b", 4, 4), ("c", 5, 5)):
        (tmp_path / name).mkdir()
        tasks.append(painting(tmp_path / name, parts, sizes))
    return tasks


def everything(task, states=5_000):
    search = Search(task, BREADTH_FIRST, target=task.goal(), stop_at_goal=False)
    search.advance(states)
    return [search]


def test_things_that_no_action_mentions_are_known_by_name(paintings):
    *teaching, other = paintings
    known = common([learn_kinds(task, everything(task)) for task in teaching])
    known = json.loads(json.dumps(known))
    assert ["is", 1, "raw"] in known["dip"][NEEDS] and ["is", 1, "done"] in known["dip"][ADDS]
    assert ["is", 1, "raw"] in known["strip"][ADDS]
    model, truth = ground_kinds(other, known), other.task
    assert by_action(model.needs) == by_action(truth.positive)
    assert by_action(model.adds) == by_action(truth.adds)


def test_what_one_problem_alone_shows_of_a_thing_by_name_is_left_out():
    own = {NEEDS: [], ADDS: [["is", 1, "done"], ["on", 1, "p7"]], "deletes": [], "blocked by": []}
    other = own | {ADDS: [["is", 1, "done"], ["of", 1, 2]]}
    assert common([{"go": own}, {"go": other}])["go"][ADDS] == [["is", 1, "done"], ["of", 1, 2]]


def test_the_only_thing_of_its_sort_is_not_taken_for_a_rule(tmp_path):
    """With one part, that it is raw before any dipping does not mean that this part must be."""
    task = painting(tmp_path, 1, 6)
    known = learn_kinds(task, everything(task))
    part = task.fact_name(0).split()[1]
    told = [p for own in known.values() for patterns in own.values() for p in patterns]
    assert ["is", 1, "raw"] in told and not any(part in pattern for pattern in told)


def test_a_thing_that_a_task_does_not_have_says_nothing_there(paintings):
    task = paintings[0]
    own = {
        "needs": [["is", 1, "gone"]],
        "adds": [["is", 1, "done"]],
        "deletes": [],
        "blocked by": [],
    }
    model = ground_kinds(task, {"dip": own})
    assert len(model.needs[1]) == 0 and len(model.adds[1]) > 0


GATE = """(define (domain gate) (:requirements :strips) (:constants gate)
  (:predicates (key ?k) (open ?g))
  (:action unlock :parameters (?k)
    :precondition (key ?k) :effect (and (open gate) (not (key ?k)))))
"""
GATES = """(define (problem g) (:domain gate)
  (:objects k1 k2) (:init (key k1) (key k2)) (:goal (open gate)))
"""


def test_what_is_known_may_have_no_instance_in_a_task(tmp_path):
    (tmp_path / "domain.pddl").write_text(GATE)
    (tmp_path / "problem.pddl").write_text(GATES)
    task = load_grounded(tmp_path / "domain.pddl", tmp_path / "problem.pddl")
    own = {"needs": [["key", 1]], "adds": [], "deletes": [["key", 1]], "blocked by": []}
    model = ground_kinds(task, {"unlock": own})
    assert len(model.adds[1]) == 0
    assert plan(GroundedSimulator(task.task, known=Known({"unlock": own})), Settings("auto")).solved


SHOP = """(define (domain shop) (:requirements :adl)
  (:types part colour room)
  (:predicates (busy ?p - part) (of ?p - part ?c - colour) (in ?r - room ?p - part))
  (:action paint :parameters (?p - part ?c - colour)
    :precondition (not (busy ?p)) :effect (and (busy ?p) (of ?p ?c)))
  (:action carry :parameters (?p - part ?r ?to - room)
    :precondition (and (in ?r ?p) (not (in ?to ?p)))
    :effect (and (not (in ?r ?p)) (in ?to ?p)))
  (:action wait :parameters () :precondition () :effect (forall (?p - part) (not (busy ?p))))
  (:action clear :parameters (?r ?to - room) :precondition (not (= ?r ?to))
    :effect (forall (?p - part)
      (when (in ?r ?p) (and (not (in ?r ?p)) (in ?to ?p))))))
"""


def shop(folder, parts):
    parts = [f"{folder.name[0]}{n}" for n in range(parts)]
    (folder / "domain.pddl").write_text(SHOP)
    (folder / "problem.pddl").write_text(f"""(define (problem p) (:domain shop)
      (:objects {" ".join(parts)} - part red blue green - colour r1 r2 - room)
      (:init {" ".join(f"(in r1 {p})" for p in parts)})
      (:goal (and {" ".join(f"(of {p} red) (of {p} blue)" for p in parts)})))""")
    return load_grounded(folder / "domain.pddl", folder / "problem.pddl")


def test_what_an_action_makes_false_of_all_things_is_known_of_any(tmp_path):
    """So that a search sees a way to what must be false before an action applies once more."""
    tasks = []
    for name, parts in (("a", 3), ("b", 4), ("c", 6)):
        (tmp_path / name).mkdir()
        tasks.append(shop(tmp_path / name, parts))
    *teaching, other = tasks
    known = common([learn_kinds(task, everything(task)) for task in teaching])
    known = json.loads(json.dumps(known))
    assert ["busy", "*"] in known["wait"]["deletes"]
    assert known["paint"]["blocked by"] == [["busy", 1]]
    model = ground_kinds(other, known)
    names = [other.fact_name(fact) for fact in model.complements.tolist()]
    assert {f"(busy c{n})" for n in range(6)} <= set(names)
    for action, added in enumerate(by_action(model.adds)):
        freed = {names[f - other.num_variables] for f in added if f >= other.num_variables}
        expected = (
            {f"(busy c{n})" for n in range(6)} if "wait" in other.action_name(action) else set()
        )
        assert {name for name in freed if "busy" in name} == expected
    knowing = GroundedSimulator(other.task, known=Known(known, ("led",)))
    alone = Auto().together(knowing, SearchSettings(limits=Limits(20_000)), shared=False)
    result = alone.result(alone.run(), other.goal(), 0)
    assert result.solved
    other.check_plan(result.primitive_plan)


def test_patterns_about_anything_stand_for_all_that_fits(tmp_path):
    task = shop(tmp_path, 4)
    words, names = task.fact_words(), task.action_words()
    being_in = next(words[n, 0] for n in range(len(words)) if "(in " in task.fact_name(n))
    clears = np.array([a for a in range(len(names)) if "clear" in task.action_name(a)])
    of_any = Facts(words).of_any((being_in, 1, ANY), clears, names)
    found = [(task.action_name(a), task.fact_name(f)) for a, f in zip(*of_any, strict=True)]
    assert len(found) == len(set(found)) == 2 * 4
    for action, fact in found:
        assert action.split()[1] == fact.split()[1]


def test_what_was_seen_once_is_not_said_of_anything(tmp_path):
    task = shop(tmp_path, 4)
    facts, names = Facts(task.fact_words()), task.action_words()
    clear = next(a for a in range(len(names)) if "(clear r1" in task.action_name(a))
    there = [f for f in range(task.num_variables) if "(in r1" in task.fact_name(f)]
    once = [(np.array([clear]), np.array([fact])) for fact in there]
    assert about_anything(facts, names, once, 1) == []
    pattern = (task.fact_words()[there[0], 0], 1, ANY)
    assert about_anything(facts, names, once * 2, 2) == [pattern]
    assert about_anything(facts, names, once * 2, 100) == []
    assert about_anything(facts, names, once[:1] * 9, 9) == [], "a single thing may be a rule"


def test_where_what_is_known_sees_no_way_to_the_goal_it_leads_nothing(rovers):
    """It is wrong then, or there is no plan: the search is the one without a library."""
    known = dict(known_of(pddl("rovers")))
    del known["drive"]
    told = SearchSettings(limits=Limits(300_000))
    shared = Auto().together(GroundedSimulator(rovers.task, known=Known(known)), told)
    result = shared.result(shared.run(), rovers.goal(), 0)
    alone = plan(rovers, Settings(planner="auto", limits=Limits(300_000)))
    assert shared.macros is None
    assert result.plan == alone.plan
    assert result.generated == alone.generated + STEPS, "the walk counts"


def _damaged(actions, change):
    actions = json.loads(json.dumps(actions))
    changed = change(actions)
    return actions if changed is None else changed


@pytest.mark.parametrize(
    "change",
    [
        lambda actions: 5,
        lambda actions: [],
        lambda actions: actions.update(drive=5),
        lambda actions: actions["drive"].pop("needs") and None,
        lambda actions: actions["drive"].update(adds=[[]]),
        lambda actions: actions["drive"].update(adds=[["at", None, 2]]),
        lambda actions: actions["drive"].update(adds=[["at", 1.5]]),
        lambda actions: actions["drive"].update(adds=[["at", 0]]),
        lambda actions: actions["drive"].update(adds=[["at", 1 << 40]]),
        lambda actions: actions["drive"].update(adds=[["rover-at", 99, 2]]),
        lambda actions: actions["drive"].update(adds=[["rover-at", 1, 2, 3, 1, 2, 3]]),
    ],
)
def test_damaged_knowledge_is_refused_in_a_line(rovers, tmp_path, change):
    actions = _damaged(known_of(rovers), change)
    library = MacroLibrary(pddl_world(rovers.domain), (), {"actions": actions})
    (tmp_path / "m.json").write_text(library.to_json())
    words = ("pddl/rovers/domain.pddl", "pddl/rovers/problem-005.pddl")
    with pytest.raises(InputError, match="actions|knows of drive"):
        fmtools.plan(*words, macros=tmp_path / "m.json")


@pytest.mark.parametrize("told", [{"paid": "yes"}, {"paid": None}, {"searches": "led"}])
def test_what_else_is_told_of_knowledge_is_refused_where_it_is_damaged(rovers, tmp_path, told):
    library = MacroLibrary(pddl_world(rovers.domain), (), {"actions": known_of(rovers), **told})
    (tmp_path / "m.json").write_text(library.to_json())
    with pytest.raises(InputError, match=next(iter(told))):
        fmtools.load_library(tmp_path / "m.json")


def test_a_library_says_whether_it_paid_and_that_decides_its_share(rovers, tmp_path):
    problem = "pddl/rovers/problem-005.pddl"
    for told, paid in (({}, True), ({"paid": True}, True), ({"paid": False}, False)):
        provenance = {"actions": known_of(rovers), **told}
        library = MacroLibrary(pddl_world(rovers.domain), (), provenance)
        world = load_joined("pddl/rovers/domain.pddl", problem, library, tmp_path / "m.json")
        assert world.known.paid is paid
        shared = Auto().together(world, SearchSettings(limits=Limits(10_000)))
        assert shared.shares.paid is paid


def test_a_task_that_is_soon_solved_is_searched_as_without_a_library_that_did_not_pay():
    task = pddl("ferry")
    known = Known(known_of(pddl("ferry", 1)), paid=False)
    told = SearchSettings(limits=Limits(300_000))
    shared = Auto().together(GroundedSimulator(task.task, known=known), told)
    result = shared.result(shared.run(), task.goal(), 0)
    alone = plan(task, Settings(planner="auto", limits=Limits(300_000)))
    assert shared.effort < ALONE
    assert shared.macros is None
    assert (result.generated, result.plan) == (alone.generated, alone.plan)


def test_who_begins_late_has_a_tenth_of_what_was_before_at_once(rovers):
    known = Known(common([known_of(pddl("rovers")), known_of(pddl("rovers", 3))]), paid=False)
    shared = Auto().together(GroundedSimulator(rovers.task, known=known), SearchSettings())
    result = shared.result(shared.run(), rovers.goal(), 0)
    assert result.solved and shared.plain.effort == ALONE
    assert shared.macros.effort <= ALONE // (LEAD - 1) + LEAST_ROUND


def test_the_searches_run_that_a_library_names(rovers):
    known = known_of(pddl("rovers"))
    for names in (("novel",), ("led-novel", "rare"), ("rare-deep", "led")):
        knowing = GroundedSimulator(rovers.task, known=Known(known, names))
        shared = Auto().together(knowing, SearchSettings(limits=Limits(300_000)))
        shared.advance(1)  # so that it is made
        assert tuple(shared.macros._shares) == (*names, *({"led"} - set(names)), "led-anew")
        result = shared.result(shared.run(), rovers.goal(), 0)
        assert result.solved
        rovers.check_plan(result.primitive_plan)


@pytest.mark.parametrize("late, begins", [(0, True), (10**9, False)])
def test_what_is_led_by_known_actions_begins_anew_beside_them(monkeypatch, rovers, late, begins):
    monkeypatch.setattr("fmtools.search.led.LATE", late)
    knowing = GroundedSimulator(rovers.task, known=Known(known_of(pddl("rovers"))))
    turns = Auto().together(knowing, SearchSettings(), shared=False)
    assert list(turns._shares) == ["led", "led-novel", "led-anew"]
    anew = turns._makers["led-anew"](turns.searches)
    assert (anew is not None) == begins
    if begins:
        assert anew.run() is Outcome.SOLVED


def test_a_search_that_is_named_twice_runs_once(rovers):
    knowing = GroundedSimulator(rovers.task, known=Known(known_of(pddl("rovers")), ("led", "led")))
    assert plan(knowing, Settings("auto")).solved


def test_macros_have_their_search_whichever_a_library_names():
    task = pddl("logistics", 1)
    known = Known(known_of(pddl("logistics")), ("led-novel",))
    world = extend(task, macros_of(task, 8), None, known)
    shared = Auto().together(world, SearchSettings(limits=Limits(1_000_000)))
    shared.advance(1)
    assert tuple(shared.macros._shares) == ("led-novel", "led", "led-anew")
    novel, led = shared.macros.searches[0], shared.macros._makers["led"](())
    # Without a guide all instances of macros would count, so there are none.
    assert novel.simulator is task and novel.space.guide is None
    assert led.simulator is world and led.space.guide is not None


def test_a_search_that_nobody_knows_is_refused(rovers):
    knowing = GroundedSimulator(rovers.task, known=Known(known_of(rovers), ("psychic",)))
    with pytest.raises(InputError, match="'psychic'; learn it again"):
        plan(knowing, Settings("auto"))
