; fmtools generate barman --size 4 --seed 1: instance 0, drawn at random
(define (problem barman-4-000)
  (:domain barman)
  (:objects
    left right - hand
    l0 l1 l2 - level
    ingredient1 ingredient2 ingredient3 - ingredient
    cocktail1 cocktail2 - cocktail
    glass1 glass2 glass3 glass4 glass5 - glass
    shaker1 - shaker)
  (:init
    (bottom shaker1 l0)
    (clean glass1) (clean glass2) (clean glass3) (clean glass4) (clean glass5) (clean shaker1)
    (empty glass1) (empty glass2) (empty glass3) (empty glass4) (empty glass5) (empty shaker1)
    (filled shaker1 l0)
    (first-part cocktail1 ingredient1) (first-part cocktail2 ingredient2)
    (hand-empty left) (hand-empty right)
    (on-bar glass1) (on-bar glass2) (on-bar glass3) (on-bar glass4) (on-bar glass5)
    (on-bar shaker1)
    (one-more l0 l1) (one-more l1 l2)
    (second-part cocktail1 ingredient2) (second-part cocktail2 ingredient3))
  (:goal (and
    (contains glass1 cocktail2)
    (contains glass2 cocktail1)
    (contains glass3 cocktail2)
    (contains glass4 cocktail2))))
