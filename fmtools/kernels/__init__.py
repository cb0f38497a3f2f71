"""Every compiled function. Kernels see arrays and numbers; they know no world, no PDDL, no files."""
