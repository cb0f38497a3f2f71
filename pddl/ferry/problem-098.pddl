; fmtools generate ferry --size 9 --seed 1: instance 98, 811 random actions from the base problem
(define (problem ferry-9-098)
  (:domain ferry)
  (:objects
    loc1 loc2 loc3 loc4 loc5 loc6 loc7 loc8 loc9 loc10 - location
    car1 car2 car3 car4 car5 car6 car7 car8 car9 - car)
  (:init
    (aboard car5)
    (at car1 loc7) (at car2 loc7) (at car3 loc2) (at car4 loc7) (at car6 loc8) (at car7 loc3)
    (at car8 loc7) (at car9 loc6)
    (ferry-at loc10))
  (:goal (and
    (at car1 loc8)
    (at car2 loc2)
    (at car3 loc9)
    (at car4 loc8)
    (at car5 loc8)
    (at car6 loc6)
    (at car7 loc9)
    (at car8 loc6)
    (at car9 loc5))))
