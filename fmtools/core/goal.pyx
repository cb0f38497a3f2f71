"""A partial assignment that a state may fulfil."""


cdef class Goal:
    def __init__(self, values, mask):
        """As `Layout.pack_partial` returns them."""
        self.values, self.mask = values, mask
        self._values, self._mask = values, mask
