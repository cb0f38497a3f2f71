"""fmtools inside unified-planning: plan with macros, and hand macros to another planner.

Run it where `fmtools examples` put it: `python unified_planning_gripper.py`. Needs the extra `up`.
"""

from unified_planning.shortcuts import (
    BoolType,
    Compiler,
    Fluent,
    InstantaneousAction,
    Not,
    Object,
    OneshotPlanner,
    PlanValidator,
    Problem,
    UserType,
    get_environment,
)

import fmtools.up

LEARNING = {"learn": True}


def gripper(num_balls: int) -> Problem:
    """A robot with two hands carries balls from the kitchen to the garden."""
    room, ball, hand = UserType("Room"), UserType("Ball"), UserType("Hand")
    robot_in = Fluent("robot in", BoolType(), where=room)
    ball_in = Fluent("ball in", BoolType(), ball=ball, where=room)
    empty = Fluent("empty", BoolType(), hand=hand)
    holds = Fluent("holds", BoolType(), hand=hand, ball=ball)

    move = InstantaneousAction("move", start=room, end=room)
    move.add_precondition(robot_in(move.start))
    move.add_precondition(Not(robot_in(move.end)))
    move.add_effect(robot_in(move.start), False)
    move.add_effect(robot_in(move.end), True)

    pick = InstantaneousAction("pick up", ball=ball, where=room, hand=hand)
    pick.add_precondition(ball_in(pick.ball, pick.where))
    pick.add_precondition(robot_in(pick.where))
    pick.add_precondition(empty(pick.hand))
    pick.add_effect(ball_in(pick.ball, pick.where), False)
    pick.add_effect(empty(pick.hand), False)
    pick.add_effect(holds(pick.hand, pick.ball), True)

    drop = InstantaneousAction("put down", ball=ball, where=room, hand=hand)
    drop.add_precondition(holds(drop.hand, drop.ball))
    drop.add_precondition(robot_in(drop.where))
    drop.add_effect(holds(drop.hand, drop.ball), False)
    drop.add_effect(empty(drop.hand), True)
    drop.add_effect(ball_in(drop.ball, drop.where), True)

    problem = Problem("Gripper")
    for fluent in (robot_in, ball_in, empty, holds):
        problem.add_fluent(fluent, default_initial_value=False)
    problem.add_actions([move, pick, drop])
    kitchen, garden = Object("Kitchen", room), Object("Garden", room)
    hands = [Object("left hand", hand), Object("right hand", hand)]
    balls = [Object(f"ball {number}", ball) for number in range(1, num_balls + 1)]
    problem.add_objects([kitchen, garden, *hands, *balls])
    problem.set_initial_value(robot_in(kitchen), True)
    for item in hands:
        problem.set_initial_value(empty(item), True)
    for item in balls:
        problem.set_initial_value(ball_in(item, kitchen), True)
        problem.add_goal(ball_in(item, garden))
    return problem


def main(num_balls: int = 20) -> None:
    get_environment().credits_stream = None
    fmtools.up.register()
    problem = gripper(num_balls)

    for params in ({}, LEARNING):
        with OneshotPlanner(name="fmtools", params=params) as planner:
            result = planner.solve(problem)
        told = result.metrics
        print(
            f"fmtools, {told.get('macros', 0)} macros: {len(result.plan.actions)} actions, "
            f"{told['generated']} states generated, "
            f"{told.get('learning_queries', 0)} queries to learn"
        )

    with Compiler(name="fmtools-macros", params=LEARNING) as compiler:
        compiled = compiler.compile(problem)
    with OneshotPlanner(name="fast-downward") as planner:
        found = planner.solve(compiled.problem).plan
    plan = compiled.plan_back_conversion(found)
    with PlanValidator(problem_kind=problem.kind, plan_kind=plan.kind) as validator:
        verdict = validator.validate(problem, plan)
    print(
        f"fast-downward, {compiled.metrics['macros']} macros: {len(found.actions)} actions, "
        f"{len(plan.actions)} unfolded, {verdict.status.name.lower()}"
    )


if __name__ == "__main__":
    main()
