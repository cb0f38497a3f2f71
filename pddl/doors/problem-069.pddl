; fmtools generate doors --size 64 --seed 1: instance 69, 513 random actions from the base problem
(define (problem doors-64-069)
  (:domain doors)
  (:objects
    loc1 loc2 loc3 loc4 loc5 loc6 loc7 loc8 loc9 loc10 loc11 loc12 loc13 loc14 loc15 loc16 loc17
    loc18 loc19 loc20 loc21 loc22 loc23 loc24 loc25 loc26 loc27 loc28 loc29 loc30 loc31 loc32
    loc33 loc34 loc35 loc36 loc37 loc38 loc39 loc40 loc41 loc42 loc43 loc44 loc45 loc46 loc47
    loc48 loc49 loc50 loc51 loc52 loc53 loc54 loc55 loc56 loc57 loc58 loc59 loc60 loc61 loc62
    loc63 loc64 - location
    room1 room2 room3 room4 room5 - room
    key1 key2 key3 key4 - key)
  (:init
    (at loc54)
    (keyat key3 loc18) (keyat key4 loc38)
    (keyforroom key1 room1) (keyforroom key2 room2) (keyforroom key3 room3)
    (keyforroom key4 room4)
    (locinroom loc1 room1) (locinroom loc2 room1) (locinroom loc3 room1) (locinroom loc4 room1)
    (locinroom loc5 room1) (locinroom loc6 room1) (locinroom loc7 room1) (locinroom loc8 room1)
    (locinroom loc9 room1) (locinroom loc10 room1) (locinroom loc11 room1)
    (locinroom loc12 room1) (locinroom loc13 room1) (locinroom loc14 room2)
    (locinroom loc15 room2) (locinroom loc16 room2) (locinroom loc17 room2)
    (locinroom loc18 room2) (locinroom loc19 room2) (locinroom loc20 room2)
    (locinroom loc21 room2) (locinroom loc22 room2) (locinroom loc23 room2)
    (locinroom loc24 room2) (locinroom loc25 room2) (locinroom loc26 room2)
    (locinroom loc27 room3) (locinroom loc28 room3) (locinroom loc29 room3)
    (locinroom loc30 room3) (locinroom loc31 room3) (locinroom loc32 room3)
    (locinroom loc33 room3) (locinroom loc34 room3) (locinroom loc35 room3)
    (locinroom loc36 room3) (locinroom loc37 room3) (locinroom loc38 room3)
    (locinroom loc39 room3) (locinroom loc40 room4) (locinroom loc41 room4)
    (locinroom loc42 room4) (locinroom loc43 room4) (locinroom loc44 room4)
    (locinroom loc45 room4) (locinroom loc46 room4) (locinroom loc47 room4)
    (locinroom loc48 room4) (locinroom loc49 room4) (locinroom loc50 room4)
    (locinroom loc51 room4) (locinroom loc52 room4) (locinroom loc53 room5)
    (locinroom loc54 room5) (locinroom loc55 room5) (locinroom loc56 room5)
    (locinroom loc57 room5) (locinroom loc58 room5) (locinroom loc59 room5)
    (locinroom loc60 room5) (locinroom loc61 room5) (locinroom loc62 room5)
    (locinroom loc63 room5) (locinroom loc64 room5)
    (unlocked room1) (unlocked room2) (unlocked room5))
  (:goal (and
    (at loc45))))
