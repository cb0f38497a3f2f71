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
    :effect (and (at ?c ?l) (ferry-empty) (not (aboard ?c))))

  ; fmtools: 1 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 02ec89c82efa52046d41e7126cc63462c1b2379dee63d3f19bba904291588ae6
  ; fmtools: library sha256 6555df5aad967f7248dc00766b14a7f5aeb7720e18f9459f85fb29601e21d936 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "e619838673a9705030294728f517a5616e2cc7deb110e42420c07f71b57d76a8"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-3-sail-debark-sail: 3 primitive actions
  ; fmtools step (sail ?from ?to)
  ; fmtools step (debark ?c ?to)
  ; fmtools step (sail ?to ?from)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 3; macro 3 of its library, there as
  ; (sail loc9 loc3) (debark car4 loc3) (sail loc3 loc9)
  (:action macro-3-sail-debark-sail
    :parameters (?from ?to - location ?c - car)
    :precondition (and (ferry-at ?from) (aboard ?c))
    :effect (and (not (ferry-at ?to)) (not (aboard ?c)) (ferry-at ?from) (at ?c ?to) (ferry-empty)))
)
