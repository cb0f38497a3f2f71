"""Rubik's cube, declared: options, identity, presets, export, pictures, expert macros."""

from typing import TYPE_CHECKING

from fmtools.errors import UsageError
from fmtools.simulators.kind import Drawing, Experts, Exporter, Option, Views, WorldKind, identified

if TYPE_CHECKING:
    from fmtools.learn.presets import Presets
    from fmtools.macros import World
    from fmtools.simulators.cube import Cube

STEPS = 60


def build_cube(
    *,
    scramble: str | None = None,
    goal_scramble: str | None = None,
    goal_seed: int | None = None,
    scramble_steps: int | None = None,
    seed: int = 0,
) -> "Cube":
    """Scrambled as told (`""` for solved), or else by random turns."""
    from fmtools.simulators.cube import Cube

    if scramble is not None and scramble_steps is not None:
        raise UsageError("--scramble and --scramble-steps exclude each other")
    if goal_scramble is not None and goal_seed is not None:
        raise UsageError("--goal-scramble and --goal-seed exclude each other")
    goal = Cube.scrambled(goal_seed).scramble if goal_seed is not None else goal_scramble or ""
    if scramble is not None:
        return Cube(scramble, goal)
    return Cube.scrambled(seed, STEPS if scramble_steps is None else scramble_steps, goal)


def _identity(cube: "Cube") -> "World":
    return identified("cube", "cube", cube.kernel.maps.tobytes())


def _presets() -> "Presets":
    """On the cube nothing tried beat the paper's own choice, which by luck has odd permutations
    among its macros; with `fifo` there are none, and most scrambles stay unsolved."""
    from dataclasses import replace

    from fmtools.learn.focused import LearnSettings
    from fmtools.learn.presets import AUTO, Presets, paper_settings

    papers = paper_settings(
        LearnSettings(budget=1_000_000, keep=576, candidates=1200, smallest_last=True)
    )
    auto = replace(AUTO, budget=1_000_000, levels=2, walk_share=0.0)
    return Presets(papers, auto, {"cube": papers})


def _exporter() -> Exporter:
    from fmtools.simulators.export_cube import cube_actions, cube_to_pddl, cube_to_sas

    return Exporter(cube_actions, cube_to_sas, cube_to_pddl)


def _views() -> Views:
    from fmtools.simulators.macro_frames import cube_frames
    from fmtools.simulators.macro_pictures import cube_picture
    from fmtools.simulators.macro_svg import cube_svg
    from fmtools.simulators.macro_words import cube_sequence, cube_words

    drawing = Drawing(cube_picture, cube_svg, cube_frames)
    return Views(cube_words, cube_sequence, drawing)


def _experts() -> Experts:
    from fmtools.simulators.cube_experts import expert_lengths, expert_sequences, random_formulas

    return Experts(expert_sequences, lambda rng: random_formulas(expert_lengths(), rng))


CUBE = WorldKind(
    name="cube",
    build=build_cube,
    identity=_identity,
    options=(
        Option("scramble", help='Moves such as "R U2 F\'".', of_instance=True),
        Option("goal_scramble", help="The goal, as moves.", of_instance=True),
        Option("scramble_steps", int, "Random moves by seed.", STEPS, of_instance=True),
        Option("goal_seed", int, "A random goal.", of_instance=True, least=0),
    ),
    instance="scramble",
    learn_from={"scramble_steps": 0},
    presets=_presets,
    exporter=_exporter,
    views=_views,
    experts=_experts,
    same_by_states=True,
)
