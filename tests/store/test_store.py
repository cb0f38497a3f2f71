"""The store: nothing lost, nothing twice, damage said."""

import json
import multiprocessing

import pytest

from fmtools.errors import InputError, UsageError
from fmtools.store.reading import num_stale, read_contents
from fmtools.store.writing import Store, read_store
from fmtools.version import RESULTS_VERSION


def record(number, outcome="solved"):
    return {
        "format": 1,
        "results_version": RESULTS_VERSION,
        "key": f"k{number}",
        "outcome": outcome,
        "number": number,
    }


def line(number, outcome="solved"):
    return json.dumps(record(number, outcome)) + "\n"


def numbers(path):
    return [one["number"] for one in read_store(path)[0]]


def test_what_is_appended_is_read_back_in_order(tmp_path):
    store = Store(tmp_path / "new" / "results")
    assert store.append([record(1), record(2)]) == [record(1), record(2)]
    assert store.append([record(3)]) == [record(3)]
    assert read_store(store.directory) == ([record(1), record(2), record(3)], [])


def test_a_finished_run_is_never_recorded_twice(tmp_path):
    Store(tmp_path).append([record(1)])
    store = Store(tmp_path)
    assert store.is_finished("k1") and not store.is_finished("k2")
    assert store.append([record(1), record(2), record(2)]) == [record(2)]
    assert numbers(tmp_path) == [1, 2]


def test_an_error_is_no_result_and_gives_way_to_one(tmp_path):
    store = Store(tmp_path)
    store.append([record(1, "error"), record(2)])
    assert not store.is_finished("k1")
    store.append([record(1)])
    assert sorted(numbers(tmp_path)) == [1, 2]
    assert {one["outcome"] for one in read_store(tmp_path)[0]} == {"solved"}


@pytest.mark.parametrize("tail", ['{"format": 1, "key": "k3', "{", "\x00\x00\x00", "xyz\n"])
def test_a_damaged_last_line_is_left_out_by_readers_and_cut_off_by_the_next_sweep(tmp_path, tail):
    file = tmp_path / "records.jsonl"
    file.write_text(line(1) + line(2) + tail)
    records, complaints = read_store(tmp_path)
    assert [one["number"] for one in records] == [1, 2]
    assert len(complaints) == 1 and "last line" in complaints[0]
    store = Store(tmp_path)
    assert len(store.complaints) == 1 and "repaired" in store.complaints[0]
    assert str(len(tail)) in store.complaints[0]
    assert file.read_text() == line(1) + line(2)
    store.append([record(3)])
    assert read_store(tmp_path) == ([record(1), record(2), record(3)], [])


def test_every_truncation_of_a_file_loses_only_the_record_it_hits(tmp_path):
    whole = line(1) + line(2) + line(3)
    file = tmp_path / "records.jsonl"
    for length in range(len(whole)):
        file.write_text(whole[:length])
        store = Store(tmp_path)
        kept = whole[:length].count("\n")
        assert [one["number"] for one in read_store(tmp_path)[0]] == [1, 2, 3][:kept]
        store.append([record(n) for n in (1, 2, 3)])
        assert numbers(tmp_path) == [1, 2, 3]
        assert file.read_text() == whole


@pytest.mark.parametrize("damage", ["{", '"text"', '{"key": 3}', '{"format": 1, "key": "k"}'])
def test_a_damaged_middle_line_is_reported_by_number_kept_and_not_counted(tmp_path, damage):
    file = tmp_path / "records.jsonl"
    text = line(1) + damage + "\n" + line(2)
    file.write_text(text)
    records, complaints = read_store(tmp_path)
    assert [one["number"] for one in records] == [1, 2]
    assert len(complaints) == 1 and complaints[0].startswith("records.jsonl:2: ")
    store = Store(tmp_path)
    assert store.complaints == complaints
    store.append([record(3)])
    assert file.read_text() == text + line(3)


def test_records_of_a_later_format_are_reported_and_kept_even_at_the_end(tmp_path):
    later = json.dumps({"format": 2, "key": "k9", "outcome": "solved"}) + "\n"
    (tmp_path / "records.jsonl").write_text(line(1) + later)
    store = Store(tmp_path)
    assert "records.jsonl:2: format 2" in store.complaints[0]
    store.append([record(2)])
    assert (tmp_path / "records.jsonl").read_text() == line(1) + later + line(2)


def test_complaints_about_what_others_write_name_the_right_line(tmp_path):
    store = Store(tmp_path)
    store.append([record(1)])
    with (tmp_path / "records.jsonl").open("a") as file:
        file.write(line(2) + "broken\n" + line(3))
    store.append([record(4)])
    assert [c.split(" ")[0] for c in store.complaints] == ["records.jsonl:3:"]
    assert numbers(tmp_path) == [1, 2, 3, 4]


def test_the_same_run_twice_in_a_file_is_said_and_counted_once(tmp_path):
    (tmp_path / "records.jsonl").write_text(line(1) + line(1))
    records, complaints = read_store(tmp_path)
    assert records == [record(1)]
    assert "twice" in complaints[0]


def test_stale_records_do_not_count_as_finished_and_are_kept_apart(tmp_path):
    unnumbered = {key: value for key, value in record(1).items() if key != "results_version"}
    older = {**record(2), "results_version": RESULTS_VERSION - 1, "experiment": "e"}
    later = {**record(3), "results_version": RESULTS_VERSION + 1, "experiment": "e"}
    old_lines = "".join(json.dumps(one) + "\n" for one in (unnumbered, older, later))
    (tmp_path / "records.jsonl").write_text(old_lines + line(4))
    store = Store(tmp_path)
    assert [store.is_finished(f"k{number}") for number in (1, 2, 3, 4)] == [False] * 3 + [True]
    store.append([record(1), record(2)])
    assert (tmp_path / "records.jsonl").read_text() == old_lines + line(4) + line(1) + line(2)
    found = read_contents(tmp_path)
    assert found.records == [record(4), record(1), record(2)]
    assert found.stale == [unnumbered, older, later]
    assert found.complaints == []
    assert num_stale(found.stale) == {"None": 1, "e": 2}
    assert numbers(tmp_path) == [4, 1, 2]


def test_stale_records_are_said_by_the_version_that_made_them(tmp_path):
    old = [{**record(n), "results_version": RESULTS_VERSION + n % 2 + 1} for n in range(5)]
    (tmp_path / "records.jsonl").write_text("".join(json.dumps(one) + "\n" for one in old))
    records, complaints = read_store(tmp_path)
    assert records == []
    said = [
        (c.split(" ")[0], f"version {RESULTS_VERSION + n + 1} ") for n, c in enumerate(complaints)
    ]
    assert [number for number, _ in said] == ["3", "2"]
    assert all(words in c for (_, words), c in zip(said, complaints, strict=True))


def test_what_is_no_store_is_refused(tmp_path):
    with pytest.raises(InputError, match="name a directory of fmtools bench"):
        read_store(tmp_path / "nothing")
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        Store(tmp_path / "file")


def append_many(directory, first, count):
    store = Store(directory)
    for number in range(first, first + count):
        store.append([{**record(number), "filling": "x" * (number % 7 * 1000)}])


def test_four_writers_at_once_corrupt_nothing_and_repeat_nothing(tmp_path):
    context = multiprocessing.get_context("spawn")
    # Ranges overlap: half of the runs are offered by two writers.
    writers = [
        context.Process(target=append_many, args=(tmp_path, first, 60)) for first in (0, 30, 60, 90)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 4
    records, complaints = read_store(tmp_path)
    assert complaints == []
    assert sorted(one["number"] for one in records) == list(range(150))
