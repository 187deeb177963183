"""The order of day, month and year that the columns of a table have. This loads pyarrow."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import pyarrow as pa
import pyarrow.compute as pc

from algorithms.formats.findings import Findings, quoted
from algorithms.sources import kinds
from algorithms.sources.date_orders import Evidence
from algorithms.sources.dates import SHORT
from algorithms.sources.mapping import Column, Mapping
from algorithms.sources.roles import ROLES, Reads
from algorithms.sources.tables.table import Batch
from algorithms.sources.values import texts

_LOOKED_AT = 1_000
"""Cells at the beginning and at the end of the first rows that tell whether a column has dates
whose order is to be found out."""


def with_orders(
    mapping: Mapping, batches: Iterator[Batch], findings: Findings
) -> tuple[Mapping, Iterator[Batch]]:
    """Return a mapping that says in which order dates are, and the same batches.

    Batches are held until some column proves its order, at most all of them; the others have the
    same, unless their dates do not fit it. Of an order that nothing proves it is said that it is a
    guess.
    """
    first = next(batches, None)
    if first is None:
        return mapping, iter(())
    columns = {
        column.name
        for role, of in mapping.columns.items()
        for column in of
        if ROLES[role].reads == Reads.INSTANT and not column.unit
    }
    told = {name: Evidence() for name in sorted(columns) if _has_short(first[0].column(name))}
    if not told:
        return mapping, chain((first,), batches)
    held = [first]
    for name, evidence in told.items():
        evidence.add(texts(first[0].column(name)))
    while not any(each.is_proved for each in told.values()):
        more = next(batches, None)
        if more is None:
            break
        held.append(more)
        for name, evidence in told.items():
            evidence.add(texts(more[0].column(name)))
    orders = _decided(told)
    if not any(each.is_proved for each in told.values()):
        [(name, evidence), *_] = told.items()
        kind = kinds.guessed_order(orders[name])
        findings.add(kind, value=f"column {quoted(name)}: {quoted(evidence.example)}")
    return _with_units(mapping, orders), chain(held, batches)


def _has_short(column: pa.Array) -> bool:
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return False
    ends = (column.slice(0, _LOOKED_AT), column.slice(max(len(column) - _LOOKED_AT, 0)))
    return any(bool(pc.any(pc.match_substring_regex(texts(end), SHORT)).as_py()) for end in ends)


def _decided(told: dict[str, Evidence]) -> dict[str, str]:
    """Return the order of each column: what it proves, else what the others prove or make
    likeliest."""
    proofs = [each.order for each in told.values() if each.is_proved]
    if proofs:
        usual = max(dict.fromkeys(proofs), key=proofs.count)
    else:
        total = Evidence()
        for each in told.values():
            total.join(each)
        usual = total.order
    return {
        name: each.order if each.is_proved or usual not in each.best else usual
        for name, each in told.items()
    }


def _with_units(mapping: Mapping, orders: dict[str, str]) -> Mapping:
    def with_unit(role: str, column: Column) -> Column:
        is_date = ROLES[role].reads == Reads.INSTANT and not column.unit and column.name in orders
        return replace(column, unit=orders[column.name]) if is_date else column

    columns = {
        role: tuple(with_unit(role, column) for column in of)
        for role, of in mapping.columns.items()
    }
    return replace(mapping, columns=columns)
