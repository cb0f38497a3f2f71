"""Files that are wrong or ask too much: one line with file, line, column, and what was expected."""

from pathlib import Path

import pytest

from fmtools.errors import PddlError, UnsupportedError
from fmtools.pddl.read import parse_domain, parse_problem, read_domain
from tests.pddl.pddl_samples import BLOCKS

HEAD = """(define (domain d) (:types block table) (:constants c - block)
(:predicates (on ?x ?y) (on-table ?x) (clear)) (:functions (total-cost) (f ?x))
"""
ACTION = HEAD.rstrip() + "(:action a :parameters (?x ?yy - block)\n{}))"


def domain_error(text: str, kind: type[Exception] = PddlError) -> str:
    with pytest.raises(kind) as caught:
        parse_domain(text, Path("d.pddl"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def problem_error(sections: str, kind: type[Exception] = PddlError) -> str:
    domain = parse_domain(HEAD + ")")
    with pytest.raises(kind) as caught:
        parse_problem(f"(define (problem x)\n{sections})", domain, Path("p.pddl"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (":precondition (on-tabel ?x)", "3:15: unknown predicate 'on-tabel'; did you mean 'on-ta"),
        (
            ":precondition (zzz ?x)",
            "3:15: unknown predicate 'zzz'; expected a declared predicate: ",
        ),
        (":precondition (on ?x)", "3:15: 'on' has 1 arguments; expected 2"),
        (":effect (on ?x ?y)", "3:16: unknown variable '?y'; did you mean '?yy'?"),
        (":effect (on ?x x)", "3:16: unknown object 'x'; expected a declared object: c"),
        (":efect (clear)", "3:1: unexpected ':efect'; did you mean ':effect'?"),
        (":effect (clear) :effect (clear)", "3:17: a second :effect; expected one"),
        (":effect", "3:1: :effect without a list; expected '('"),
        (":effect clear", "3:9: :effect without a list; expected '('"),
        (":effect (not (clear) (clear))", "3:9: (not ...) of 2 formulas; expected exactly one"),
        (":effect (and clear)", "3:14: unexpected 'clear'; expected a formula"),
        (":effect (and (= ?x ?yy))", "3:14: an effect cannot make objects equal"),
        (":precondition (= ?x)", "3:15: (= ...) of 1 terms; expected 2"),
        (":precondition ((clear))", "3:15: unexpected '(('; expected the name of a predicate"),
        (":precondition (on ?x (clear))", "3:22: unexpected (clear ...); expected an object"),
        (":effect (increase (total-cost) (g ?x))", "3:32: unknown function 'g'"),
        (":effect (not (and (clear)))", "3:14: unexpected (and ...) after 'not'; expected a pred"),
        (":effect (when (clear))", "3:9: (when ...) of 1 parts; expected 2"),
        (":effect (when (clear) (on ?z c))", "3:27: unknown variable '?z'; expected a declared"),
        (":effect (forall ?z (clear))", "3:17: unexpected '?z'; expected variables such as (?x"),
        (":effect (forall (?z) (clear) (clear))", "3:9: (forall ...) of 3 parts; expected vari"),
        (":effect (forall (?z) (forall (?z) (on-table ?z)))", "3:22: variable '?z' has a meaning"),
        (
            ":effect (when (on-table ?x) (forall (?x) (on-table ?x)))",
            "3:29: variable '?x' has a meaning outside; expected another name",
        ),
        (":precondition (exists (?z - blok) (clear))", "3:29: unknown type 'blok'; did you mean"),
        (":precondition (forall (?z ?z) (clear))", "3:23: parameter '?z' is there twice"),
        (":precondition (imply (clear))", "3:15: (imply ...) of 1 formulas; expected 2"),
        (":precondition (or (on-tabel ?x))", "3:19: unknown predicate 'on-tabel'; did you mean"),
        (":precondition (and (exists (?z) (clear)) (on ?z ?x))", "3:46: unknown variable '?z'"),
        (":effect (increase (total-cost))", "3:9: (increase (total-cost) ...) needs one amount"),
        (":effect (increase (total-cost) (f))", "3:32: 'f' has 0 arguments; expected 1"),
    ],
)
def test_errors_in_actions_say_where_and_what_was_expected(parts: str, message: str) -> None:
    assert domain_error(ACTION.format(parts)).startswith(f"d.pddl:{message}")


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("(:action)", "1:20: (:action) without a name"),
        ("(:action a :parameters (?x - blok))", "unknown type 'blok'; expected a declared type"),
        ("(:action a :parameters (x))", "unexpected 'x'; expected a variable such as ?x"),
        ("(:action a :parameters (?x ?x))", "parameter '?x' is there twice"),
        ("(:types block) (:predicates (p ?x - blokc))", "unknown type 'blokc'; did you mean 'bl"),
        ("(:types block) (:constants k - blokc)", "1:51: unknown type 'blokc'; did you mean 'bl"),
        ("(:predicates (p ?x) (p ?x ?y))", "'p' declared again with 2 arguments; expected 1"),
        ("(:predicates p)", "unexpected 'p'; expected a predicate such as (p ?x)"),
        ("(:types a - b b - a)", "1:28: the supertypes of 'a' form a cycle"),
        ("(:types object - thing)", "'object' below 'thing'; expected no supertype"),
        ("(:types a -)", "1:30: nothing after '-'; expected a type"),
        ("(:types - a)", "1:28: nothing before '-'; expected a type"),
        ("(:types a - (either))", "unexpected (either ...); expected a type or (either type ...)"),
        ("(:predicate (p))", "1:20: unknown section ':predicate'; did you mean ':predicates'?"),
        ("predicates", "1:20: unexpected 'predicates'; expected a section"),
        ("(:constants ?k)", "unexpected '?k'; expected the name of an object"),
        ("(:action a :effect ()) (:action a :parameters (?x))", "a second action 'a'; expected an"),
        ("(:derived (p ?x))", "1:20: (:derived ...) of 1 parts; expected (:derived (p ?x) COND"),
        ("(:derived p (q))", "1:30: unexpected 'p'; expected a predicate such as (p ?x)"),
        ("(:predicates (p ?x)) (:derived (p) (p c))", "1:51: 'p' has 0 arguments; expected 1"),
        ("(:derived (p ?x) (q ?y))", "unknown variable '?y'; expected a declared variable: ?x"),
        ("(:derived (p) (not (p)))", "1:20: 'p' depends on its own negation"),
        ("(:derived (p) (q)) (:derived (q) (not (p)))", "1:20: 'p' depends on its own negation"),
        ("(:derived (p) ()) (:action a :effect (p))", "'p' is derived, so no action can change it"),
    ],
)
def test_errors_in_sections_say_where_and_what_was_expected(section: str, message: str) -> None:
    error = domain_error(f"(define (domain d) {section})")
    assert error.startswith("d.pddl:1:")
    assert message in error


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        (
            "(:objects a - blok) (:init) (:goal ())",
            "2:15: unknown type 'blok'; did you mean 'block'",
        ),
        ("(:objects a) (:init (clear) (on a b)) (:goal ())", "2:35: unknown object 'b'"),
        ("(:objects aa) (:init (on-table a)) (:goal ())", "2:32: unknown object 'a'; did you mean"),
        ("(:init (cler)) (:goal ())", "2:8: unknown predicate 'cler'; did you mean 'clear'?"),
        ("(:init) (:goal (on c))", "2:16: 'on' has 1 arguments; expected 2"),
        ("(:init) (:goal (on c ?x))", "2:22: unknown variable '?x'; no variable is declared"),
        ("(:init) (:goal (clear) (clear))", "2:24: a second formula in :goal"),
        ("(:init)", "1:1: a problem without :goal; expected (:goal ...)"),
        ("(:goal (clear))", "1:1: a problem without :init; expected (:init ...)"),
        ("(:objects a) (:init (= a c)) (:goal ())", "2:21: 'a' and 'c' are different objects"),
        ("(:init (clear) (not (clear))) (:goal ())", "2:16: (clear) is both true and false"),
        ("(:init (= (f c) x)) (:goal ())", "2:17: unexpected 'x'; expected a number"),
        ("(:init (= (f c) 1) (= (f c) 2)) (:goal ())", "2:20: (f c) has a second value"),
        ("(:init (= (g c) 1)) (:goal ())", "2:11: unknown function 'g'"),
        ("(:objects c - table) (:init) (:goal ())", "2:11: object 'c' is a constant of type block"),
        ("(:int) (:goal ())", "2:1: unknown section ':int'; did you mean ':init'?"),
        ("(:init) (:goal ()) (:metric minimise (total-cost))", "2:29: unexpected 'minimise'"),
    ],
)
def test_errors_in_problems_say_where_and_what_was_expected(sections: str, message: str) -> None:
    assert problem_error(sections).startswith(f"p.pddl:{message}")


