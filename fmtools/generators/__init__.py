"""Problem instances, made as the paper made its own (Appendix B), and worlds beyond it.

`registry` lists the worlds, `instances` draws them, `write` puts them into a folder.
Knows PDDL as plain data; must not know simulators, search or learning.
"""
