; A robot with two grippers carries balls from one room to the other.
(define (domain gripper)
  (:requirements :strips :typing)
  (:types room ball gripper)
  (:predicates
    (robot-at ?r - room)
    (at ?b - ball ?r - room)
    (carry ?b - ball ?g - gripper)
    (free ?g - gripper))

  (:action move
    :parameters (?from - room ?to - room)
    :precondition (and (robot-at ?from))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (robot-at ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))

  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (robot-at ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
