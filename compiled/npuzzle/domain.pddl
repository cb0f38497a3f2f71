; The sliding-tile puzzle: a tile next to the blank cell slides into it.
(define (domain npuzzle)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?t - tile ?c - cell)
    (blank ?c - cell)
    (next ?a - cell ?b - cell))

  (:action slide
    :parameters (?t - tile ?from - cell ?to - cell)
    :precondition (and (at ?t ?from) (blank ?to) (next ?from ?to))
    :effect (and (at ?t ?to) (blank ?from) (not (at ?t ?from)) (not (blank ?to))))

  ; fmtools: 0 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 964efba8a6576892efc4db111b903468580d3f95fdb8f8655700efd063b82c9d
  ; fmtools: library sha256 ed8f47ca6818e0f0cf074a0f3b275feb395a527558577e7d21df77e001f56ad9 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "5240e92aefdb214eb7dde78fe9f4da56c758150c4b35254e85aec938edc35d1d"}, "static_facts": true, "lean": false}
)
