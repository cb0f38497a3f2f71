"""Which files of a folder make a task."""

from pathlib import Path

import pytest

from fmtools.benches.ipc_folders import find_folders, folder_tasks
from fmtools.errors import InputError, UsageError
from fmtools.natural_order import natural_key

DOMAIN = "; a (define (problem in a comment\n(DEFINE (Domain d))\n"
PROBLEM = "(define\n  (problem p) (:domain d))\n"


def write(folder: Path, domains: list[str], problems: list[str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in domains:
        (folder / f"{name}.pddl").write_text(DOMAIN)
    for name in problems:
        (folder / f"{name}.pddl").write_text(PROBLEM)
    return folder


def pairs(folder: Path) -> dict[str, str | None]:
    return {t.name: t.domain and t.domain.stem for t in folder_tasks(folder).tasks}


def test_one_domain_serves_all_problems_whatever_its_name(tmp_path: Path) -> None:
    assert pairs(write(tmp_path, ["hanoi"], ["p1", "domain-of-ours"])) == {
        "domain-of-ours": "hanoi",
        "p1": "hanoi",
    }


def test_problems_come_in_natural_order(tmp_path: Path) -> None:
    names = ["p10", "p2", "P1", "p2-b", "prob", "p02-a"]
    found = list(pairs(write(tmp_path, ["domain"], names)))
    assert found == ["P1", "p2", "p02-a", "p2-b", "p10", "prob"]
    assert sorted(names, key=natural_key)[0] == "P1"


@pytest.mark.parametrize(
    ("domains", "problems"),
    [
        (["p01-domain", "p10-domain"], ["p01-s2-n1", "p10-s17"]),
        (["domain_p01", "domain_p10"], ["p01", "p10"]),
        (["domain-p1", "domain-p10", "domain-p100"], ["p1", "p10", "p100"]),
        (["domain1", "domain10", "domain11"], ["instance-1", "instance-10", "instance-11"]),
        (["domain01", "domain02"], ["pfile1-01", "pfile1-02"]),
        (["a-domain", "a-b-domain"], ["a-1", "a-b-1"]),
        (["Domain_P1", "P2-DOMAIN"], ["p1", "p2"]),
    ],
)
def test_a_domain_per_problem_goes_by_names(
    tmp_path: Path, domains: list[str], problems: list[str]
) -> None:
    assert pairs(write(tmp_path, domains, problems)) == dict(zip(problems, domains, strict=True))


def test_a_domain_for_the_rest_stands_back_behind_a_problem_s_own(tmp_path: Path) -> None:
    folder = write(tmp_path, ["domain", "p2-domain"], ["p1", "p2", "p20"])
    assert pairs(folder) == {"p1": "domain", "p2": "p2-domain", "p20": "domain"}


def test_what_cannot_be_put_together_is_a_task_with_a_reason(tmp_path: Path) -> None:
    folder = write(tmp_path, ["domain_p1", "domain_p2"], ["p1", "p3"])
    (folder / "p2.pddl").write_bytes(b"\x00 not PDDL")
    (folder / "p4.pddl").mkdir()
    tasks = {task.name: task for task in folder_tasks(folder).tasks}
    assert tasks["p1"].reason == ""
    assert tasks["p2"].reason.endswith("defines neither a domain nor a problem")
    assert tasks["p3"].reason.endswith("no domain file goes with it")
    assert "cannot be read" in tasks["p4"].reason


def test_a_domain_that_is_none_spoils_its_tasks(tmp_path: Path) -> None:
    folder = write(tmp_path, [], ["p1"])
    (folder / "domain.pddl").write_text("")
    (task,) = folder_tasks(folder).tasks
    assert task.domain == folder / "domain.pddl"
    assert task.reason.endswith("domain.pddl: defines neither a domain nor a problem")


def test_folders_are_found_at_any_depth_and_chosen_by_name(tmp_path: Path) -> None:
    write(tmp_path / "ipc" / "a10-adl", ["domain"], ["p1"])
    write(tmp_path / "ipc" / "a2", ["domain"], ["p1"])
    write(tmp_path / "ipc" / "b" / "c", ["domain"], ["p1"])
    root = tmp_path / "ipc"
    assert [folder.name for folder in find_folders(root)] == ["a2", "a10-adl", "b/c"]
    assert [folder.name for folder in find_folders(root, skip=["*-adl"])] == ["a2", "b/c"]
    assert [folder.name for folder in find_folders(root, only=["b/c", "a*"], skip=["a2"])] == [
        "a10-adl",
        "b/c",
    ]
    with pytest.raises(UsageError, match="no folder 'z'"):
        find_folders(root, only=["z"])
    (alone,) = find_folders(root / "a2")
    assert alone.name == "a2" and len(alone.tasks) == 1


def test_a_folder_of_problems_takes_the_domains_above_it(tmp_path: Path) -> None:
    write(tmp_path / "barman", ["domain"], [])
    write(tmp_path / "barman" / "instances", [], ["instance-1", "instance-2"])
    (folder,) = find_folders(tmp_path)
    assert folder.name == "barman/instances"
    assert {task.domain for task in folder.tasks} == {tmp_path / "barman" / "domain.pddl"}


def test_a_folder_without_pddl_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no .pddl files"):
        find_folders(tmp_path)
    with pytest.raises(InputError, match="not a directory"):
        find_folders(tmp_path / "gone")
