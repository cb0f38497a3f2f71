"""The compiled core (Cython): worlds, states, open lists, the one best-first loop, grounding.

The `.pxd` files are its interface for Cython, the `.pyi` files for Python. It knows no PDDL, no
simulator and no planner: worlds come as subclasses of `fmtools.core.world.World`.
"""
