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
    (fast-ride ?from - floor ?to - floor) - number)

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
    :effect (and (waiting-at ?p ?f) (load ?l ?less) (not (inside ?p ?l)) (not (load ?l ?n)))))
