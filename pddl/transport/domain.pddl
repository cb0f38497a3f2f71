; Trucks of limited capacity deliver packages over a road map; driving costs the length of the road.
(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types
    location movable size - object
    truck package - movable)
  (:predicates
    (road ?a - location ?b - location)
    (at ?x - movable ?l - location)
    (in ?p - package ?t - truck)
    (space ?t - truck ?s - size)
    (one-more ?low - size ?high - size))
  (:functions
    (total-cost) - number
    (road-length ?a - location ?b - location) - number)

  (:action drive
    :parameters (?t - truck ?from - location ?to - location)
    :precondition (and (at ?t ?from) (road ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to)
                 (increase (total-cost) (road-length ?from ?to))))

  (:action pick-up
    :parameters (?t - truck ?l - location ?p - package ?less - size ?s - size)
    :precondition (and (at ?t ?l) (at ?p ?l) (space ?t ?s) (one-more ?less ?s))
    :effect (and (in ?p ?t) (space ?t ?less) (not (at ?p ?l)) (not (space ?t ?s))
                 (increase (total-cost) 1)))

  (:action drop
    :parameters (?t - truck ?l - location ?p - package ?s - size ?more - size)
    :precondition (and (at ?t ?l) (in ?p ?t) (space ?t ?s) (one-more ?s ?more))
    :effect (and (at ?p ?l) (space ?t ?more) (not (in ?p ?t)) (not (space ?t ?s))
                 (increase (total-cost) 1))))
