; fmtools generate depot --size 8 --seed 1: instance 33, 800 random actions from the base problem
(define (problem depot-8-033)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 distributor2 - distributor
    truck1 truck2 - truck
    pallet1 pallet2 pallet3 - pallet
    crate1 crate2 crate3 crate4 crate5 crate6 crate7 crate8 - crate
    hoist1 hoist2 hoist3 - hoist)
  (:init
    (at crate1 distributor1) (at crate2 depot1) (at crate3 distributor1) (at crate4 depot1)
    (at crate5 depot1) (at crate6 depot1) (at crate8 depot1) (at hoist1 depot1)
    (at hoist2 distributor1) (at hoist3 distributor2) (at pallet1 depot1)
    (at pallet2 distributor1) (at pallet3 distributor2) (at truck1 distributor2)
    (at truck2 distributor1)
    (available hoist1) (available hoist3)
    (clear crate1) (clear crate4) (clear pallet3)
    (lifting hoist2 crate7)
    (on crate1 crate3) (on crate2 pallet1) (on crate3 pallet2) (on crate4 crate6)
    (on crate5 crate8) (on crate6 crate5) (on crate8 crate2))
  (:goal (and
    (on crate1 crate8)
    (on crate2 pallet3)
    (on crate4 pallet1)
    (on crate5 crate2)
    (on crate6 crate3)
    (on crate7 crate1))))
