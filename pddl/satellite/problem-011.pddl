; fmtools generate satellite --size 4 --seed 1: instance 11, drawn at random
(define (problem satellite-4-011)
  (:domain satellite)
  (:objects
    satellite1 satellite2 satellite3 satellite4 - satellite
    instrument1 instrument2 instrument3 instrument4 instrument5 instrument6 instrument7
    instrument8 instrument9 instrument10 instrument11 - instrument
    mode1 mode2 mode3 - mode
    star1 star2 star3 star4 star5 star6 star7 star8 star9 star10 star11 star12 star13 star14
    star15 star16 - direction)
  (:init
    (calibration-target instrument1 star12) (calibration-target instrument2 star10)
    (calibration-target instrument3 star8) (calibration-target instrument4 star14)
    (calibration-target instrument5 star16) (calibration-target instrument6 star9)
    (calibration-target instrument7 star14) (calibration-target instrument8 star10)
    (calibration-target instrument9 star8) (calibration-target instrument10 star10)
    (calibration-target instrument11 star2)
    (on-board instrument1 satellite1) (on-board instrument2 satellite1)
    (on-board instrument3 satellite1) (on-board instrument4 satellite2)
    (on-board instrument5 satellite2) (on-board instrument6 satellite2)
    (on-board instrument7 satellite3) (on-board instrument8 satellite3)
    (on-board instrument9 satellite3) (on-board instrument10 satellite4)
    (on-board instrument11 satellite4)
    (pointing satellite1 star12) (pointing satellite2 star15) (pointing satellite3 star7)
    (pointing satellite4 star13)
    (power-spare satellite1) (power-spare satellite2) (power-spare satellite3)
    (power-spare satellite4)
    (supports instrument1 mode1) (supports instrument2 mode1) (supports instrument2 mode2)
    (supports instrument3 mode2) (supports instrument3 mode3) (supports instrument4 mode1)
    (supports instrument5 mode2) (supports instrument6 mode2) (supports instrument6 mode3)
    (supports instrument7 mode1) (supports instrument7 mode3) (supports instrument8 mode1)
    (supports instrument8 mode2) (supports instrument9 mode1) (supports instrument9 mode3)
    (supports instrument10 mode1) (supports instrument11 mode1) (supports instrument11 mode2))
  (:goal (and
    (have-image star1 mode2)
    (have-image star3 mode1)
    (have-image star5 mode1)
    (have-image star6 mode2)
    (have-image star8 mode2)
    (have-image star10 mode2)
    (have-image star12 mode2)
    (have-image star13 mode2)
    (have-image star14 mode2)
    (have-image star16 mode3)
    (pointing satellite1 star1)
    (pointing satellite3 star3))))
