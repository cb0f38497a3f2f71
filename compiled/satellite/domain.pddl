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
    :effect (and (have-image ?d ?m)))

  ; fmtools: 4 of 8 macros, compiled into the domain above, which is otherwise as it was
  ; fmtools: domain sha256 5e38c682641766c1ef1102e2616ad21fc252212efc45a5301a281cc69a32c3e4
  ; fmtools: library sha256 3b939a637027c729e9e3c6b9c66823c66d32b3e8a8f0eceb22bc3c63857fd785 {"source": "learned", "seed": 0, "budget": 20000}
  ; fmtools: policy {"max_growth": 10.0, "max_parameters": null, "guards": "equality", "problems": {"paths": ["problem-000.pddl", "problem-001.pddl", "problem-002.pddl", "problem-003.pddl", "problem-004.pddl", "problem-005.pddl", "problem-006.pddl", "problem-007.pddl", "problem-008.pddl", "problem-009.pddl", "problem-010.pddl", "problem-011.pddl", "problem-012.pddl", "problem-013.pddl", "problem-014.pddl", "problem-015.pddl", "problem-016.pddl", "problem-017.pddl", "problem-018.pddl", "problem-019.pddl"], "digest": "8a5d2f68e06a15fe2207fa7dcb56f7ae6ae490706f6016d36125266ed4cef79b"}, "static_facts": true, "lean": false}

  ; fmtools macro macro-1-turn-to-calibrate-turn-to: 3 primitive actions
  ; fmtools step (turn-to ?s ?new ?old)
  ; fmtools step (calibrate ?i ?s ?new)
  ; fmtools step (turn-to ?s ?old ?new)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 1; macro 1 of its library, there as
  ; (turn-to satellite1 star9 star10) (calibrate instrument2 satellite1 star9) (turn-to satellite1 star10 star9)
  (:action macro-1-turn-to-calibrate-turn-to
    :parameters (?s - satellite ?new ?old - direction ?i - instrument)
    :precondition (and (on-board ?i ?s) (calibration-target ?i ?new) (powered ?i)
                       (pointing ?s ?old))
    :effect (and (not (pointing ?s ?new)) (pointing ?s ?old) (calibrated ?i)))

  ; fmtools macro macro-2-switch-off-switch-on: 2 primitive actions
  ; fmtools step (switch-off ?i ?s)
  ; fmtools step (switch-on ?i2 ?s)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 2; macro 2 of its library, there as
  ; (switch-off instrument2 satellite1) (switch-on instrument1 satellite1)
  (:action macro-2-switch-off-switch-on
    :parameters (?i - instrument ?s - satellite ?i2 - instrument)
    :precondition (and (on-board ?i ?s) (on-board ?i2 ?s) (powered ?i))
    :effect (and (not (powered ?i)) (not (power-spare ?s)) (not (calibrated ?i2)) (powered ?i2)))

  ; fmtools macro macro-3-turn-to-calibrate: 2 primitive actions
  ; fmtools step (turn-to ?s ?new ?old)
  ; fmtools step (calibrate ?i ?s ?new)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 3; macro 3 of its library, there as
  ; (turn-to satellite1 star9 star10) (calibrate instrument2 satellite1 star9)
  (:action macro-3-turn-to-calibrate
    :parameters (?s - satellite ?new ?old - direction ?i - instrument)
    :precondition (and (on-board ?i ?s) (calibration-target ?i ?new) (powered ?i)
                       (pointing ?s ?old))
    :effect (and (not (pointing ?s ?old)) (pointing ?s ?new) (calibrated ?i)))

  ; fmtools macro macro-8-turn-to-switch-off: 2 primitive actions
  ; fmtools step (turn-to ?s ?new ?old)
  ; fmtools step (switch-off ?i ?s)
  ; proof: same as its steps under 2 alias patterns
  ; effect size 4; macro 8 of its library, there as
  ; (turn-to satellite1 star1 star10) (switch-off instrument2 satellite1)
  (:action macro-8-turn-to-switch-off
    :parameters (?s - satellite ?new ?old - direction ?i - instrument)
    :precondition (and (on-board ?i ?s) (powered ?i) (pointing ?s ?old))
    :effect (and (not (pointing ?s ?old)) (not (powered ?i)) (pointing ?s ?new) (power-spare ?s)))
)
