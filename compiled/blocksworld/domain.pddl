; Blocks on a table: one hand takes and puts one block at a time until the towers are as wanted.
(define (domain blocksworld)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types block)
  (:predicates
    (on ?top - block ?below - block)
    (on-table ?b - block)
    (clear ?b - block)
    (holding ?b - block)
    (hand-empty))

  (:action pick-up
    :parameters (?b - block)
    :precondition (and (on-table ?b) (clear ?b) (hand-empty))
    :effect (and (holding ?b) (not (on-table ?b)) (not (clear ?b)) (not (hand-empty))))

  (:action put-down
    :parameters (?b - block)
    :precondition (and (holding ?b))
    :effect (and (on-table ?b) (clear ?b) (hand-empty) (not (holding ?b))))

  (:action unstack
    :parameters (?top - block ?below - block)
    :precondition (and (on ?top ?below) (clear ?top) (hand-empty))
    :effect (and (holding ?top) (clear ?below)
                 (not (on ?top ?below)) (not (clear ?top)) (not (hand-empty))))

  (:action stack
    :parameters (?top - block ?below - block)
    :precondition (and (holding ?top) (clear ?below))
    :effect (and (on ?top ?below) (clear ?top) (hand-empty)
                 (not (holding ?top)) (not (clear ?below))))

  ; fmtools: 3 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 4f16f800f3deb99c451fd03f4fb492f91cf4ac3e48f6773d2f6a59c6bba5ed04
  ; fmtools: library sha256 4205f213a67c37796d6135b7e61b8f44acb1d05b6924e2424f22ccaa5a28bcd6 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "0948fb6b514db44bde805a014f7e775ac07581423b0f9c8cb8338e4138b2e37e"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-unstack-put-down: 2 primitive actions
  ; fmtools step (unstack ?top ?below)
  ; fmtools step (put-down ?top)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 3; macro 1 of its library, there as
  ; (unstack b11 b10) (put-down b11)
  (:action macro-1-unstack-put-down
    :parameters (?top ?below - block)
    :precondition (and (hand-empty) (clear ?top) (on ?top ?below))
    :effect (and (not (on ?top ?below)) (not (holding ?top)) (clear ?below) (on-table ?top)))

  ; fmtools macro macro-2-unstack-put-down-unstack-put-down-and-2-more: 6 primitive actions
  ; fmtools step (unstack ?top ?below)
  ; fmtools step (put-down ?top)
  ; fmtools step (unstack ?below ?below2)
  ; fmtools step (put-down ?below)
  ; fmtools step (pick-up ?top)
  ; fmtools step (stack ?top ?below)
  ; proof: same as its steps under 2 alias patterns; excluded: 3 by 2 guards
  ; effect size 3; macro 2 of its library, there as
  ; (unstack b11 b10) (put-down b11) (unstack b10 b13) (put-down b10) (pick-up b11) (stack b11 b10)
  (:action macro-2-unstack-put-down-unstack-put-down-and-2-more
    :parameters (?top ?below ?below2 - block)
    :precondition (and (hand-empty) (clear ?top) (on ?top ?below) (on ?below ?below2)
                       (not (= ?top ?below)) (not (= ?below ?below2)))
    :effect (and (not (holding ?top)) (not (clear ?below)) (not (on-table ?top))
                 (not (on ?below ?below2)) (not (holding ?below)) (clear ?below2)
                 (on-table ?below)))

  ; fmtools macro macro-3-pick-up-stack: 2 primitive actions
  ; fmtools step (pick-up ?b)
  ; fmtools step (stack ?b ?below)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by 1 guard
  ; effect size 3; macro 3 of its library, there as
  ; (pick-up b1) (stack b1 b14)
  (:action macro-3-pick-up-stack
    :parameters (?b ?below - block)
    :precondition (and (hand-empty) (on-table ?b) (clear ?b) (clear ?below) (not (= ?b ?below)))
    :effect (and (not (on-table ?b)) (not (holding ?b)) (not (clear ?below)) (on ?b ?below)))
)
