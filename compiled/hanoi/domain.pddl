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
                 (clear ?from) (not (clear ?to))))

  ; fmtools: 0 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 8bc6e110308b123886ffb5fd8371710787615b7b5c937bc3dd561500408fc2ad
  ; fmtools: library sha256 9608911c383c99f83676451a4e19168e4b3705cf38d7de18df48a2070ca2a7ac {"source": "learned", "seed": 0, "budget": 20000}
)
