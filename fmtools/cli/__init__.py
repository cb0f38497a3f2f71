"""The command line: one file per command; the only layer that prints and exits."""
