; Locked rooms: walk to any location of an unlocked room; picking up a key unlocks the room it fits.
(define (domain doors)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types location room key)
  (:predicates
    (at ?l - location)
    (unlocked ?r - room)
    (locinroom ?l - location ?r - room)
    (keyat ?k - key ?l - location)
    (keyforroom ?k - key ?r - room))

  (:action moveto
    :parameters (?from - location ?to - location ?r - room)
    :precondition (and (at ?from) (locinroom ?to ?r) (unlocked ?r))
    :effect (and (not (at ?from)) (at ?to)))

  (:action pick
    :parameters (?k - key ?l - location ?r - room)
    :precondition (and (at ?l) (keyat ?k ?l) (keyforroom ?k ?r))
    :effect (and (not (keyat ?k ?l)) (unlocked ?r)))

  ; fmtools: 8 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 94488005fc9c92138df22348299a3afca77189008e1cba2659abd9779022c753
  ; fmtools: library sha256 7ab6c22ad0c96162f6287b7139d3a5524f542861cb6f435cfa23310d5ac9252a {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "a63b0ab8e27d6149a4b35c520d1e1df69e1c27019bafd71f14ead66533133167"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-moveto-pick-moveto: 3 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?from ?r3)
  ; proof: same as its steps under 4 alias patterns; excluded: 1 by 1 guard
  ; effect size 2; macro 1 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc60 room5)
  (:action macro-1-moveto-pick-moveto
    :parameters (?from ?to - location ?r - room ?k - key ?r2 ?r3 - room)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?from ?r3) (at ?from) (unlocked ?r3) (not (= ?r2 ?r3)))
    :effect (and (not (at ?to)) (not (keyat ?k ?to)) (at ?from) (unlocked ?r2)))

  ; fmtools macro macro-2-moveto-pick-moveto: 3 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r3)
  ; proof: same as its steps under 6 alias patterns; excluded: 1 by 1 guard
  ; effect size 4; macro 2 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc63 room5)
  (:action macro-2-moveto-pick-moveto
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location ?r3 - room)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?to2 ?r3) (unlocked ?r3) (at ?from) (not (= ?r2 ?r3)))
    :effect (and (not (at ?from)) (not (at ?to)) (not (keyat ?k ?to)) (unlocked ?r2) (at ?to2)))

  ; fmtools macro macro-3-moveto-pick: 2 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; proof: same as its steps under 3 alias patterns
  ; effect size 4; macro 3 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2)
  (:action macro-3-moveto-pick
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (at ?from))
    :effect (and (not (at ?from)) (not (keyat ?k ?to)) (at ?to) (unlocked ?r2)))

  ; fmtools macro macro-4-moveto-pick-moveto: 3 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r2)
  ; proof: same as its steps under 5 alias patterns
  ; effect size 4; macro 4 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc15 room2)
  (:action macro-4-moveto-pick-moveto
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?to2 ?r2) (at ?from))
    :effect (and (not (at ?from)) (not (at ?to)) (not (keyat ?k ?to)) (unlocked ?r2) (at ?to2)))

  ; fmtools macro macro-5-moveto-pick-moveto: 3 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r)
  ; proof: same as its steps under 5 alias patterns
  ; effect size 4; macro 5 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc2 room1)
  (:action macro-5-moveto-pick-moveto
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location)
    :precondition (and (locinroom ?to ?r) (locinroom ?to2 ?r) (unlocked ?r) (keyat ?k ?to)
                       (keyforroom ?k ?r2) (at ?from))
    :effect (and (not (at ?from)) (not (at ?to)) (not (keyat ?k ?to)) (unlocked ?r2) (at ?to2)))

  ; fmtools macro macro-6-moveto-pick-moveto-pick-and-1-more: 5 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r2)
  ; fmtools step (pick ?k2 ?to2 ?r3)
  ; fmtools step (moveto ?to2 ?from ?r4)
  ; proof: same as its steps under 8 alias patterns; excluded: 3 by 3 guards
  ; effect size 4; macro 6 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc18 room2) (pick key3 loc18 room3) (moveto loc18 loc60 room5)
  (:action macro-6-moveto-pick-moveto-pick-and-1-more
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location ?k2 - key ?r3
                 ?r4 - room)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?to2 ?r2) (keyat ?k2 ?to2) (keyforroom ?k2 ?r3)
                       (locinroom ?from ?r4) (at ?from) (unlocked ?r4) (not (= ?k ?k2))
                       (not (= ?r2 ?r4)) (not (= ?r3 ?r4)))
    :effect (and (not (at ?to)) (not (keyat ?k ?to)) (not (at ?to2)) (not (keyat ?k2 ?to2))
                 (at ?from) (unlocked ?r2) (unlocked ?r3)))

  ; fmtools macro macro-7-moveto-pick-moveto-pick-and-1-more: 5 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r2)
  ; fmtools step (pick ?k2 ?to2 ?r3)
  ; fmtools step (moveto ?to2 ?to3 ?r2)
  ; proof: same as its steps under 10 alias patterns; excluded: 1 by 1 guard
  ; effect size 6; macro 7 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc18 room2) (pick key3 loc18 room3) (moveto loc18 loc22 room2)
  (:action macro-7-moveto-pick-moveto-pick-and-1-more
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location ?k2 - key
                 ?r3 - room ?to3 - location)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?to2 ?r2) (locinroom ?to3 ?r2) (keyat ?k2 ?to2)
                       (keyforroom ?k2 ?r3) (at ?from) (not (= ?k ?k2)))
    :effect (and (not (at ?from)) (not (at ?to)) (not (keyat ?k ?to)) (not (at ?to2))
                 (not (keyat ?k2 ?to2)) (unlocked ?r2) (unlocked ?r3) (at ?to3)))

  ; fmtools macro macro-8-moveto-pick-moveto-pick-and-1-more: 5 primitive actions
  ; fmtools step (moveto ?from ?to ?r)
  ; fmtools step (pick ?k ?to ?r2)
  ; fmtools step (moveto ?to ?to2 ?r2)
  ; fmtools step (pick ?k2 ?to2 ?r3)
  ; fmtools step (moveto ?to2 ?to3 ?r3)
  ; proof: same as its steps under 10 alias patterns; excluded: 1 by 1 guard
  ; effect size 6; macro 8 of its library, there as
  ; (moveto loc60 loc4 room1) (pick key2 loc4 room2) (moveto loc4 loc18 room2) (pick key3 loc18 room3) (moveto loc18 loc29 room3)
  (:action macro-8-moveto-pick-moveto-pick-and-1-more
    :parameters (?from ?to - location ?r - room ?k - key ?r2 - room ?to2 - location ?k2 - key
                 ?r3 - room ?to3 - location)
    :precondition (and (locinroom ?to ?r) (unlocked ?r) (keyat ?k ?to) (keyforroom ?k ?r2)
                       (locinroom ?to2 ?r2) (keyat ?k2 ?to2) (keyforroom ?k2 ?r3)
                       (locinroom ?to3 ?r3) (at ?from) (not (= ?k ?k2)))
    :effect (and (not (at ?from)) (not (at ?to)) (not (keyat ?k ?to)) (not (at ?to2))
                 (not (keyat ?k2 ?to2)) (unlocked ?r2) (unlocked ?r3) (at ?to3)))
)
