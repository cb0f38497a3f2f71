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
  ; fmtools: library sha256 92f688b51d218c04b57d85ddea35fdf8d62960b8ef5bf1f17b63ab1a82c4b08c {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "f1695cae2c7cc961f87fc20270750321e4f20de22b2fbe89c2232d22d1a53da6"}, "static_facts": true, "lean": false}

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
