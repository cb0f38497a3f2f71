"""The n-puzzle for external planners: one variable for the blank and one for each tile.

Both formats call a move `slide t5 c1-2 c1-1`: tile 5 goes from the cell in row 1, column 2 to the
blank cell in row 1, column 1.
"""

from collections.abc import Mapping

from fmtools.generators.draft import atom, draft, numbered, problem_text
from fmtools.generators.registry import domain_text
from fmtools.pddl.model import Atom
from fmtools.simulator import ActionId
from fmtools.simulators.npuzzle import BLANK, NPuzzle
from fmtools.simulators.sas_task import SasEffect, SasOperator, SasTask, SasVariable


def cell_name(puzzle: NPuzzle, cell: int) -> str:
    row, column = divmod(cell, puzzle.width)
    return f"c{row + 1}-{column + 1}"


def npuzzle_actions(puzzle: NPuzzle) -> Mapping[str, ActionId]:
    """The action behind each step of a plan."""
    return {
        f"({_slide_name(puzzle, tile, action)})": action
        for action in range(len(puzzle.moves))
        for tile in range(1, puzzle.num_variables)
    }


def npuzzle_to_sas(puzzle: NPuzzle) -> SasTask:
    """Variable 0 is the blank and variable t is tile t, as in the simulator."""
    cells = range(puzzle.num_variables)
    names = [cell_name(puzzle, cell) for cell in cells]
    variables = [SasVariable("blank", tuple(f"Atom blank({name})" for name in names))]
    variables += [
        SasVariable(f"tile-{tile}", tuple(f"Atom at(t{tile}, {name})" for name in names))
        for tile in range(1, puzzle.num_variables)
    ]
    operators = [
        SasOperator(
            _slide_name(puzzle, tile, action),
            ((BLANK, move.blank), (tile, move.target)),
            (SasEffect(BLANK, move.target), SasEffect(tile, move.blank)),
        )
        for action, move in enumerate(puzzle.moves)
        for tile in range(1, puzzle.num_variables)
    ]
    return SasTask(
        tuple(variables),
        tuple(tuple((variable, cell) for variable in range(len(variables))) for cell in cells),
        tuple(int(cell) for cell in puzzle.start()),
        tuple(sorted(puzzle.goal().items())),
        tuple(operators),
    )


def npuzzle_to_pddl(puzzle: NPuzzle) -> tuple[str, str]:
    """The domain that `fmtools generate npuzzle` writes, and this start and goal as its problem."""
    tiles = numbered("t", puzzle.num_variables - 1)
    names = [cell_name(puzzle, cell) for cell in range(puzzle.num_variables)]
    neighbours = [atom("next", names[m.blank], names[m.target]) for m in puzzle.moves]

    def order_atoms(order: tuple[int, ...]) -> list[Atom]:
        return [
            atom("blank", name) if tile == BLANK else atom("at", f"t{tile}", name)
            for name, tile in zip(names, order, strict=True)
        ]

    problem = draft(
        "npuzzle",
        puzzle.width,
        {"tile": tiles, "cell": names},
        [*neighbours, *order_atoms(puzzle.start_tiles)],
        order_atoms(puzzle.goal_tiles),
    )
    return domain_text("npuzzle"), problem_text(problem, "fmtools export npuzzle")


def _slide_name(puzzle: NPuzzle, tile: int, action: ActionId) -> str:
    move = puzzle.moves[action]
    return f"slide t{tile} {cell_name(puzzle, move.target)} {cell_name(puzzle, move.blank)}"
