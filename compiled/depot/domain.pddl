; Hoists stack crates on pallets and on each other; trucks carry crates between depots and
; distributors. As in the competition's domain, lift does not ask where the surface below stands.
(define (domain depot)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types
    place locatable - object
    depot distributor - place
    truck hoist surface - locatable
    pallet crate - surface)
  (:predicates
    (at ?x - locatable ?p - place)
    (on ?c - crate ?s - surface)
    (in ?c - crate ?t - truck)
    (lifting ?h - hoist ?c - crate)
    (available ?h - hoist)
    (clear ?s - surface))

  (:action drive
    :parameters (?t - truck ?from - place ?to - place)
    :precondition (and (at ?t ?from))
    :effect (and (not (at ?t ?from)) (at ?t ?to)))

  (:action lift
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (available ?h) (at ?c ?p) (on ?c ?s) (clear ?c))
    :effect (and (lifting ?h ?c) (not (available ?h))
                 (not (at ?c ?p)) (not (on ?c ?s)) (not (clear ?c)) (clear ?s)))

  (:action drop
    :parameters (?h - hoist ?c - crate ?s - surface ?p - place)
    :precondition (and (at ?h ?p) (lifting ?h ?c) (at ?s ?p) (clear ?s))
    :effect (and (available ?h) (not (lifting ?h ?c))
                 (at ?c ?p) (on ?c ?s) (clear ?c) (not (clear ?s))))

  (:action load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (lifting ?h ?c))
    :effect (and (in ?c ?t) (available ?h) (not (lifting ?h ?c))))

  (:action unload
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place)
    :precondition (and (at ?h ?p) (at ?t ?p) (in ?c ?t) (available ?h))
    :effect (and (lifting ?h ?c) (not (in ?c ?t)) (not (available ?h))))

  ; fmtools: 7 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 f25c94ee5a18d98a83a92fea69518390c387508bce14856536a6ee8810bb8423
  ; fmtools: library sha256 32144388066cf1d56c5c95961b2b6f2d29df407404d4610a119181f9fbf86906 {"source": "learned", "seed": 0, "budget": 20000}

  ; fmtools macro macro-1-unload-load: 2 primitive actions
  ; fmtools step (unload ?h ?c ?t ?p)
  ; fmtools step (load ?h ?c ?t2 ?p)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 2; macro 1 of its library, there as
  ; (unload hoist3 crate6 truck2 distributor2) (load hoist3 crate6 truck1 distributor2)
  (:action macro-1-unload-load
    :parameters (?h - hoist ?c - crate ?t - truck ?p - place ?t2 - truck)
    :precondition (and (available ?h) (at ?h ?p) (at ?t ?p) (in ?c ?t) (at ?t2 ?p))
    :effect (and (not (in ?c ?t)) (not (lifting ?h ?c)) (in ?c ?t2)))

  ; fmtools macro macro-2-drive-load-drive: 3 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (load ?h ?c ?t ?to)
  ; fmtools step (drive ?t ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 3; macro 2 of its library, there as
  ; (drive truck1 distributor2 depot1) (load hoist1 crate1 truck1 depot1) (drive truck1 depot1 distributor2)
  (:action macro-2-drive-load-drive
    :parameters (?t - truck ?from ?to - place ?h - hoist ?c - crate)
    :precondition (and (at ?t ?from) (at ?h ?to) (lifting ?h ?c))
    :effect (and (not (at ?t ?to)) (not (lifting ?h ?c)) (at ?t ?from) (in ?c ?t) (available ?h)))

  ; fmtools macro macro-3-drive-unload-drive: 3 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (unload ?h ?c ?t ?to)
  ; fmtools step (drive ?t ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types
  ; effect size 3; macro 3 of its library, there as
  ; (drive truck2 distributor2 distributor1) (unload hoist2 crate6 truck2 distributor1) (drive truck2 distributor1 distributor2)
  (:action macro-3-drive-unload-drive
    :parameters (?t - truck ?from ?to - place ?h - hoist ?c - crate)
    :precondition (and (available ?h) (at ?h ?to) (at ?t ?from) (in ?c ?t))
    :effect (and (not (at ?t ?to)) (not (in ?c ?t)) (not (available ?h)) (at ?t ?from)
                 (lifting ?h ?c)))

  ; fmtools macro macro-4-drive-x2: 2 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (drive ?t2 ?from ?to2)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by 1 guard
  ; effect size 4; macro 4 of its library, there as
  ; (drive truck1 distributor2 depot1) (drive truck2 distributor2 distributor1)
  (:action macro-4-drive-x2
    :parameters (?t - truck ?from ?to - place ?t2 - truck ?to2 - place)
    :precondition (and (at ?t ?from) (at ?t2 ?from) (not (= ?t ?t2)))
    :effect (and (not (at ?t ?from)) (not (at ?t2 ?from)) (at ?t ?to) (at ?t2 ?to2)))

  ; fmtools macro macro-5-drive-load-drive-unload: 4 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (load ?h ?c ?t ?to)
  ; fmtools step (drive ?t ?to ?from)
  ; fmtools step (unload ?h2 ?c ?t ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 4 by types, 2 by 1 guard
  ; effect size 4; macro 5 of its library, there as
  ; (drive truck1 distributor2 depot1) (load hoist1 crate1 truck1 depot1) (drive truck1 depot1 distributor2) (unload hoist3 crate1 truck1 distributor2)
  (:action macro-5-drive-load-drive-unload
    :parameters (?t - truck ?from ?to - place ?h - hoist ?c - crate ?h2 - hoist)
    :precondition (and (available ?h2) (at ?h2 ?from) (at ?t ?from) (at ?h ?to) (lifting ?h ?c)
                       (not (= ?h ?h2)))
    :effect (and (not (at ?t ?to)) (not (lifting ?h ?c)) (not (in ?c ?t)) (not (available ?h2))
                 (at ?t ?from) (available ?h) (lifting ?h2 ?c)))

  ; fmtools macro macro-7-drive-load-unload-drive: 4 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (load ?h ?c ?t ?to)
  ; fmtools step (unload ?h ?c2 ?t ?to)
  ; fmtools step (drive ?t ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by types, 1 by 1 guard
  ; effect size 4; macro 7 of its library, there as
  ; (drive truck2 distributor2 depot1) (load hoist1 crate1 truck2 depot1) (unload hoist1 crate6 truck2 depot1) (drive truck2 depot1 distributor2)
  (:action macro-7-drive-load-unload-drive
    :parameters (?t - truck ?from ?to - place ?h - hoist ?c ?c2 - crate)
    :precondition (and (at ?t ?from) (in ?c2 ?t) (at ?h ?to) (lifting ?h ?c) (not (= ?c ?c2)))
    :effect (and (not (at ?t ?to)) (not (lifting ?h ?c)) (not (available ?h)) (not (in ?c2 ?t))
                 (at ?t ?from) (in ?c ?t) (lifting ?h ?c2)))

  ; fmtools macro macro-8-drive-load-drive-unload-and-1-more: 5 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (load ?h ?c ?t ?to)
  ; fmtools step (drive ?t ?to ?to2)
  ; fmtools step (unload ?h2 ?c ?t ?to2)
  ; fmtools step (drive ?t ?to2 ?from)
  ; proof: same as its steps under 4 alias patterns; excluded: 6 by types, 2 by 1 guard
  ; effect size 4; macro 8 of its library, there as
  ; (drive truck1 distributor2 depot1) (load hoist1 crate1 truck1 depot1) (drive truck1 depot1 distributor1) (unload hoist2 crate1 truck1 distributor1) (drive truck1 distributor1 distributor2)
  (:action macro-8-drive-load-drive-unload-and-1-more
    :parameters (?t - truck ?from ?to - place ?h - hoist ?c - crate ?to2 - place ?h2 - hoist)
    :precondition (and (available ?h2) (at ?h2 ?to2) (at ?t ?from) (at ?h ?to) (lifting ?h ?c)
                       (not (= ?h ?h2)))
    :effect (and (not (at ?t ?to)) (not (lifting ?h ?c)) (not (in ?c ?t)) (not (at ?t ?to2))
                 (not (available ?h2)) (at ?t ?from) (available ?h) (lifting ?h2 ?c)))
)
