; fmtools generate logistics --size 12 --seed 1: instance 1, drawn at random
(define (problem logistics-12-001)
  (:domain logistics)
  (:objects
    city1 city2 city3 city4 - city
    city1-airport city2-airport city3-airport city4-airport - airport
    city1-office1 city1-office2 city2-office1 city2-office2 city3-office1 city3-office2
    city4-office1 city4-office2 - location
    truck1 truck2 truck3 truck4 - truck
    plane1 - airplane
    parcel1 parcel2 parcel3 parcel4 parcel5 parcel6 parcel7 parcel8 parcel9 parcel10 parcel11
    parcel12 - parcel)
  (:init
    (at parcel1 city2-airport) (at parcel2 city3-office2) (at parcel3 city2-airport)
    (at parcel4 city4-office1) (at parcel5 city3-office2) (at parcel6 city2-office1)
    (at parcel7 city4-office1) (at parcel8 city4-airport) (at parcel9 city1-office2)
    (at parcel10 city1-office1) (at parcel11 city4-office2) (at parcel12 city1-office2)
    (at plane1 city1-airport) (at truck1 city1-office1) (at truck2 city2-office1)
    (at truck3 city3-office2) (at truck4 city4-office1)
    (in-city city1-airport city1) (in-city city1-office1 city1) (in-city city1-office2 city1)
    (in-city city2-airport city2) (in-city city2-office1 city2) (in-city city2-office2 city2)
    (in-city city3-airport city3) (in-city city3-office1 city3) (in-city city3-office2 city3)
    (in-city city4-airport city4) (in-city city4-office1 city4) (in-city city4-office2 city4))
  (:goal (and
    (at parcel1 city1-office1)
    (at parcel2 city3-office1)
    (at parcel3 city1-airport)
    (at parcel4 city4-airport)
    (at parcel5 city2-office2)
    (at parcel6 city3-airport)
    (at parcel7 city4-office2)
    (at parcel8 city2-office2)
    (at parcel9 city3-airport)
    (at parcel10 city1-office2)
    (at parcel11 city3-office2)
    (at parcel12 city4-office1))))
