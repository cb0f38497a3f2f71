; Sokoban-like: push boxes on a walled grid. Unlike the game, every box has a target of its own.
(define (domain sokoban)
  (:requirements :strips :typing)
  (:types cell box)
  (:predicates
    (player-at ?c - cell)
    (box-at ?b - box ?c - cell)
    (empty ?c - cell)
    (next ?a - cell ?b - cell)
    (in-line ?a - cell ?b - cell ?c - cell))

  (:action walk
    :parameters (?from - cell ?to - cell)
    :precondition (and (player-at ?from) (next ?from ?to) (empty ?to))
    :effect (and (player-at ?to) (empty ?from) (not (player-at ?from)) (not (empty ?to))))

  (:action push
    :parameters (?b - box ?behind - cell ?from - cell ?to - cell)
    :precondition (and (player-at ?behind) (box-at ?b ?from) (empty ?to)
                       (in-line ?behind ?from ?to))
    :effect (and (player-at ?from) (box-at ?b ?to) (empty ?behind)
                 (not (player-at ?behind)) (not (box-at ?b ?from)) (not (empty ?to)))))
