"""Every compiled function. Kernels see arrays and numbers; they know no PDDL and no files."""
