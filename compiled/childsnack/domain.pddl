; Childsnack-like: make sandwiches in the kitchen, some without gluten, and serve waiting children.
(define (domain childsnack)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types child bread filling sandwich tray place)
  (:constants kitchen - place)
  (:predicates
    (bread-left ?b - bread)
    (filling-left ?f - filling)
    (gluten-free-bread ?b - bread)
    (gluten-free-filling ?f - filling)
    (unmade ?s - sandwich)
    (in-kitchen ?s - sandwich)
    (gluten-free ?s - sandwich)
    (on-tray ?s - sandwich ?t - tray)
    (tray-at ?t - tray ?p - place)
    (waiting ?c - child ?p - place)
    (allergic ?c - child)
    (not-allergic ?c - child)
    (served ?c - child))

  (:action make-gluten-free
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (bread-left ?b) (filling-left ?f)
                       (gluten-free-bread ?b) (gluten-free-filling ?f))
    :effect (and (in-kitchen ?s) (gluten-free ?s)
                 (not (unmade ?s)) (not (bread-left ?b)) (not (filling-left ?f))))

  (:action make
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (bread-left ?b) (filling-left ?f))
    :effect (and (in-kitchen ?s)
                 (not (unmade ?s)) (not (bread-left ?b)) (not (filling-left ?f))))

  (:action put-on-tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (in-kitchen ?s) (tray-at ?t kitchen))
    :effect (and (on-tray ?s ?t) (not (in-kitchen ?s))))

  (:action carry-tray
    :parameters (?t - tray ?from - place ?to - place)
    :precondition (and (tray-at ?t ?from))
    :effect (and (not (tray-at ?t ?from)) (tray-at ?t ?to)))

  (:action serve-gluten-free
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (waiting ?c ?p) (allergic ?c) (tray-at ?t ?p)
                       (on-tray ?s ?t) (gluten-free ?s))
    :effect (and (served ?c) (not (on-tray ?s ?t))))

  (:action serve-any
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (waiting ?c ?p) (not-allergic ?c) (tray-at ?t ?p) (on-tray ?s ?t))
    :effect (and (served ?c) (not (on-tray ?s ?t))))

  ; fmtools: 3 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 9145c0b13c4528aa101dfa3613701427a6bfb5fb6e0394904b11ff0bd7489be7
  ; fmtools: library sha256 72f40bea772f9b67ebf16437fdede18655f4eabf8fe43401535b2cafec2c0092 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "935c1978bbab9a8ba51df8d9ccf340fe0896df8c099303410f90ce17cbde0837"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-2-carry-tray-x2: 2 primitive actions
  ; fmtools step (carry-tray ?t ?from ?to)
  ; fmtools step (carry-tray ?t2 ?from2 ?to)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by 1 guard
  ; effect size 4; macro 2 of its library, there as
  ; (carry-tray tray1 table3 table1) (carry-tray tray2 table2 table1)
  (:action macro-2-carry-tray-x2
    :parameters (?t - tray ?from ?to - place ?t2 - tray ?from2 - place)
    :precondition (and (tray-at ?t ?from) (tray-at ?t2 ?from2) (not (= ?t ?t2)))
    :effect (and (not (tray-at ?t ?from)) (not (tray-at ?t2 ?from2)) (tray-at ?t ?to)
                 (tray-at ?t2 ?to)))

  ; fmtools macro macro-3-carry-tray-x2: 2 primitive actions
  ; fmtools step (carry-tray ?t ?from kitchen)
  ; fmtools step (carry-tray ?t2 ?from2 ?to)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by 1 guard
  ; effect size 4; macro 3 of its library, there as
  ; (carry-tray tray1 table3 kitchen) (carry-tray tray2 table2 table1)
  (:action macro-3-carry-tray-x2
    :parameters (?t - tray ?from - place ?t2 - tray ?from2 ?to - place)
    :precondition (and (tray-at ?t ?from) (tray-at ?t2 ?from2) (not (= ?t ?t2)))
    :effect (and (not (tray-at ?t ?from)) (not (tray-at ?t2 ?from2)) (tray-at ?t kitchen)
                 (tray-at ?t2 ?to)))

  ; fmtools macro macro-5-carry-tray-x2: 2 primitive actions
  ; fmtools step (carry-tray ?t ?from ?to)
  ; fmtools step (carry-tray ?t2 ?from2 ?from)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by 1 guard
  ; effect size 4; macro 5 of its library, there as
  ; (carry-tray tray1 table3 table1) (carry-tray tray2 table2 table3)
  (:action macro-5-carry-tray-x2
    :parameters (?t - tray ?from ?to - place ?t2 - tray ?from2 - place)
    :precondition (and (tray-at ?t ?from) (tray-at ?t2 ?from2) (not (= ?t ?t2)))
    :effect (and (not (tray-at ?t ?from)) (not (tray-at ?t2 ?from2)) (tray-at ?t ?to)
                 (tray-at ?t2 ?from)))
)
