; Satellites turn, power one instrument at a time, calibrate it on its target and take images.
(define (domain satellite)
  (:requirements :strips :typing)
  (:types satellite instrument mode direction)
  (:predicates
    (on-board ?i - instrument ?s - satellite)
    (supports ?i - instrument ?m - mode)
    (calibration-target ?i - instrument ?d - direction)
    (pointing ?s - satellite ?d - direction)
    (power-spare ?s - satellite)
    (powered ?i - instrument)
    (calibrated ?i - instrument)
    (have-image ?d - direction ?m - mode))

  (:action turn-to
    :parameters (?s - satellite ?new - direction ?old - direction)
    :precondition (and (pointing ?s ?old))
    :effect (and (not (pointing ?s ?old)) (pointing ?s ?new)))

  (:action switch-on
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on-board ?i ?s) (power-spare ?s))
    :effect (and (powered ?i) (not (calibrated ?i)) (not (power-spare ?s))))

  (:action switch-off
    :parameters (?i - instrument ?s - satellite)
    :precondition (and (on-board ?i ?s) (powered ?i))
    :effect (and (power-spare ?s) (not (powered ?i))))

  (:action calibrate
    :parameters (?i - instrument ?s - satellite ?d - direction)
    :precondition (and (on-board ?i ?s) (powered ?i)
                       (calibration-target ?i ?d) (pointing ?s ?d))
    :effect (and (calibrated ?i)))

  (:action take-image
    :parameters (?i - instrument ?s - satellite ?d - direction ?m - mode)
    :precondition (and (on-board ?i ?s) (powered ?i) (calibrated ?i)
                       (supports ?i ?m) (pointing ?s ?d))
    :effect (and (have-image ?d ?m))))
