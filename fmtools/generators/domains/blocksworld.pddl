; Blocks on a table: one hand takes and puts one block at a time until the towers are as wanted.
(define (domain blocksworld)
  (:requirements :strips :typing)
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
                 (not (holding ?top)) (not (clear ?below)))))
