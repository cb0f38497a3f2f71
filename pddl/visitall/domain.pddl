; A robot must have been on every cell of a grid that has holes in it.
(define (domain visitall)
  (:requirements :strips :typing)
  (:types cell)
  (:predicates
    (robot-at ?c - cell)
    (visited ?c - cell)
    (next ?a - cell ?b - cell))

  (:action step
    :parameters (?from - cell ?to - cell)
    :precondition (and (robot-at ?from) (next ?from ?to))
    :effect (and (not (robot-at ?from)) (robot-at ?to) (visited ?to))))
