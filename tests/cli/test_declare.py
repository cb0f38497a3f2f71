"""The plain parser takes what typer takes, with the same values; all else is left to typer."""

import os
import random
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

from fmtools.cli.app import COMMANDS, command_of
from fmtools.cli.declare import flags_of, parameters_of, parse
from fmtools.cli.typer_app import Command, to_typer

WORDS = [
    *("cube", "domain.pddl", "p01.pddl", "3", "0", "007", "", "-1", "1.5", "12345678901234567890"),
    *("--", "-", "--help", "--unknown", "-x", "--json", "--force", "-o", "-oout", "-o=out", "a=b"),
]


def declared(name):
    return command_of([name])


def taken_by_typer(name, words):
    """The values that a command gets through typer; None where it does not get to run."""
    command = declared(name)
    seen = []
    app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    run = to_typer(command)

    def record(**values):
        seen.append(values)

    record.__name__, record.__doc__ = run.__name__, run.__doc__
    record.__signature__, record.__annotations__ = run.__signature__, run.__annotations__
    record.of_worlds = run.of_worlds
    app.command(name, cls=Command)(record)
    CliRunner().invoke(app, words)
    return seen[0] if seen else None


def random_line(parameters, rng):
    words = []
    for _ in range(rng.randrange(6)):
        if rng.random() < 0.4:
            words.append(rng.choice(WORDS))
            continue
        flags = [flag for parameter in parameters for flag in flags_of(parameter)]
        flag = rng.choice(flags)
        form = rng.randrange(4)
        words += [flag] if form == 0 else [f"{flag}={rng.choice(WORDS)}"] if form == 1 else [
            flag, rng.choice(WORDS[:10])
        ]  # fmt: skip
    rng.shuffle(words)
    return words


@pytest.mark.parametrize("name", COMMANDS)
def test_both_parsers_agree_wherever_the_plain_one_answers(name):
    rng = random.Random(name)
    parameters = parameters_of(declared(name))
    places = ["a", "b", "c"][: sum(p.said.is_argument for p in parameters)]
    required = [w for p in parameters if p.said.default is ... for w in flags_of(p)[:1]]
    always = [*places, *(word for flag in required for word in (flag, "out"))]
    answered = 0
    for round_ in range(60):
        words = random_line(parameters, rng) + (always if round_ % 2 else [])
        mine = parse(parameters, words)
        if mine is None:
            continue
        answered += 1
        theirs = taken_by_typer(name, words)
        assert theirs is not None, words
        assert {k: v or None for k, v in mine.items() if v != 0} == {
            k: v or None for k, v in theirs.items() if v != 0
        }, words
    assert answered > 3


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_taken_by_the_plain_parser(name):
    parameters = parameters_of(declared(name))
    places = ["a"] * sum(p.said.is_argument for p in parameters)
    words = [*places]
    for parameter in parameters:
        for flag in flags_of(parameter)[:1]:
            if parameter.said.callback is None:
                words += [flag] if parameter.type is bool else [flag, "7"]
    values = parse(parameters, words)
    assert values is not None
    assert values == taken_by_typer(name, words)


@pytest.mark.parametrize("words", [[], ["--help"], ["cube", "--seed"], ["cube", "--seed", "-1"]])
def test_what_is_wrong_or_help_is_left_to_typer(words):
    assert parse(parameters_of(declared("plan")), words) is None


@pytest.mark.parametrize(
    ("words", "completions"),
    [("fmtools pla", ["plan", "planners"]), ("fmtools plan --di", ["--dials", "--digits"])],
)
def test_shells_complete_commands_and_options_of_worlds(words, completions):
    script = "import sys; sys.argv = ['fmtools']; from fmtools.cli.app import main; main()"
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    run = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | asked | {"_FMTOOLS_COMPLETE": "complete_bash"},
    )
    assert run.stdout.split() == completions
