"""Macro libraries: what is saved is loaded, and nothing damaged gets through."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fmtools.errors import InputError
from fmtools.library_file import load_library
from fmtools.macros import VERSION, Macro, MacroLibrary, World, check_world
from fmtools.policy import Policy, ProblemFiles

WORLD = World("npuzzle", "npuzzle 4", "abc")
LIBRARY = MacroLibrary(
    WORLD,
    (
        Macro(("blank 5 up", "blank 1 left"), 3, ((0, 5, 0), (7, 1, 5)), {0: 5}),
        Macro(("blank 0 right",), 2, ((0, 0, 1),), None),
    ),
    {"seed": 3, "source": "learned"},
    {0: "blank"},
)


def saved(tmp_path: Path, **changes: object) -> Path:
    document = json.loads(LIBRARY.to_json())
    document.update(changes)
    path = tmp_path / "macros.json"
    path.write_text(json.dumps(document))
    return path


def test_a_saved_library_is_loaded_as_it_was(tmp_path):
    path = tmp_path / "macros.json"
    LIBRARY.save(path)
    assert load_library(path) == LIBRARY


def test_the_same_library_is_the_same_bytes():
    again = MacroLibrary(
        WORLD, LIBRARY.macros, dict(reversed(LIBRARY.provenance.items())), LIBRARY.facts
    )
    assert again.to_json() == LIBRARY.to_json()


def test_guards_numbers_and_the_policy_are_fields(tmp_path):
    guarded = Macro(("(a x)",), 1, (), guards=("(goal-at ?x)",), joined=True, number=7)
    policy = Policy(None, 4, "static", ProblemFiles(("p1.pddl", "../p2.pddl"), "ab"), True, True)
    library = MacroLibrary(WORLD, (guarded, *LIBRARY.macros), policy=policy)
    library.save(tmp_path / "macros.json")
    assert load_library(tmp_path / "macros.json") == library
    assert "guards" not in json.loads(library.to_json())["macros"][1]


def test_version_1_is_read(tmp_path):
    """Written by 0.1.0: no policy, and the same world, digest included."""
    document = json.loads(LIBRARY.to_json())
    assert document["version"] == 2
    assert load_library(saved(tmp_path, version=1)) == LIBRARY


def test_guards_of_version_1_are_moved_from_the_provenance_to_the_macros(tmp_path):
    provenance = {
        "source": "augment", "guards": [["(goal-at ?c ?to)"], []], "joined": [True, False],
        "form": "static", "planner": "lama-first", "seed": 3,
    }  # fmt: skip
    library = load_library(saved(tmp_path, version=1, provenance=provenance))
    assert [macro.guards for macro in library.macros] == [("(goal-at ?c ?to)",), ()]
    assert [macro.joined for macro in library.macros] == [True, False]
    assert library.policy == Policy(max_growth=None, guards="static", lean=True)
    assert library.provenance == {"source": "augment", "planner": "lama-first", "seed": 3}
    for changes in ({"guards": [[]]}, {"joined": None}, {"guards": [3, []]}, {"form": 3}):
        with pytest.raises(InputError, match="damaged"):
            load_library(saved(tmp_path, version=1, provenance={**provenance, **changes}))


def test_an_empty_library_is_a_library(tmp_path):
    empty = MacroLibrary(WORLD, ())
    empty.save(tmp_path / "macros.json")
    assert load_library(tmp_path / "macros.json") == empty


def test_a_newer_format_is_told_from_damage(tmp_path):
    with pytest.raises(InputError, match=rf"version {VERSION + 1} is newer.*upgrade"):
        load_library(saved(tmp_path, version=VERSION + 1))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "other"}, "not a macro library"),
        ({"version": "1"}, "'version' is no number"),
        ({"world": {"kind": "cube"}}, "'world' needs"),
        ({"macros": {}}, "'macros' is no list"),
        ({"macros": [3]}, "macro 1 is no object"),
        ({"macros": [{"actions": []}]}, "macro 1: 'actions'"),
        ({"macros": [{"actions": ["a"], "length": 2}]}, "macro 1: 'length'"),
        ({"macros": [{"actions": ["a"], "length": 1, "effect": [[1, 2]]}]}, "macro 1: 'effect'"),
        (
            {"macros": [{"actions": ["a"], "length": 1, "effect": [[1, 2, 2]]}]},
            "changes nothing",
        ),
        (
            {"macros": [{"actions": ["a"], "length": 1, "effect": [[1, 2, 3]], "effect_size": 0}]},
            "'effect_size' is smaller",
        ),
        (
            {
                "macros": [
                    {
                        "actions": ["a"],
                        "length": 1,
                        "effect": [],
                        "effect_size": 0,
                        "precondition": [[0]],
                    }
                ]
            },
            "'precondition'",
        ),
        ({"facts": {"x": "y"}}, "'facts'"),
        ({"provenance": []}, "'provenance'"),
        ({"policy": []}, "'policy' is no object"),
        ({"policy": {"max_growth": "10"}}, "'max_growth' is no number"),
        ({"policy": {"max_growth": 0.5}}, "max_growth is 0.5"),
        ({"policy": {"max_parameters": -1}}, "max_parameters is -1"),
        ({"policy": {"guards": "odd"}}, "no guards 'odd'"),
        ({"policy": {"guards": []}}, "no guards"),
        ({"policy": {"lean": 1}}, "'lean'"),
        ({"policy": {"problems": {"paths": [1], "digest": ""}}}, "'problems'"),
        ({"policy": {"other": 1}}, "unknown 'other'"),
        ({"macros": [{"number": -1}]}, "'number'"),
        ({"macros": [{"guards": "x"}]}, "'guards'"),
        ({"macros": [{"joined": 1}]}, "'joined'"),
    ],
)
def test_damage_is_named(tmp_path, changes, message):
    with pytest.raises(InputError, match=message):
        load_library(saved(tmp_path, **changes))


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[1, 2]", b"null", b"[" * 100_000])
def test_files_that_are_no_json_object_are_damaged_libraries(tmp_path, content):
    path = tmp_path / "macros.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match="damaged"):
        load_library(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path):
    with pytest.raises(InputError, match="No such file"):
        load_library(tmp_path / "none.json")


@given(st.data())
def test_a_library_cut_short_or_altered_loads_or_raises_input_error(tmp_path_factory, data):
    text = LIBRARY.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    altered = text[:at] + data.draw(st.sampled_from(["", "0", '"', "}", "null"])) + text[at + 1 :]
    path = tmp_path_factory.mktemp("library") / "macros.json"
    path.write_text(altered)
    try:
        load_library(path)
    except InputError:
        pass


@pytest.mark.parametrize(
    ("world", "message"),
    [
        (World("cube", "cube", "abc"), "macros for npuzzle 'npuzzle 4', not for cube"),
        (World("npuzzle", "npuzzle 3", "abc"), "not for npuzzle 'npuzzle 3'"),
        (World("npuzzle", "npuzzle 4", "xyz"), "has changed since"),
    ],
)
def test_macros_of_another_world_are_refused(world, message):
    check_world(LIBRARY, WORLD, Path("macros.json"))
    with pytest.raises(InputError, match=message):
        check_world(LIBRARY, world, Path("macros.json"))
