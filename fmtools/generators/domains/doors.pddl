; Locked rooms: walk to any location of an unlocked room; picking up a key unlocks the room it fits.
(define (domain doors)
  (:requirements :strips :typing)
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
    :effect (and (not (keyat ?k ?l)) (unlocked ?r))))
