; A ferry with room for one car takes every car to its place; it may sail between any two places.
(define (domain ferry)
  (:requirements :strips :typing)
  (:types location car)
  (:predicates
    (ferry-at ?l - location)
    (at ?c - car ?l - location)
    (aboard ?c - car)
    (ferry-empty))

  (:action sail
    :parameters (?from - location ?to - location)
    :precondition (and (ferry-at ?from))
    :effect (and (not (ferry-at ?from)) (ferry-at ?to)))

  (:action board
    :parameters (?c - car ?l - location)
    :precondition (and (at ?c ?l) (ferry-at ?l) (ferry-empty))
    :effect (and (aboard ?c) (not (at ?c ?l)) (not (ferry-empty))))

  (:action debark
    :parameters (?c - car ?l - location)
    :precondition (and (aboard ?c) (ferry-at ?l))
    :effect (and (at ?c ?l) (ferry-empty) (not (aboard ?c)))))
