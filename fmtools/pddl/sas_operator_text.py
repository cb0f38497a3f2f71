"""The operators of a SAS+ file, as text made in bulk: a task may have hundreds of thousands.

An operator is a row of pieces: the words of its name, a count, what it needs and leaves, a count,
what it sets, its cost. Every piece stands once in a table; rows are numbers until the end.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from fmtools.pddl.flat_sets import sorted_set
from fmtools.pddl.sas_encoding import SasEncoding
from fmtools.pddl.sas_operators import Column

_AT_A_TIME = 50_000
"""Operators: so much memory for rows, and no more."""


class _Table:
    def __init__(self) -> None:
        self.texts: list[str] = []

    def add(self, texts: Iterable[str]) -> int:
        """The number of the first."""
        first = len(self.texts)
        self.texts.extend(texts)
        return first


class _Column:
    """Some pieces of every operator: those of operator k are pieces[first[k]:first[k + 1]]."""

    def __init__(self, counts: Column, pieces: Column) -> None:
        self.counts = counts
        self.first = np.concatenate([[0], np.cumsum(counts)])
        self.pieces = pieces


def operator_texts(sas: SasEncoding) -> Iterator[str]:
    """Sorted by name, as the translator does."""
    table = _Table()
    columns = [_names(sas, table), *_conditions(sas, table), *_effects(sas, table)]
    columns.append(_costs(sas, table))
    texts = np.array(table.texts, object)
    order = _by_name(sas)
    for begin in range(0, len(order), _AT_A_TIME):
        rows = _rows(columns, order[begin : begin + _AT_A_TIME])
        yield "".join(texts[rows].tolist())


def _by_name(sas: SasEncoding) -> Column:
    """Operators word by word."""
    words = sas.task.action_words()[sas.operators.actions()]
    names, objects = _ranks(sas.task.operator_names), _ranks(sas.task.objects)
    columns = [names[words[:, 0]], *(objects[column] for column in words[:, 1:].T)]
    order: Column = np.lexsort(columns[::-1])
    return order


def _ranks(names: Sequence[str]) -> Column:
    """The place of each name among all of them, sorted; 0 for what -1 stands for."""
    ranks = np.zeros(len(names) + 1, np.int64)
    ranks[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return ranks


def _rows(columns: list[_Column], operators: Column) -> Column:
    """The pieces of these operators in the order in which they are written."""
    counts = [column.counts[operators] for column in columns]
    totals = np.sum(counts, axis=0)
    place = np.cumsum(totals) - totals
    rows = np.empty(int(totals.sum()), np.int64)
    for column, count in zip(columns, counts, strict=True):
        own = np.arange(int(count.sum()))
        before = np.cumsum(count) - count
        pieces = column.pieces[np.repeat(column.first[operators] - before, count) + own]
        rows[np.repeat(place - before, count) + own] = pieces
        place = place + count
    return rows


def _names(sas: SasEncoding, table: _Table) -> _Column:
    names = table.add(f"begin_operator\n{name}" for name in sas.task.operator_names)
    objects = table.add(f" {name}" for name in sas.task.objects)
    words = sas.task.action_words()[sas.operators.actions()].astype(np.int64)
    is_word = words >= 0
    words[:, 0] += names
    words[:, 1:] += objects
    return _Column(np.count_nonzero(is_word, axis=1), words[is_word])


def _conditions(sas: SasEncoding, table: _Table) -> tuple[_Column, _Column]:
    first, facts = _numbered_values(sas)
    needs = sas.operators.prevailing()
    counts = np.bincount(needs.action, minlength=sas.task.num_actions)[sas.operators.actions()]
    texts = table.add(f"\n{count}\n" for count in range(int(counts.max(initial=0)) + 1))
    lines = table.add(f"{x} {y}\n" for x, y in facts)
    each = np.ones_like(counts)
    return (
        _Column(each, texts + counts),
        _Column(counts, lines + first[needs.variable] + needs.value),
    )


def _effects(sas: SasEncoding, table: _Table) -> tuple[_Column, _Column]:
    """Two pieces each: the last value stands alone, so that the table stays small."""
    first, facts = _numbered_values(sas)
    sets = sas.operators.sets
    counts = np.bincount(sets.action, minlength=sas.task.num_actions)[sas.operators.actions()]
    texts = table.add(f"{count}\n" for count in range(int(counts.max(initial=0)) + 1))
    from_any = table.add(f"0 {x} -1 " for x in range(len(sas.variables)))
    from_value = table.add(f"0 {x} {y} " for x, y in facts)
    if_value = table.add(f"1 {x} {y} {x} -1 " for x, y in facts)
    values = table.add(f"{y}\n" for y in range(int(sas.num_values.max(initial=0))))
    pieces = np.empty((len(sets.action), 2), np.int64)
    pieces[:, 0] = from_any + sets.variable
    for texts_of_values, value in ((from_value, sets.before), (if_value, sets.condition)):
        said = value >= 0
        pieces[said, 0] = texts_of_values + first[sets.variable[said]] + value[said]
    pieces[:, 1] = values + sets.value
    return _Column(np.ones_like(counts), texts + counts), _Column(2 * counts, pieces.ravel())


def _costs(sas: SasEncoding, table: _Table) -> _Column:
    costs = sas.costs()[sas.operators.actions()]
    different = sorted_set(costs)
    texts = table.add(f"{cost}\nend_operator\n" for cost in different.tolist())
    return _Column(np.ones_like(costs), texts + np.searchsorted(different, costs))


def _numbered_values(sas: SasEncoding) -> tuple[Column, list[tuple[int, int]]]:
    """(the number of each variable's first value, all (variable, value) by number)."""
    sizes = sas.num_values
    facts = [(x, y) for x, size in enumerate(sizes.tolist()) for y in range(size)]
    return np.cumsum(sizes) - sizes, facts
