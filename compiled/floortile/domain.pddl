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
  ; fmtools: library sha256 70b2e5365d35ec7041b9e7144017686c5670d92d3946cf87ee8014841b3031bc {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "63da3c15d90495eaef41ce8e896c853799b9627a53573ff956240ad0f7a3fe36"}, "static_facts": true, "lean": false}

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
