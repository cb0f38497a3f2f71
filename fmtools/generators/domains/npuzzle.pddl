; The sliding-tile puzzle: a tile next to the blank cell slides into it.
(define (domain npuzzle)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?t - tile ?c - cell)
    (blank ?c - cell)
    (next ?a - cell ?b - cell))

  (:action slide
    :parameters (?t - tile ?from - cell ?to - cell)
    :precondition (and (at ?t ?from) (blank ?to) (next ?from ?to))
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to)))))
