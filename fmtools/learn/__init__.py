"""Learning focused macros by simulation alone. Knows the protocol, nothing of any world."""
