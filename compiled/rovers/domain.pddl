; Rovers-like: rovers drive, analyse samples, photograph objectives and report to a lander in sight.
(define (domain rovers)
  (:requirements :strips :typing)
  (:types rover waypoint store camera mode objective sample)
  (:predicates
    (rover-at ?r - rover ?w - waypoint)
    (path ?r - rover ?a - waypoint ?b - waypoint)
    (lander-in-sight ?w - waypoint)
    (store-of ?s - store ?r - rover)
    (store-empty ?s - store)
    (store-full ?s - store)
    (can-analyse ?r - rover ?x - sample)
    (sample-at ?x - sample ?w - waypoint)
    (analysed ?r - rover ?x - sample)
    (reported-sample ?x - sample)
    (camera-of ?c - camera ?r - rover)
    (supports ?c - camera ?m - mode)
    (calibration-target ?c - camera ?o - objective)
    (visible-from ?o - objective ?w - waypoint)
    (calibrated ?c - camera)
    (have-image ?r - rover ?o - objective ?m - mode)
    (reported-image ?o - objective ?m - mode))

  (:action drive
    :parameters (?r - rover ?from - waypoint ?to - waypoint)
    :precondition (and (rover-at ?r ?from) (path ?r ?from ?to))
    :effect (and (not (rover-at ?r ?from)) (rover-at ?r ?to)))

  (:action take-sample
    :parameters (?r - rover ?x - sample ?s - store ?w - waypoint)
    :precondition (and (rover-at ?r ?w) (sample-at ?x ?w) (can-analyse ?r ?x)
                       (store-of ?s ?r) (store-empty ?s))
    :effect (and (analysed ?r ?x) (store-full ?s) (not (store-empty ?s)) (not (sample-at ?x ?w))))

  (:action empty-store
    :parameters (?r - rover ?s - store)
    :precondition (and (store-of ?s ?r) (store-full ?s))
    :effect (and (store-empty ?s) (not (store-full ?s))))

  (:action calibrate
    :parameters (?r - rover ?c - camera ?o - objective ?w - waypoint)
    :precondition (and (rover-at ?r ?w) (camera-of ?c ?r)
                       (calibration-target ?c ?o) (visible-from ?o ?w))
    :effect (and (calibrated ?c)))

  (:action take-image
    :parameters (?r - rover ?c - camera ?o - objective ?m - mode ?w - waypoint)
    :precondition (and (rover-at ?r ?w) (camera-of ?c ?r) (calibrated ?c)
                       (supports ?c ?m) (visible-from ?o ?w))
    :effect (and (have-image ?r ?o ?m) (not (calibrated ?c))))

  (:action report-sample
    :parameters (?r - rover ?x - sample ?w - waypoint)
    :precondition (and (rover-at ?r ?w) (lander-in-sight ?w) (analysed ?r ?x))
    :effect (and (reported-sample ?x)))

  (:action report-image
    :parameters (?r - rover ?o - objective ?m - mode ?w - waypoint)
    :precondition (and (rover-at ?r ?w) (lander-in-sight ?w) (have-image ?r ?o ?m))
    :effect (and (reported-image ?o ?m)))

  ; fmtools: 8 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 b1fbcdc50672393aa18cc444278326150a6df598d414f35c1fff75994d17c7d4
  ; fmtools: library sha256 6282218d4488c6c5d80f8b27fff195655ebb484442cdfcee4f33e769cc2fb83b {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "2fecbd55273efd567ffe1abc8ae02d9d3c82fe0e68b561bc43ec9c88bed2e608"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-drive-calibrate-drive-take-image: 4 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (calibrate ?r ?c ?o ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; fmtools step (take-image ?r ?c ?o2 ?m ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 1 of its library, there as
  ; (drive rover3 w16 w18) (calibrate rover3 camera3 objective5 w18) (drive rover3 w18 w16) (take-image rover3 camera3 objective1 colour w16)
  (:action macro-1-drive-calibrate-drive-take-image
    :parameters (?r - rover ?from ?to - waypoint ?c - camera ?o ?o2 - objective ?m - mode)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to)
                       (path ?r ?from ?to) (path ?r ?to ?from) (supports ?c ?m)
                       (visible-from ?o2 ?from) (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (not (calibrated ?c)) (have-image ?r ?o2 ?m)))

  ; fmtools macro macro-2-drive-x2-calibrate-drive-x2: 5 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (calibrate ?r ?c ?o ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 2 of its library, there as
  ; (drive rover1 w16 w3) (drive rover1 w3 w4) (calibrate rover1 camera1 objective4 w4) (drive rover1 w4 w3) (drive rover1 w3 w16)
  (:action macro-2-drive-x2-calibrate-drive-x2
    :parameters (?r - rover ?from ?to ?to2 - waypoint ?c - camera ?o - objective)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (rover-at ?r ?from)
                 (calibrated ?c)))

  ; fmtools macro macro-3-drive-x2-calibrate-drive-x2-take-image: 6 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (calibrate ?r ?c ?o ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; fmtools step (take-image ?r ?c ?o2 ?m ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 3 of its library, there as
  ; (drive rover1 w16 w3) (drive rover1 w3 w4) (calibrate rover1 camera1 objective4 w4) (drive rover1 w4 w3) (drive rover1 w3 w16) (take-image rover1 camera1 objective1 colour w16)
  (:action macro-3-drive-x2-calibrate-drive-x2-take-image
    :parameters (?r - rover ?from ?to ?to2 - waypoint ?c - camera ?o ?o2 - objective ?m - mode)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (supports ?c ?m) (visible-from ?o2 ?from)
                       (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (not (calibrated ?c))
                 (rover-at ?r ?from) (have-image ?r ?o2 ?m)))

  ; fmtools macro macro-4-drive-x2-calibrate-drive-take-image-and-1-more: 6 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (calibrate ?r ?c ?o ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (take-image ?r ?c ?o2 ?m ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 4 of its library, there as
  ; (drive rover1 w16 w3) (drive rover1 w3 w4) (calibrate rover1 camera1 objective4 w4) (drive rover1 w4 w3) (take-image rover1 camera1 objective3 colour w3) (drive rover1 w3 w16)
  (:action macro-4-drive-x2-calibrate-drive-take-image-and-1-more
    :parameters (?r - rover ?from ?to ?to2 - waypoint ?c - camera ?o ?o2 - objective ?m - mode)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (supports ?c ?m) (visible-from ?o2 ?to)
                       (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (not (calibrated ?c))
                 (rover-at ?r ?from) (have-image ?r ?o2 ?m)))

  ; fmtools macro macro-5-drive-x2-calibrate-take-image-drive-x2: 6 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (calibrate ?r ?c ?o ?to2)
  ; fmtools step (take-image ?r ?c ?o2 ?m ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 2 alias patterns; excluded: 2 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 5 of its library, there as
  ; (drive rover1 w16 w3) (drive rover1 w3 w4) (calibrate rover1 camera1 objective4 w4) (take-image rover1 camera1 objective5 colour w4) (drive rover1 w4 w3) (drive rover1 w3 w16)
  (:action macro-5-drive-x2-calibrate-take-image-drive-x2
    :parameters (?r - rover ?from ?to ?to2 - waypoint ?c - camera ?o ?o2 - objective ?m - mode)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (supports ?c ?m) (visible-from ?o2 ?to2)
                       (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (not (calibrated ?c))
                 (rover-at ?r ?from) (have-image ?r ?o2 ?m)))

  ; fmtools macro macro-6-drive-x3-report-image-drive-x3: 7 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (drive ?r ?to2 ?to3)
  ; fmtools step (report-image ?r ?o ?m ?to3)
  ; fmtools step (drive ?r ?to3 ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 6 of its library, there as
  ; (drive rover2 w18 w17) (drive rover2 w17 w12) (drive rover2 w12 w10) (report-image rover2 objective2 colour w10) (drive rover2 w10 w12) (drive rover2 w12 w17) (drive rover2 w17 w18)
  (:action macro-6-drive-x3-report-image-drive-x3
    :parameters (?r - rover ?from ?to ?to2 ?to3 - waypoint ?o - objective ?m - mode)
    :precondition (and (lander-in-sight ?to3) (path ?r ?to2 ?to3) (path ?r ?to3 ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (rover-at ?r ?from) (have-image ?r ?o ?m))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (not (rover-at ?r ?to3))
                 (rover-at ?r ?from) (reported-image ?o ?m)))

  ; fmtools macro macro-7-drive-x3-report-sample-drive-x3: 7 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (drive ?r ?to ?to2)
  ; fmtools step (drive ?r ?to2 ?to3)
  ; fmtools step (report-sample ?r ?x ?to3)
  ; fmtools step (drive ?r ?to3 ?to2)
  ; fmtools step (drive ?r ?to2 ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 3 alias patterns; excluded: 4 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 7 of its library, there as
  ; (drive rover3 w16 w2) (drive rover3 w2 w1) (drive rover3 w1 w6) (report-sample rover3 sample4 w6) (drive rover3 w6 w1) (drive rover3 w1 w2) (drive rover3 w2 w16)
  (:action macro-7-drive-x3-report-sample-drive-x3
    :parameters (?r - rover ?from ?to ?to2 ?to3 - waypoint ?x - sample)
    :precondition (and (lander-in-sight ?to3) (path ?r ?to2 ?to3) (path ?r ?to3 ?to2)
                       (path ?r ?to ?to2) (path ?r ?to2 ?to) (path ?r ?from ?to)
                       (path ?r ?to ?from) (rover-at ?r ?from) (analysed ?r ?x))
    :effect (and (not (rover-at ?r ?to)) (not (rover-at ?r ?to2)) (not (rover-at ?r ?to3))
                 (rover-at ?r ?from) (reported-sample ?x)))

  ; fmtools macro macro-8-drive-calibrate-drive: 3 primitive actions
  ; fmtools step (drive ?r ?from ?to)
  ; fmtools step (calibrate ?r ?c ?o ?to)
  ; fmtools step (drive ?r ?to ?from)
  ; proof: same as its steps under 1 alias pattern; excluded: 1 by static facts of 20 given problems; holds for those problems only
  ; effect size 1; macro 8 of its library, there as
  ; (drive rover3 w16 w18) (calibrate rover3 camera3 objective5 w18) (drive rover3 w18 w16)
  (:action macro-8-drive-calibrate-drive
    :parameters (?r - rover ?from ?to - waypoint ?c - camera ?o - objective)
    :precondition (and (camera-of ?c ?r) (calibration-target ?c ?o) (visible-from ?o ?to)
                       (path ?r ?from ?to) (path ?r ?to ?from) (rover-at ?r ?from))
    :effect (and (not (rover-at ?r ?to)) (calibrated ?c)))
)
