"""Gymnasium environments as simulators (extra `gym`): `fmtools.gym.Environment("FrozenLake-v1")`.

From the command line the same is `fmtools plan gym:FrozenLake-v1 --option is_slippery=false`.
Gymnasium itself is imported only when an environment is made.
"""

from fmtools.gym.environment import Environment

__all__ = ["Environment"]
