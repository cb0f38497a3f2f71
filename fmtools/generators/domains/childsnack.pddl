; Childsnack-like: make sandwiches in the kitchen, some without gluten, and serve waiting children.
(define (domain childsnack)
  (:requirements :strips :typing)
  (:types child bread filling sandwich tray place)
  (:constants kitchen - place)
  (:predicates
    (bread-left ?b - bread)
    (filling-left ?f - filling)
    (gluten-free-bread ?b - bread)
    (gluten-free-filling ?f - filling)
    (unmade ?s - sandwich)
    (in-kitchen ?s - sandwich)
    (gluten-free ?s - sandwich)
    (on-tray ?s - sandwich ?t - tray)
    (tray-at ?t - tray ?p - place)
    (waiting ?c - child ?p - place)
    (allergic ?c - child)
    (not-allergic ?c - child)
    (served ?c - child))

  (:action make-gluten-free
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (bread-left ?b) (filling-left ?f)
                       (gluten-free-bread ?b) (gluten-free-filling ?f))
    :effect (and (in-kitchen ?s) (gluten-free ?s)
                 (not (unmade ?s)) (not (bread-left ?b)) (not (filling-left ?f))))

  (:action make
    :parameters (?s - sandwich ?b - bread ?f - filling)
    :precondition (and (unmade ?s) (bread-left ?b) (filling-left ?f))
    :effect (and (in-kitchen ?s)
                 (not (unmade ?s)) (not (bread-left ?b)) (not (filling-left ?f))))

  (:action put-on-tray
    :parameters (?s - sandwich ?t - tray)
    :precondition (and (in-kitchen ?s) (tray-at ?t kitchen))
    :effect (and (on-tray ?s ?t) (not (in-kitchen ?s))))

  (:action carry-tray
    :parameters (?t - tray ?from - place ?to - place)
    :precondition (and (tray-at ?t ?from))
    :effect (and (not (tray-at ?t ?from)) (tray-at ?t ?to)))

  (:action serve-gluten-free
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (waiting ?c ?p) (allergic ?c) (tray-at ?t ?p)
                       (on-tray ?s ?t) (gluten-free ?s))
    :effect (and (served ?c) (not (on-tray ?s ?t))))

  (:action serve-any
    :parameters (?s - sandwich ?c - child ?t - tray ?p - place)
    :precondition (and (waiting ?c ?p) (not-allergic ?c) (tray-at ?t ?p) (on-tray ?s ?t))
    :effect (and (served ?c) (not (on-tray ?s ?t)))))
