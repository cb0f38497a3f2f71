"""The join that grounds: what it runs (`JoinProgram`), and what it has reached (`Relations`)."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t

from fmtools.core.atoms cimport AtomTable
from fmtools.core.memory cimport Memory
from fmtools.core.watch cimport Watch


cpdef enum EdgeKind:
    # What binding a parameter to x does to another one's candidates.
    KEEP       # those in row + x
    DROP       # those not in row + x
    SAME       # x alone
    DIFFERENT  # all but x
    HOLDS      # nothing, but literal `row` must be among the atoms taken, once it is all bound
    FAILS      # nothing, but literal `row` must not be among them


cdef struct Edge:
    int32_t kind   # EdgeKind
    int32_t row    # of Relations.rows; a literal for HOLDS and FAILS
    int32_t other  # parameter whose candidates it narrows


cdef struct Literal:
    int32_t predicate
    int32_t first_term


cdef struct Sections:
    # Where an operator's literals of each sort begin. Conditions on predicates that never change
    # come before them.
    int32_t changing  # conditions that must hold
    int32_t negative  # conditions that must not
    int32_t adds
    int32_t deletes
    int32_t end


cdef struct Trigger:
    int32_t operator_id
    int32_t literal  # the precondition that an atom matches


cdef class JoinProgram:
    """What to join; nothing in it changes. All by number: objects, predicates, operators."""

    cdef tuple arrays                     # that the pointers below point into
    cdef readonly Py_ssize_t num_objects
    cdef readonly Py_ssize_t num_operators
    cdef readonly Py_ssize_t num_predicates
    cdef readonly Py_ssize_t num_rows     # of Relations.rows
    cdef readonly Py_ssize_t num_words    # of a set of objects
    cdef readonly Py_ssize_t most_parameters  # of an operator
    cdef const uint64_t* domains          # per parameter of each operator, its possible objects
    cdef const int32_t* first_parameter   # per operator, in `domains`
    cdef const Edge* initial              # what narrows `other` whatever is bound (x is 0)
    cdef const int32_t* first_initial     # per operator
    cdef const Edge* edges                # applied when their parameter is bound
    cdef const int32_t* first_edge        # per parameter of each operator
    cdef const Literal* literals
    cdef const int32_t* terms             # parameter, or ~object
    cdef const Sections* sections         # per operator
    cdef const int32_t* whole             # per operator, 1: its effects stay as they are
    cdef readonly object arity            # int32[predicates]
    cdef const int32_t* arity_of          # the same
    cdef const int32_t* first_row         # per predicate, in Relations.rows
    cdef const Trigger* triggers
    cdef const int32_t* first_trigger     # per predicate

    cdef void write_atom(
        self, int32_t literal, const uint16_t* binding, int32_t* row
    ) noexcept nogil

    cdef inline int32_t num_parameters(self, int32_t operator_id) noexcept nogil:
        return self.first_parameter[operator_id + 1] - self.first_parameter[operator_id]


cdef class Relations:
    """Atoms and operator instances that relaxed exploration has reached."""

    cdef readonly JoinProgram program
    cdef readonly Memory memory
    cdef readonly AtomTable atoms        # in the order they were reached
    cdef int64_t head                    # the atom that is joined; those up to it are in `rows`
    cdef uint64_t* rows                  # per predicate one row per position: the objects there;
    # then, per pair of positions (i, j) and object x at i, the objects at j
    cdef uint16_t* found                 # operator and objects of each instance
    cdef int64_t found_room
    cdef readonly int64_t num_found
    cdef int64_t most_found              # TooManyError beyond this
    cdef Watch watch
    # Of the join at hand:
    cdef uint64_t* candidates            # per level and parameter a set of objects
    cdef uint16_t* binding               # per parameter its object
    cdef uint8_t* bound                  # per parameter whether it has one
    cdef int32_t* order                  # per level the parameter that is bound there
    cdef int32_t* row                    # an atom

    cdef int allocate(self) except -1
    cdef void forget(self) noexcept nogil
    cdef void enter_relation(self, int64_t atom) noexcept nogil
    cdef bint passes(self, int32_t literal, bint wanted) noexcept nogil
    cdef bint fits(self, const Edge* edge, int32_t x) noexcept nogil
    cdef bint narrow(self, const Edge* edge, int32_t x, uint64_t* candidates) noexcept nogil
    cdef bint narrow_all(self, int32_t parameter, int32_t x, uint64_t* candidates) noexcept nogil
    cdef bint first_candidates(self, int32_t operator_id) noexcept nogil
    cdef int32_t bind_trigger(self, Trigger trigger) noexcept nogil
    cdef int32_t choose(self, int32_t num_parameters, const uint64_t* candidates) noexcept nogil
    cdef bint found_before(self, Trigger trigger) noexcept nogil
    cdef int emit(self, int32_t operator_id) except -1 nogil
    cdef int join(self, Trigger trigger) except -1 nogil
    cdef int bind_rest(self, Trigger trigger, int32_t depth) except -1 nogil
    cdef int bind_last(self, Trigger trigger, int32_t v, const uint64_t* own) except -1 nogil
    cdef int take_atoms(self) except -1 nogil
