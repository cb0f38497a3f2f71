"""Problems built with unified-planning's own API, never through PDDL."""

from typing import Any

from unified_planning.shortcuts import (
    And,
    BoolType,
    Equals,
    Fluent,
    InstantaneousAction,
    Int,
    IntType,
    MinimizeActionCosts,
    MinimizeSequentialPlanLength,
    Not,
    Object,
    Problem,
    UserType,
)


def gripper(balls: int = 3, metric: str = "") -> Problem:
    """Names that PDDL cannot have, two of them alike but for case; a constant in an action."""
    room, ball, gripper_type = UserType("Room"), UserType("the ball"), UserType("Gripper!")
    at_robby = Fluent("at-Robby", BoolType(), r=room)
    at_ball = Fluent("at ball", BoolType(), b=ball, r=room)
    free = Fluent("free", BoolType(), g=gripper_type)
    carry = Fluent("carry", BoolType(), b=ball, g=gripper_type)
    distance = Fluent("distance", IntType(), a=room, b=room)
    problem = Problem("Gripper no. 1")
    for fluent in (at_robby, at_ball, free, carry):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_fluent(distance, default_initial_value=2)
    rooms = [Object(name, room) for name in ("Room A", "room a")]
    hands = [Object(name, gripper_type) for name in ("left", "Left")]
    things = [Object(f"{number} ball", ball) for number in range(balls)]
    problem.add_objects([*rooms, *hands, *things])

    move = InstantaneousAction("Move It", From=room, to=room)
    move.add_precondition(And(at_robby(move.parameter("From")), Not(at_robby(move.to))))
    move.add_precondition(Not(Equals(move.parameter("From"), move.to)))
    move.add_effect(at_robby(move.to), True)
    move.add_effect(at_robby(move.parameter("From")), False)
    pick = InstantaneousAction("pick", b=ball, r=room, g=gripper_type)
    for node in (at_ball(pick.b, pick.r), at_robby(pick.r), free(pick.g)):
        pick.add_precondition(node)
    pick.add_effect(carry(pick.b, pick.g), True)
    pick.add_effect(at_ball(pick.b, pick.r), False)
    pick.add_effect(free(pick.g), False)
    drop = InstantaneousAction("drop", b=ball, r=room, g=gripper_type)
    for node in (carry(drop.b, drop.g), at_robby(drop.r)):
        drop.add_precondition(node)
    drop.add_effect(carry(drop.b, drop.g), False)
    drop.add_effect(at_ball(drop.b, drop.r), True)
    drop.add_effect(free(drop.g), True)
    home = InstantaneousAction("go home")
    home.add_precondition(Not(at_robby(rooms[0])))
    home.add_effect(at_robby(rooms[0]), True)
    home.add_effect(at_robby(rooms[1]), False)
    problem.add_actions([move, pick, drop, home])

    problem.set_initial_value(at_robby(rooms[0]), True)
    for hand in hands:
        problem.set_initial_value(free(hand), True)
    for thing in things:
        problem.set_initial_value(at_ball(thing, rooms[0]), True)
        problem.add_goal(at_ball(thing, rooms[1]))
    if metric == "costs":
        cost = distance(move.parameter("From"), move.to)
        problem.set_initial_value(distance(rooms[0], rooms[1]), 7)
        costs = {move: cost, pick: Int(3), drop: Int(1), home: distance(rooms[1], rooms[0])}
        problem.add_quality_metric(MinimizeActionCosts(costs))
    elif metric == "length":
        problem.add_quality_metric(MinimizeSequentialPlanLength())
    return problem


def deliveries() -> Problem:
    """A hierarchy of types; a truck may enter any place, only airports take planes."""
    place, vehicle = UserType("place"), UserType("object")
    airport, truck = UserType("airport", place), UserType("truck", vehicle)
    plane = UserType("plane", vehicle)
    at = Fluent("at", BoolType(), v=vehicle, p=place)
    seen = Fluent("seen", BoolType(), p=place)
    problem = Problem("deliveries")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(seen, default_initial_value=True)
    places = [Object("depot", place), Object("FRA", airport), Object("ATL", airport)]
    vehicles = [Object("t1", truck), Object("p1", plane)]
    problem.add_objects([*places, *vehicles])
    drive = InstantaneousAction("drive", v=truck, a=place, b=place)
    fly = InstantaneousAction("fly", v=plane, a=airport, b=airport)
    for action in (drive, fly):
        action.add_precondition(at(action.v, action.a))
        action.add_precondition(And(Not(seen(action.b)), Not(Equals(action.a, action.b))))
        action.add_effect(at(action.v, action.a), False)
        action.add_effect(at(action.v, action.b), True)
        action.add_effect(seen(action.b), True)
    forget = InstantaneousAction("forget", p=place)
    forget.add_precondition(seen(forget.p))
    forget.add_effect(seen(forget.p), False)
    problem.add_actions([drive, fly, forget])
    problem.set_initial_value(at(vehicles[0], places[0]), True)
    problem.set_initial_value(at(vehicles[1], places[1]), True)
    problem.add_goal(And(at(vehicles[0], places[2]), at(vehicles[1], places[2])))
    return problem


def switch(goal: Any = None) -> Problem:
    """One light that can be switched on, and never off; `goal(light)` is the goal."""
    light = Fluent("light", BoolType())
    problem = Problem("switch")
    problem.add_fluent(light, default_initial_value=False)
    on = InstantaneousAction("on")
    on.add_precondition(Not(light()))
    on.add_effect(light(), True)
    problem.add_action(on)
    problem.add_goal(light() if goal is None else goal(light))
    return problem