@pytest.mark.parametrize(
    "parts",
    [
        ":precondition (preference p1 (clear))",
        ":precondition (>= (f ?x) 3)",
        ":precondition (= (f ?x) 3)",
        ":precondition (= total-cost 3)",
        ":effect (or (clear) (on-table ?x))",
        ":effect (when (clear) (increase (total-cost) 1))",
        ":effect (forall (?z) (increase (total-cost) 1))",
        ":precondition (or (clear) (>= (f ?x) 3))",
        ":precondition (forall (?z) (= (f ?z) 3))",
        ":effect (increase (f ?x) 1)",
        ":effect (decrease (total-cost) 1)",
        ":effect (assign (f ?x) 1)",
        ":effect (increase (total-cost) (* 2 (f ?x)))",
        ":effect (increase (total-cost) 1.5)",
        ":effect (increase (total-cost) -1)",
        ":effect (probabilistic 0.5 (clear))",
        ":effect (on ?x (f ?x))",
        ":duration (= ?duration 3)",
    ],
)
def test_richer_pddl_in_actions_is_refused_by_name(parts: str) -> None:
    error = domain_error(ACTION.format(parts), UnsupportedError)
    assert error.startswith("d.pddl:3:")
    assert "not supported; expected classical PDDL" in error


@pytest.mark.parametrize(
    "section",
    [
        "(:axiom :vars (?x) :context (q ?x) :implies (p ?x))",
        "(:durative-action a :parameters ())",
        "(:constraints (always (p)))",
        "(:process p)",
        "(:functions (place-of ?x) - room)",
    ],
)
def test_richer_pddl_in_domains_is_refused_by_name(section: str) -> None:
    error = domain_error(f"(define (domain d) {section})", UnsupportedError)
    assert error.startswith("d.pddl:1:")


