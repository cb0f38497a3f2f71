"""Whole sessions with planners that know their plans: who is chosen, what is remembered."""

from pathlib import Path

from fmtools.augment.measure import Measurer, problem_key
from fmtools.augment.report import session_report
from fmtools.augment.session import Session, SessionSettings, run_session
from fmtools.augment.survey import CONFIRM, MINER, TEACH
from fmtools.drivers.driver import Driver
from fmtools.drivers.registry import find_driver
from fmtools.generators.instances import generate
from fmtools.pddl.model import Problem
from fmtools.pddl.read import parse_domain, parse_problem
from tests.augment.ferries import FERRY, OTHER_CARS_PLAN, TWO_CARS, TWO_CARS_PLAN
from tests.drivers.misbehaving import planner

DOMAIN = parse_domain(FERRY)
KNOWS = f"""
import time
text = open(problem).read()
while time.process_time() < (SECONDS):
    pass
plans = {[TWO_CARS_PLAN, OTHER_CARS_PLAN]!r}
write(plans["(at c2 l2)" in text.partition("(:goal")[2]])
"""


def knowing(folder: Path, name: str, seconds: float) -> Driver:
    """Takes so long over every problem, whatever the files."""
    place = folder / name
    place.mkdir(exist_ok=True)
    return planner(place, KNOWS.replace("SECONDS", str(seconds)))


def problems(count: int = 6) -> list[Problem]:
    texts = [
        TWO_CARS.replace("two-cars", f"p{number}").replace("(at c2 l1)", goal)
        for number, goal in enumerate(["(at c2 l1)", "(at c2 l2)"] * 3)
    ]
    return [parse_problem(text, DOMAIN, Path(f"p{n}.pddl")) for n, text in enumerate(texts[:count])]


def session(
    drivers: dict[str, Driver],
    path: Path,
    given: list[Problem] | None = None,
    seconds: float = 3.0,
    **settings: object,
) -> Session:
    measurer = Measurer({MINER: find_driver(MINER), **drivers}, path)
    return run_session(
        DOMAIN,
        problems() if given is None else given,
        measurer,
        SessionSettings(tuple(drivers), seconds, 9.0, 2.0, **settings),  # type: ignore[arg-type]
    )


def test_the_quicker_planner_is_chosen_and_the_reason_says_so(tmp_path: Path) -> None:
    drivers = {
        "slow": knowing(tmp_path, "slow", 0.4),
        "quick": knowing(tmp_path, "quick", 0.05),
    }
    found = session(drivers, tmp_path / "m.jsonl")
    assert found.chosen.planner == "quick"
    assert "quick instead of slow" in found.reason
    assert found.improved
    assert found.recipe.library.provenance["planner"] == "quick"
    report = session_report(found)
    assert report["planner_tests"]["quick"]["accepted"]
    row = report["table"][0]
    assert row["before"]["planner"] == "slow"
    assert row["after"]["planner"] == "quick"


def test_a_planner_that_is_no_quicker_stays_behind(tmp_path: Path) -> None:
    drivers = {
        "mine": knowing(tmp_path, "mine", 0.05),
        "other": knowing(tmp_path, "other", 0.4),
    }
    found = session(drivers, tmp_path / "m.jsonl")
    assert found.chosen.planner == "mine"
    assert "other does not beat mine" in found.reason
    assert not found.chosen.items, "this planner never uses macros"


def test_a_session_repeated_makes_no_runs_and_decides_alike(tmp_path: Path) -> None:
    drivers = {"mine": knowing(tmp_path, "mine", 0.05)}
    first = session_report(session(drivers, tmp_path / "m.jsonl"))
    again = session_report(session(drivers, tmp_path / "m.jsonl"))
    assert first["runs"] > 0
    assert again["runs"] == 0
    changing = ("runs", "cpu_seconds", "spent_cpu_seconds")
    assert {k: v for k, v in again.items() if k not in changing} == {
        k: v for k, v in first.items() if k not in changing
    }


def test_half_of_the_problems_confirm_and_keep_their_role(tmp_path: Path) -> None:
    drivers = {"mine": knowing(tmp_path, "mine", 0.05)}
    first = session(drivers, tmp_path / "m.jsonl", problems(4))
    assert sorted(first.roles.values()) == [CONFIRM, CONFIRM, TEACH, TEACH]
    again = session(drivers, tmp_path / "m.jsonl", problems(6), roles=first.roles)
    assert {name: again.roles[name] for name in first.roles} == first.roles
    assert sorted(again.roles.values()) == [CONFIRM] * 3 + [TEACH] * 3
    asked = {problem_key(problem) for _, found in again.attempts for problem in found.problems}
    taught = {name for name, role in again.roles.items() if role == TEACH}
    assert not asked & taught


def test_where_all_is_over_at_once_no_macros_are_looked_for(tmp_path: Path) -> None:
    found = session({"mine": knowing(tmp_path, "mine", 0.05)}, tmp_path / "m.jsonl")
    assert found.pool is None
    assert not found.survey.made
    assert "every problem is over at once" in found.reason


HARDEST_LAST = KNOWS.replace("(SECONDS)", "0.05 * (1 + int(text.split('problem p')[1][0]))")


def test_the_hardest_problem_confirms_and_the_easiest_teaches(tmp_path: Path) -> None:
    found = session({"mine": planner(tmp_path, HARDEST_LAST)}, tmp_path / "m.jsonl", problems(5))
    assert found.roles["p4.pddl"] == CONFIRM
    assert found.roles["p0.pddl"] == found.roles["p1.pddl"] == TEACH
    assert sorted(found.roles.values()) == [CONFIRM] * 2 + [TEACH] * 3


def test_two_problems_do_not_settle_who_is_better_and_smaller_ones_are_made(
    tmp_path: Path,
) -> None:
    drivers = {
        "slow": knowing(tmp_path, "slow", 0.4),
        "quick": knowing(tmp_path, "quick", 0.05),
    }
    found = session(drivers, tmp_path / "m.jsonl", problems(2), seconds=6.0)
    assert found.chosen.planner == "quick"
    assert len(found.survey.judgements["quick"].logs) >= 4


def test_smaller_problems_do_not_make_up_for_a_given_one_that_is_lost(tmp_path: Path) -> None:
    """Mine solves what has two goals, the other what has one."""
    script = KNOWS.replace("SECONDS", "0.05").replace(
        "write(", "text.partition('(:goal')[2].count('(at ') == GOALS and write("
    )
    drivers = {}
    for name, goals in (("mine", 2), ("other", 1)):
        (tmp_path / name).mkdir()
        drivers[name] = planner(tmp_path / name, script.replace("GOALS", str(goals)))
    found = session(drivers, tmp_path / "m.jsonl", problems(1))
    made = [item for item in found.survey.made if "other" in item.runs]
    assert sum(item.runs["other"].solved > item.runs["mine"].solved for item in made) >= 2
    assert found.chosen.planner == "mine"
    assert "1 problem lost, 0 gained" in found.survey.judgements["other"].text()


def test_our_own_planner_teaches_where_the_users_solves_nothing(tmp_path: Path) -> None:
    place = tmp_path / "none"
    place.mkdir()
    texts = generate("ferry", 4, 1, 3)
    given = [parse_problem(text, DOMAIN, Path(f"p{n}.pddl")) for n, text in enumerate(texts)]
    found = session({"none": planner(place, "pass")}, tmp_path / "m.jsonl", given)
    assert found.pool is not None
    assert found.pool.items
    assert not found.improved
