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
    :effect (and (not (robot-at ?from)) (robot-at ?to) (visited ?to)))

  ; fmtools: 1 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 d3b704fac46a58c957c05a30bba22b7ec930ffc2dab14a0ba0c76ea57870076e
  ; fmtools: library sha256 7f909b935e5d1d435266315aeba262ad601c696e8e19dccb8e5ddfc1128154c8 {"source": "learned", "seed": 0, "budget": 20000}

  ; fmtools macro macro-5-step-x2: 2 primitive actions
  ; fmtools step (step ?from ?to)
  ; fmtools step (step ?to ?to2)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 5 of its library, there as
  ; (step c6-6 c7-6) (step c7-6 c8-6)
  (:action macro-5-step-x2
    :parameters (?from ?to ?to2 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (robot-at ?from))
    :effect (and (not (robot-at ?from)) (not (robot-at ?to)) (visited ?to) (robot-at ?to2)
                 (visited ?to2)))
)
