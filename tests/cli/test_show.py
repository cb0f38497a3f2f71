"""`fmtools show` as a user runs it: tables, pictures, drawings, JSON, and what it refuses."""

import json
import re

import pytest

from fmtools.macros import Macro, MacroLibrary, World
from fmtools.simulators.cube_experts import expert_sequences, net_map
from tests.cli.command import PDDL, assert_refused, fmtools


def _show(*words):
    return fmtools("show", *words)


def _cube_library(sequences):
    macros = []
    for sequence in sequences:
        targets = net_map(sequence)
        effect = tuple((p, p, int(to)) for p, to in enumerate(targets) if p != to)
        macros.append(Macro(tuple(sequence), len(effect), effect, {}))
    provenance = {"source": "expert", "seed": 0, "budget": 1000000, "queries": 1000008}
    return MacroLibrary(World("cube", "cube", "0" * 64), tuple(macros), provenance)


def test_what_a_terminal_would_obey_is_shown_escaped(tmp_path):
    evil = "\x1b[2J\x9b31m\r\n\u202e"
    macro = Macro((f"(move{evil} a)",), 1, ((0, 0, 1),), {0: 0})
    provenance = {"source": f"learned{evil}", "seed": evil}
    library = MacroLibrary(
        World("user", f"mine:World{evil}", "0"), (macro,), provenance, {0: f"fact{evil}"}
    )
    library.save(tmp_path / "evil.json")
    for words in ((), ("--limit", 0), ("--json",)):
        shown = _show(tmp_path / "evil.json", *words)
        assert shown.code == 0, shown.err
        assert not set("\x1b\x9b\r\u202e") & set(shown.out)
        assert "\\x1b[2J" in shown.out or "\\u001b[2J" in shown.out
    refused = fmtools("plan", "cube", "--macros", tmp_path / "evil.json")
    assert_refused(refused, 31, r"mine:World\x1b[2J")


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


def test_short_library_is_a_header_and_a_table(few):
    result = _show(few)
    assert result.code == 0, result.err
    text = result.out
    assert result.err == ""
    assert "budget       1,000,000" in text
    assert "queries      1,000,008" in text
    assert "macros       3" in text
    assert "length       8 to 24, mean 16.3" in text
    assert "1      17      10  swaps 2 corners and 2 edges  B2 D' B' L'" in text
    assert "kind" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_long_library_is_summed_up_by_kind_first(experts):
    text = _show(experts).out
    assert "   192  3-cycle of edges" in text
    assert "    96  twists 2 corners" in text
    assert "… 556 more; --limit 576 lists them all" in text
    assert text.index("twists 2 corners") < text.index("what it does")
    assert max(len(line) for line in text.splitlines()) <= 80


def test_limit_decides_how_many_are_listed(experts):
    assert "… 574 more" in _show(experts, "--limit", 2).out
    assert "what it does" not in _show(experts, "--limit", 0).out
    assert "more;" not in _show(experts, "--limit", 576).out


def test_macros_of_pddl_are_lifted_and_shown_step_by_step(hanoi):
    text = _show(hanoi).out
    assert "pddl hanoi" in text
    assert (
        "1  2 steps, effect 2\n"
        "     (move ?d1 ?d2 ?d3)\n"
        "     (move ?d2 ?p1 ?p2)\n"
        "   adds     (on ?d1 ?d3)\n"
        "   removes  (on ?d1 ?d2)\n"
    ) in text


def test_what_a_pddl_macro_needs_is_shown_whole_whatever_the_width(tmp_path):
    path = PDDL.parent / "compiled" / "gripper" / "macros.json"
    text = _show(path, "--limit", 100).out
    macros = json.loads(path.read_text())["macros"]
    assert text.count("\n     (") == sum(macro["length"] for macro in macros)
    assert text.count("   needs    (") == len(macros)
    assert "…" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_smallest_effects_come_first(experts):
    lines = _show(experts, "--limit", 600).out.splitlines()
    rows = [line.split() for line in lines if re.match(r" *\d+ +\d+ +\d+  \w", line)]
    ranks = [(int(effect), int(length)) for _, length, effect, *_ in rows]
    assert len(ranks) > 100
    assert ranks == sorted(ranks)


def test_sequences_are_not_cut(tmp_path):
    path = tmp_path / "long.json"
    _cube_library([("R", "U", "F", "L") * 12]).save(path)
    text = _show(path).out
    assert "…" not in text
    assert text.split("sequence")[1].count("F") == 12


def test_pictures_are_drawn_without_escapes_when_piped(few):
    text = _show(few, "--pictures", "--limit", 1).out
    assert text.count("before") == 1
    assert " ·  U  · " in text
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_json_is_one_object_with_every_macro_in_words(experts):
    result = _show(experts, "--json", "--limit", 1)
    document = result.json
    assert result.err == ""
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
    assert result.code == 0, result.err
    names = sorted(path.name for path in directory.iterdir())
    assert names == ["macro-001.svg", "macro-002.svg", "macro-003.svg"]
    assert (directory / names[0]).read_text().startswith("<svg")
    (directory / names[1]).write_text("mine")
    (directory / names[0]).unlink()
    assert_refused(_show(few, "--svg", directory), 2, "macro-002.svg exists", "--force")
    assert (directory / names[1]).read_text() == "mine"
    assert not (directory / names[0]).exists()
    assert _show(few, "--svg", directory, "--force").code == 0
    assert (directory / names[1]).read_text().startswith("<svg")


def test_svg_goes_with_json(few, tmp_path):
    document = _show(few, "--json", "--svg", tmp_path / "d").json
    assert document["macros"][1]["svg"].endswith("macro-002.svg")


def test_svg_into_a_file_or_below_nowhere_is_refused(few, tmp_path):
    assert_refused(_show(few, "--svg", few), 2, "is a file")
    assert_refused(_show(few, "--svg", tmp_path / "a" / "b"), 2, "no directory")


@pytest.mark.parametrize("option", [["--pictures"], ["--svg", "drawings"]])
def test_world_without_pictures_is_refused_before_anything_is_printed(hanoi, option):
    assert_refused(_show(hanoi, *option), 2, "not for pddl")


def test_pictures_and_json_exclude_each_other(few):
    finished = _show(few, "--pictures", "--json")
    assert finished.code == 2
    assert "exclude each other" in finished.json["error"]


def test_library_without_macros_says_so(tmp_path):
    path = tmp_path / "empty.json"
    _cube_library([]).save(path)
    assert "macros   0" in _show(path).out
    assert _show(path, "--json").json["effect_size"] is None


def test_missing_file_is_bad_input(tmp_path):
    assert_refused(_show(tmp_path / "none.json"), 31, "none.json", "No such file")


def test_damaged_file_is_bad_input(few):
    few.write_text(few.read_text()[:-30])
    assert_refused(_show(few), 31, "few.json", "damaged")


def test_newer_version_is_bad_input(few):
    few.write_text(few.read_text().replace('"version": 2', '"version": 3'))
    assert_refused(_show(few), 31, "newer")


def test_actions_that_the_world_does_not_have_are_bad_input(few):
    few.write_text(few.read_text().replace('"B"', '"M"', 1))
    assert_refused(_show(few), 31, "few.json: macro 1: move 1 is 'M'")


def test_help_gives_an_example():
    result = _show("--help")
    assert result.code == 0
    assert "Example: fmtools show macros.json" in result.out
