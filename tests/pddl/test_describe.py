from fmtools.pddl.describe import describe_domain, describe_task
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import DELIVERY, GRIPPER, LAMPS


def test_domain_in_numbers() -> None:
    info = describe_domain(DELIVERY.parse()[0])
    assert [predicate.name for predicate in info.predicates if predicate.static] == ["road"]
    drive, load, _ = info.operators
    assert (drive.num_parameters, drive.num_preconditions) == (3, 2)
    assert (drive.num_adds, drive.num_deletes) == (1, 1)
    assert drive.cost == "(distance ?a ?b)"
    assert load.cost == "2"
    assert drive.parameters == "?t - truck ?a ?b - place"


def test_task_in_numbers() -> None:
    info = describe_task(*GRIPPER.parse())
    assert info.num_objects == 6
    assert info.objects == {"ball": 2, "gripper": 2, "room": 2}
    assert info.num_actions == 18
    assert [(row.operator, row.num_actions) for row in info.actions] == [
        ("move", 2),
        ("pick", 8),
        ("drop", 8),
    ]
    assert info.actions[0].mean_effect_size == 2
    assert info.max_effect_size == 3
    assert info.mean_effect_size == round((2 * 2 + 16 * 3) / 18, 3)
    assert info.goal_size == 2


def test_static_predicates_without_an_operator_that_changes_them() -> None:
    info = describe_task(*LAMPS.parse())
    assert info.static_predicates == ("broken",)


def test_either_is_written_out() -> None:
    domain, problem = ODDITIES["elevator: upper case and either objects"].parse()
    assert describe_domain(domain).operators[0].parameters == "?f1 ?f2 - (either floor passenger)"
    assert describe_task(domain, problem).objects == {"floor or passenger": 2}
