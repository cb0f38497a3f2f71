"""The PDDL world: read, ground, validate. It knows nothing of search, learning or the CLI."""
