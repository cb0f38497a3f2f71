"""Damaged input: a result or an error of ours, never another exception."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fmtools.errors import FmtoolsError, PddlError
from fmtools.pddl.plan_file import parse_plan
from fmtools.pddl.read import parse_domain, parse_problem
from fmtools.pddl.text import decode
from tests.pddl.adl_samples import ADL_SAMPLES
from tests.pddl.ipc_oddities import ODDITIES
from tests.pddl.pddl_samples import SAMPLES, Sample

SOURCES = [*SAMPLES.values(), *ODDITIES.values(), *ADL_SAMPLES.values()]
WORDS = sorted({word for s in SOURCES for word in re.findall(r"[()]|[^\s();]+", s.domain)})
EXTRA = ["-", "?", ":", "?x", "and", "not", "or", "when", "forall", "either", "=", "0.5", "-1",
         "increase", "exists", "imply", ":derived", "total-cost", "1e999", "nan", "+", ";", "\0",
         "é", ":init"]  # fmt: skip

DEEP = ["(or ", "(when (p) ", "(forall (?x) ", "(exists (?x) ", "(imply (p) "]

fuzz = settings(
    max_examples=250, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


def survives(domain_text: str, problem_text: str) -> None:
    try:
        domain = parse_domain(domain_text, Path("d.pddl"))
        parse_problem(problem_text, domain, Path("p.pddl"))
    except FmtoolsError as error:
        assert re.match(r"[dp]\.pddl:\d+:\d+: .+; .+", str(error)), str(error)
        assert "\n" not in str(error)


@st.composite
def mutated(draw: st.DrawFn, text: str) -> str:
    """`text` with tokens deleted, doubled, swapped or replaced."""
    tokens = re.findall(r"[()]|[^\s();]+", text)
    for _ in range(draw(st.integers(1, 4))):
        first = draw(st.integers(0, len(tokens) - 1))
        second = draw(st.integers(0, len(tokens) - 1))
        kind = draw(st.sampled_from(["delete", "double", "swap", "replace", "insert"]))
        if kind == "delete" and len(tokens) > 1:
            del tokens[first]
        elif kind == "double":
            tokens.insert(first, tokens[first])
        elif kind == "swap":
            tokens[first], tokens[second] = tokens[second], tokens[first]
        elif kind == "replace":
            tokens[first] = draw(st.sampled_from(WORDS + EXTRA))
        else:
            tokens.insert(first, draw(st.sampled_from(WORDS + EXTRA)))
    return " ".join(tokens)


@st.composite
def mutated_samples(draw: st.DrawFn) -> Sample:
    sample = draw(st.sampled_from(SOURCES))
    if draw(st.booleans()):
        return Sample(draw(mutated(sample.domain)), sample.problem)
    return Sample(sample.domain, draw(mutated(sample.problem)))


@fuzz
@given(mutated_samples())
def test_files_with_mutated_tokens_never_crash(sample: Sample) -> None:
    survives(sample.domain, sample.problem)


@st.composite
def moved_lists(draw: st.DrawFn) -> Sample:
    """A sample in which one whole list stands in the place of another: balanced nonsense."""
    sample = draw(st.sampled_from(SOURCES))
    which = draw(st.booleans())
    text = sample.domain if which else sample.problem
    lists = [match.group() for match in re.finditer(r"\([^()]*(?:\([^()]*\)[^()]*)*\)", text)]
    old, new = draw(st.sampled_from(lists)), draw(st.sampled_from(lists))
    text = text.replace(old, new, 1)
    return Sample(text, sample.problem) if which else Sample(sample.domain, text)


@fuzz
@given(moved_lists())
def test_files_with_lists_moved_around_never_crash(sample: Sample) -> None:
    survives(sample.domain, sample.problem)


@fuzz
@given(
    st.sampled_from(SOURCES),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 7)), min_size=1, max_size=4),
)
def test_files_with_flipped_bits_never_crash(
    sample: Sample, in_domain: bool, flips: list[tuple[int, int]]
) -> None:
    data = bytearray((sample.domain if in_domain else sample.problem).encode())
    for place, bit in flips:
        data[place % len(data)] ^= 1 << bit
    text = decode(bytes(data), Path("d.pddl"))
    survives(*((text, sample.problem) if in_domain else (sample.domain, text)))


@fuzz
@given(st.binary(max_size=200))
def test_random_bytes_never_crash(data: bytes) -> None:
    try:
        text = decode(data)
    except PddlError:
        return
    survives(text, text)
    survives(SAMPLES["blocks"].domain, text)
    try:
        parse_plan(text)
    except PddlError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("sample", SOURCES)
def test_truncated_files_are_errors(sample: Sample) -> None:
    end = sample.problem.rstrip().rindex(")")
    domain = parse_domain(sample.domain)
    for length in range(0, end, 7):
        with pytest.raises(PddlError):
            parse_problem(sample.problem[:length], domain)


@pytest.mark.parametrize("word", ["(", "(and ", "(not ", "(:init ", "(a b ", "(+ ", *DEEP])
@pytest.mark.parametrize("closed", [True, False])
def test_deep_nesting_is_read_or_refused(word: str, closed: bool) -> None:
    depth = 100_000
    deep = word * depth + (")" * depth if closed else "")
    survives(deep, "")
    for place in (":precondition {}", ":effect {}", ":parameters {}",
                  ":effect (increase (total-cost) {})"):  # fmt: skip
        survives(f"(define (domain d) (:predicates (p)) (:action a {place.format(deep)}))", "")
    survives(SAMPLES["blocks"].domain, f"(define (problem p) (:init {deep}) (:goal {deep}))")
    survives(SAMPLES["blocks"].domain, f"(define (problem p) (:init) (:goal {deep}))")


@pytest.mark.parametrize("place", ["{}", "(define ({} x))", "(define (domain {}))",
                                   "(define (domain d) ({}))",
                                   "(define (domain d) (:types a - {}))",
                                   "(define (domain d) (:action a :effect ({})))",
                                   "(define (domain d) (:action a :{} ()))",
                                   "(define (domain d) (:action a :effect "
                                   "(increase (total-cost) {})))"])  # fmt: skip
@pytest.mark.parametrize("word", ["x", "9", "?", "-", ":", "é"])
def test_huge_tokens_are_read_or_refused(place: str, word: str) -> None:
    survives(place.format(word * 1_000_000), "")


def test_a_problem_of_ten_megabytes_is_read() -> None:
    count = 400_000
    objects = " ".join(f"block{number}" for number in range(1000))
    facts = "\n".join(f"(on block{n % 1000} block{n // 1000})" for n in range(count))
    text = f"(define (problem p) (:objects {objects}) (:init {facts}) (:goal ()))"
    text += " ; padding" + " " * (10_000_000 - len(text))
    start = time.process_time()
    problem = parse_problem(text, parse_domain(SAMPLES["blocks"].domain))
    assert len(problem.init) == count
    assert time.process_time() - start < 20
