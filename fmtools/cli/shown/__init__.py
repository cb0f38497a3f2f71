"""How results look on a terminal and in files: plans, macros, tables, comparisons."""
