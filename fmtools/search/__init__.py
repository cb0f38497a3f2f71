"""Planning: one best-first loop, and planners as orderings of it. Knows the protocol only."""
