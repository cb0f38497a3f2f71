; Barman-like: two hands, one shaker and a few glasses; ingredients are on tap, a cocktail is two
; ingredients shaken, and a glass or shaker must be clean before it holds something new.
(define (domain barman)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    hand level drink container - object
    ingredient cocktail - drink
    glass shaker - container)
  (:predicates
    (on-bar ?c - container)
    (holding ?h - hand ?c - container)
    (hand-empty ?h - hand)
    (empty ?c - container)
    (clean ?c - container)
    (contains ?c - container ?d - drink)
    (stained ?g - glass ?d - drink)
    (shaken ?s - shaker)
    (unshaken ?s - shaker)
    (filled ?s - shaker ?l - level)
    (bottom ?s - shaker ?l - level)
    (one-more ?low - level ?high - level)
    (first-part ?c - cocktail ?i - ingredient)
    (second-part ?c - cocktail ?i - ingredient))

  (:action grasp
    :parameters (?h - hand ?c - container)
    :precondition (and (on-bar ?c) (hand-empty ?h))
    :effect (and (holding ?h ?c) (not (on-bar ?c)) (not (hand-empty ?h))))

  (:action leave
    :parameters (?h - hand ?c - container)
    :precondition (and (holding ?h ?c))
    :effect (and (on-bar ?c) (hand-empty ?h) (not (holding ?h ?c))))

  (:action fill-glass
    :parameters (?h - hand ?other - hand ?g - glass ?i - ingredient)
    :precondition (and (holding ?h ?g) (hand-empty ?other) (empty ?g) (clean ?g))
    :effect (and (contains ?g ?i) (stained ?g ?i) (not (empty ?g)) (not (clean ?g))))

  (:action refill-glass
    :parameters (?h - hand ?other - hand ?g - glass ?i - ingredient)
    :precondition (and (holding ?h ?g) (hand-empty ?other) (empty ?g) (stained ?g ?i))
    :effect (and (contains ?g ?i) (not (empty ?g))))

  (:action empty-glass
    :parameters (?h - hand ?g - glass ?d - drink)
    :precondition (and (holding ?h ?g) (contains ?g ?d))
    :effect (and (empty ?g) (not (contains ?g ?d))))

  (:action clean-glass
    :parameters (?h - hand ?other - hand ?g - glass ?d - drink)
    :precondition (and (holding ?h ?g) (hand-empty ?other) (empty ?g) (stained ?g ?d))
    :effect (and (clean ?g) (not (stained ?g ?d))))

  (:action pour-into-clean-shaker
    :parameters (?h - hand ?g - glass ?i - ingredient ?s - shaker ?l - level ?more - level)
    :precondition (and (holding ?h ?g) (contains ?g ?i) (empty ?s) (clean ?s)
                       (filled ?s ?l) (one-more ?l ?more))
    :effect (and (contains ?s ?i) (unshaken ?s) (filled ?s ?more) (empty ?g)
                 (not (contains ?g ?i)) (not (empty ?s)) (not (clean ?s)) (not (filled ?s ?l))))

  (:action pour-into-used-shaker
    :parameters (?h - hand ?g - glass ?i - ingredient ?s - shaker ?l - level ?more - level)
    :precondition (and (holding ?h ?g) (contains ?g ?i) (unshaken ?s)
                       (filled ?s ?l) (one-more ?l ?more))
    :effect (and (contains ?s ?i) (filled ?s ?more) (empty ?g)
                 (not (contains ?g ?i)) (not (filled ?s ?l))))

  (:action shake
    :parameters (?h - hand ?other - hand ?s - shaker ?c - cocktail ?i - ingredient ?j - ingredient)
    :precondition (and (holding ?h ?s) (hand-empty ?other) (unshaken ?s)
                       (first-part ?c ?i) (second-part ?c ?j) (contains ?s ?i) (contains ?s ?j))
    :effect (and (shaken ?s) (contains ?s ?c)
                 (not (unshaken ?s)) (not (contains ?s ?i)) (not (contains ?s ?j))))

  (:action serve
    :parameters (?h - hand ?s - shaker ?c - cocktail ?g - glass ?l - level ?less - level)
    :precondition (and (holding ?h ?s) (shaken ?s) (contains ?s ?c) (empty ?g) (clean ?g)
                       (filled ?s ?l) (one-more ?less ?l))
    :effect (and (contains ?g ?c) (stained ?g ?c) (filled ?s ?less)
                 (not (empty ?g)) (not (clean ?g)) (not (filled ?s ?l))))

  (:action empty-shaker
    :parameters (?h - hand ?s - shaker ?c - cocktail ?l - level ?none - level)
    :precondition (and (holding ?h ?s) (shaken ?s) (contains ?s ?c)
                       (filled ?s ?l) (bottom ?s ?none))
    :effect (and (not (shaken ?s)) (not (contains ?s ?c)) (not (filled ?s ?l))
                 (filled ?s ?none) (empty ?s)))

  (:action clean-shaker
    :parameters (?h - hand ?other - hand ?s - shaker)
    :precondition (and (holding ?h ?s) (hand-empty ?other) (empty ?s))
    :effect (and (clean ?s)))

  ; fmtools: 5 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 a7cd1dd4e2506b0cc8230c0f967a84ae8ac04ecb00b5051da81ba4ee7988caa1
  ; fmtools: library sha256 56ddebe3acc82b3efb7d0c36fa5db90395a3fd55b529df70dc180064a4bc6cb7 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "43971514248323fd769c9bb684bc795f67205bd6d63025d97521219deea7b1ad"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-leave-grasp-clean-glass-leave-and-1-more: 5 primitive actions
  ; fmtools step (leave ?h ?c)
  ; fmtools step (grasp ?h ?c2)
  ; fmtools step (clean-glass ?h ?other ?c2 ?d)
  ; fmtools step (leave ?h ?c2)
  ; fmtools step (grasp ?h ?c)
  ; proof: same as its steps under 1 alias pattern; excluded: 2 by 2 guards
  ; effect size 2; macro 1 of its library, there as
  ; (leave left glass2) (grasp left glass4) (clean-glass left right glass4 ingredient1) (leave left glass4) (grasp left glass2)
  (:action macro-1-leave-grasp-clean-glass-leave-and-1-more
    :parameters (?h - hand ?c - container ?c2 - glass ?other - hand ?d - drink)
    :precondition (and (on-bar ?c2) (empty ?c2) (stained ?c2 ?d) (hand-empty ?other)
                       (holding ?h ?c) (not (= ?h ?other)) (not (= ?c ?c2)))
    :effect (and (not (on-bar ?c)) (not (hand-empty ?h)) (not (holding ?h ?c2))
                 (not (stained ?c2 ?d)) (clean ?c2)))

  ; fmtools macro macro-2-leave-grasp-refill-glass-leave-and-1-more: 5 primitive actions
  ; fmtools step (leave ?h ?c)
  ; fmtools step (grasp ?h ?c2)
  ; fmtools step (refill-glass ?h ?other ?c2 ?i)
  ; fmtools step (leave ?h ?c2)
  ; fmtools step (grasp ?h ?c)
  ; proof: same as its steps under 1 alias pattern; excluded: 2 by 2 guards
  ; effect size 2; macro 2 of its library, there as
  ; (leave left glass2) (grasp left glass5) (refill-glass left right glass5 ingredient1) (leave left glass5) (grasp left glass2)
  (:action macro-2-leave-grasp-refill-glass-leave-and-1-more
    :parameters (?h - hand ?c - container ?c2 - glass ?other - hand ?i - ingredient)
    :precondition (and (on-bar ?c2) (empty ?c2) (stained ?c2 ?i) (hand-empty ?other)
                       (holding ?h ?c) (not (= ?h ?other)) (not (= ?c ?c2)))
    :effect (and (not (on-bar ?c)) (not (hand-empty ?h)) (not (holding ?h ?c2)) (not (empty ?c2))
                 (contains ?c2 ?i)))

  ; fmtools macro macro-3-grasp-empty-glass-leave: 3 primitive actions
  ; fmtools step (grasp ?h ?c)
  ; fmtools step (empty-glass ?h ?c ?d)
  ; fmtools step (leave ?h ?c)
  ; proof: same as its steps under 1 alias pattern
  ; effect size 2; macro 3 of its library, there as
  ; (grasp right glass1) (empty-glass right glass1 ingredient3) (leave right glass1)
  (:action macro-3-grasp-empty-glass-leave
    :parameters (?h - hand ?c - glass ?d - drink)
    :precondition (and (on-bar ?c) (contains ?c ?d) (hand-empty ?h))
    :effect (and (not (holding ?h ?c)) (not (contains ?c ?d)) (empty ?c)))

  ; fmtools macro macro-4-leave-grasp-clean-glass-fill-glass-and-3-more: 7 primitive actions
  ; fmtools step (leave ?h ?c)
  ; fmtools step (grasp ?h ?c2)
  ; fmtools step (clean-glass ?h ?other ?c2 ?d)
  ; fmtools step (fill-glass ?h ?other ?c2 ?i)
  ; fmtools step (empty-glass ?h ?c2 ?i)
  ; fmtools step (leave ?h ?c2)
  ; fmtools step (grasp ?h ?c)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by 2 guards
  ; effect size 2; macro 4 of its library, there as
  ; (leave left glass2) (grasp left glass3) (clean-glass left right glass3 ingredient3) (fill-glass left right glass3 ingredient1) (empty-glass left glass3 ingredient1) (leave left glass3) (grasp left glass2)
  (:action macro-4-leave-grasp-clean-glass-fill-glass-and-3-more
    :parameters (?h - hand ?c - container ?c2 - glass ?other - hand ?d - drink ?i - ingredient)
    :precondition (and (on-bar ?c2) (empty ?c2) (stained ?c2 ?d) (hand-empty ?other)
                       (holding ?h ?c) (not (= ?h ?other)) (not (= ?c ?c2)))
    :effect (and (not (on-bar ?c)) (not (hand-empty ?h)) (not (holding ?h ?c2))
                 (not (stained ?c2 ?d)) (not (clean ?c2)) (not (contains ?c2 ?i)) (stained ?c2 ?i)))

  ; fmtools macro macro-5-leave-grasp-clean-glass-leave-and-4-more: 8 primitive actions
  ; fmtools step (leave ?h ?c)
  ; fmtools step (grasp ?h ?c2)
  ; fmtools step (clean-glass ?h ?other ?c2 ?d)
  ; fmtools step (leave ?h ?c2)
  ; fmtools step (grasp ?h ?c3)
  ; fmtools step (refill-glass ?h ?other ?c3 ?i)
  ; fmtools step (leave ?h ?c3)
  ; fmtools step (grasp ?h ?c)
  ; proof: same as its steps under 2 alias patterns; excluded: 4 by 4 guards
  ; effect size 4; macro 5 of its library, there as
  ; (leave left glass2) (grasp left glass3) (clean-glass left right glass3 ingredient3) (leave left glass3) (grasp left glass4) (refill-glass left right glass4 ingredient1) (leave left glass4) (grasp left glass2)
  (:action macro-5-leave-grasp-clean-glass-leave-and-4-more
    :parameters (?h - hand ?c - container ?c2 - glass ?other - hand ?d - drink ?c3 - glass
                 ?i - ingredient)
    :precondition (and (on-bar ?c2) (empty ?c2) (stained ?c2 ?d) (hand-empty ?other) (on-bar ?c3)
                       (empty ?c3) (stained ?c3 ?i) (holding ?h ?c) (not (= ?h ?other))
                       (not (= ?c ?c2)) (not (= ?c ?c3)) (not (= ?d ?i)))
    :effect (and (not (on-bar ?c)) (not (hand-empty ?h)) (not (holding ?h ?c2))
                 (not (stained ?c2 ?d)) (not (holding ?h ?c3)) (not (empty ?c3)) (clean ?c2)
                 (contains ?c3 ?i)))
)
