; Floortile-like: robots paint a chequered floor, only the tile above or below them, and cannot
; step on a painted tile again.
(define (domain floortile)
  (:requirements :strips :typing :negative-preconditions :equality)
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
    :effect (and (painted ?t ?c) (not (free ?t))))

  ; fmtools: 1 of 1 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 ce043d24615fc4dc101dc9653879e589bb07386ea363c5bdd16b019dc3d3130f
  ; fmtools: library sha256 27c5e110b4ad86a597a1379bcb158341741dc2858bef3b199b212eb551d5f175 {"source": "learned", "seed": 0, "budget": 20000}

  ; fmtools macro macro-1-change-color-x2: 2 primitive actions
  ; fmtools step (change-color ?r ?old ?new)
  ; fmtools step (change-color ?r2 ?new ?old)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by 1 guard
  ; effect size 4; macro 1 of its library, there as
  ; (change-color robot1 black white) (change-color robot2 white black)
  (:action macro-1-change-color-x2
    :parameters (?r - robot ?old ?new - color ?r2 - robot)
    :precondition (and (available ?new) (loaded ?r2 ?new) (available ?old) (loaded ?r ?old)
                       (not (= ?r ?r2)))
    :effect (and (not (loaded ?r ?old)) (not (loaded ?r2 ?new)) (loaded ?r ?new) (loaded ?r2 ?old)))
)
