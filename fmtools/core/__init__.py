"""The compiled core (Cython): worlds, states, open lists, the one best-first loop, grounding."""
