"""Command lines: what they mean, what is refused and what is proposed; help; completion."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fmtools.cli.app import COMMANDS, command_of, groups
from fmtools.cli.completion import SCRIPTS, complete
from fmtools.cli.declare import flags_of, option, parameters_of
from fmtools.cli.help import command_page, overview, panels_of
from fmtools.cli.parse import common_flags, parse
from fmtools.errors import UsageError
from tests.cli.command import assert_refused, called, fmtools

OWN_OPTIONS = [["bench", "ipc"], ["bench", "grounding"]]
ALL = [[name] for name in COMMANDS] + OWN_OPTIONS


PLACES, MANY = option(..., is_argument=True, help="Files."), option(None)
FILES = option(None, takes_rest=True)


def sample(
    places: list[Path] = PLACES,
    number: int = option(3, min=1),
    share: float | None = option(None),
    name: str = option("x", "-n", "--name"),
    many: list[str] | None = MANY,
    flag: bool = option(False, "--flag"),
    new: str | None = option(None, renamed=("--old",)),
    effort: str | None = option(None, bare="100K"),
    files: list[Path] | None = FILES,
) -> None:
    """A sample."""


def values(*words):
    return parse("sample", parameters_of(sample), words)[0]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--number", "7"], {"number": 7}),
        (["--number=7"], {"number": 7}),
        (["--number", "7", "--number", "8"], {"number": 8}),
        (["--share", "1.5"], {"share": 1.5}),
        (["--share", ".5"], {"share": 0.5}),
        (["-n", "-"], {"name": "-"}),
        (["-nabc"], {"name": "abc"}),
        (["-n=abc"], {"name": "abc"}),
        (["--name", "--budget 50K"], {"name": "--budget 50K"}),
        (["--name="], {"name": ""}),
        (["--many", "a", "--many", "b"], {"many": ["a", "b"]}),
        (["--flag"], {"flag": True}),
        (["--old", "z"], {"new": "z"}),
        (["--effort", "2s"], {"effort": "2s"}),
        (["--effort", "--flag"], {"effort": "100K", "flag": True}),
        (["--effort=many"], {"effort": "many"}),
    ],
)
def test_options_have_the_values_that_follow_them(words, expected):
    found = values("a", *words)
    default = {p.name: p.said.default for p in parameters_of(sample)}
    assert found == {**default, "places": [Path("a")], **expected}


def test_an_option_alone_leaves_the_next_word_to_the_arguments():
    assert values("--effort", "a")["places"] == [Path("a")]


def test_words_after_two_dashes_are_arguments():
    assert values("--", "--flag", "-x")["places"] == [Path("--flag"), Path("-x")]


def test_further_words_belong_to_the_option_that_takes_them():
    parameters = parameters_of(command_of(["compile"]))
    words = ["d", "m", "-o", "out", "--problems", "p1", "p2", "p3"]
    found, _ = parse("compile", parameters, words)
    assert found["problems"] == [Path("p1"), Path("p2"), Path("p3")]
    assert (found["domain"], found["macros"]) == (Path("d"), Path("m"))


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        ([], "PLACES… is missing (Files)"),
        (["a", "--numbr", "7"], "no option --numbr; did you mean '--number'?"),
        (["a", "--number"], "--number needs a value"),
        (["a", "--number", "--flag"], "--number needs a value"),
        (["a", "--number", "x"], "--number 'x' is no whole number"),
        (["a", "--number", "1.5"], "--number '1.5' is no whole number"),
        (["a", "--number", "٣"], "is no whole number"),
        (["a", "--number", "0"], "--number 0 is too small; give at least 1"),
        (["a", "--number", "9" * 30], "--number is too large"),
        (["a", "--number", "9" * 9999], "--number is too large"),
        (["a", "--share", "nan"], "--share 'nan' is no number"),
        (["a", "--flag=yes"], "--flag takes no value"),
        (["a", "--quiet=yes"], "--quiet takes no value"),
        (["a", "--files="], "--files is empty"),
        (["a", "-x"], "no option -x"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(words, fragment):
    with pytest.raises(UsageError) as refused:
        values(*words)
    assert fragment in str(refused.value)
    assert str(refused.value).endswith("see fmtools sample --help")


def test_words_too_many_are_refused():
    with pytest.raises(UsageError, match="unexpected 'c'; such go after --problems"):
        parse("compile", parameters_of(command_of(["compile"])), ["a", "b", "c", "-o", "d"])


def test_old_names_are_accepted_with_a_warning():
    _, warnings = parse("sample", parameters_of(sample), ["a", "--old", "z"])
    assert warnings == ["--old is now --new; the old name goes with the next version"]


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_every_option_is_taken(words):
    parameters = parameters_of(command_of(words))
    line = ["a"] * sum(p.said.is_argument for p in parameters)
    for parameter in parameters:
        for flag in flags_of(parameter)[:1]:
            line += [flag] if parameter.type is bool else [flag, "7"]
    found, _ = parse(words[0], parameters, line)
    assert all(found[p.name] not in (None, p.said.default) for p in parameters)


def test_options_of_every_command_may_stand_anywhere():
    found = common_flags(["plan", "-v", "cube", "--debug", "--", "--quiet"])
    assert found == ({"--verbose", "--debug"}, ["plan", "cube", "--", "--quiet"])


# Names that the design promises for good.
CONTRACT = {
    "learn": "-o --budget --keep --repetitions --candidates --paper --expert --random-like "
    "--levels --seed --json",
    "compile": "-o --problems --max-growth --max-parameters --guards --json",
    "plan": "--macros --planner --budget -o --ties --expansion --shorten --time-limit "
    "--memory-limit --scramble --goal-scramble --start --goal --dials --digits --effect-size "
    "--instances --seed --json",
    "unfold": "-o --json",
    "compare": "--macros --planner --time-limit --seed --json",
    "export": "-o --seed --json",
    "augment": "-o --seed --json",
    "generate": "-o --size --seed --json",
    "report": "-o --json",
}


@pytest.mark.parametrize("name", CONTRACT)
def test_names_of_the_contract_are_there(name):
    known = {flag for p in parameters_of(command_of([name])) for flag in flags_of(p)}
    assert set(CONTRACT[name].split()) <= known


@pytest.mark.parametrize("name", COMMANDS)
def test_one_name_means_one_thing(name):
    for parameter in parameters_of(command_of([name])):
        flags = flags_of(parameter)
        if "--seed" in flags:
            assert parameter.said.default == 0
        if "--output" in flags:
            assert "-o" in flags
        if "--shorten" in flags:
            assert parameter.type is bool or parameter.said.bare is not None
        assert not {"--run-limit", "--seconds", "--timeout", "--out"} & set(flags)


@pytest.fixture
def at_80(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.usefixtures("at_80")
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help_fits_80_columns_and_is_whole(words):
    page = command_page(words[0], command_of(words))
    assert all(len(line) <= 80 for line in page.splitlines())
    assert not any(line != line.rstrip() for line in page.splitlines())
    told = " ".join(page.split())
    for parameter in parameters_of(command_of(words)):
        if parameter.said.removed is None:
            assert " ".join(parameter.said.help.split()) in told
            assert all(flag in told for flag in flags_of(parameter))


@pytest.mark.usefixtures("at_80")
def test_the_list_of_commands_has_every_summary_on_one_line():
    page = overview(groups(), COMMANDS)
    assert all(len(line) <= 80 for line in page.splitlines())
    for name, summary in COMMANDS.items():
        assert sum(line.split() == [name, *summary.split()] for line in page.splitlines()) == 1


@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_options_with_defaults_show_them(words):
    panels = panels_of(words[0], command_of(words))
    shown = dict(row for rows in panels.values() for row in rows)
    for parameter in parameters_of(command_of(words)):
        default = parameter.said.default
        if default not in (None, False, ...) and not parameter.said.is_argument:
            first = next(k for k in shown if flags_of(parameter)[-1] in k.split())
            assert "[default: " in shown[first]


def test_options_fall_into_their_panels():
    panels = panels_of("plan", command_of(["plan"]))
    first = {title: " ".join(row[0] for row in rows).split() for title, rows in panels.items()}
    assert "--planner" in first["Search"]
    assert "--budget" in first["Limits"]
    assert "--output" in first["Output"]
    assert "--scramble" in first["Options of cube"]
    assert "--dials" in first["Options of lock"]


def test_help_of_one_command_is_its_page():
    assert fmtools("help", "plan").out == fmtools("plan", "--help").out


def test_help_alone_shows_every_command_with_its_example():
    finished = fmtools("help")
    assert finished.code == 0
    assert all(len(line) <= 80 for line in finished.out.splitlines())
    for name in COMMANDS:
        assert f"fmtools {name}" in finished.out
    assert [row["command"] for row in fmtools("help", "--json").json["commands"]] == [*COMMANDS]


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["plna"], "no command 'plna'; did you mean 'plan'?"),
        (["help", "plna"], "no command 'plna'; did you mean 'plan'?"),
        (["--verison"], "did you mean '--version'?"),
        (["--install-completion"], "fmtools completion bash"),
        (["plan", "cube", "--planner", "gbfz"], "did you mean 'gbfs'?"),
        (["plan", "cube", "--ties", "fif"], "did you mean 'fifo'?"),
        (["generate", "hanio", "-o", "x"], "did you mean 'hanoi'?"),
        (["bench", "sped"], "did you mean 'speed'?"),
        (["plan", "cub"], "did you mean 'cube'?"),
    ],
)
def test_misspelt_names_get_a_suggestion(words, fragment):
    assert_refused(fmtools(*words), 2, fragment)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["plan", "cube", "--sede", "1"], 2),
        (["plan", "cube", "--planner", "gbfz"], 2),
        (["info", "missing.pddl"], 31),
        (["show", "missing.json"], 31),
    ],
)
def test_with_json_errors_are_json_too(words, code):
    finished = fmtools(*words, "--json")
    assert finished.code == code
    assert finished.json["exit_code"] == code
    assert finished.err == f"fmtools: error: {finished.json['error']}\n"


def completions(*words, begun=""):
    texts = ["fmtools", *words, begun]
    return complete({"COMP_WORDS": "\n".join(texts), "COMP_CWORD": str(len(texts) - 1)})


def test_commands_options_and_values_are_completed():
    assert completions(begun="pla") == ["plan", "planners"]
    assert completions("plan", begun="--di") == ["--dials", "--digits"]
    assert completions("plan", "cube", "--planner", begun="bf") == [
        "bfs", "bfws", "bfws-all", "bfws-r0",
    ]  # fmt: skip
    assert completions("plan", "cube", "--planner", "=", begun="gb") == ["gbfs"]
    assert "lama-first" in completions("compare", "d", "p", "--planner")
    assert completions("plan", "cube", "--ties") == ["fifo", "heap", "lifo", "random"]
    assert completions("generate", begun="han") == ["hanoi"]
    assert completions("help", begun="val") == ["validate"]
    assert completions("bench", begun="gro") == ["grounding", "growth"]
    assert "--verbose" in completions("plan", begun="--ve")
    assert completions("no-command", begun="x") == []


def test_worlds_and_files_are_completed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cubes").mkdir()
    (tmp_path / "cubes" / "domain.pddl").touch()
    (tmp_path / "current.txt").touch()
    assert completions("plan", begun="cu") == ["cube", "cubes/"]
    assert completions("plan", begun="cubes/d") == ["cubes/domain.pddl"]
    assert completions("plan", "cube", "-o") == []  # bash then completes files


def test_bash_completes(tmp_path):
    """The script, sourced; `fmtools` is found on the PATH."""
    program = tmp_path / "fmtools"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m fmtools "$@"\n')
    program.chmod(0o755)
    script = (
        'eval "$(fmtools completion bash)"\n'
        "COMP_WORDS=(fmtools plan cube --planner gb) COMP_CWORD=4\n_fmtools fmtools\n"
        'echo "${COMPREPLY[@]}"\n'
    )
    run = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )
    assert run.stdout == "gbfs\n"


def test_there_are_scripts_for_three_shells():
    for shell, script in SCRIPTS.items():
        assert called("completion", shell).stdout == script
