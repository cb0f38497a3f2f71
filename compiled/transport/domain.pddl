; Trucks of limited capacity deliver packages over a road map; driving costs the length of the road.
(define (domain transport)
  (:requirements :strips :typing :action-costs)
  (:types
    location movable size - object
    truck package - movable)
  (:predicates
    (road ?a - location ?b - location)
    (at ?x - movable ?l - location)
    (in ?p - package ?t - truck)
    (space ?t - truck ?s - size)
    (one-more ?low - size ?high - size))
  (:functions
    (total-cost) - number
    (road-length ?a - location ?b - location) - number
    ; fmtools: costs of macros
    (fm-cost-macro-6-pick-up-drive-drop-drive ?l ?to - location) - number
    (fm-cost-macro-8-drive-x2 ?from ?to ?to2 - location) - number
  )

  (:action drive
    :parameters (?t - truck ?from - location ?to - location)
    :precondition (and (at ?t ?from) (road ?from ?to))
    :effect (and (not (at ?t ?from)) (at ?t ?to)
                 (increase (total-cost) (road-length ?from ?to))))

  (:action pick-up
    :parameters (?t - truck ?l - location ?p - package ?less - size ?s - size)
    :precondition (and (at ?t ?l) (at ?p ?l) (space ?t ?s) (one-more ?less ?s))
    :effect (and (in ?p ?t) (space ?t ?less) (not (at ?p ?l)) (not (space ?t ?s))
                 (increase (total-cost) 1)))

  (:action drop
    :parameters (?t - truck ?l - location ?p - package ?s - size ?more - size)
    :precondition (and (at ?t ?l) (in ?p ?t) (space ?t ?s) (one-more ?s ?more))
    :effect (and (at ?p ?l) (space ?t ?more) (not (in ?p ?t)) (not (space ?t ?s))
                 (increase (total-cost) 1)))

  ; fmtools: 2 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 384c7353b713a0da87c606f29431c74ca55609f86ce71807a5dd1b17b4d173a6
  ; fmtools: library sha256 8c5c82bc3132fea071e33da13533605053baecf10964407d634b5555352785f3 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "aaaf848b5d8f17b4ef629c72e6dd3e159cf656c7db7db6628eaeb9bb8f2d14d0"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-6-pick-up-drive-drop-drive: 4 primitive actions
  ; fmtools step (pick-up ?t ?l ?p ?less ?s)
  ; fmtools step (drive ?t ?l ?to)
  ; fmtools step (drop ?t ?to ?p ?less ?s)
  ; fmtools step (drive ?t ?to ?l)
  ; proof: same as its steps under 1 alias pattern; excluded: 2 by types, 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 6 of its library, there as
  ; (pick-up truck2 loc10 package5 s2 s3) (drive truck2 loc10 loc2) (drop truck2 loc2 package5 s2 s3) (drive truck2 loc2 loc10)
  (:action macro-6-pick-up-drive-drop-drive
    :parameters (?t - truck ?l - location ?p - package ?less ?s - size ?to - location)
    :precondition (and (one-more ?less ?s) (space ?t ?s) (at ?t ?l) (road ?l ?to) (road ?to ?l)
                       (at ?p ?l))
    :effect (and (not (at ?p ?l)) (not (in ?p ?t)) (not (space ?t ?less)) (not (at ?t ?to))
                 (at ?p ?to)
                 (increase (total-cost) (fm-cost-macro-6-pick-up-drive-drop-drive ?l ?to))))

  ; fmtools macro macro-8-drive-x2: 2 primitive actions
  ; fmtools step (drive ?t ?from ?to)
  ; fmtools step (drive ?t ?to ?to2)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 2; macro 8 of its library, there as
  ; (drive truck2 loc10 loc9) (drive truck2 loc9 loc12)
  (:action macro-8-drive-x2
    :parameters (?t - truck ?from ?to ?to2 - location)
    :precondition (and (road ?from ?to) (road ?to ?to2) (at ?t ?from))
    :effect (and (not (at ?t ?from)) (not (at ?t ?to)) (at ?t ?to2)
                 (increase (total-cost) (fm-cost-macro-8-drive-x2 ?from ?to ?to2))))
)