@pytest.mark.parametrize(
    "sections",
    [
        "(:init) (:goal (and (preference p (clear))))",
        "(:init (forall (?x) (on-table ?x))) (:goal ())",
        "(:init (at 5 (clear))) (:goal ())",
        "(:init (oneof (clear) (on-table c))) (:goal ())",
        "(:init) (:goal ()) (:constraints (always (clear)))",
        "(:init) (:goal ()) (:metric maximize (total-cost))",
        "(:init) (:goal ()) (:metric minimize (f c))",
        "(:init) (:goal (> (f c) 3))",
        "(:init (= (f c) c)) (:goal ())",
        "(:init (= (total-cost) 0.5)) (:goal ())",
    ],
)
def test_richer_pddl_in_problems_is_refused_by_name(sections: str) -> None:
    assert problem_error(sections, UnsupportedError).startswith("p.pddl:2:")


def test_exit_codes_tell_wrong_from_unsupported() -> None:
    assert PddlError.exit_code == 31
    assert UnsupportedError.exit_code == 34


def test_swapped_files_are_noticed() -> None:
    assert "this is a problem file; expected a domain" in domain_error(BLOCKS.problem)
    with pytest.raises(PddlError, match="this is a domain file; expected a problem"):
        parse_problem(BLOCKS.domain, parse_domain(BLOCKS.domain))


def test_a_missing_file_is_an_error_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(PddlError, match=r"nowhere\.pddl: no such file"):
        read_domain(tmp_path / "nowhere.pddl")


def test_suggestions_among_many_long_names_take_no_time() -> None:
    names = " ".join(f"{'n' * 40}{number}" for number in range(20_000))
    domain = parse_domain("(define (domain d) (:predicates (p ?x)))")
    text = f"(define (problem x) (:objects {names}) (:init (p {'n' * 44})) (:goal ()))"
    with pytest.raises(PddlError, match="unknown object"):
        parse_problem(text, domain)
