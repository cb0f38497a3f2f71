; Parcels travel by truck inside a city and by aeroplane between the cities' airports.
(define (domain logistics)
  (:requirements :strips :typing)
  (:types
    city location movable - object
    airport - location
    vehicle parcel - movable
    truck airplane - vehicle)
  (:predicates
    (at ?x - movable ?l - location)
    (in ?p - parcel ?v - vehicle)
    (in-city ?l - location ?c - city))

  (:action load
    :parameters (?p - parcel ?v - vehicle ?l - location)
    :precondition (and (at ?v ?l) (at ?p ?l))
    :effect (and (in ?p ?v) (not (at ?p ?l))))

  (:action unload
    :parameters (?p - parcel ?v - vehicle ?l - location)
    :precondition (and (at ?v ?l) (in ?p ?v))
    :effect (and (at ?p ?l) (not (in ?p ?v))))

  (:action drive
    :parameters (?t - truck ?from - location ?to - location ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action fly
    :parameters (?a - airplane ?from - airport ?to - airport)
    :precondition (and (at ?a ?from))
    :effect (and (not (at ?a ?from)) (at ?a ?to))))
