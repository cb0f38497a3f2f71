; Fast lifts stop at few floors and slow ones serve blocks of floors; rides cost, people change.
(define (domain elevators)
  (:requirements :strips :typing :action-costs)
  (:types
    lift passenger floor count - object
    slow-lift fast-lift - lift)
  (:predicates
    (lift-at ?l - lift ?f - floor)
    (stops-at ?l - lift ?f - floor)
    (waiting-at ?p - passenger ?f - floor)
    (inside ?p - passenger ?l - lift)
    (load ?l - lift ?n - count)
    (capacity ?l - lift ?n - count)
    (one-more ?low - count ?high - count))
  (:functions
    (total-cost) - number
    (slow-ride ?from - floor ?to - floor) - number
    (fast-ride ?from - floor ?to - floor) - number
    ; fmtools: costs of macros
    (fm-cost-macro-1-ride-slow-enter-ride-slow-leave-and-1-more ?from ?to ?to2 - floor) - number
    (fm-cost-macro-2-ride-fast-enter-ride-fast-leave ?from ?to - floor) - number
    (fm-cost-macro-3-ride-slow-enter-ride-slow-leave ?from ?to - floor) - number
    (fm-cost-macro-4-ride-fast-enter-ride-fast-leave-and-1-more ?from ?to ?to2 - floor) - number
  )

  (:action ride-slow
    :parameters (?l - slow-lift ?from - floor ?to - floor)
    :precondition (and (lift-at ?l ?from) (stops-at ?l ?from) (stops-at ?l ?to))
    :effect (and (not (lift-at ?l ?from)) (lift-at ?l ?to)
                 (increase (total-cost) (slow-ride ?from ?to))))

  (:action ride-fast
    :parameters (?l - fast-lift ?from - floor ?to - floor)
    :precondition (and (lift-at ?l ?from) (stops-at ?l ?from) (stops-at ?l ?to))
    :effect (and (not (lift-at ?l ?from)) (lift-at ?l ?to)
                 (increase (total-cost) (fast-ride ?from ?to))))

  (:action enter
    :parameters (?p - passenger ?l - lift ?f - floor ?n - count ?more - count)
    :precondition (and (waiting-at ?p ?f) (lift-at ?l ?f) (load ?l ?n)
                       (one-more ?n ?more) (capacity ?l ?more))
    :effect (and (inside ?p ?l) (load ?l ?more) (not (waiting-at ?p ?f)) (not (load ?l ?n))))

  (:action leave
    :parameters (?p - passenger ?l - lift ?f - floor ?n - count ?less - count)
    :precondition (and (inside ?p ?l) (lift-at ?l ?f) (load ?l ?n) (one-more ?less ?n))
    :effect (and (waiting-at ?p ?f) (load ?l ?less) (not (inside ?p ?l)) (not (load ?l ?n))))

  ; fmtools: 4 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 b3ae2e0fbcfb347584f99c26c9022eb74523e0ea0284217daf6971523e8b81f0
  ; fmtools: library sha256 9141f76d69f65a34b2a6a497c29b0047ac7141ad76f356447a33f0366be99c08 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "de4b21b5d066af0af7fc740de804f1cfad615476c51089e4c0a3d4ce125859d5"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-ride-slow-enter-ride-slow-leave-and-1-more: 5 primitive actions
  ; fmtools step (ride-slow ?l ?from ?to)
  ; fmtools step (enter ?p ?l ?to ?n ?more)
  ; fmtools step (ride-slow ?l ?to ?to2)
  ; fmtools step (leave ?p ?l ?to2 ?more ?n)
  ; fmtools step (ride-slow ?l ?to2 ?from)
  ; proof: same as its steps under 4 alias patterns; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 1 of its library, there as
  ; (ride-slow slow1 f5 f2) (enter p3 slow1 f2 n0 n1) (ride-slow slow1 f2 f1) (leave p3 slow1 f1 n1 n0) (ride-slow slow1 f1 f5)
  (:action macro-1-ride-slow-enter-ride-slow-leave-and-1-more
    :parameters (?l - slow-lift ?from ?to - floor ?p - passenger ?n ?more - count ?to2 - floor)
    :precondition (and (stops-at ?l ?from) (stops-at ?l ?to) (capacity ?l ?more)
                       (one-more ?n ?more) (stops-at ?l ?to2) (lift-at ?l ?from) (load ?l ?n)
                       (waiting-at ?p ?to))
    :effect (and (not (lift-at ?l ?to)) (not (waiting-at ?p ?to)) (not (inside ?p ?l))
                 (not (load ?l ?more)) (not (lift-at ?l ?to2)) (lift-at ?l ?from)
                 (waiting-at ?p ?to2)
                 (increase (total-cost) (fm-cost-macro-1-ride-slow-enter-ride-slow-leave-and-1-more ?from ?to ?to2))))

  ; fmtools macro macro-2-ride-fast-enter-ride-fast-leave: 4 primitive actions
  ; fmtools step (ride-fast ?l ?from ?to)
  ; fmtools step (enter ?p ?l ?to ?n ?more)
  ; fmtools step (ride-fast ?l ?to ?from)
  ; fmtools step (leave ?p ?l ?from ?more ?n)
  ; proof: same as its steps under 2 alias patterns; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 2 of its library, there as
  ; (ride-fast fast2 f1 f7) (enter p6 fast2 f7 n1 n2) (ride-fast fast2 f7 f1) (leave p6 fast2 f1 n2 n1)
  (:action macro-2-ride-fast-enter-ride-fast-leave
    :parameters (?l - fast-lift ?from ?to - floor ?p - passenger ?n ?more - count)
    :precondition (and (stops-at ?l ?from) (stops-at ?l ?to) (capacity ?l ?more)
                       (one-more ?n ?more) (lift-at ?l ?from) (load ?l ?n) (waiting-at ?p ?to))
    :effect (and (not (lift-at ?l ?to)) (not (waiting-at ?p ?to)) (not (inside ?p ?l))
                 (not (load ?l ?more)) (lift-at ?l ?from) (waiting-at ?p ?from)
                 (increase (total-cost) (fm-cost-macro-2-ride-fast-enter-ride-fast-leave ?from ?to))))

  ; fmtools macro macro-3-ride-slow-enter-ride-slow-leave: 4 primitive actions
  ; fmtools step (ride-slow ?l ?from ?to)
  ; fmtools step (enter ?p ?l ?to ?n ?more)
  ; fmtools step (ride-slow ?l ?to ?from)
  ; fmtools step (leave ?p ?l ?from ?more ?n)
  ; proof: same as its steps under 2 alias patterns; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 3 of its library, there as
  ; (ride-slow slow1 f5 f2) (enter p2 slow1 f2 n0 n1) (ride-slow slow1 f2 f5) (leave p2 slow1 f5 n1 n0)
  (:action macro-3-ride-slow-enter-ride-slow-leave
    :parameters (?l - slow-lift ?from ?to - floor ?p - passenger ?n ?more - count)
    :precondition (and (stops-at ?l ?from) (stops-at ?l ?to) (capacity ?l ?more)
                       (one-more ?n ?more) (lift-at ?l ?from) (load ?l ?n) (waiting-at ?p ?to))
    :effect (and (not (lift-at ?l ?to)) (not (waiting-at ?p ?to)) (not (inside ?p ?l))
                 (not (load ?l ?more)) (lift-at ?l ?from) (waiting-at ?p ?from)
                 (increase (total-cost) (fm-cost-macro-3-ride-slow-enter-ride-slow-leave ?from ?to))))

  ; fmtools macro macro-4-ride-fast-enter-ride-fast-leave-and-1-more: 5 primitive actions
  ; fmtools step (ride-fast ?l ?from ?to)
  ; fmtools step (enter ?p ?l ?to ?n ?more)
  ; fmtools step (ride-fast ?l ?to ?to2)
  ; fmtools step (leave ?p ?l ?to2 ?more ?n)
  ; fmtools step (ride-fast ?l ?to2 ?from)
  ; proof: same as its steps under 4 alias patterns; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 4 of its library, there as
  ; (ride-fast fast1 f3 f7) (enter p6 fast1 f7 n0 n1) (ride-fast fast1 f7 f5) (leave p6 fast1 f5 n1 n0) (ride-fast fast1 f5 f3)
  (:action macro-4-ride-fast-enter-ride-fast-leave-and-1-more
    :parameters (?l - fast-lift ?from ?to - floor ?p - passenger ?n ?more - count ?to2 - floor)
    :precondition (and (stops-at ?l ?from) (stops-at ?l ?to) (capacity ?l ?more)
                       (one-more ?n ?more) (stops-at ?l ?to2) (lift-at ?l ?from) (load ?l ?n)
                       (waiting-at ?p ?to))
    :effect (and (not (lift-at ?l ?to)) (not (waiting-at ?p ?to)) (not (inside ?p ?l))
                 (not (load ?l ?more)) (not (lift-at ?l ?to2)) (lift-at ?l ?from)
                 (waiting-at ?p ?to2)
                 (increase (total-cost) (fm-cost-macro-4-ride-fast-enter-ride-fast-leave-and-1-more ?from ?to ?to2))))
)
