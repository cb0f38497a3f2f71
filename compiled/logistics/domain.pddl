; Parcels travel by truck inside a city and by aeroplane between the cities' airports.
(define (domain logistics)
  (:requirements :strips :typing :negative-preconditions :equality)
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
    :effect (and (not (at ?a ?from)) (at ?a ?to)))

  ; fmtools: 8 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 154a2752f56952742b7b287b89101ae853acef7272e92ac3ccb444367542a7a2
  ; fmtools: library sha256 cb29ac9ba8fb1613e10f1e4d48191c990df49b79870e7d189aa567f1fc58a337 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "74b118f3f902b5914837a9769e46c3f2f2ae90753050d67f631bf6054fcd0dcb"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-fly-load-fly-unload: 4 primitive actions
  ; fmtools step (fly ?a ?from ?to)
  ; fmtools step (load ?p ?a ?to)
  ; fmtools step (fly ?a ?to ?from)
  ; fmtools step (unload ?p ?a ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 2; macro 1 of its library, there as
  ; (fly plane1 city3-airport city1-airport) (load parcel10 plane1 city1-airport) (fly plane1 city1-airport city3-airport) (unload parcel10 plane1 city3-airport)
  (:action macro-1-fly-load-fly-unload
    :parameters (?a - airplane ?from ?to - airport ?p - parcel)
    :precondition (and (at ?a ?from) (at ?p ?to))
    :effect (and (not (at ?a ?to)) (not (at ?p ?to)) (not (in ?p ?a)) (at ?a ?from) (at ?p ?from)))

  ; fmtools macro macro-2-drive-load-drive-unload: 4 primitive actions
  ; fmtools step (drive ?t ?from ?to ?c)
  ; fmtools step (load ?p ?t ?to)
  ; fmtools step (drive ?t ?to ?from ?c)
  ; fmtools step (unload ?p ?t ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 2; macro 2 of its library, there as
  ; (drive truck3 city3-office2 city3-airport city3) (load parcel7 truck3 city3-airport) (drive truck3 city3-airport city3-office2 city3) (unload parcel7 truck3 city3-office2)
  (:action macro-2-drive-load-drive-unload
    :parameters (?t - truck ?from ?to - location ?c - city ?p - parcel)
    :precondition (and (in-city ?from ?c) (in-city ?to ?c) (at ?t ?from) (at ?p ?to))
    :effect (and (not (at ?t ?to)) (not (at ?p ?to)) (not (in ?p ?t)) (at ?t ?from) (at ?p ?from)))

  ; fmtools macro macro-3-drive-unload-drive-load: 4 primitive actions
  ; fmtools step (drive ?t ?from ?to ?c)
  ; fmtools step (unload ?p ?t ?to)
  ; fmtools step (drive ?t ?to ?from ?c)
  ; fmtools step (load ?p ?v ?to)
  ; proof: same as its steps under 2 alias patterns; excluded: 3 by types, 2 by 1 guard
  ; effect size 2; macro 3 of its library, there as
  ; (drive truck3 city3-office2 city3-airport city3) (unload parcel11 truck3 city3-airport) (drive truck3 city3-airport city3-office2 city3) (load parcel11 plane1 city3-airport)
  (:action macro-3-drive-unload-drive-load
    :parameters (?t - truck ?from ?to - location ?c - city ?p - parcel ?v - vehicle)
    :precondition (and (in-city ?from ?c) (in-city ?to ?c) (at ?t ?from) (in ?p ?t) (at ?v ?to)
                       (not (= ?t ?v)))
    :effect (and (not (at ?t ?to)) (not (in ?p ?t)) (not (at ?p ?to)) (at ?t ?from) (in ?p ?v)))

  ; fmtools macro macro-4-load-drive-unload-drive: 4 primitive actions
  ; fmtools step (load ?p ?v ?l)
  ; fmtools step (drive ?v ?l ?to ?c)
  ; fmtools step (unload ?p ?v ?to)
  ; fmtools step (drive ?v ?to ?l ?c)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 2; macro 4 of its library, there as
  ; (load parcel1 truck2 city2-office2) (drive truck2 city2-office2 city2-airport city2) (unload parcel1 truck2 city2-airport) (drive truck2 city2-airport city2-office2 city2)
  (:action macro-4-load-drive-unload-drive
    :parameters (?p - parcel ?v - truck ?l ?to - location ?c - city)
    :precondition (and (in-city ?l ?c) (in-city ?to ?c) (at ?v ?l) (at ?p ?l))
    :effect (and (not (at ?p ?l)) (not (in ?p ?v)) (not (at ?v ?to)) (at ?v ?l) (at ?p ?to)))

  ; fmtools macro macro-5-load-fly-unload-fly: 4 primitive actions
  ; fmtools step (load ?p ?v ?l)
  ; fmtools step (fly ?v ?l ?to)
  ; fmtools step (unload ?p ?v ?to)
  ; fmtools step (fly ?v ?to ?l)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 2; macro 5 of its library, there as
  ; (load parcel7 plane1 city3-airport) (fly plane1 city3-airport city1-airport) (unload parcel7 plane1 city1-airport) (fly plane1 city1-airport city3-airport)
  (:action macro-5-load-fly-unload-fly
    :parameters (?p - parcel ?v - airplane ?l ?to - airport)
    :precondition (and (at ?v ?l) (at ?p ?l))
    :effect (and (not (at ?p ?l)) (not (in ?p ?v)) (not (at ?v ?to)) (at ?v ?l) (at ?p ?to)))

  ; fmtools macro macro-6-fly-load-fly: 3 primitive actions
  ; fmtools step (fly ?a ?from ?to)
  ; fmtools step (load ?p ?a ?to)
  ; fmtools step (fly ?a ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 2; macro 6 of its library, there as
  ; (fly plane1 city3-airport city1-airport) (load parcel10 plane1 city1-airport) (fly plane1 city1-airport city3-airport)
  (:action macro-6-fly-load-fly
    :parameters (?a - airplane ?from ?to - airport ?p - parcel)
    :precondition (and (at ?a ?from) (at ?p ?to))
    :effect (and (not (at ?a ?to)) (not (at ?p ?to)) (at ?a ?from) (in ?p ?a)))

  ; fmtools macro macro-7-fly-load-fly-unload-and-1-more: 5 primitive actions
  ; fmtools step (fly ?a ?from ?to)
  ; fmtools step (load ?p ?a ?to)
  ; fmtools step (fly ?a ?to ?to2)
  ; fmtools step (unload ?p ?a ?to2)
  ; fmtools step (fly ?a ?to2 ?from)
  ; proof: same as its steps under 4 alias patterns; excluded: 4 by types
  ; effect size 2; macro 7 of its library, there as
  ; (fly plane1 city3-airport city1-airport) (load parcel10 plane1 city1-airport) (fly plane1 city1-airport city2-airport) (unload parcel10 plane1 city2-airport) (fly plane1 city2-airport city3-airport)
  (:action macro-7-fly-load-fly-unload-and-1-more
    :parameters (?a - airplane ?from ?to - airport ?p - parcel ?to2 - airport)
    :precondition (and (at ?a ?from) (at ?p ?to))
    :effect (and (not (at ?a ?to)) (not (at ?p ?to)) (not (in ?p ?a)) (not (at ?a ?to2))
                 (at ?a ?from) (at ?p ?to2)))

  ; fmtools macro macro-8-drive-load-drive-unload-and-1-more: 5 primitive actions
  ; fmtools step (drive ?t ?from ?to ?c)
  ; fmtools step (load ?p ?t ?to)
  ; fmtools step (drive ?t ?to ?to2 ?c)
  ; fmtools step (unload ?p ?t ?to2)
  ; fmtools step (drive ?t ?to2 ?from ?c)
  ; proof: same as its steps under 4 alias patterns; excluded: 4 by types
  ; effect size 2; macro 8 of its library, there as
  ; (drive truck3 city3-office2 city3-airport city3) (load parcel7 truck3 city3-airport) (drive truck3 city3-airport city3-office1 city3) (unload parcel7 truck3 city3-office1) (drive truck3 city3-office1 city3-office2 city3)
  (:action macro-8-drive-load-drive-unload-and-1-more
    :parameters (?t - truck ?from ?to - location ?c - city ?p - parcel ?to2 - location)
    :precondition (and (in-city ?from ?c) (in-city ?to ?c) (in-city ?to2 ?c) (at ?t ?from)
                       (at ?p ?to))
    :effect (and (not (at ?t ?to)) (not (at ?p ?to)) (not (in ?p ?t)) (not (at ?t ?to2))
                 (at ?t ?from) (at ?p ?to2)))
)
