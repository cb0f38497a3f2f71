"""What the core was built with."""

cdef extern from *:
    """
    #ifdef FMTOOLS_SANITIZED
    #define FMTOOLS_IS_SANITIZED 1
    #else
    #define FMTOOLS_IS_SANITIZED 0
    #endif
    """
    int CYTHON_HEX_VERSION
    bint FMTOOLS_IS_SANITIZED

CYTHON_VERSION = ".".join(str((CYTHON_HEX_VERSION >> shift) & 255) for shift in (24, 16, 8))
IS_SANITIZED = FMTOOLS_IS_SANITIZED
