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
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to))))

  ; fmtools: 0 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 964efba8a6576892efc4db111b903468580d3f95fdb8f8655700efd063b82c9d
  ; fmtools: library sha256 2c1d9bd12ff178bf51fa6da314a2488cfd24ee8bac2eead73342c3a0ad8cf718 {"source": "learned", "seed": 0, "budget": 20000}
)
