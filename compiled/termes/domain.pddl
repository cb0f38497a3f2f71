; Termes-like: a robot carries blocks from a depot and builds towers, climbing one block at a time.
(define (domain termes)
  (:requirements :strips :typing)
  (:types cell level)
  (:predicates
    (robot-at ?c - cell)
    (height ?c - cell ?n - level)
    (next ?a - cell ?b - cell)
    (one-more ?low - level ?high - level)
    (depot ?c - cell)
    (building-site ?c - cell)
    (loaded)
    (unloaded))

  (:action walk
    :parameters (?from - cell ?to - cell ?n - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (height ?from ?n) (height ?to ?n))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action climb
    :parameters (?from - cell ?to - cell ?low - level ?high - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (one-more ?low ?high)
                       (height ?from ?low) (height ?to ?high))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action descend
    :parameters (?from - cell ?to - cell ?high - level ?low - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (one-more ?low ?high)
                       (height ?from ?high) (height ?to ?low))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action place-block
    :parameters (?here - cell ?c - cell ?n - level ?more - level)
    :precondition (and (robot-at ?here) (next ?here ?c) (building-site ?c) (loaded)
                       (one-more ?n ?more) (height ?here ?n) (height ?c ?n))
    :effect (and (height ?c ?more) (unloaded) (not (height ?c ?n)) (not (loaded))))

  (:action remove-block
    :parameters (?here - cell ?c - cell ?n - level ?more - level)
    :precondition (and (robot-at ?here) (next ?here ?c) (unloaded)
                       (one-more ?n ?more) (height ?here ?n) (height ?c ?more))
    :effect (and (height ?c ?n) (loaded) (not (height ?c ?more)) (not (unloaded))))

  (:action fetch-block
    :parameters (?c - cell)
    :precondition (and (robot-at ?c) (depot ?c) (unloaded))
    :effect (and (loaded) (not (unloaded))))

  (:action return-block
    :parameters (?c - cell)
    :precondition (and (robot-at ?c) (depot ?c) (loaded))
    :effect (and (unloaded) (not (loaded))))

  ; fmtools: 6 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 99f91390671515987c0f3506fa6d9d005660e94ef41d6bb4de8f91c24774bd5a
  ; fmtools: library sha256 7e432c4684be4d3c76b6cf47032c9f8504d0209d94f20290ec086c97aa060534 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "6b625ae8230dd6f2e891d25ffdd511f659666e71df256b0240d5c50d1a7453ee"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-descend-walk: 2 primitive actions
  ; fmtools step (descend ?from ?to ?high ?low)
  ; fmtools step (walk ?to ?to2 ?low)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 1 of its library, there as
  ; (descend c1-4 c2-4 h1 h0) (walk c2-4 c3-4 h0)
  (:action macro-1-descend-walk
    :parameters (?from ?to - cell ?high ?low - level ?to2 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (robot-at ?from) (height ?from ?high)
                       (one-more ?low ?high) (height ?to ?low) (height ?to2 ?low))
    :effect (and (not (robot-at ?from)) (not (robot-at ?to)) (robot-at ?to2)))

  ; fmtools macro macro-2-walk-climb-descend-x2-fetch-block-and-5-more: 10 primitive actions
  ; fmtools step (walk ?from ?to ?n)
  ; fmtools step (climb ?to ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to3 ?high ?n)
  ; fmtools step (descend ?to3 ?to4 ?n ?low)
  ; fmtools step (fetch-block ?to4)
  ; fmtools step (climb ?to4 ?to3 ?low ?n)
  ; fmtools step (climb ?to3 ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to ?high ?n)
  ; fmtools step (place-block ?to ?from ?n ?high)
  ; fmtools step (climb ?to ?from ?n ?high)
  ; proof: same as its steps under 4 alias patterns; excluded: 18 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 2 of its library, there as
  ; (walk c1-4 c1-3 h1) (climb c1-3 c1-2 h1 h2) (descend c1-2 c1-1 h2 h1) (descend c1-1 c2-1 h1 h0) (fetch-block c2-1) (climb c2-1 c1-1 h0 h1) (climb c1-1 c1-2 h1 h2) (descend c1-2 c1-3 h2 h1) (place-block c1-3 c1-4 h1 h2) (climb c1-3 c1-4 h1 h2)
  (:action macro-2-walk-climb-descend-x2-fetch-block-and-5-more
    :parameters (?from ?to - cell ?n - level ?to2 - cell ?high - level ?to3 ?to4 - cell
                 ?low - level)
    :precondition (and (depot ?to4) (next ?to3 ?to4) (next ?to4 ?to3) (next ?to2 ?to3)
                       (next ?to3 ?to2) (next ?to ?to2) (next ?to2 ?to) (next ?from ?to)
                       (next ?to ?from) (building-site ?from) (robot-at ?from) (unloaded)
                       (height ?from ?n) (one-more ?n ?high) (one-more ?low ?n) (height ?to ?n)
                       (height ?to2 ?high) (height ?to3 ?n) (height ?to4 ?low))
    :effect (and (not (robot-at ?to)) (not (robot-at ?to2)) (not (robot-at ?to3))
                 (not (robot-at ?to4)) (not (loaded)) (not (height ?from ?n)) (robot-at ?from)
                 (height ?from ?high)))

  ; fmtools macro macro-3-walk-climb-descend-x2-fetch-block-and-5-more: 10 primitive actions
  ; fmtools step (walk ?from ?to ?n)
  ; fmtools step (climb ?to ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to3 ?high ?n)
  ; fmtools step (descend ?to3 ?to4 ?n ?low)
  ; fmtools step (fetch-block ?to4)
  ; fmtools step (place-block ?to4 ?c ?low ?n)
  ; fmtools step (climb ?to4 ?to3 ?low ?n)
  ; fmtools step (climb ?to3 ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to ?high ?n)
  ; fmtools step (walk ?to ?from ?n)
  ; proof: same as its steps under 7 alias patterns; excluded: 22 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 3 of its library, there as
  ; (walk c1-4 c1-3 h1) (climb c1-3 c1-2 h1 h2) (descend c1-2 c1-1 h2 h1) (descend c1-1 c2-1 h1 h0) (fetch-block c2-1) (place-block c2-1 c3-1 h0 h1) (climb c2-1 c1-1 h0 h1) (climb c1-1 c1-2 h1 h2) (descend c1-2 c1-3 h2 h1) (walk c1-3 c1-4 h1)
  (:action macro-3-walk-climb-descend-x2-fetch-block-and-5-more
    :parameters (?from ?to - cell ?n - level ?to2 - cell ?high - level ?to3 ?to4 - cell
                 ?low - level ?c - cell)
    :precondition (and (depot ?to4) (next ?to3 ?to4) (next ?to4 ?to3) (next ?to2 ?to3)
                       (next ?to3 ?to2) (next ?to ?to2) (next ?to2 ?to) (next ?from ?to)
                       (next ?to ?from) (next ?to4 ?c) (building-site ?c) (robot-at ?from)
                       (unloaded) (height ?from ?n) (one-more ?n ?high) (one-more ?low ?n)
                       (height ?to ?n) (height ?to2 ?high) (height ?to3 ?n) (height ?to4 ?low)
                       (height ?c ?low))
    :effect (and (not (robot-at ?to)) (not (robot-at ?to2)) (not (robot-at ?to3))
                 (not (robot-at ?to4)) (not (loaded)) (not (height ?c ?low)) (robot-at ?from)
                 (height ?c ?n)))

  ; fmtools macro macro-6-walk-climb-descend-x2-fetch-block-and-5-more: 10 primitive actions
  ; fmtools step (walk ?from ?to ?n)
  ; fmtools step (climb ?to ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to3 ?high ?n)
  ; fmtools step (descend ?to3 ?to4 ?n ?low)
  ; fmtools step (fetch-block ?to4)
  ; fmtools step (walk ?to4 ?to5 ?low)
  ; fmtools step (walk ?to5 ?to6 ?low)
  ; fmtools step (walk ?to6 ?to7 ?low)
  ; fmtools step (place-block ?to7 ?c ?low ?n)
  ; fmtools step (climb ?to7 ?from ?low ?n)
  ; proof: same as its steps under 21 alias patterns; excluded: 44 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 6 of its library, there as
  ; (walk c1-4 c1-3 h1) (climb c1-3 c1-2 h1 h2) (descend c1-2 c1-1 h2 h1) (descend c1-1 c2-1 h1 h0) (fetch-block c2-1) (walk c2-1 c2-2 h0) (walk c2-2 c2-3 h0) (walk c2-3 c2-4 h0) (place-block c2-4 c2-5 h0 h1) (climb c2-4 c1-4 h0 h1)
  (:action macro-6-walk-climb-descend-x2-fetch-block-and-5-more
    :parameters (?from ?to - cell ?n - level ?to2 - cell ?high - level ?to3 ?to4 - cell
                 ?low - level ?to5 ?to6 ?to7 ?c - cell)
    :precondition (and (depot ?to4) (next ?to3 ?to4) (next ?to2 ?to3) (next ?to ?to2)
                       (next ?from ?to) (next ?to4 ?to5) (next ?to5 ?to6) (next ?to6 ?to7)
                       (next ?to7 ?from) (next ?to7 ?c) (building-site ?c) (robot-at ?from)
                       (unloaded) (height ?from ?n) (one-more ?n ?high) (one-more ?low ?n)
                       (height ?to ?n) (height ?to2 ?high) (height ?to3 ?n) (height ?to4 ?low)
                       (height ?to5 ?low) (height ?to6 ?low) (height ?to7 ?low) (height ?c ?low))
    :effect (and (not (robot-at ?to)) (not (robot-at ?to2)) (not (robot-at ?to3))
                 (not (robot-at ?to4)) (not (loaded)) (not (robot-at ?to5)) (not (robot-at ?to6))
                 (not (robot-at ?to7)) (not (height ?c ?low)) (robot-at ?from) (height ?c ?n)))

  ; fmtools macro macro-7-walk-climb-descend: 3 primitive actions
  ; fmtools step (walk ?from ?to ?n)
  ; fmtools step (climb ?to ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to3 ?high ?n)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 7 of its library, there as
  ; (walk c1-4 c1-3 h1) (climb c1-3 c1-2 h1 h2) (descend c1-2 c1-1 h2 h1)
  (:action macro-7-walk-climb-descend
    :parameters (?from ?to - cell ?n - level ?to2 - cell ?high - level ?to3 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (next ?to2 ?to3) (robot-at ?from)
                       (height ?from ?n) (one-more ?n ?high) (height ?to ?n) (height ?to2 ?high)
                       (height ?to3 ?n))
    :effect (and (not (robot-at ?from)) (not (robot-at ?to)) (not (robot-at ?to2)) (robot-at ?to3)))

  ; fmtools macro macro-8-walk-climb-descend-x2-fetch-block-and-5-more: 10 primitive actions
  ; fmtools step (walk ?from ?to ?n)
  ; fmtools step (climb ?to ?to2 ?n ?high)
  ; fmtools step (descend ?to2 ?to3 ?high ?n)
  ; fmtools step (descend ?to3 ?to4 ?n ?low)
  ; fmtools step (fetch-block ?to4)
  ; fmtools step (walk ?to4 ?to5 ?low)
  ; fmtools step (walk ?to5 ?to6 ?low)
  ; fmtools step (place-block ?to6 ?c ?low ?n)
  ; fmtools step (climb ?to6 ?to ?low ?n)
  ; fmtools step (walk ?to ?from ?n)
  ; proof: same as its steps under 15 alias patterns; excluded: 37 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 8 of its library, there as
  ; (walk c1-4 c1-3 h1) (climb c1-3 c1-2 h1 h2) (descend c1-2 c1-1 h2 h1) (descend c1-1 c2-1 h1 h0) (fetch-block c2-1) (walk c2-1 c2-2 h0) (walk c2-2 c2-3 h0) (place-block c2-3 c2-4 h0 h1) (climb c2-3 c1-3 h0 h1) (walk c1-3 c1-4 h1)
  (:action macro-8-walk-climb-descend-x2-fetch-block-and-5-more
    :parameters (?from ?to - cell ?n - level ?to2 - cell ?high - level ?to3 ?to4 - cell
                 ?low - level ?to5 ?to6 ?c - cell)
    :precondition (and (depot ?to4) (next ?to3 ?to4) (next ?to2 ?to3) (next ?to ?to2)
                       (next ?from ?to) (next ?to ?from) (next ?to4 ?to5) (next ?to5 ?to6)
                       (next ?to6 ?to) (next ?to6 ?c) (building-site ?c) (robot-at ?from)
                       (unloaded) (height ?from ?n) (one-more ?n ?high) (one-more ?low ?n)
                       (height ?to ?n) (height ?to2 ?high) (height ?to3 ?n) (height ?to4 ?low)
                       (height ?to5 ?low) (height ?to6 ?low) (height ?c ?low))
    :effect (and (not (robot-at ?to)) (not (robot-at ?to2)) (not (robot-at ?to3))
                 (not (robot-at ?to4)) (not (loaded)) (not (robot-at ?to5)) (not (robot-at ?to6))
                 (not (height ?c ?low)) (robot-at ?from) (height ?c ?n)))
)
