import sys
from pathlib import Path

from fmtools.errors import EXIT_INPUT, EXIT_OK
from tests.cli.command import assert_refused, fmtools


def test_list_says_what_is_here_what_it_reads_and_how_to_get_the_rest() -> None:
    done = fmtools("planners", "--json")
    assert (done.code, done.err) == (EXIT_OK, "")
    found = {entry["title"]: entry for entry in done.json["planners"]}
    grounded = "Fast Downward on SAS+"
    others = {"LAPKT", "pyperplan", "pymimir", "fmtools"}
    assert found.keys() == {"Fast Downward", grounded, *others}
    assert {"sas", "sas:lama-first", "sas:lama"} <= {*found[grounded]["names"]}
    downward = found["Fast Downward"]
    assert downward["installed"] and "Fast Downward" in downward["version"]
    words = ("costs", "equality", "negation", "adl", "sas")
    assert downward["reads"] == dict.fromkeys(words, True)
    assert "lama-first" in downward["names"]
    assert not any(found["pyperplan"]["reads"].values())
    assert "gbfs" in found["fmtools"]["names"]
    assert all(entry["installed"] or "pip install" in entry["install"] for entry in found.values())


def test_list_for_people_names_the_options() -> None:
    done = fmtools("planners")
    assert (done.code, done.err) == (EXIT_OK, "")
    assert "--planner lama-first" in done.out
    assert "pip install" in done.out or "not installed" not in done.out
    paths = [entry["place"] for entry in fmtools("planners", "--json").json["planners"]]
    for line in done.out.splitlines():  # paths are whole, to be copied
        assert len(line) <= 80 or line.strip() in paths, line


def test_own_planners_are_listed_and_checked(tmp_path: Path) -> None:
    path = tmp_path / "my planners.toml"
    path.write_text(f"[mine]\ncommand = ['{sys.executable}', '{{domain}}']\nreads = []\n")
    done = fmtools("planners", "--planners-file", path, "--json")
    entry = next(e for e in done.json["planners"] if e["title"] == "mine")
    assert entry["reads"]["costs"] is False
    path.write_text("[mine]\n")
    assert_refused(fmtools("planners", "--planners-file", path), EXIT_INPUT, "'mine'", "command")


def test_fast_downward_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = fmtools("planners", "--fast-downward", tmp_path / "none")
    assert_refused(done, EXIT_INPUT, "no such file")
