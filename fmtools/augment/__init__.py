"""Macros that pay: mined from plans and black boxes, guarded, measured, confirmed, written."""
