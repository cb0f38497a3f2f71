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
    :effect (and (reported-image ?o ?m))))
