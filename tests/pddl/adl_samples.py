"""Small tasks beyond STRIPS, one for each construct and some for mixtures; each has a plan."""

from tests.pddl.pddl_samples import Sample

CONDITIONAL = Sample(
    """(define (domain lamps) (:requirements :conditional-effects :negative-preconditions)
  (:predicates (on ?x) (linked ?x ?y))
  (:action toggle :parameters (?x)
    :effect (and (when (on ?x) (not (on ?x))) (when (not (on ?x)) (on ?x))))
  (:action push :parameters (?x ?y) :precondition (linked ?x ?y)
    :effect (when (and (on ?x) (not (on ?y))) (and (on ?y) (not (on ?x))))))
""",
    """(define (problem p) (:domain lamps) (:objects a b c)
  (:init (on a) (linked a b) (linked b c)) (:goal (and (on c) (on b) (not (on a)))))""",
)

QUANTIFIED_EFFECTS = Sample(
    """(define (domain lift) (:requirements :adl)
  (:types passenger floor - object)
  (:predicates (origin ?p - passenger ?f - floor) (destin ?p - passenger ?f - floor)
    (in ?p - passenger) (there ?p - passenger) (lift ?f - floor))
  (:action stop :parameters (?f - floor) :precondition (lift ?f)
    :effect (and
      (forall (?p - passenger)
        (when (and (in ?p) (destin ?p ?f)) (and (not (in ?p)) (there ?p))))
      (forall (?p - passenger) (when (and (origin ?p ?f) (not (there ?p))) (in ?p)))))
  (:action move :parameters (?f ?g - floor) :precondition (lift ?f)
    :effect (and (not (lift ?f)) (lift ?g))))
""",
    """(define (problem p) (:domain lift)
  (:objects ann bob - passenger low mid high - floor)
  (:init (origin ann low) (destin ann high) (origin bob mid) (destin bob low) (lift mid))
  (:goal (forall (?p - passenger) (there ?p))))""",
)

RESET = Sample(
    """(define (domain reset) (:requirements :universal-preconditions)
  (:predicates (mark ?x) (done))
  (:action set :parameters (?x) :effect (mark ?x))
  (:action clear :parameters () :effect (forall (?x) (not (mark ?x))))
  (:action finish :parameters () :precondition (forall (?x) (mark ?x))
    :effect (and (done) (forall (?x) (not (mark ?x))))))
""",
    """(define (problem p) (:domain reset) (:objects a b c) (:init (mark b))
  (:goal (and (done) (forall (?x) (not (mark ?x))))))""",
)

DISJUNCTION = Sample(
    """(define (domain doors) (:requirements :disjunctive-preconditions :existential-preconditions)
  (:types room key)
  (:predicates (at ?r - room) (path ?a ?b - room) (has ?k - key) (lies ?k - key ?r - room)
    (locked ?r - room) (opens ?k - key ?r - room))
  (:action go :parameters (?a ?b - room)
    :precondition (and (at ?a) (or (path ?a ?b) (path ?b ?a))
      (imply (locked ?b) (exists (?k - key) (and (has ?k) (opens ?k ?b)))))
    :effect (and (not (at ?a)) (at ?b)))
  (:action take :parameters (?k - key ?r - room) :precondition (and (at ?r) (lies ?k ?r))
    :effect (and (has ?k) (not (lies ?k ?r)))))
""",
    """(define (problem p) (:domain doors) (:objects r1 r2 r3 r4 - room k1 k2 - key)
  (:init (at r1) (path r2 r1) (path r2 r3) (path r4 r3) (locked r4) (locked r3) (lies k1 r1)
    (lies k2 r3) (opens k1 r3) (opens k2 r4))
  (:goal (or (at r4) (and (at r3) (not (has k1))))))""",
)

NESTED = Sample(
    """(define (domain nested) (:requirements :adl)
  (:constants k)
  (:predicates (p ?x) (q ?x) (r ?x ?y) (end))
  (:action one :parameters (?x)
    :precondition (not (or (p ?x) (not (imply (q ?x) (exists (?y) (r ?x ?y))))))
    :effect (and (p ?x) (forall (?y) (when (or (r ?x ?y) (= ?y k)) (q ?y)))))
  (:action two :parameters (?x)
    :precondition (forall (?y) (or (p ?y) (and (= ?y ?x) (exists (?x) (q ?x)))))
    :effect (and (end) (not (p k)))))
""",
    """(define (problem p) (:domain nested) (:objects a b)
  (:init (r a b) (r b k) (q b)) (:goal (and (end) (not (and (p k) (q a))))))""",
)

AXIOMS = Sample(
    """(define (domain network) (:requirements :adl :derived-predicates)
  (:types node)
  (:predicates (wire ?a ?b - node) (closed ?a ?b - node) (source ?a - node) (fed ?a - node)
    (dark) (safe))
  (:derived (fed ?a - node)
    (or (source ?a) (exists (?b - node) (and (fed ?b) (closed ?b ?a)))))
  (:derived (dark) (exists (?a - node) (not (fed ?a))))
  (:derived (safe) (not (dark)))
  (:action close :parameters (?a ?b - node)
    :precondition (and (wire ?a ?b) (not (closed ?a ?b)))
    :effect (closed ?a ?b))
  (:action open :parameters (?a ?b - node) :precondition (and (closed ?a ?b) (not (safe)))
    :effect (not (closed ?a ?b))))
""",
    """(define (problem p) (:domain network) (:objects a b c d - node)
  (:init (source a) (wire a b) (wire b c) (wire c d) (wire d b) (closed c d) (closed d b))
  (:goal (and (safe) (not (closed d b)))))""",
)

MIXTURE = Sample(
    """(define (domain mixture) (:requirements :adl :derived-predicates :action-costs)
  (:types place thing - object box - thing)
  (:predicates (at ?t - thing ?p - place) (inside ?t - thing ?b - box) (held ?t - thing)
    (free ?p - place) (ready))
  (:functions (total-cost) (far ?p - place))
  (:derived (free ?p - place) (forall (?t - thing) (not (at ?t ?p))))
  (:derived (ready) (or (exists (?t - thing) (held ?t)) (forall (?p - place) (free ?p))))
  (:action carry :parameters (?b - box ?to - place)
    :precondition (and (free ?to) (not (held ?b)))
    :effect (and (increase (total-cost) (far ?to)) (at ?b ?to)
      (forall (?p - place) (when (at ?b ?p) (not (at ?b ?p))))
      (forall (?t - thing) (when (inside ?t ?b)
        (and (at ?t ?to) (forall (?p - place) (when (at ?t ?p) (not (at ?t ?p)))))))))
  (:action lift :parameters (?t - thing)
    :precondition (and (not (ready)) (exists (?p - place) (at ?t ?p)))
    :effect (and (held ?t) (forall (?p - (either place)) (not (at ?t ?p)))
      (forall (?b - box) (not (inside ?t ?b))) (increase (total-cost) 1))))
""",
    """(define (problem p) (:domain mixture) (:objects p1 p2 p3 - place nut - thing b1 - box)
  (:init (at b1 p1) (at nut p1) (inside nut b1) (= (total-cost) 0) (= (far p1) 1) (= (far p2) 2)
    (= (far p3) 3))
  (:goal (and (held nut) (ready) (at b1 p3))) (:metric minimize (total-cost)))""",
)

ADL_SAMPLES = {
    "conditional": CONDITIONAL,
    "quantified effects": QUANTIFIED_EFFECTS,
    "reset": RESET,
    "disjunction": DISJUNCTION,
    "nested": NESTED,
    "axioms": AXIOMS,
    "mixture": MIXTURE,
}
