"""Any Python simulator as a world: asks it state by state, packs what it answers.

The cheap half of the protocol's checks lives here (rule 1: how many integers, and how large); the
rest is in `fmtools.simulators.checked`, which wraps what a user loads.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from operator import index

import numpy as np

from fmtools.core.world cimport NO_ROOM, Batch, Successor, World
from fmtools.errors import SimulatorError
from fmtools.simulator import Batches, Guarded, HasMacros


cdef object ARRAY = np.ndarray
cdef object BYTE = np.dtype(np.uint8)

ctypedef fused cell_t:
    uint8_t
    int64_t


cdef class PythonWorld(World):
    cdef readonly object simulator
    cdef object applicable        # the simulator's methods, looked up once
    cdef object successor
    cdef object batch_successors  # its optional `successors`, or None
    cdef object primitive_steps   # its optional `steps`, where actions may be macros, or None
    cdef int64_t most_value       # that a variable may have

    def __init__(self, simulator, int cell_bits, int64_t num_values):
        World.__init__(self, simulator.num_variables, cell_bits, num_values)
        self.is_python = True
        self.most_value = min(num_values, <int64_t>1 << cell_bits) - 1
        self.simulator = simulator
        self.applicable = simulator.applicable
        self.successor = simulator.successor
        self.batch_successors = simulator.successors if isinstance(simulator, Batches) else None
        self.primitive_steps = simulator.steps if isinstance(simulator, HasMacros) else None

    def __reduce__(self):
        return PythonWorld, (self.simulator, self.cell_bits, self.num_values)

    cdef object state_of(self, const uint64_t* row):
        """As `fmtools.simulator.state_array` makes them: int64, and nobody can write to them."""
        cdef Py_ssize_t v
        cdef bytes memory = PyBytes_FromStringAndSize(NULL, self.num_variables * sizeof(int64_t))
        cdef int64_t* values = <int64_t*>PyBytes_AS_STRING(memory)
        if self.cell_bits == 1:
            for v in range(self.num_variables):
                values[v] = (row[v >> 6] >> (v & 63)) & 1
        elif self.cell_bits == 8:
            for v in range(self.num_variables):
                values[v] = (<const uint8_t*>row)[v]
        else:
            for v in range(self.num_variables):
                values[v] = (<const uint16_t*>row)[v]
        return np.frombuffer(memory, np.int64)

    cdef inline int put(self, uint64_t* row, Py_ssize_t v, int64_t value) except -1:
        """Write one variable of a row that is zero there."""
        if value < 0 or value > self.most_value:
            self.breach(
                "successor",
                f"rule 1: every value must lie in 0..{self.most_value}; "
                f"successor() returned {value} for variable {v}",
            )
        if self.cell_bits == 1:
            row[v >> 6] |= <uint64_t>value << (v & 63)
        elif self.cell_bits == 8:
            (<uint8_t*>row)[v] = <uint8_t>value
        else:
            (<uint16_t*>row)[v] = <uint16_t>value
        return 0

    cdef int pack(self, object values, uint64_t* row) except -1:
        """What a simulator returned as a state, checked, as a row of words."""
        cdef Py_ssize_t v
        cdef const int64_t[::1] wide
        memset(row, 0, self.num_words * sizeof(uint64_t))
        if type(values) is tuple or type(values) is list:
            if len(values) != self.num_variables:
                self.refuse(values)
            try:
                for v in range(self.num_variables):
                    value = values[v]
                    self.put(row, v, value if type(value) is int else index(value))
            except (TypeError, OverflowError):
                self.refuse(values)
            return 0
        array = np.asarray(values)
        if array.shape != (self.num_variables,) or array.dtype.kind not in "iub":
            self.refuse(values)
        wide = np.ascontiguousarray(array, np.int64)
        for v in range(self.num_variables):
            self.put(row, v, wide[v])
        return 0

    cdef int refuse(self, object values) except -1:
        """Rule 1 is broken: say how."""
        try:
            array = np.asarray(values)
            what = f"shape {array.shape} of type {array.dtype}"
        except ValueError:
            what = "rows of different lengths"
        self.breach(
            "successor",
            f"rule 1: every successor must have {self.num_variables} integers; "
            f"successor() returned {what}",
        )

    cdef int breach(self, str method, str text) except -1:
        """Raise what the guard around a user's simulator makes of it: with its file and line."""
        if isinstance(self.simulator, Guarded):
            raise self.simulator.breach(method, text)
        raise SimulatorError(text)

    cdef int put_actions(self, object actions, Batch batch) except -1:
        """Actions and their primitive steps into the batch; 0, or NO_ROOM."""
        cdef int64_t i, count = len(actions)
        if type(actions) is ARRAY and actions.dtype.kind in "iu":
            actions = actions.tolist()  # its elements one by one would take several times as long
        if not batch.reserve(count):
            return NO_ROOM
        batch.count = count
        for i in range(count):
            action = actions[i]
            batch.entry(i).action = self.action_id(action)
            batch.entry(i).steps = (
                1 if self.primitive_steps is None else self.primitive_steps(action)
            )
        return 0

    cdef int32_t action_id(self, object action) except -1:
        cdef int64_t number = -1
        try:
            number = action if type(action) is int else index(action)
        except (TypeError, OverflowError):
            pass
        if number < 0 or number > 0x7FFFFFFF:
            self.breach(
                "applicable",
                f"rule 4: applicable() returned the action id {action!r}; ids are integers from 0 "
                f"to {0x7FFFFFFF}",
            )
        return <int32_t>number

    cdef int pack_batch(self, object states, Batch batch) except -1:
        """Many states at once, from what the simulator's `successors` returned."""
        try:
            array = np.asarray(states)
        except ValueError:
            array = np.empty(0)
        if array.shape != (batch.count, self.num_variables) or array.dtype.kind not in "iub":
            shapes = sorted({str(np.shape(state)) for state in states})
            self.breach(
                "successors",
                f"rule 1: every successor must have {self.num_variables} integers; "
                f"successors() returned shapes {', '.join(shapes)} of type {array.dtype}",
            )
        # A copy as bytes is there sooner than a view.
        cdef bytes values
        if array.dtype is BYTE:
            values = array.tobytes()
            return put_rows(self, <const uint8_t*>PyBytes_AS_STRING(values), batch)
        values = array.astype(np.int64).tobytes()
        return put_rows(self, <const int64_t*>PyBytes_AS_STRING(values), batch)

    cdef int expand(self, const uint64_t* state, Batch batch) except -1 nogil:
        cdef int64_t i
        with gil:
            current = self.state_of(state)
            if self.batch_successors is not None:
                actions, states = self.batch_successors(current)
                if self.put_actions(actions, batch) != 0:
                    return NO_ROOM
                if batch.count:
                    self.pack_batch(states, batch)
                return 0
            actions = self.applicable(current)
            if self.put_actions(actions, batch) != 0:
                return NO_ROOM
            for i in range(batch.count):
                self.pack(self.successor(current, actions[i]), batch.row(i))
        return 0

    cdef int offer(self, const uint64_t* state, Batch batch) except -1 nogil:
        with gil:
            return self.put_actions(self.applicable(self.state_of(state)), batch)

    cdef int apply(self, const uint64_t* state, int32_t action, uint64_t* out) except -1 nogil:
        """The simulator is asked for this one successor only, even where it could give all."""
        with gil:
            self.pack(self.successor(self.state_of(state), action), out)
        return 0

    cdef int applies(self, const uint64_t* state, int32_t action) except -1 nogil:
        with gil:
            return action in self.applicable(self.state_of(state))


cdef int put_rows(PythonWorld world, const cell_t* values, Batch batch) except -1:
    """Write the states of a batch, each checked."""
    cdef int64_t i
    cdef Py_ssize_t v
    for i in range(batch.count):
        memset(batch.row(i), 0, world.num_words * sizeof(uint64_t))
        for v in range(world.num_variables):
            world.put(batch.row(i), v, values[v])
        values += world.num_variables
    return 0
