"""Which searches of planner `auto` serve: what each takes, and the rule that chooses."""

import pytest

from fmtools.learn.serving import FEW, FIRST, GOOD, MOST, efforts, those_that_serve
from fmtools.limits import Limits
from fmtools.search.auto import KNOWABLE, Auto
from fmtools.search.engine import NO_BUDGET, Search
from fmtools.search.known_actions import ground_kinds, learn_kinds
from fmtools.search.orders import BREADTH_FIRST
from fmtools.search.settings import SearchSettings
from fmtools.simulators.grounded import load_grounded


def searches_of(name, number=0, most=NO_BUDGET):
    task = load_grounded(f"pddl/{name}/domain.pddl", f"pddl/{name}/problem-{number:03}.pddl")
    seen = Search(task, BREADTH_FIRST, target=task.goal(), stop_at_goal=False)
    seen.advance(20_000)
    model = ground_kinds(task, learn_kinds(task, [seen]))
    told = SearchSettings(limits=Limits(most))
    return {
        name: Auto().together(task, told, shared=False, model=model, searches=(name,))
        for name in KNOWABLE
    }


@pytest.mark.parametrize("domain", ["depot", "logistics", "blocksworld", "gripper"])
def test_efforts_are_those_to_the_goal_and_slow_searches_are_not_waited_for(domain):
    searches = searches_of(domain)
    took = efforts(searches, 10_000_000)
    assert took.keys() == set(KNOWABLE)
    solved = {name for name, one in searches.items() if one.best == 0}
    least = min(one.effort for name, one in searches.items() if name in solved)
    assert min(took.values()) == least
    for name, one in searches.items():
        if name in solved:
            assert took[name] == one.effort
        else:
            assert took[name] == int(GOOD * (least + FEW)) <= one.effort
    assert took == efforts(searches_of(domain), 10_000_000)
    # What a search takes does not depend on how often it was stopped.
    whole = searches_of(domain)
    best = min(took, key=took.get)
    whole[best].run()
    assert whole[best].effort == least


def test_nobody_tells_anything_where_the_effort_does_not_reach():
    searches = searches_of("depot")
    assert efforts(searches, len(KNOWABLE) * FIRST // 2) == {}
    assert all(one.best > 0 for one in searches.values())
    searches = searches_of("hanoi", most=1)
    assert efforts(searches, 10_000_000) == {}  # all ended before


def took(**others):
    """Of all that are not named, a lot."""
    return {name: others.get(name.replace("-", "_"), 10**9) for name in KNOWABLE}


def test_the_best_serve_and_what_is_much_worse_does_not():
    assert those_that_serve([took(rare=5_000)]) == ("rare",)
    assert those_that_serve([took(novel=100_000, rare_deep=180_000)]) == ("novel", "rare-deep")
    assert those_that_serve([took(rare_deep=100_000, novel=180_000)]) == ("rare-deep", "novel")
    # Of those that are about equal, the one that comes first in most domains; not more than MOST.
    near = took(rare=100_000, rare_deep=110_000, novel=120_000, led_novel=10**7)
    assert those_that_serve([near]) == ("novel", "rare-deep")


def test_problems_count_alike_and_those_that_nobody_solved_not_at_all():
    one, other = took(led=10_000, novel=20_000), took(led=900_000, novel=100_000)
    assert those_that_serve([one, {}, other])[0] == "novel"
    assert those_that_serve([one, {}]) == those_that_serve([one]) == ("led", "novel")


def test_where_all_is_over_at_once_those_come_that_serve_in_most_domains():
    tiny = {name: 3 * number for number, name in enumerate(reversed(KNOWABLE))}
    assert those_that_serve([tiny]) == those_that_serve([]) == KNOWABLE[:MOST]
