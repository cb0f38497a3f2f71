"""Splicing: the user's text stays, byte by byte, and what is new reads as PDDL."""

import pytest

from fmtools.errors import UnsupportedError
from fmtools.pddl.read import parse_domain
from fmtools.pddl.splice import Splice

DOMAIN = """; A comment ) with a parenthesis
(define (domain d)
  (:requirements :strips)   ; all we need
  (:predicates (p ?x))
  (:action a :parameters (?x) :effect (p ?x)) ; last )
)
; the end
"""
BLOCK = "  (:action b :parameters (?x) :effect (not (p ?x)))"


def spliced(text: str) -> str:
    splice = Splice(text)
    splice.require([":equality"])
    splice.append([BLOCK])
    return splice.result()


def test_everything_that_was_there_is_still_there() -> None:
    result = spliced(DOMAIN)
    for line in DOMAIN.splitlines():
        assert line.replace(":strips)", ":strips :equality)") in result
    assert result.endswith("; the end\n")


def test_new_actions_come_last() -> None:
    assert list(parse_domain(spliced(DOMAIN)).operators) == ["a", "b"]


def test_requirements_are_extended_by_what_is_missing_only() -> None:
    splice = Splice(DOMAIN)
    splice.require([":strips", ":equality"])
    assert parse_domain(splice.result()).requirements == (":strips", ":equality")


def test_adl_implies_equality() -> None:
    text = DOMAIN.replace(":strips", ":adl")
    splice = Splice(text)
    splice.require([":equality", ":negative-preconditions"])
    assert splice.result() == text


def test_a_missing_requirements_section_is_added() -> None:
    text = DOMAIN.replace("(:requirements :strips)", "")
    assert parse_domain(spliced(text)).requirements == (":strips", ":equality")


def test_line_ends_follow_the_file() -> None:
    result = spliced(DOMAIN.replace("\n", "\r\n"))
    assert result.replace("\r\n", "\n") == spliced(DOMAIN)


def test_a_file_in_one_line_is_no_trouble() -> None:
    result = spliced(" ".join(line for line in DOMAIN.splitlines()[1:5] if ";" not in line) + ")")
    assert list(parse_domain(result).operators) == ["b"]


def test_lines_are_added_to_a_section() -> None:
    splice = Splice(DOMAIN)
    splice.add_to(":predicates", ["(q ?x)"], "new")
    assert list(parse_domain(splice.result()).predicates) == ["p", "q"]


def test_a_missing_section_cannot_be_added_to() -> None:
    with pytest.raises(UnsupportedError, match="without :functions"):
        Splice(DOMAIN).add_to(":functions", ["(f)"], "new")
