"""`fmtools show` as a user runs it: tables, pictures, drawings, JSON, and what it refuses."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube_experts import expert_sequences, net_map

COMMAND = [sys.executable, "-m", "fmtools", "show"]


def _show(*arguments):
    environment = {**os.environ, "COLUMNS": "80"}
    return subprocess.run(
        [*COMMAND, *map(str, arguments)], capture_output=True, text=True, env=environment
    )


def _cube_library(sequences):
    macros = []
    for sequence in sequences:
        targets = net_map(sequence)
        effect = tuple((p, p, int(to)) for p, to in enumerate(targets) if p != to)
        macros.append(Macro(tuple(sequence), len(effect), effect, {}))
    provenance = {"source": "expert", "seed": 0, "budget": 1000000, "queries": 1000008}
    return MacroLibrary(World("cube", "cube", "0" * 64), tuple(macros), provenance)


@pytest.fixture
def experts(tmp_path):
    path = tmp_path / "experts.json"
    _cube_library(expert_sequences()).save(path)
    return path


@pytest.fixture
def few(tmp_path):
    path = tmp_path / "few.json"
    _cube_library(expert_sequences()[::200]).save(path)
    return path


@pytest.fixture
def hanoi(tmp_path):
    path = tmp_path / "hanoi.json"
    macro = Macro(("(move d1 d2 d3)", "(move d2 p1 p2)"), 2, ((0, 0, 1), (1, 1, 0)))
    facts = {0: "(on d1 d3)", 1: "(on d1 d2)"}
    MacroLibrary(World("pddl", "hanoi", "1"), (macro,), {"source": "learned"}, facts).save(path)
    return path


def _fails(result, code, *parts):
    assert result.returncode == code, result.stderr
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("fmtools: error: ")
    assert all(part in lines[0] for part in parts), lines[0]


def test_short_library_is_a_header_and_a_table(few):
    result = _show(few)
    assert result.returncode == 0, result.stderr
    text = result.stdout
    assert result.stderr == ""
    assert "budget       1,000,000" in text
    assert "queries      1,000,008" in text
    assert "macros       3" in text
    assert "length       8 to 17, mean 13.0" in text
    assert "1      17      10  swaps 2 corners and 2 edges  B2 D' B' L'" in text
    assert "kind" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_long_library_is_summed_up_by_kind_first(experts):
    text = _show(experts).stdout
    assert "   192  3-cycle of edges" in text
    assert "    96  twists 2 corners" in text
    assert "… 556 more; --limit 576 lists them all" in text
    assert text.index("twists 2 corners") < text.index("what it does")
    assert max(len(line) for line in text.splitlines()) <= 80


def test_limit_decides_how_many_are_listed(experts):
    assert "… 574 more" in _show(experts, "--limit", 2).stdout
    assert "what it does" not in _show(experts, "--limit", 0).stdout
    assert "more;" not in _show(experts, "--limit", 576).stdout


def test_long_words_are_wrapped_and_not_cut(hanoi):
    text = _show(hanoi).stdout
    assert "pddl hanoi" in text
    assert "adds (on d1 d3);" in text
    assert "removes (on d1 d2)" in text


def test_pictures_are_drawn_without_escapes_when_piped(few):
    text = _show(few, "--pictures", "--limit", 1).stdout
    assert text.count("before") == 1
    assert " ·  U  · " in text
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_json_is_one_object_with_every_macro_in_words(experts):
    result = _show(experts, "--json", "--limit", 1)
    document = json.loads(result.stdout)
    assert result.stderr == ""
    assert document["world"]["kind"] == "cube"
    assert document["provenance"]["queries"] == 1000008
    assert document["num_macros"] == len(document["macros"]) == 576
    assert document["effect_size"] == {"min": 4, "mean": 6.833, "max": 10}
    assert document["kinds"]["3-cycle of edges"] == 192
    last = document["macros"][-1]
    assert (last["number"], last["words"], last["effect_size"]) == (576, "twists 2 corners", 6)
    assert len(last["actions"]) == last["length"] == 14


def test_svg_writes_a_file_per_macro_and_overwrites_only_by_force(few, tmp_path):
    directory = tmp_path / "drawings"
    result = _show(few, "--svg", directory)
    assert result.returncode == 0, result.stderr
    names = sorted(path.name for path in directory.iterdir())
    assert names == ["macro-001.svg", "macro-002.svg", "macro-003.svg"]
    assert (directory / names[0]).read_text().startswith("<svg")
    (directory / names[1]).write_text("mine")
    (directory / names[0]).unlink()
    _fails(_show(few, "--svg", directory), 2, "macro-002.svg exists", "--force")
    assert (directory / names[1]).read_text() == "mine"
    assert not (directory / names[0]).exists()
    assert _show(few, "--svg", directory, "--force").returncode == 0
    assert (directory / names[1]).read_text().startswith("<svg")


def test_svg_goes_with_json(few, tmp_path):
    document = json.loads(_show(few, "--json", "--svg", tmp_path / "d").stdout)
    assert document["macros"][1]["svg"].endswith("macro-002.svg")


def test_svg_into_a_file_or_below_nowhere_is_refused(few, tmp_path):
    _fails(_show(few, "--svg", few), 2, "is a file")
    _fails(_show(few, "--svg", tmp_path / "a" / "b"), 2, "no directory")


@pytest.mark.parametrize("option", [["--pictures"], ["--svg", "drawings"]])
def test_world_without_pictures_is_refused_before_anything_is_printed(hanoi, option):
    _fails(_show(hanoi, *option), 2, "not for pddl")


def test_pictures_and_json_exclude_each_other(few):
    _fails(_show(few, "--pictures", "--json"), 2, "exclude each other")


def test_library_without_macros_says_so(few, tmp_path):
    path = tmp_path / "empty.json"
    replace(_cube_library([]), macros=()).save(path)
    assert "macros       0" in _show(path).stdout
    assert json.loads(_show(path, "--json").stdout)["effect_size"] is None


def test_missing_file_is_bad_input(tmp_path):
    _fails(_show(tmp_path / "none.json"), 31, "none.json", "No such file")


def test_damaged_file_is_bad_input(few):
    few.write_text(few.read_text()[:-30])
    _fails(_show(few), 31, "few.json", "damaged")


def test_newer_version_is_bad_input(few):
    few.write_text(few.read_text().replace('"version": 1', '"version": 2'))
    _fails(_show(few), 31, "newer")


def test_actions_that_the_world_does_not_have_are_bad_input(few):
    few.write_text(few.read_text().replace('"B"', '"M"', 1))
    _fails(_show(few), 31, "few.json: macro 1: move 1 is 'M'")


def test_help_gives_an_example():
    result = _show("--help")
    assert result.returncode == 0
    assert "Example: fmtools show macros.json" in result.stdout
