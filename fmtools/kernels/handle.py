"""A `Space` behind one small array of addresses, so that Python may call kernels cheaply.

numba takes about 0.15 µs to accept an array, and a space has more than twenty: at one call per
expansion that would cost a Python simulator more than the search itself. The space must outlive
its handle and keep its arrays.
"""

from typing import Any

import numba
import numpy as np
from numba import carray, types  # type: ignore[attr-defined]
from numba.core import config
from numba.extending import intrinsic, overload

from fmtools.kernels.advance import advance_kernel
from fmtools.kernels.jit import OPTIONS
from fmtools.kernels.novelty import Novelty
from fmtools.kernels.open_list import OpenList
from fmtools.kernels.space import Space
from fmtools.kernels.waiting import Waiting

_INT8 = np.dtype(np.int8)
_INT64 = np.dtype(np.int64)
_INT32 = np.dtype(np.int32)
_UINT64 = np.dtype(np.uint64)


@intrinsic
def _pointer(typing_context: Any, address: Any) -> Any:
    """An int64 as an untyped pointer."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), generate


@numba.njit(cache=True)
def _matrix(handle, i, dtype):  # type: ignore[no-untyped-def]
    return carray(_pointer(handle[3 * i]), (handle[3 * i + 1], handle[3 * i + 2]), dtype)


@numba.njit(cache=True)
def _vector(handle, i, dtype):  # type: ignore[no-untyped-def]
    return carray(_pointer(handle[3 * i]), (handle[3 * i + 1],), dtype)


@numba.njit(cache=True)
def _space_at(handle):  # type: ignore[no-untyped-def]
    """The space behind its handle; the order is that of `with_handle`."""
    queue = OpenList(
        _vector(handle, 5, _INT64),
        _vector(handle, 6, _INT32),
        _vector(handle, 7, _INT32),
        _vector(handle, 8, _INT32),
        _vector(handle, 9, _INT32),
        _vector(handle, 10, _INT32),
        _vector(handle, 11, _INT64),
        _vector(handle, 12, _UINT64),
    )
    return Space(
        _matrix(handle, 0, _UINT64),
        _matrix(handle, 1, _INT32),
        _matrix(handle, 2, _INT32),
        _vector(handle, 3, _INT32),
        _vector(handle, 4, _UINT64),
        queue,
        _vector(handle, 13, _INT64),
        _matrix(handle, 14, _UINT64),
        _vector(handle, 15, _INT32),
        _vector(handle, 16, _UINT64),
        _matrix(handle, 17, _INT64),
        _vector(handle, 18, _UINT64),
        _vector(handle, 19, _UINT64),
        Novelty(
            _vector(handle, 20, _INT64),
            _vector(handle, 21, _INT32),
            _matrix(handle, 22, _UINT64),
            _matrix(handle, 23, _UINT64),
            _matrix(handle, 24, _UINT64),
            _vector(handle, 25, _UINT64),
            _matrix(handle, 26, _UINT64),
            _vector(handle, 27, _INT8),
        ),
        _waiting_at(handle),
        np.uint64(handle[99]),
        handle,
    )


@numba.njit(cache=True)
def _waiting_at(handle):  # type: ignore[no-untyped-def]
    return Waiting(
        _matrix(handle, 28, _INT32),
        _vector(handle, 29, _INT32),
        _vector(handle, 30, _INT32),
        _vector(handle, 31, _INT64),
        _matrix(handle, 32, _INT32),
    )


@numba.njit(cache=True)
def _advance_at(handle):  # type: ignore[no-untyped-def]
    return advance_kernel(_space_at(handle))


def advance(space: Space) -> int:
    """One step of best-first: see `advance_kernel`."""
    if config.DISABLE_JIT:
        return int(advance_kernel(space))
    return int(_advance_at(space.handle))


@overload(advance, strict=False, jit_options=OPTIONS, inline="always")
def _advance_compiled(space: Any) -> Any:
    return advance_kernel.py_func
