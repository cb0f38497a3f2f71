; A robot must have been on every cell of a grid that has holes in it.
(define (domain visitall)
  (:requirements :strips :typing)
  (:types cell)
  (:predicates
    (robot-at ?c - cell)
    (visited ?c - cell)
    (next ?a - cell ?b - cell))

  (:action step
    :parameters (?from - cell ?to - cell)
    :precondition (and (robot-at ?from) (next ?from ?to))
    :effect (and (not (robot-at ?from)) (robot-at ?to) (visited ?to)))

  ; fmtools: 1 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 d3b704fac46a58c957c05a30bba22b7ec930ffc2dab14a0ba0c76ea57870076e
  ; fmtools: library sha256 c651d5d7e8b86c5a4495f03508ca0fa65e179715cf46ac6e9b66afa70edcac9f {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "d91c8621d3c49159c1d44b3bfd424b0d9c836e59577d59971d2823259329df19"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-5-step-x2: 2 primitive actions
  ; fmtools step (step ?from ?to)
  ; fmtools step (step ?to ?to2)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 5 of its library, there as
  ; (step c6-6 c7-6) (step c7-6 c8-6)
  (:action macro-5-step-x2
    :parameters (?from ?to ?to2 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (robot-at ?from))
    :effect (and (not (robot-at ?from)) (not (robot-at ?to)) (visited ?to) (robot-at ?to2)
                 (visited ?to2)))
)
