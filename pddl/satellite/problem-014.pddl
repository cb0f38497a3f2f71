; fmtools generate satellite --size 4 --seed 1: instance 14, drawn at random
(define (problem satellite-4-014)
  (:domain satellite)
  (:objects
    satellite1 satellite2 satellite3 satellite4 - satellite
    instrument1 instrument2 instrument3 instrument4 instrument5 instrument6 instrument7
    - instrument
    mode1 mode2 mode3 - mode
    star1 star2 star3 star4 star5 star6 star7 star8 star9 star10 star11 star12 star13 star14
    star15 star16 - direction)
  (:init
    (calibration-target instrument1 star7) (calibration-target instrument2 star10)
    (calibration-target instrument3 star1) (calibration-target instrument4 star9)
    (calibration-target instrument5 star8) (calibration-target instrument6 star6)
    (calibration-target instrument7 star5)
    (on-board instrument1 satellite1) (on-board instrument2 satellite2)
    (on-board instrument3 satellite2) (on-board instrument4 satellite2)
    (on-board instrument5 satellite3) (on-board instrument6 satellite4)
    (on-board instrument7 satellite4)
    (pointing satellite1 star6) (pointing satellite2 star9) (pointing satellite3 star12)
    (pointing satellite4 star3)
    (power-spare satellite1) (power-spare satellite2) (power-spare satellite3)
    (power-spare satellite4)
    (supports instrument1 mode1) (supports instrument1 mode3) (supports instrument2 mode2)
    (supports instrument2 mode3) (supports instrument3 mode3) (supports instrument4 mode1)
    (supports instrument4 mode3) (supports instrument5 mode2) (supports instrument6 mode2)
    (supports instrument6 mode3) (supports instrument7 mode1) (supports instrument7 mode3))
  (:goal (and
    (have-image star1 mode2)
    (have-image star2 mode3)
    (have-image star6 mode1)
    (have-image star8 mode1)
    (have-image star9 mode3)
    (have-image star11 mode2)
    (have-image star12 mode2)
    (have-image star13 mode2)
    (have-image star14 mode2)
    (have-image star16 mode1)
    (pointing satellite1 star8)
    (pointing satellite3 star3))))
