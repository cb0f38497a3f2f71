"""Small tasks in plain PDDL, one for each feature: (domain, problem) texts by name."""

from typing import NamedTuple

from fmtools.pddl.model import Domain, Problem
from fmtools.pddl.read import parse_domain, parse_problem


class Sample(NamedTuple):
    domain: str
    problem: str

    def parse(self) -> tuple[Domain, Problem]:
        domain = parse_domain(self.domain)
        return domain, parse_problem(self.problem, domain)


BLOCKS = Sample(
    """(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (on-table ?x) (clear ?x) (hand-empty) (holding ?x))
  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (on-table ?x) (hand-empty))
    :effect (and (not (on-table ?x)) (not (clear ?x)) (not (hand-empty)) (holding ?x)))
  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (hand-empty) (on-table ?x)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (hand-empty) (on ?x ?y)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (hand-empty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (hand-empty)) (not (on ?x ?y)))))
""",
    """(define (problem three-blocks) (:domain blocks)
  (:objects a b c)
  (:init (on c a) (on-table a) (on-table b) (clear b) (clear c) (hand-empty))
  (:goal (and (on a b) (on b c))))
""",
)

GRIPPER = Sample(
    """(define (domain gripper)
  (:requirements :strips :typing)
  (:types room thing - object ball gripper - thing)
  (:constants left right - gripper)
  (:predicates (at-robot ?r - room) (at ?b - ball ?r - room) (free ?g - gripper)
               (carry ?b - ball ?g - gripper))
  (:action move
    :parameters (?from ?to - room)
    :precondition (at-robot ?from)
    :effect (and (at-robot ?to) (not (at-robot ?from))))
  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (at-robot ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (at-robot ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
""",
    """(define (problem two-balls) (:domain gripper)
  (:objects here there - room b1 b2 - ball)
  (:init (at-robot here) (at b1 here) (at b2 here) (free left) (free right))
  (:goal (and (at b1 there) (at b2 there))))
""",
)

DELIVERY = Sample(
    """(define (domain delivery)
  (:requirements :typing :action-costs)
  (:types place truck parcel)
  (:predicates (road ?a ?b - place) (at ?t - truck ?p - place) (waits ?x - parcel ?p - place)
               (inside ?x - parcel ?t - truck))
  (:functions (total-cost) - number (distance ?a ?b - place) - number)
  (:action drive
    :parameters (?t - truck ?a ?b - place)
    :precondition (and (at ?t ?a) (road ?a ?b))
    :effect (and (at ?t ?b) (not (at ?t ?a)) (increase (total-cost) (distance ?a ?b))))
  (:action load
    :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (waits ?x ?p))
    :effect (and (inside ?x ?t) (not (waits ?x ?p)) (increase (total-cost) 2)))
  (:action unload
    :parameters (?x - parcel ?t - truck ?p - place)
    :precondition (and (at ?t ?p) (inside ?x ?t))
    :effect (and (waits ?x ?p) (not (inside ?x ?t)) (increase (total-cost) 3))))
""",
    """(define (problem there-and-back) (:domain delivery)
  (:objects home mill port - place t - truck x y - parcel)
  (:init (= (total-cost) 0) (road home mill) (road mill home) (road mill port) (road port mill)
         (= (distance home mill) 7) (= (distance mill home) 8)
         (= (distance mill port) 11) (= (distance port mill) 12)
         (at t home) (waits x home) (waits y port))
  (:goal (and (waits x port) (waits y home)))
  (:metric minimize (total-cost)))
""",
)

LAMPS = Sample(
    """(define (domain lamps)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types lamp)
  (:predicates (lit ?x - lamp) (broken ?x - lamp))
  (:action swap-light
    :parameters (?x ?y - lamp)
    :precondition (and (lit ?x) (not (lit ?y)) (not (= ?x ?y)) (not (broken ?y)))
    :effect (and (lit ?y) (not (lit ?x))))
  (:action flash
    :parameters (?x ?y - lamp)
    :precondition (and (not (lit ?x)) (not (broken ?x)))
    :effect (and (lit ?x) (lit ?y) (not (lit ?y)))))
""",
    """(define (problem three-lamps) (:domain lamps)
  (:objects l1 l2 l3 - lamp)
  (:init (lit l1) (not (lit l2)))
  (:goal (and (lit l3) (not (lit l1)) (lit l2))))
""",
)

SAMPLES = {"blocks": BLOCKS, "gripper": GRIPPER, "delivery": DELIVERY, "lamps": LAMPS}
