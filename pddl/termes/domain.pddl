; Termes-like: a robot carries blocks from a depot and builds towers, climbing one block at a time.
(define (domain termes)
  (:requirements :strips :typing)
  (:types cell level)
  (:predicates
    (robot-at ?c - cell)
    (height ?c - cell ?n - level)
    (next ?a - cell ?b - cell)
    (one-more ?low - level ?high - level)
    (depot ?c - cell)
    (building-site ?c - cell)
    (loaded)
    (unloaded))

  (:action walk
    :parameters (?from - cell ?to - cell ?n - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (height ?from ?n) (height ?to ?n))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action climb
    :parameters (?from - cell ?to - cell ?low - level ?high - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (one-more ?low ?high)
                       (height ?from ?low) (height ?to ?high))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action descend
    :parameters (?from - cell ?to - cell ?high - level ?low - level)
    :precondition (and (robot-at ?from) (next ?from ?to) (one-more ?low ?high)
                       (height ?from ?high) (height ?to ?low))
    :effect (and (not (robot-at ?from)) (robot-at ?to)))

  (:action place-block
    :parameters (?here - cell ?c - cell ?n - level ?more - level)
    :precondition (and (robot-at ?here) (next ?here ?c) (building-site ?c) (loaded)
                       (one-more ?n ?more) (height ?here ?n) (height ?c ?n))
    :effect (and (height ?c ?more) (unloaded) (not (height ?c ?n)) (not (loaded))))

  (:action remove-block
    :parameters (?here - cell ?c - cell ?n - level ?more - level)
    :precondition (and (robot-at ?here) (next ?here ?c) (unloaded)
                       (one-more ?n ?more) (height ?here ?n) (height ?c ?more))
    :effect (and (height ?c ?n) (loaded) (not (height ?c ?more)) (not (unloaded))))

  (:action fetch-block
    :parameters (?c - cell)
    :precondition (and (robot-at ?c) (depot ?c) (unloaded))
    :effect (and (loaded) (not (unloaded))))

  (:action return-block
    :parameters (?c - cell)
    :precondition (and (robot-at ?c) (depot ?c) (loaded))
    :effect (and (unloaded) (not (loaded)))))
