"""Sequences that need and do the same are told from others, whatever their objects are called."""

from fmtools.simulators.grounded import load_grounded


def key(simulator, *names):
    return simulator.effect_key([simulator.action_id(name) for name in names])


def test_a_detour_has_the_key_of_the_straight_way():
    hanoi = load_grounded("pddl/hanoi/domain.pddl", "pddl/hanoi/problem-000.pddl")
    straight = key(hanoi, "(move d1 d2 peg2)", "(move d2 d3 peg3)", "(move d1 peg2 d2)")
    renamed = key(hanoi, "(move d1 d4 peg1)", "(move d4 d7 peg3)", "(move d1 peg1 d4)")
    detour = key(
        hanoi,
        "(move d1 d2 peg2)",
        "(move d2 d3 peg3)",
        "(move d1 peg2 d3)",
        "(move d2 peg3 peg2)",
        "(move d1 d3 d2)",
    )
    other = key(hanoi, "(move d1 d2 peg2)", "(move d2 d3 peg3)")
    assert straight == renamed == detour != other


def test_where_the_ferry_is_makes_a_difference():
    ferry = load_grounded("pddl/ferry/domain.pddl", "pddl/ferry/problem-000.pddl")
    fetch = ("(sail loc5 loc7)", "(board car6 loc7)", "(sail loc7 loc5)", "(debark car6 loc5)")
    bring = ("(board car7 loc5)", "(sail loc5 loc3)", "(debark car7 loc3)", "(sail loc3 loc5)")
    assert key(ferry, *fetch) != key(ferry, *bring)
