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
  ; fmtools: library sha256 6a1143af41dd113bc6cbb9d24f0bdf24d2083e9a7ec4861c8b60fd6c91147c92 {"source": "learned", "seed": 0, "budget": 20000}

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
