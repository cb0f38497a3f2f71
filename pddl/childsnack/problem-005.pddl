; fmtools generate childsnack --size 6 --seed 1: instance 5, drawn at random
(define (problem childsnack-6-005)
  (:domain childsnack)
  (:objects
    child1 child2 child3 child4 child5 child6 - child
    bread1 bread2 bread3 bread4 bread5 bread6 - bread
    filling1 filling2 filling3 filling4 filling5 filling6 - filling
    sandwich1 sandwich2 sandwich3 sandwich4 sandwich5 sandwich6 sandwich7 sandwich8 - sandwich
    tray1 tray2 - tray
    table1 table2 table3 - place)
  (:init
    (allergic child1) (allergic child4)
    (bread-left bread1) (bread-left bread2) (bread-left bread3) (bread-left bread4)
    (bread-left bread5) (bread-left bread6)
    (filling-left filling1) (filling-left filling2) (filling-left filling3)
    (filling-left filling4) (filling-left filling5) (filling-left filling6)
    (gluten-free-bread bread3) (gluten-free-bread bread5)
    (gluten-free-filling filling1) (gluten-free-filling filling2)
    (not-allergic child2) (not-allergic child3) (not-allergic child5) (not-allergic child6)
    (tray-at tray1 kitchen) (tray-at tray2 kitchen)
    (unmade sandwich1) (unmade sandwich2) (unmade sandwich3) (unmade sandwich4)
    (unmade sandwich5) (unmade sandwich6) (unmade sandwich7) (unmade sandwich8)
    (waiting child1 table3) (waiting child2 table3) (waiting child3 table3)
    (waiting child4 table2) (waiting child5 table3) (waiting child6 table3))
  (:goal (and
    (served child1)
    (served child2)
    (served child3)
    (served child4)
    (served child5)
    (served child6))))
