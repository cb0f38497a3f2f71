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
  ; fmtools: library sha256 20d9cee6c937dab46f1e74589b0b331cbe90c70553845da16b0a3fbeb5782683 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl", "problem-020.pddl", "problem-021.pddl", "problem-022.pddl", "problem-023.pddl", "problem-024.pddl", "problem-025.pddl", "problem-026.pddl", "problem-027.pddl", "problem-028.pddl", "problem-029.pddl", "problem-030.pddl", "problem-031.pddl", "problem-032.pddl", "problem-033.pddl", "problem-034.pddl", "problem-035.pddl", "problem-036.pddl", "problem-037.pddl", "problem-038.pddl", "problem-039.pddl", "problem-040.pddl", "problem-041.pddl", "problem-042.pddl", "problem-043.pddl", "problem-044.pddl", "problem-045.pddl", "problem-046.pddl", "problem-047.pddl", "problem-048.pddl", "problem-049.pddl", "problem-050.pddl", "problem-051.pddl", "problem-052.pddl", "problem-053.pddl", "problem-054.pddl", "problem-055.pddl", "problem-056.pddl", "problem-057.pddl", "problem-058.pddl", "problem-059.pddl", "problem-060.pddl", "problem-061.pddl", "problem-062.pddl", "problem-063.pddl", "problem-064.pddl", "problem-065.pddl", "problem-066.pddl", "problem-067.pddl", "problem-068.pddl", "problem-069.pddl", "problem-070.pddl", "problem-071.pddl", "problem-072.pddl", "problem-073.pddl", "problem-074.pddl", "problem-075.pddl", "problem-076.pddl", "problem-077.pddl", "problem-078.pddl", "problem-079.pddl", "problem-080.pddl", "problem-081.pddl", "problem-082.pddl", "problem-083.pddl", "problem-084.pddl", "problem-085.pddl", "problem-086.pddl", "problem-087.pddl", "problem-088.pddl", "problem-089.pddl", "problem-090.pddl", "problem-091.pddl", "problem-092.pddl", "problem-093.pddl", "problem-094.pddl", "problem-095.pddl", "problem-096.pddl", "problem-097.pddl", "problem-098.pddl", "problem-099.pddl"], "digest": "2d09b4c983ae64b56db7a91750f9ec9717f448340b90c3f2df5f96ac3fc1c772"}, "static_facts": true, "lean": false}

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
