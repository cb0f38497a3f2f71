; Sokoban-like: push boxes on a walled grid. Unlike the game, every box has a target of its own.
(define (domain sokoban)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types cell box)
  (:predicates
    (player-at ?c - cell)
    (box-at ?b - box ?c - cell)
    (empty ?c - cell)
    (next ?a - cell ?b - cell)
    (in-line ?a - cell ?b - cell ?c - cell))

  (:action walk
    :parameters (?from - cell ?to - cell)
    :precondition (and (player-at ?from) (next ?from ?to) (empty ?to))
    :effect (and (player-at ?to) (empty ?from) (not (player-at ?from)) (not (empty ?to))))

  (:action push
    :parameters (?b - box ?behind - cell ?from - cell ?to - cell)
    :precondition (and (player-at ?behind) (box-at ?b ?from) (empty ?to)
                       (in-line ?behind ?from ?to))
    :effect (and (player-at ?from) (box-at ?b ?to) (empty ?behind)
                 (not (player-at ?behind)) (not (box-at ?b ?from)) (not (empty ?to))))

  ; fmtools: 2 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 a9e018547285499bab3e295d0367ba01976ade5c8fdcefe192fa5b8d4b1b59fb
  ; fmtools: library sha256 aeb8d2195fee4ebe039290c4c79b1b460d80aeaaf6e6e1f3c9508b394d9bbd11 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "1272af7f089cd7b111ad2eb8b51399f66eb73a80b20a9035ae7ef749cf693d79"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-walk-x2: 2 primitive actions
  ; fmtools step (walk ?from ?to)
  ; fmtools step (walk ?to ?to2)
  ; proof: same as its steps under 1 alias pattern; excluded: 2 by static facts of 20 given problems, 1 by 1 guard; holds for those problems only
  ; effect size 4; macro 1 of its library, there as
  ; (walk c1-3 c1-2) (walk c1-2 c1-1)
  (:action macro-1-walk-x2
    :parameters (?from ?to ?to2 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (player-at ?from) (empty ?to) (empty ?to2)
                       (not (= ?from ?to2)))
    :effect (and (not (player-at ?from)) (not (player-at ?to)) (not (empty ?to2)) (empty ?from)
                 (player-at ?to2)))

  ; fmtools macro macro-2-walk-x3: 3 primitive actions
  ; fmtools step (walk ?from ?to)
  ; fmtools step (walk ?to ?to2)
  ; fmtools step (walk ?to2 ?to3)
  ; proof: same as its steps under 2 alias patterns; excluded: 4 by static facts of 20 given problems, 1 by 1 guard; holds for those problems only
  ; effect size 4; macro 2 of its library, there as
  ; (walk c1-3 c1-2) (walk c1-2 c1-1) (walk c1-1 c2-1)
  (:action macro-2-walk-x3
    :parameters (?from ?to ?to2 ?to3 - cell)
    :precondition (and (next ?from ?to) (next ?to ?to2) (next ?to2 ?to3) (player-at ?from)
                       (empty ?to) (empty ?to2) (empty ?to3) (not (= ?from ?to2)))
    :effect (and (not (player-at ?from)) (not (player-at ?to)) (not (player-at ?to2))
                 (not (empty ?to3)) (empty ?from) (player-at ?to3)))
)
