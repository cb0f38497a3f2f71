; Towers of Hanoi: carry a tower to another peg disc by disc, never putting one on a smaller one.
(define (domain hanoi)
  (:requirements :strips :typing)
  (:types
    place - object
    disc peg - place)
  (:predicates
    (on ?d - disc ?p - place)
    (clear ?p - place)
    (smaller ?d - disc ?p - place))

  (:action move
    :parameters (?d - disc ?from - place ?to - place)
    :precondition (and (clear ?d) (on ?d ?from) (clear ?to) (smaller ?d ?to))
    :effect (and (not (on ?d ?from)) (on ?d ?to)
                 (clear ?from) (not (clear ?to))))

  ; fmtools: 0 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 8bc6e110308b123886ffb5fd8371710787615b7b5c937bc3dd561500408fc2ad
  ; fmtools: library sha256 c27f4f3cfafc715e383b9f3440b20e843489f5bf20963a600256659713bc9411 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "b2196ed729eab937c09216b09ae3acb829dec6c2f358a3006755d4e0a1bccd4c"}, "static_facts": true, "lean": false}
)
