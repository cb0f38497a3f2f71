; fmtools generate floortile --size 3 --seed 1: instance 10, drawn at random
(define (problem floortile-3-010)
  (:domain floortile)
  (:objects
    robot1 robot2 - robot
    c1-1 c1-2 c1-3 c2-1 c2-2 c2-3 c3-1 c3-2 c3-3 c4-1 c4-2 c4-3 - tile
    black white - color)
  (:init
    (above c1-1 c2-1) (above c1-2 c2-2) (above c1-3 c2-3) (above c2-1 c3-1) (above c2-2 c3-2)
    (above c2-3 c3-3) (above c3-1 c4-1) (above c3-2 c4-2) (above c3-3 c4-3)
    (available black) (available white)
    (free c1-2) (free c1-3) (free c2-1) (free c2-2) (free c2-3) (free c3-1) (free c3-2)
    (free c3-3) (free c4-2) (free c4-3)
    (loaded robot1 white) (loaded robot2 black)
    (next c1-1 c1-2) (next c1-1 c2-1) (next c1-2 c1-1) (next c1-2 c1-3) (next c1-2 c2-2)
    (next c1-3 c1-2) (next c1-3 c2-3) (next c2-1 c1-1) (next c2-1 c2-2) (next c2-1 c3-1)
    (next c2-2 c1-2) (next c2-2 c2-1) (next c2-2 c2-3) (next c2-2 c3-2) (next c2-3 c1-3)
    (next c2-3 c2-2) (next c2-3 c3-3) (next c3-1 c2-1) (next c3-1 c3-2) (next c3-1 c4-1)
    (next c3-2 c2-2) (next c3-2 c3-1) (next c3-2 c3-3) (next c3-2 c4-2) (next c3-3 c2-3)
    (next c3-3 c3-2) (next c3-3 c4-3) (next c4-1 c3-1) (next c4-1 c4-2) (next c4-2 c3-2)
    (next c4-2 c4-1) (next c4-2 c4-3) (next c4-3 c3-3) (next c4-3 c4-2)
    (robot-at robot1 c4-1) (robot-at robot2 c1-1))
  (:goal (and
    (painted c1-1 white)
    (painted c1-2 black)
    (painted c1-3 white)
    (painted c2-1 black)
    (painted c2-2 white)
    (painted c2-3 black)
    (painted c3-1 white)
    (painted c3-2 black)
    (painted c3-3 white))))
