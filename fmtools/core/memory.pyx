"""All memory of the core is allocated here, counted, and refused before it exceeds the limit.

Large blocks are mapped by themselves and, where the system can, moved without being copied and
backed by large pages; what was never written takes no memory of the machine, but counts. New bytes
are always zero.
"""

cimport cython
from libc.stdint cimport int64_t

from fmtools.errors import MemoryLimitError

cdef extern from *:
    """
    /* The sanitizers see blocks of the heap only. */
    #if defined(__linux__) && !defined(FMTOOLS_SANITIZED)
    #ifndef _GNU_SOURCE
    #define _GNU_SOURCE
    #endif
    #include <sys/mman.h>
    #define FMTOOLS_MAPPED(bytes) ((bytes) >= (4 << 20))
    #endif
    #include <stdlib.h>
    #include <string.h>
    #include <stdint.h>

    static void fmtools_free(void *block, int64_t bytes) {
        if (!block) return;
    #ifdef FMTOOLS_MAPPED
        if (FMTOOLS_MAPPED(bytes)) { munmap(block, (size_t)bytes); return; }
    #endif
        free(block);
    }

    /* A block of so many bytes, all zero, or NULL. */
    static void *fmtools_allocate(int64_t bytes) {
    #ifdef FMTOOLS_MAPPED
        if (FMTOOLS_MAPPED(bytes)) {
            void *block = mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (block == MAP_FAILED) return NULL;
            madvise(block, (size_t)bytes, MADV_HUGEPAGE);
            return block;
        }
    #endif
        return calloc(1, bytes > 0 ? (size_t)bytes : 1);
    }

    /* The block with another size; what is new is zero. NULL: the old block is as it was. */
    static void *fmtools_resize(void *block, int64_t old_bytes, int64_t new_bytes) {
        if (!block) return fmtools_allocate(new_bytes);
    #ifdef FMTOOLS_MAPPED
        if (FMTOOLS_MAPPED(old_bytes) && FMTOOLS_MAPPED(new_bytes)) {
            void *moved = mremap(block, (size_t)old_bytes, (size_t)new_bytes, MREMAP_MAYMOVE);
            if (moved == MAP_FAILED) return NULL;
            madvise(moved, (size_t)new_bytes, MADV_HUGEPAGE);
            return moved;
        }
    #endif
        void *fresh = fmtools_allocate(new_bytes);
        if (!fresh) return NULL;
        memcpy(fresh, block, (size_t)(old_bytes < new_bytes ? old_bytes : new_bytes));
        fmtools_free(block, old_bytes);
        return fresh;
    }
    """
    void* resized "fmtools_resize"(void* block, int64_t old_bytes, int64_t new_bytes) nogil
    void freed "fmtools_free"(void* block, int64_t num_bytes) nogil

cdef int64_t NO_LIMIT = (<int64_t>1) << 62
cdef int64_t PAGE = 4096
cdef int64_t LARGE = 16 << 20


cdef int64_t rounded(int64_t num_bytes) noexcept nogil:
    """Whole pages for blocks that are mapped."""
    return num_bytes if num_bytes < 4 << 20 else (num_bytes + PAGE - 1) // PAGE * PAGE


@cython.final
cdef class Memory:
    """What its owners have allocated, against a limit in bytes (None: no limit)."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit = NO_LIMIT if limit is None else limit

    cdef bint resize(self, void** block, int64_t old_bytes, int64_t new_bytes) noexcept nogil:
        """Give a block another size; False, and nothing done, where the limit forbids it."""
        cdef int64_t before = rounded(old_bytes)
        cdef int64_t after = rounded(new_bytes)
        cdef void* moved
        if self.used - before + after > self.limit:
            self.refused = True
            return False
        moved = resized(block[0], before, after)
        if moved == NULL:
            self.refused = True
            return False
        block[0] = moved
        self.used += after - before
        if self.used > self.peak:
            self.peak = self.used
        return True

    cdef bint grow(
        self, void** block, int64_t* room, int64_t needed, int64_t item_bytes
    ) noexcept nogil:
        """Room for `needed` items: twice as much as there was, a quarter more of large blocks.

        Or what the limit still allows.
        """
        cdef int64_t wanted
        if needed <= room[0]:
            return True
        wanted = 2 * room[0] if room[0] * item_bytes < LARGE else room[0] + room[0] // 4
        wanted = max(wanted, needed)
        if not self.resize(block, room[0] * item_bytes, wanted * item_bytes):
            wanted = max(room[0] + room[0] // 16, needed)
            if not self.resize(block, room[0] * item_bytes, wanted * item_bytes):
                return False
            self.refused = False
        room[0] = wanted
        return True

    cdef int need(self, void** block, int64_t old_bytes, int64_t new_bytes) except -1 nogil:
        """`resize`, with an error where there is no room."""
        if not self.resize(block, old_bytes, new_bytes):
            with gil:
                self.refuse()
        return 0

    cdef int need_room(
        self, void** block, int64_t* room, int64_t needed, int64_t item_bytes
    ) except -1 nogil:
        """`grow`, with an error where there is no room."""
        if not self.grow(block, room, needed, item_bytes):
            with gil:
                self.refuse()
        return 0

    cdef int refuse(self) except -1:
        """Raise what says that there is no room."""
        used = f"{self.used:,} bytes are in use"
        if self.limit == NO_LIMIT:
            raise MemoryLimitError(f"the machine gives no more memory; {used}")
        raise MemoryLimitError(f"memory limit of {self.limit:,} bytes reached; {used}")

    cdef void release(self, void* block, int64_t num_bytes) noexcept nogil:
        if block != NULL:
            freed(block, rounded(num_bytes))
            self.used -= rounded(num_bytes)
