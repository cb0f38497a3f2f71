"""Asking for a row of an array before it is needed, so that cache misses overlap."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

from fmtools.kernels.jit import njit


@intrinsic
def _prefetch_address(typing_context: Any, address: Any) -> Any:
    """LLVM's prefetch of an address: for reading, to be kept in all caches."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer_type = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        function_type = ir.FunctionType(ir.VoidType(), [pointer_type, number, number, number])
        function = builder.module.globals.get("llvm.prefetch.p0") or ir.Function(
            builder.module, function_type, "llvm.prefetch.p0"
        )
        pointer = builder.inttoptr(arguments[0], pointer_type)
        builder.call(function, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), generate


if config.DISABLE_JIT:

    def prefetch_row(rows: Any, i: int) -> None:
        """Nothing to do in plain Python."""

else:

    @njit
    def prefetch_row(rows, i):  # type: ignore[no-untyped-def]
        """Have rows[i] fetched; it costs nothing but the asking."""
        _prefetch_address(rows.ctypes.data + i * rows.strides[0])
