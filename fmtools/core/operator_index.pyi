from fmtools.core.limits import WorkLimits
from fmtools.core.operator_arrays import IntArray
from fmtools.core.operator_arrays import OperatorIndex as OperatorIndex
from fmtools.core.operator_arrays import OperatorLists as OperatorLists

def index_operators(
    lists: OperatorLists,
    num_facts: int,
    steps: IntArray | None = None,
    limits: WorkLimits | None = None,
) -> OperatorIndex: ...
