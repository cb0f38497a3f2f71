; fmtools generate depot --size 8 --seed 1: instance 29, 800 random actions from the base problem
(define (problem depot-8-029)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 distributor2 - distributor
    truck1 truck2 - truck
    pallet1 pallet2 pallet3 - pallet
    crate1 crate2 crate3 crate4 crate5 crate6 crate7 crate8 - crate
    hoist1 hoist2 hoist3 - hoist)
  (:init
    (at crate1 depot1) (at crate3 depot1) (at crate6 distributor1) (at crate7 distributor1)
    (at crate8 distributor1) (at hoist1 depot1) (at hoist2 distributor1) (at hoist3 distributor2)
    (at pallet1 depot1) (at pallet2 distributor1) (at pallet3 distributor2)
    (at truck1 distributor2) (at truck2 depot1)
    (available hoist1) (available hoist3)
    (clear crate3) (clear crate7) (clear pallet3)
    (in crate2 truck1) (in crate4 truck2)
    (lifting hoist2 crate5)
    (on crate1 pallet1) (on crate3 crate1) (on crate6 crate8) (on crate7 crate6)
    (on crate8 pallet2))
  (:goal (and
    (on crate1 crate8)
    (on crate2 pallet3)
    (on crate4 pallet1)
    (on crate5 crate2)
    (on crate6 crate3)
    (on crate7 crate1))))
