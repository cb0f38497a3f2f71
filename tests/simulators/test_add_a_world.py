"""A world is added by its simulator and one entry of the registry; no other file is touched."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = '''
"""Coins in a row: turn two neighbours over, until all show heads."""

import sys

from fmtools.cli.app import main
from fmtools.simulators.kind import Option, WorldKind, identified
from fmtools.simulators.registry import WORLDS


class Coins:
    kind = "coins"

    def __init__(self, *, coins=6, seed=0):
        self.num_variables = coins
        self.seed = seed

    def start(self):
        first = self.seed % (self.num_variables - 1)
        return [int(coin in (first, first + 1)) for coin in range(self.num_variables)]

    def goal(self):
        return dict.fromkeys(range(self.num_variables), 0)

    def applicable(self, state):
        return range(self.num_variables - 1)

    def successor(self, state, action):
        return [1 - v if coin in (action, action + 1) else int(v) for coin, v in enumerate(state)]

    def action_name(self, action):
        return f"turn-{action}"


WORLDS["coins"] = WorldKind(
    name="coins",
    build=Coins,
    identity=lambda world: identified("coins", "coins", str(world.num_variables).encode()),
    options=(Option("coins", int, "How many coins.", 6, least=2),),
)
main()
'''


@pytest.fixture
def coins(tmp_path: Path):
    program = tmp_path / "with_coins.py"
    program.write_text(TOY)

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(program), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env=os.environ | {"COLUMNS": "100"},
        )

    return run


@pytest.mark.parametrize("command", ["plan", "learn"])
def test_its_options_stand_in_help(coins, command) -> None:
    shown = " ".join(coins(command, "--help").stdout.split())
    assert "cube | npuzzle | lock | coins | module:Class" in shown
    assert "Options of coins: --coins N How many coins. [default: 6]" in shown


def test_plans_are_found_in_it(coins) -> None:
    run = coins("plan", "coins", "--coins", "5", "--seed", "2", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["outcome"], found["plan"]) == ("solved", ["turn-2"])


def test_macros_are_learned_in_it_planned_with_and_shown(coins, tmp_path) -> None:
    run = coins("learn", "coins", "-o", "macros.json", "--budget", "500", "--keep", "4")
    assert run.returncode == 0, run.stderr
    world = json.loads((tmp_path / "macros.json").read_text())["world"]
    assert (world["kind"], world["name"]) == ("coins", "coins")
    run = coins("plan", "coins", "--macros", "macros.json", "--json")
    assert json.loads(run.stdout)["outcome"] == "solved"
    other = coins("plan", "coins", "--coins", "7", "--macros", "macros.json")
    assert "has changed since these macros were learned" in other.stderr
    assert "changes variables" in coins("show", "macros.json").stdout


def test_options_of_other_worlds_are_refused_by_the_names_people_know(coins) -> None:
    run = coins("plan", "coins", "--size", "3")
    assert run.returncode == 2
    assert run.stderr == "fmtools: error: --size is not for coins; it takes --coins\n"
    run = coins("plan", "coins", "--coins", "1")
    assert (run.returncode, "--coins" in run.stderr) == (2, True)


def test_a_simulator_must_say_its_kind(tmp_path, coins) -> None:
    program = tmp_path / "with_coins.py"
    program.write_text(TOY.replace('kind = "coins"', 'kind = "coin"'))
    run = coins("plan", "coins")
    assert run.returncode == 32
    assert "must say so: kind = 'coins'" in run.stderr
