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
  ; fmtools: library sha256 8c60a68b5f1c056ea3092983d37688d9e02a5d0b3c12bbb0d821f01472e94453 {"source": "learned", "seed": 0, "budget": 20000}

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
