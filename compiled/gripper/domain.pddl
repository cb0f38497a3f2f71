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
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g))))

  ; fmtools: 1 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 8637c5f20c735a4933b63cc55cf1235e3b3d3821b38ea52c54bfd4952b77fa41
  ; fmtools: library sha256 0e137dc30364dc41aada75ec80cf07dcc8dd294cdf95e2c2ca9f69dc233ee203 {"source": "learned", "seed": 0, "budget": 20000}

  ; fmtools macro macro-3-move-drop-move: 3 primitive actions
  ; fmtools step (move ?from ?to)
  ; fmtools step (drop ?b ?to ?g)
  ; fmtools step (move ?to ?from)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 3; macro 3 of its library, there as
  ; (move roomb rooma) (drop ball2 rooma left) (move rooma roomb)
  (:action macro-3-move-drop-move
    :parameters (?from ?to - room ?b - ball ?g - gripper)
    :precondition (and (robot-at ?from) (carry ?b ?g))
    :effect (and (not (robot-at ?to)) (not (carry ?b ?g)) (robot-at ?from) (at ?b ?to) (free ?g)))
)
