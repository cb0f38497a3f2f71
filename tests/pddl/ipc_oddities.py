"""Oddities that benchmark files of the planning competitions are known for, in snippets of our own.

Each is written from scratch to show one family of traps; none is copied from a benchmark.
"""

from tests.pddl.pddl_samples import Sample

ODDITIES = {
    "zenotravel: either in predicates": Sample(
        """(define (domain zeno) (:requirements :typing)
        (:types aircraft person city flevel - object)
        (:predicates (at ?x - (either person aircraft) ?c - city) (in ?p - person ?a - aircraft))
        (:action board :parameters (?p - person ?a - aircraft ?c - city)
          :precondition (and (at ?p ?c) (at ?a ?c))
          :effect (and (not (at ?p ?c)) (in ?p ?a))))""",
        """(define (problem ztravel-1) (:domain zeno) (:objects p1 - aircraft x - person c - city)
        (:init (at p1 c) (at x c)) (:goal (and (in x p1))))""",
    ),
    "zenotravel: no space before a variable": Sample(
        """(define (domain zeno) (:requirements :strips)
        (:predicates (aircraft?a) (city ?c)(at?x ?c))
        (:action fly :parameters(?a?from ?to) :precondition (and (aircraft?a) (city?to)(at ?a?from))
          :effect (and (at?a ?to) (not (at ?a?from)))))""",
        """(define (problem ztravel-2) (:domain zeno) (:objects p1 c d)
        (:init (aircraft p1) (city c) (city d) (at p1 c)) (:goal (at p1 d)))""",
    ),
    "elevator: upper case and either objects": Sample(
        """(DEFINE (DOMAIN LIFT) (:REQUIREMENTS :STRIPS :TYPING)
        (:TYPES PASSENGER FLOOR - OBJECT)
        (:PREDICATES (ORIGIN ?P - PASSENGER ?F - FLOOR) (LIFT-AT ?F - FLOOR))
        (:ACTION UP :PARAMETERS (?F1 ?F2 - (EITHER FLOOR PASSENGER)) :PRECONDITION (LIFT-AT ?F1)
          :EFFECT (AND (LIFT-AT ?F2) (NOT (LIFT-AT ?f1)))))""",
        """(DEFINE (PROBLEM MIXED) (:DOMAIN LIFT) (:OBJECTS F0 F1 - (EITHER FLOOR PASSENGER))
        (:INIT (LIFT-AT f0)) (:GOAL (Lift-At F1)))""",
    ),
    "logistics: untyped, type predicates, duplicated objects": Sample(
        """(define (domain logistics-strips) (:requirements :strips)
        (:predicates (OBJ ?obj) (TRUCK ?truck) (at ?obj ?loc) (in ?obj1 ?obj2))
        (:action LOAD-TRUCK :parameters (?obj ?truck ?loc)
          :precondition (and (OBJ ?obj) (TRUCK ?truck) (at ?truck ?loc) (at ?obj ?loc))
          :effect (and (not (at ?obj ?loc)) (in ?obj ?truck))))""",
        """(define (problem log-x) (:domain logistics) (:objects package1 tr1 tr1 city1 package1)
        (:init (OBJ package1) (TRUCK tr1) (at tr1 city1) (at package1 city1) (at tr1 city1))
        (:goal (and (in package1 tr1))))""",
    ),
    "ferry: a type and an object alike, predicates unused": Sample(
        """(define (domain ferry-boat) (:requirements :typing) (:types auto place ferry)
        (:constants ferry - ferry)
        (:predicates (not-eq ?x ?y) (at-ferry ?l - place) (on ?a - auto ?f - ferry) (empty-ferry))
        (:action sail :parameters (?from ?to - place)
          :precondition (and (not-eq ?from ?to) (at-ferry ?from))
          :effect (and (at-ferry ?to) (not (at-ferry ?from)))))""",
        """(define (problem f) (:domain ferry-boat) (:objects a b - place auto - auto)
        (:init (not-eq a b) (at-ferry a) (empty-ferry)) (:goal (at-ferry b)))""",
    ),
    "termes and organic synthesis: a predicate and an action alike": Sample(
        """(define (domain react) (:types atom - object c h - atom)
        (:predicates (bond ?a - atom ?b - atom) (break ?a ?b - atom))
        (:action bond :parameters (?a - c ?b - h) :precondition (and (not (= ?a ?b)))
          :effect (and (bond ?a ?b) (bond ?b ?a)))
        (:action break :parameters (?a - atom ?b - atom) :precondition (bond ?a ?b)
          :effect (and (not (bond ?a ?b)) (break ?a ?b))))""",
        """(define (problem r) (:domain react) (:objects c1 - c h1 h2 - h)
        (:init) (:goal (and (bond c1 h1) (bond h1 c1))))""",
    ),
    "tidybot: object among the types": Sample(
        """(define (domain tidy) (:requirements :strips :typing :equality)
        (:types robot cart object xc yc)
        (:predicates (parked ?r - robot) (held ?o - object ?r - robot))
        (:action grasp :parameters (?r - robot ?o - object)
          :precondition (and (parked ?r) (not (= ?r ?o))) :effect (held ?o ?r)))""",
        """(define (problem t) (:domain tidy) (:objects pr2 - robot cup - object)
        (:init (parked pr2)) (:goal (and (held cup pr2))))""",
    ),
    "parcprinter: costs by function with large values": Sample(
        """(define (domain printer) (:requirements :typing :action-costs) (:types sheet size)
        (:constants letter - size mover-1 - resource) (:types resource)
        (:predicates (available ?r - resource) (printed ?s - sheet ?z - size) (uninitialized))
        (:functions (total-cost) - number (cost ?r - resource) - number)
        (:action initialize :parameters () :precondition (and (uninitialized))
          :effect (and (not (uninitialized)) (available mover-1) (increase (total-cost) 0)))
        (:action print :parameters (?s - sheet) :precondition (and (available mover-1))
          :effect (and (printed ?s letter) (increase (total-cost) (cost mover-1)))))""",
        """(define (problem print-it) (:domain printer) (:objects s1 - sheet)
        (:init (uninitialized) (= (total-cost) 0) (= (cost mover-1) 224039))
        (:goal (and (printed s1 letter))) (:metric minimize (total-cost)))""",
    ),
    "elevators: function of two floors and sums": Sample(
        """(define (domain elev) (:requirements :typing :action-costs)
        (:types elevator - object slow fast - elevator count - object)
        (:predicates (lift-at ?l - elevator ?f - count) (above ?a - count ?b - count))
        (:functions (total-cost) - number (travel-slow ?a - count ?b - count) - number
                    (travel-fast ?a - count ?b - count) - number)
        (:action move-up-slow :parameters (?l - slow ?a - count ?b - count)
          :precondition (and (lift-at ?l ?a) (above ?a ?b))
          :effect (and (lift-at ?l ?b) (not (lift-at ?l ?a))
                       (increase (total-cost) (+ 1 (travel-slow ?a ?b))))))""",
        """(define (problem e) (:domain elev) (:objects n0 n1 - count s - slow)
        (:init (above n0 n1) (lift-at s n0) (= (travel-slow n0 n1) 6) (= (total-cost) 0))
        (:goal (and (lift-at s n1))) (:metric minimize (total-cost)))""",
    ),
    "transport and nomystery: untyped functions section": Sample(
        """(define (domain transp) (:requirements :typing :action-costs)
        (:types location target locatable - object vehicle package - locatable)
        (:predicates (road ?l1 ?l2 - location) (at ?x - locatable ?v - location))
        (:functions (road-length ?l1 ?l2 - location) (total-cost))
        (:action drive :parameters (?v - vehicle ?l1 ?l2 - location)
          :precondition (and (at ?v ?l1) (road ?l1 ?l2))
          :effect (and (not (at ?v ?l1)) (at ?v ?l2)
                       (increase (total-cost) (road-length ?l1 ?l2)))))""",
        """(define (problem t) (:domain transp) (:objects a b - location v - vehicle)
        (:init (= (total-cost) 0) (= (road-length a b) 50) (road a b) (at v a))
        (:goal (and (at v b))) (:metric minimize (total-cost)))""",
    ),
    "sokoban and pegsol: unit and zero costs, problem requirements": Sample(
        """(define (domain push) (:requirements :typing :action-costs)
        (:types thing location direction - object player stone - thing)
        (:predicates (clear ?l - location) (at ?t - thing ?l - location) (IS-GOAL ?l - location)
          (MOVE-DIR ?from ?to - location ?dir - direction))
        (:functions (total-cost) - number)
        (:action move :parameters (?p - player ?from ?to - location ?dir - direction)
          :precondition (and (at ?p ?from) (clear ?to) (MOVE-DIR ?from ?to ?dir))
          :effect (and (not (at ?p ?from)) (not (clear ?to)) (at ?p ?to) (clear ?from))))""",
        """(define (problem p012-microban) (:domain push) (:requirements :action-costs)
        (:objects dir-up - direction player-01 - player pos-1-1 pos-1-2 - location)
        (:init (IS-GOAL pos-1-1) (MOVE-DIR pos-1-1 pos-1-2 dir-up) (at player-01 pos-1-1)
               (clear pos-1-2) (= (total-cost) 0))
        (:goal (and (at player-01 pos-1-2))) (:metric minimize (total-cost)))""",
    ),
    "psr-small and movie: no parameters, no objects": Sample(
        """(define (domain grounded-psr) (:requirements :strips)
        (:predicates (NOT-CLOSED-CB1) (CLOSED-CB1) (do-normal))
        (:action CLOSE_CB1 :parameters () :precondition (and (NOT-CLOSED-CB1) (do-normal))
          :effect (and (CLOSED-CB1) (not (NOT-CLOSED-CB1)))))""",
        """(define (problem grounded) (:domain grounded-psr)
        (:init (NOT-CLOSED-CB1) (do-normal)) (:goal (and (do-normal) (CLOSED-CB1))))""",
    ),
    "openstacks and trucks: constants, parameters absent, duplicate facts": Sample(
        """(define (domain stacks) (:requirements :typing :action-costs) (:types order count)
        (:constants n0 n1 - count o1 - order)
        (:predicates (waiting ?o - order) (stacks-avail ?s - count) (next-count ?s ?ns - count))
        (:functions (total-cost) - number)
        (:action open-new-stack :parameters (?open ?new-open - count)
          :precondition (and (stacks-avail ?open) (next-count ?open ?new-open))
          :effect (and (not (stacks-avail ?open)) (stacks-avail ?new-open)
                       (increase (total-cost) 1)))
        (:action wait :precondition (waiting o1) :effect (not (waiting o1))))""",
        """(define (problem os) (:domain stacks) (:objects)
        (:init (next-count n0 n1) (next-count n0 n1) (stacks-avail n0) (waiting o1))
        (:goal (and (stacks-avail n1))) (:metric minimize (total-cost)))""",
    ),
    "pipesworld and freecell: deep hierarchy, numbers as names": Sample(
        """(define (domain cells) (:requirements :typing)
        (:types card colnum cellnum num suit)
        (:predicates (value ?c - card ?v - num) (successor ?n1 - num ?n0 - num) (home ?c - card))
        (:action sendtohome :parameters (?c - card ?n - num ?n0 - num)
          :precondition (and (value ?c ?n) (successor ?n ?n0)) :effect (and (home ?c))))""",
        """(define (problem freecell) (:domain cells) (:objects DA - card 0 1 - num)
        (:init (VALUE DA 1) (SUCCESSOR 1 0)) (:goal (and (HOME DA))))""",
    ),
    "barman and childsnack: comments and blank sections everywhere": Sample(
        """; comment with ) and (\n;;; more\n(define (domain bar) ; here\n(:requirements)
        (:types hand - object ; (\n beverage) (:constants) (:functions)
        (:predicates ; none yet\n (clean ?h - hand)) ;)
        (:action wash :parameters (?h - hand) :precondition () :effect (and (clean ?h))))""",
        """(define (problem prob) (:domain barman) (:objects left right - hand)
        (:init ) (:goal (and (clean left)\n(clean right))) )""",
    ),
    "thoughtful and spider: long names, negative goals": Sample(
        """(define (domain spider) (:requirements :typing :negative-preconditions :action-costs)
        (:types cardposition - object card_ tableau+1 - cardposition)
        (:predicates (currently-dealing) (CLEAR ?c - cardposition))
        (:functions (total-cost) - number)
        (:action start-dealing :parameters () :precondition (and (not (currently-dealing)))
          :effect (and (currently-dealing) (increase (total-cost) 1))))""",
        """(define (problem spider-1-1) (:domain spider) (:objects c.1 - card_ pile-0 - tableau+1)
        (:init (CLEAR c.1) (CLEAR pile-0) (= (total-cost) 0))
        (:goal (and (currently-dealing) (not (clear c.1)))) (:metric minimize (total-cost)))""",
    ),
    "agricola and data-network: decimals that are whole, costs in constants": Sample(
        """(define (domain net) (:requirements :adl :action-costs :typing)
        (:types data server - object numbers) (:constants num0 - numbers)
        (:predicates (saved ?d - data ?s - server) (usage ?s - server ?n - numbers))
        (:functions (total-cost) (send-cost ?from ?to - server) - number (IO-cost) - number)
        (:action send :parameters (?d - data ?from ?to - server)
          :precondition (and (saved ?d ?from) (not (= ?from ?to)) (usage ?from num0))
          :effect (and (saved ?d ?to) (increase (total-cost) (send-cost ?from ?to))
                       (increase (total-cost) (IO-cost)))))""",
        """(define (problem n) (:domain net) (:objects d - data s1 s2 - server)
        (:init (saved d s1) (usage s1 num0) (= (send-cost s1 s2) 5.0) (= (IO-cost) 2))
        (:goal (and (saved d s2))) (:metric minimize (total-cost)))""",
    ),
    "woodworking and scanalyzer: constants of many types, types out of order": Sample(
        """(define (domain wood) (:requirements :typing :action-costs)
        (:types highspeed-saw saw - machine machine surface woodobj - object part board - woodobj)
        (:constants verysmooth smooth - surface)
        (:predicates (available ?obj - woodobj) (surface-condition ?obj - woodobj ?s - surface))
        (:functions (total-cost) - number (plane-cost ?obj - part) - number)
        (:action do-plane :parameters (?x - part ?m - machine ?old - surface)
          :precondition (and (available ?x) (surface-condition ?x ?old))
          :effect (and (not (surface-condition ?x ?old)) (surface-condition ?x smooth)
                       (increase (total-cost) (plane-cost ?x)))))""",
        """(define (problem wood-prob) (:domain wood) (:objects p0 - part m - saw)
        (:init (available p0) (surface-condition p0 verysmooth) (= (plane-cost p0) 10))
        (:goal (and (surface-condition p0 smooth))) (:metric minimize (total-cost)))""",
    ),
    "snake, visitall and ricochet: tabs, CRLF, goal of one atom": Sample(
        "(define (domain grid-visit)\r\n\t(:requirements :typing)\r\n\t(:types\tplace)\r\n"
        "\t(:predicates (connected ?x ?y - place) (at-robot ?x - place) (visited ?x - place))\r\n"
        "\t(:action move\t:parameters (?c ?n - place)\r\n"
        "\t:precondition (and (at-robot ?c) (connected ?c ?n))\r\n"
        "\t:effect (and (at-robot ?n) (not (at-robot ?c)) (visited ?n))))\r\n",
        "(define (problem g)\r\n(:domain grid-visit)\r\n(:objects\r\n\tl0\r\n\tl1\r\n\t- place)\r\n"
        "(:init (at-robot l0) (connected l0 l1) (connected l1 l0))\r\n(:goal (visited l1)))\r\n",
    ),
    "hiking and tetris: unused parameters, equality between parameters": Sample(
        """(define (domain hike) (:requirements :typing :equality) (:types car tent person place)
        (:predicates (next ?x1 - place ?x2 - place) (walked ?p - place))
        (:action walk :parameters (?x1 - person ?x2 - place ?x3 - person ?x4 - place)
          :precondition (and (walked ?x2) (next ?x2 ?x4) (not (= ?x1 ?x3)))
          :effect (and (walked ?x4))))""",
        """(define (problem h) (:domain hike) (:objects guy0 girl0 - person p0 p1 - place)
        (:init (next p0 p1) (walked p0)) (:goal (and (walked p1))))""",
    ),
    "petri-net, quantum-layout, rubiks-cube: names with underscores, dots and digits": Sample(
        """(define (domain d1_2) (:requirements :strips :action-costs)
        (:predicates (token ?p) (p_0.1-in)) (:functions (total-cost) - number)
        (:action t#sync_1@a :parameters (?p_1) :precondition (and (token ?p_1))
          :effect (and (not (token ?p_1)) (p_0.1-in) (increase (total-cost) 10000))))""",
        """(define (problem Align) (:domain d1_2) (:objects p_1 - object p__2)
        (:init (token p_1)) (:goal (and (p_0.1-in))) (:metric minimize (total-cost)))""",
    ),
}
