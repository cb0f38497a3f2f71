"""Numbers that nothing holds, half characters and misplaced values: one line, never a traceback."""

import json
from pathlib import Path

import pytest

from fmtools.odd_text import MOST, parse_json, parse_toml
from tests.cli.command import PDDL, assert_refused, fmtools
from tests.reports.stores import record, write_store

MACROS = PDDL.parent / "compiled" / "gripper" / "macros.json"
HUGE = ["9" * 400, "9" * 5000]


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize(
    "option",
    ["--budget", "--memory-limit", "--time-limit", "--seed", "--scramble-steps", "--shorten"],
)
def test_huge_numbers_on_the_command_line_are_usage_errors(option: str, huge: str) -> None:
    done = fmtools("plan", "npuzzle", option, huge)
    assert done.code == 2, done.err
    assert "Traceback" not in done.err
    assert option.removeprefix("--") in done.err


def test_the_largest_seed_is_a_seed() -> None:
    done = fmtools("plan", "npuzzle", "--size", 2, "--seed", MOST, "--json")
    assert (done.code, done.json["seed"]) == (0, MOST)


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize("place", ["effect_size", "effect", "facts", "seed"])
def test_huge_numbers_in_a_library_are_damage(place: str, huge: str, tmp_path: Path) -> None:
    document = json.loads(MACROS.read_text())
    if place == "facts":
        document["facts"] = {"HUGE": "a"}
    elif place == "seed":
        document["provenance"]["seed"] = "HUGE"
    else:
        document["macros"][0][place] = "HUGE" if place == "effect_size" else [["HUGE", 0, 1]]
    text = json.dumps(document)
    path = tmp_path / "macros.json"
    path.write_text(
        text.replace("HUGE", huge) if place == "facts" else text.replace('"HUGE"', huge)
    )
    assert_refused(fmtools("show", path), 31, "damaged macro library")


def test_what_never_was_a_library_is_not_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "domain.pddl"
    path.write_text("(define (domain d))")
    assert_refused(fmtools("show", path), 31, "no macro library: not JSON")


def test_half_a_character_in_a_library_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "macros.json"
    path.write_text(MACROS.read_text().replace('"name": "gripper"', '"name": "grip\\udc80per"'))
    assert_refused(fmtools("show", path), 31, "damaged macro library", "surrogate")


def test_odd_records_are_left_out_and_said(tmp_path: Path) -> None:
    odd = [record(planner="\udc80"), record(generated=10**400), record(instance=1)]
    store = write_store(tmp_path / "store", [*odd, record(seconds=int("9" * 30))])
    for words in (("report", store), ("records", store, "--csv", tmp_path / "all.csv")):
        done = fmtools(*words)
        assert done.code == 0, done.err
        for fragment in ("records.jsonl:1: damaged: half", "records.jsonl:2: damaged: a number"):
            assert fragment in done.err
        assert "records.jsonl:4" in done.err


@pytest.mark.parametrize("huge", HUGE)
@pytest.mark.parametrize("key", ["budget", "time_limit", "memory_limit", "beam", "instances"])
@pytest.mark.parametrize("quote", ["", '"'])
def test_huge_numbers_in_an_experiment_are_refused(
    key: str, huge: str, quote: str, tmp_path: Path
) -> None:
    path = tmp_path / "e.toml"
    path.write_text(f'worlds = "8-puzzle"\n{key} = {quote}{huge}{quote}\n')
    assert_refused(fmtools("bench", path, "-o", tmp_path / "r"), 31, "e.toml: ")


def test_a_label_that_leads_elsewhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "e.toml"
    path.write_text(
        'worlds = "8-puzzle"\nmacros = "../../evil"\n[macro."../../evil"]\nsource = "focused"\n'
    )
    assert_refused(fmtools("bench", path, "-o", tmp_path / "r"), 31, "../../evil", "no /")


@pytest.mark.parametrize("guards", [1, [1], [[1]], ["(at a)"]])
def test_odd_guards_in_a_folder_of_augment_are_refused(guards: object, tmp_path: Path) -> None:
    document = json.loads(MACROS.read_text())
    document["macros"] = document["macros"][:1]
    document["version"] = 1
    document.pop("policy")
    document["provenance"] = {
        "source": "augment", "form": "equality", "joined": [False], "guards": guards,
    }  # fmt: skip
    (tmp_path / "macros.json").write_text(json.dumps(document))
    domain = PDDL / "gripper" / "domain.pddl"
    (tmp_path / "original-domain.pddl").write_text(domain.read_text())
    problem = PDDL / "gripper" / "problem-000.pddl"
    done = fmtools("apply", tmp_path, problem, "-o", tmp_path / "p.pddl")
    assert_refused(done, 31, "damaged macro library", "guards")


@pytest.mark.parametrize("name", ["suitcase", "table1"])
def test_lock_experiments_with_other_worlds_are_reported(name: str, tmp_path: Path) -> None:
    lock = {"world": "lock", "dials": 5, "digits": 2, "effect_size": 2}
    runs = [record(name, world="gripper"), record(name, **lock)]
    store = write_store(tmp_path / "store", runs)
    done = fmtools("report", store, "-o", tmp_path / "page.html")
    assert done.code == 0, done.err
    shown = fmtools("report", store).out
    assert "gripper" in shown
    assert "N=5, M=2" in shown


def test_numbers_of_64_bits_are_read_and_larger_ones_not() -> None:
    assert parse_json(f"[{MOST}, -{MOST}]") == [MOST, -MOST]
    assert parse_toml(f"a = {MOST}") == {"a": MOST}
    assert parse_json(f'["{HUGE[0]}", "\\ud83d\\ude00"]') == [HUGE[0], "😀"]
    for text in (f"[{MOST + 1}]", f"-{HUGE[0]}", '"\\ud83d"', "[" * 100_000, "[", HUGE[1]):
        with pytest.raises(ValueError):
            parse_json(text)
    for text in (f"a = [{MOST + 1}]", "a = 0xffffffffffffffffff", f"a = {HUGE[1]}", "a = ["):
        with pytest.raises(ValueError):
            parse_toml(text)
