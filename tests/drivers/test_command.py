"""Planners by template: what a TOML file may say, and how mistakes in it are told."""

from pathlib import Path

import pytest

from fmtools.drivers.command import load_commands
from fmtools.drivers.driver import RunFiles
from fmtools.drivers.process import ProcessLimits
from fmtools.drivers.records import RunOutcome
from fmtools.drivers.run import run_planner
from fmtools.errors import InputError
from tests.drivers.misbehaving import GOOD_PLAN, small_task


def load(tmp_path: Path, text: str) -> dict[str, object]:
    path = tmp_path / "planners.toml"
    path.write_text(text)
    return dict(load_commands(path))


def test_statistics_come_by_the_last_match(tmp_path: Path) -> None:
    script = tmp_path / "my planner's.py"
    script.write_text(
        "import sys\n"
        "print('expanded 3, generated 10'); print('expanded 5, generated 20, in 0.25 s')\n"
        f"open(sys.argv[1], 'w').write({GOOD_PLAN!r})\n"
    )
    path = tmp_path / "planners.toml"
    path.write_text(f"""
[mine]
command = ["{{python}}", '''{script}''', "{{plan}}"]
[mine.patterns]
generated = 'generated (\\d+)'
search_seconds = 'in ([\\d.]+) s'
""")
    record = run_planner(load_commands(path)["mine"], small_task(), ProcessLimits(20.0)).record
    assert record.outcome is RunOutcome.SOLVED
    assert (record.generated, record.search_seconds, record.evaluated) == (20, 0.25, None)


@pytest.mark.parametrize("word", ["nan", "inf", "-", "1e999"])
def test_what_is_no_number_is_no_statistic(tmp_path: Path, word: str) -> None:
    path = tmp_path / "planners.toml"
    path.write_text(f"""
[mine]
command = ["{{python}}", "-c", "print('generated {word}, in {word} s')"]
[mine.patterns]
generated = 'generated (\\S+),'
search_seconds = 'in (\\S+) s'
""")
    record = run_planner(load_commands(path)["mine"], small_task(), ProcessLimits(20.0)).record
    assert record.outcome is RunOutcome.NO_PLAN
    assert (record.generated, record.search_seconds) == (None, None)


def test_placeholders_are_filled_within_words(tmp_path: Path) -> None:
    path = tmp_path / "planners.toml"
    path.write_text("""
[a]
command = ["{python}", "--domain={domain}", "{problem}", "-o{plan}", "{sas}", "{directory}"]
""")
    files = RunFiles(*(tmp_path / "a b'c" / name for name in ("d", "p", "plan")))
    words = load_commands(path)["a"].command(files)[1:]
    folder = tmp_path / "a b'c"
    assert words == [f"--domain={folder}/d", f"{folder}/p", f"-o{folder}/plan", "", str(folder)]


def test_program_with_a_slash_lies_beside_the_file(tmp_path: Path) -> None:
    script = tmp_path / "bin" / "planner"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\n")
    drivers = load(tmp_path, '[a]\ncommand = ["./bin/planner"]\n')
    files = RunFiles(tmp_path, tmp_path, tmp_path)
    assert drivers["a"].command(files) == [str(script)]  # type: ignore[attr-defined]


def test_what_a_planner_reads_can_be_said(tmp_path: Path) -> None:
    drivers = load_commands_of(tmp_path, '[a]\ncommand = ["{python}"]\nreads = ["negation"]\n')
    reads = drivers["a"].reads
    assert (reads.costs, reads.equality, reads.negation, reads.sas) == (False, False, True, False)


def load_commands_of(tmp_path: Path, text: str):  # type: ignore[no-untyped-def]
    path = tmp_path / "planners.toml"
    path.write_text(text)
    return load_commands(path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no planner in it"),
        ("a = 1", "planner 'a': not a table"),
        ("[a]\n", "'command' must be a list of words"),
        ("[a]\ncommand = 'planner {domain}'\n", "'command' must be a list of texts"),
        ("[a]\ncommand = ['no-such-planner-anywhere']\n", "no program 'no-such-planner-anywhere'"),
        ("[a]\ncommand = ['./none']\n", "no program"),
        ("[a]\ncommand = ['{python}', '{goal}']\n", "unknown placeholder {goal}"),
        ("[a]\ncommand = ['{python}']\ncolour = 3\n", "unknown key 'colour'"),
        ("[a]\ncommand = ['{python}']\nreads = ['minds']\n", "unknown 'minds'"),
        ("[a]\ncommand = ['{python}']\npatterns = 3\n", "'patterns' is no table"),
        ("[a]\ncommand = ['{python}']\npatterns.evaluated = '('\n", "pattern 'evaluated'"),
        ("[a]\ncommand = ['{python}']\npatterns.evaluated = 'x'\n", "needs one group"),
        ("[a]\ncommand = ['{python}']\npatterns.mood = '(x)'\n", "unknown pattern 'mood'"),
        ("[a]\ncommand = ['{python}']\nplans = ['/etc/*']\n", "'/etc/*' in 'plans'"),
        ("[a]\ncommand = ['{python}']\nplans = ['../*']\n", "'../*' in 'plans'"),
        ("[a]\ncommand = ['{python}']\nplans = ['']\n", "'' in 'plans'"),
        ("[a]\ncommand = ['{python}']\naddress_space_limit = 'no'\n", "true or false"),
        ("[a\n", "not TOML"),
    ],
)
def test_mistakes_are_told_by_file_and_planner(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        load(tmp_path, text)
    assert complaint in str(caught.value)
    assert str(tmp_path / "planners.toml") in str(caught.value)


def test_missing_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        load_commands(tmp_path / "none.toml")
