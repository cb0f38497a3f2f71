"""Tokens, positions and limits of the s-expression reader."""

import time
import tracemalloc
from pathlib import Path

import pytest

from fmtools.errors import PddlError
from fmtools.pddl import sexpr
from fmtools.pddl.sexpr import parse_tree
from fmtools.pddl.text import decode, load_text


def test_words_are_folded_to_lower_case_and_comments_dropped() -> None:
    root = parse_tree("; Head (\n(DEFINE (Problem P1) ; tail )\n (X Y))")
    assert [item.word for item in root.items()] == ["define", "(", "("]
    assert root.items()[2].words() == ["x", "y"]


def test_a_question_mark_begins_a_word_wherever_it_stands() -> None:
    root = parse_tree("(aircraft?a?b ??c ?)")
    assert root.words() == ["aircraft", "?a", "?b", "?", "?c", "?"]
    assert [item.position[1] for item in root.items()] == [2, 10, 12, 15, 16, 19]


def test_words_of_a_list_with_lists_inside_are_none() -> None:
    assert parse_tree("(a (b))").words() is None


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_positions_count_lines_whatever_ends_them(newline: str) -> None:
    root = parse_tree(newline.join(["(a", "\tb", "", "  (c d))"]))
    a, b, c = root.items()
    assert [a.position, b.position, c.position] == [(1, 2), (2, 2), (4, 3)]
    assert c.items()[1].position == (4, 6)


def test_spans_cut_the_users_own_text() -> None:
    text = "(define ; note (\n (:ACTION Move :effect ()) )"
    action = parse_tree(text).items()[1]
    start, end = action.span
    assert text[start:end] == "(:ACTION Move :effect ())"
    start, end = action.items()[1].span
    assert text[start:end] == "Move"


def test_byte_order_mark_is_no_part_of_the_text() -> None:
    assert parse_tree(decode(b"\xef\xbb\xbf(a)")).position == (1, 1)


def test_latin_1_in_comments_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.pddl"
    path.write_bytes(b"; by Andr\xe9 (\r\n(a b) ; \xff\r\n")
    assert parse_tree(load_text(path), path).words() == ["a", "b"]


@pytest.mark.parametrize(
    "data", [b"(a \xe9)", b"(a \x1b[2J)", "(a é)".encode(), b"\xff\xfe(\x00", b"(\xf0\x9f a)"]
)
def test_odd_bytes_outside_of_comments_are_refused(data: bytes) -> None:
    with pytest.raises(PddlError, match=r":1:\d+: .*expected"):
        parse_tree(decode(data))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: the file is empty; expected"),
        (" ; only a comment", "1:1: the file is empty; expected"),
        ("word", "1:1: unexpected 'word'; expected"),
        ("(a\n (b)", "1:1: this '(' is never closed"),
        ("(a))", "1:4: unexpected ')'"),
        (")", "1:1: unexpected ')'"),
        ("(a)\n (b c)", "2:2: unexpected (b ...) after the end"),
    ],
)
def test_unbalanced_text_is_an_error_with_position(text: str, message: str) -> None:
    with pytest.raises(PddlError) as caught:
        parse_tree(text, Path("f.pddl"))
    assert str(caught.value).startswith("f.pddl:" + message)


def test_nesting_of_a_hundred_thousand_is_read_and_of_a_million_refused() -> None:
    node = parse_tree("(" * 100_000 + ")" * 100_000)
    while node.items():
        node = node.items()[0]
    assert node.is_empty
    with pytest.raises(PddlError, match="nested too deeply"):
        parse_tree("(" * 1_000_000 + ")" * 1_000_000)


def test_files_over_the_size_limit_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "huge.pddl"
    with path.open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    with pytest.raises(PddlError, match="expected at most"):
        load_text(path)


@pytest.mark.parametrize("name", ["missing.pddl", ".", "a\0b"])
def test_what_is_not_a_file_is_an_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(PddlError):
        load_text(tmp_path / name)


def test_a_huge_token_is_shortened_in_messages() -> None:
    with pytest.raises(PddlError) as caught:
        parse_tree("x" * 1_000_000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("piece", ["()", "((a)(b))\n", "name-42 ; c\n"])
def test_ten_megabytes_take_bounded_time_and_memory(piece: str) -> None:
    text = "(" + piece * (10_000_000 // len(piece)) + "\n)"
    start = time.process_time()
    parse_tree(text)
    assert time.process_time() - start < 20


def test_memory_stays_within_forty_bytes_per_byte() -> None:
    text = "(" + "(ab cd)" * 200_000 + ")"
    tracemalloc.start()
    try:
        parse_tree(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 40 * len(text) + sexpr._CHUNK * 60
