"""Worlds in tests that are as another one, but for what they hide or do themselves."""


def take_members(world, inner, hidden=()):
    """Give `world` the public members of `inner` that it lacks.

    As members of its own: the protocols of `fmtools.simulator` do not look through `__getattr__`.
    """
    for name in dir(inner):
        if not name.startswith("_") and name not in hidden and not hasattr(world, name):
            setattr(world, name, getattr(inner, name))
