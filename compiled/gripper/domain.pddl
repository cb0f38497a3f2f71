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
  ; fmtools: library sha256 e703fc6028e0de5ff452e227e15181849673dfcc7126e802968ae8a5cfcbb2cd {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "1735fdb285de0d4baca7043bd99c11cd10e8d11e47e88b5f220d3f67acada7cf"}, "static_facts": true, "lean": false}

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
