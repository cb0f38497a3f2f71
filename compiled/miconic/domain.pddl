; A lift picks up passengers where they wait and lets them out where they want to be.
(define (domain miconic)
  (:requirements :strips :typing)
  (:types passenger floor)
  (:predicates
    (lift-at ?f - floor)
    (above ?high - floor ?low - floor)
    (origin ?p - passenger ?f - floor)
    (destination ?p - passenger ?f - floor)
    (boarded ?p - passenger)
    (served ?p - passenger))

  (:action up
    :parameters (?from - floor ?to - floor)
    :precondition (and (lift-at ?from) (above ?to ?from))
    :effect (and (not (lift-at ?from)) (lift-at ?to)))

  (:action down
    :parameters (?from - floor ?to - floor)
    :precondition (and (lift-at ?from) (above ?from ?to))
    :effect (and (not (lift-at ?from)) (lift-at ?to)))

  (:action board
    :parameters (?p - passenger ?f - floor)
    :precondition (and (lift-at ?f) (origin ?p ?f))
    :effect (and (boarded ?p)))

  (:action depart
    :parameters (?p - passenger ?f - floor)
    :precondition (and (lift-at ?f) (destination ?p ?f) (boarded ?p))
    :effect (and (served ?p) (not (boarded ?p))))

  ; fmtools: 8 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 480d2ab792f2c0750700816f08e82358a8899a4b00e1661bae14b7fbb8e9d9c5
  ; fmtools: library sha256 3467a2560141e8dc2699bbb9a88a0ef0cf84518b4defb29fc587a3fe08bb8390 {"source": "learned", "seed": 0, "budget": 20000}

  ; fmtools macro macro-1-down-depart-up-board-and-1-more: 5 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (depart ?p ?to)
  ; fmtools step (up ?to ?to2)
  ; fmtools step (board ?p ?to2)
  ; fmtools step (up ?to2 ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 3 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 1 of its library, there as
  ; (down f18 f11) (depart p8 f11) (up f11 f16) (board p8 f16) (up f16 f18)
  (:action macro-1-down-depart-up-board-and-1-more
    :parameters (?from ?to - floor ?p - passenger ?to2 - floor)
    :precondition (and (above ?from ?to) (destination ?p ?to) (above ?to2 ?to) (origin ?p ?to2)
                       (above ?from ?to2) (lift-at ?from) (boarded ?p))
    :effect (and (not (lift-at ?to)) (not (lift-at ?to2)) (served ?p)))

  ; fmtools macro macro-2-down-depart-down-board-and-1-more: 5 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (depart ?p ?to)
  ; fmtools step (down ?to ?to2)
  ; fmtools step (board ?p ?to2)
  ; fmtools step (up ?to2 ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 3 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 2 of its library, there as
  ; (down f18 f13) (depart p6 f13) (down f13 f11) (board p6 f11) (up f11 f18)
  (:action macro-2-down-depart-down-board-and-1-more
    :parameters (?from ?to - floor ?p - passenger ?to2 - floor)
    :precondition (and (above ?from ?to) (destination ?p ?to) (above ?to ?to2) (origin ?p ?to2)
                       (above ?from ?to2) (lift-at ?from) (boarded ?p))
    :effect (and (not (lift-at ?to)) (not (lift-at ?to2)) (served ?p)))

  ; fmtools macro macro-3-depart-down-board-up: 4 primitive actions
  ; fmtools step (depart ?p ?f)
  ; fmtools step (down ?f ?to)
  ; fmtools step (board ?p ?to)
  ; fmtools step (up ?to ?f)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 3 of its library, there as
  ; (depart p7 f18) (down f18 f1) (board p7 f1) (up f1 f18)
  (:action macro-3-depart-down-board-up
    :parameters (?p - passenger ?f ?to - floor)
    :precondition (and (destination ?p ?f) (above ?f ?to) (origin ?p ?to) (lift-at ?f)
                       (boarded ?p))
    :effect (and (not (lift-at ?to)) (served ?p)))

  ; fmtools macro macro-4-down-depart-up: 3 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (depart ?p ?to)
  ; fmtools step (up ?to ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 4 of its library, there as
  ; (down f18 f3) (depart p2 f3) (up f3 f18)
  (:action macro-4-down-depart-up
    :parameters (?from ?to - floor ?p - passenger)
    :precondition (and (above ?from ?to) (destination ?p ?to) (lift-at ?from) (boarded ?p))
    :effect (and (not (lift-at ?to)) (not (boarded ?p)) (served ?p)))

  ; fmtools macro macro-5-down-board-up: 3 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (board ?p ?to)
  ; fmtools step (up ?to ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 5 of its library, there as
  ; (down f18 f5) (board p3 f5) (up f5 f18)
  (:action macro-5-down-board-up
    :parameters (?from ?to - floor ?p - passenger)
    :precondition (and (above ?from ?to) (origin ?p ?to) (lift-at ?from))
    :effect (and (not (lift-at ?to)) (boarded ?p)))

  ; fmtools macro macro-6-down-board-up-depart-and-1-more: 5 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (board ?p ?to)
  ; fmtools step (up ?to ?to2)
  ; fmtools step (depart ?p ?to2)
  ; fmtools step (down ?to2 ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 3 by static facts of 100 given problems; holds for those problems only
  ; effect size 1; macro 6 of its library, there as
  ; (down f18 f5) (board p3 f5) (up f5 f19) (depart p3 f19) (down f19 f18)
  (:action macro-6-down-board-up-depart-and-1-more
    :parameters (?from ?to - floor ?p - passenger ?to2 - floor)
    :precondition (and (above ?from ?to) (origin ?p ?to) (above ?to2 ?to) (destination ?p ?to2)
                       (above ?to2 ?from) (lift-at ?from))
    :effect (and (not (lift-at ?to)) (not (boarded ?p)) (not (lift-at ?to2)) (served ?p)))

  ; fmtools macro macro-7-down-depart-up-board-and-1-more: 5 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (depart ?p ?to)
  ; fmtools step (up ?to ?to2)
  ; fmtools step (board ?p2 ?to2)
  ; fmtools step (up ?to2 ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 3 by static facts of 100 given problems; holds for those problems only
  ; effect size 2; macro 7 of its library, there as
  ; (down f18 f3) (depart p2 f3) (up f3 f5) (board p3 f5) (up f5 f18)
  (:action macro-7-down-depart-up-board-and-1-more
    :parameters (?from ?to - floor ?p - passenger ?to2 - floor ?p2 - passenger)
    :precondition (and (above ?from ?to) (destination ?p ?to) (above ?to2 ?to) (above ?from ?to2)
                       (origin ?p2 ?to2) (lift-at ?from) (boarded ?p))
    :effect (and (not (lift-at ?to)) (not (boarded ?p)) (not (lift-at ?to2)) (served ?p)
                 (boarded ?p2)))

  ; fmtools macro macro-8-down-depart-up-depart-and-1-more: 5 primitive actions
  ; fmtools step (down ?from ?to)
  ; fmtools step (depart ?p ?to)
  ; fmtools step (up ?to ?to2)
  ; fmtools step (depart ?p2 ?to2)
  ; fmtools step (up ?to2 ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 4 by static facts of 100 given problems; holds for those problems only
  ; effect size 2; macro 8 of its library, there as
  ; (down f18 f3) (depart p2 f3) (up f3 f10) (depart p9 f10) (up f10 f18)
  (:action macro-8-down-depart-up-depart-and-1-more
    :parameters (?from ?to - floor ?p - passenger ?to2 - floor ?p2 - passenger)
    :precondition (and (above ?from ?to) (destination ?p ?to) (above ?to2 ?to) (above ?from ?to2)
                       (destination ?p2 ?to2) (lift-at ?from) (boarded ?p) (boarded ?p2))
    :effect (and (not (lift-at ?to)) (not (boarded ?p)) (not (lift-at ?to2)) (not (boarded ?p2))
                 (served ?p) (served ?p2)))
)
