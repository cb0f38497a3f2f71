; Floortile-like: robots paint a chequered floor, only the tile above or below them, and cannot
; step on a painted tile again.
(define (domain floortile)
  (:requirements :strips :typing)
  (:types robot tile color)
  (:predicates
    (robot-at ?r - robot ?t - tile)
    (free ?t - tile)
    (next ?a - tile ?b - tile)
    (above ?high - tile ?low - tile)
    (painted ?t - tile ?c - color)
    (loaded ?r - robot ?c - color)
    (available ?c - color))

  (:action change-color
    :parameters (?r - robot ?old - color ?new - color)
    :precondition (and (loaded ?r ?old) (available ?new))
    :effect (and (not (loaded ?r ?old)) (loaded ?r ?new)))

  (:action step
    :parameters (?r - robot ?from - tile ?to - tile)
    :precondition (and (robot-at ?r ?from) (next ?from ?to) (free ?to))
    :effect (and (robot-at ?r ?to) (free ?from) (not (robot-at ?r ?from)) (not (free ?to))))

  (:action paint-above
    :parameters (?r - robot ?here - tile ?t - tile ?c - color)
    :precondition (and (robot-at ?r ?here) (above ?t ?here) (free ?t) (loaded ?r ?c))
    :effect (and (painted ?t ?c) (not (free ?t))))

  (:action paint-below
    :parameters (?r - robot ?here - tile ?t - tile ?c - color)
    :precondition (and (robot-at ?r ?here) (above ?here ?t) (free ?t) (loaded ?r ?c))
    :effect (and (painted ?t ?c) (not (free ?t)))))
