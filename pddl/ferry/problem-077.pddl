; fmtools generate ferry --size 9 --seed 1: instance 77, 810 random actions from the base problem
(define (problem ferry-9-077)
  (:domain ferry)
  (:objects
    loc1 loc2 loc3 loc4 loc5 loc6 loc7 loc8 loc9 loc10 - location
    car1 car2 car3 car4 car5 car6 car7 car8 car9 - car)
  (:init
    (at car1 loc7) (at car2 loc7) (at car3 loc9) (at car4 loc6) (at car5 loc6) (at car6 loc10)
    (at car7 loc6) (at car8 loc8) (at car9 loc9)
    (ferry-at loc4)
    (ferry-empty))
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
