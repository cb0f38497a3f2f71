; fmtools generate depot --size 8 --seed 1: instance 72, 800 random actions from the base problem
(define (problem depot-8-072)
  (:domain depot)
  (:objects
    depot1 - depot
    distributor1 distributor2 - distributor
    truck1 truck2 - truck
    pallet1 pallet2 pallet3 - pallet
    crate1 crate2 crate3 crate4 crate5 crate6 crate7 crate8 - crate
    hoist1 hoist2 hoist3 - hoist)
  (:init
    (at crate1 distributor1) (at crate2 depot1) (at crate3 distributor1) (at crate4 distributor2)
    (at crate6 distributor2) (at crate7 distributor1) (at hoist1 depot1) (at hoist2 distributor1)
    (at hoist3 distributor2) (at pallet1 depot1) (at pallet2 distributor1)
    (at pallet3 distributor2) (at truck1 distributor2) (at truck2 depot1)
    (available hoist2)
    (clear crate2) (clear crate3) (clear crate6)
    (lifting hoist1 crate5) (lifting hoist3 crate8)
    (on crate1 pallet2) (on crate2 pallet1) (on crate3 crate7) (on crate4 pallet3)
    (on crate6 crate4) (on crate7 crate1))
  (:goal (and
    (on crate1 crate8)
    (on crate2 pallet3)
    (on crate4 pallet1)
    (on crate5 crate2)
    (on crate6 crate3)
    (on crate7 crate1))))
