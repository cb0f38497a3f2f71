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
    :effect (and (served ?p) (not (boarded ?p)))))
