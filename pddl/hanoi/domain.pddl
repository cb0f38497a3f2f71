; Towers of Hanoi: carry a tower to another peg disc by disc, never putting one on a smaller one.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types
    place - object
    disc peg - place)
  (:predicates
    (on ?d - disc ?p - place)
    (clear ?p - place)
    (smaller ?d - disc ?p - place))

  (:action move
    :parameters (?d - disc ?from - place ?to - place)
    :precondition (and (clear ?d) (on ?d ?from) (clear ?to) (smaller ?d ?to))
    :effect (and (not (on ?d ?from)) (on ?d ?to)
                 (clear ?from) (not (clear ?to)))))
