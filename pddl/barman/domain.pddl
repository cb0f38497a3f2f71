; Barman-like: two hands, one shaker and a few glasses; ingredients are on tap, a cocktail is two
; ingredients shaken, and a glass or shaker must be clean before it holds something new.
(define (domain barman)
  (:requirements :strips :typing)
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
    :effect (and (clean ?s))))
