"""What the core was built with."""

cdef extern from *:
    int CYTHON_HEX_VERSION

CYTHON_VERSION = ".".join(str((CYTHON_HEX_VERSION >> shift) & 255) for shift in (24, 16, 8))
