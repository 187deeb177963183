"""The order of day, month and year that the columns of a table have. This loads pyarrow."""

from collections.abc import Iterator
from dataclasses import replace

import pyarrow as pa

from parsched.data.files.findings import Findings, quoted
from parsched.data.files.mapping import Mapping, SourceColumn
from parsched.data.files.roles import ROLES, Reads
from parsched.data.files.signs import decided
from parsched.data.logs import kinds
from parsched.data.logs.date_orders import OrderEvidence
from parsched.data.logs.dates import ORDERS
from parsched.data.logs.tables.table import Batch


class DateOrders:
    """In which order the dates of columns are, each from its first row to its last."""

    def __init__(self, mapping: Mapping, findings: Findings) -> None:
        self.mapping, self.findings = mapping, findings
        names = {
            column.name
            for role, of in mapping.columns.items()
            for column in of
            if ROLES[role].reads == Reads.INSTANT and column.unit not in ORDERS
        }
        self._told = {name: OrderEvidence() for name in sorted(names)}

    def decided(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Yield batches: from the first on that has a date whose order is to be found out, once all
        were looked at. Of an order that nothing proves it is said that it is a guess."""
        yield from decided(batches, self._look, lambda: bool(self._dated()))
        dated = self._dated()
        if dated and not any(each.is_proved for each in dated.values()):
            [(name, evidence), *_] = dated.items()
            kind = kinds.guessed_order(self._of(name))
            self.findings.add(kind, value=f"column {quoted(name)}: {quoted(evidence.example)}")

    def _look(self, batch: Batch) -> None:
        for name, evidence in self._told.items():
            cells = batch[0].column(name)
            if pa.types.is_string(cells.type) or pa.types.is_large_string(cells.type):
                evidence.add(cells)

    def _dated(self) -> dict[str, OrderEvidence]:
        return {name: evidence for name, evidence in self._told.items() if evidence.cells}

    def _of(self, name: str) -> str:
        """Return the order of a column: what it proves, else what the others prove or make
        likeliest."""
        dated = self._dated()
        proofs = [each.order for each in dated.values() if each.is_proved]
        if proofs:
            usual = max(dict.fromkeys(proofs), key=proofs.count)
        else:
            total = OrderEvidence()
            for each in dated.values():
                total.join(each)
            usual = total.order
        own = dated[name]
        return own.order if own.is_proved or usual not in own.best else usual

    def of(self, column: SourceColumn) -> str:
        """Return the order of the dates in a column; blank where there is none to find out."""
        is_dated = column.name in self._told and bool(self._told[column.name].cells)
        return self._of(column.name) if is_dated and column.unit not in ORDERS else ""

    def told(self) -> Mapping:
        """Return the mapping with the orders that dates have."""
        columns = {
            role: tuple(replace(each, unit=each.unit or self.of(each)) for each in of)
            if ROLES[role].reads == Reads.INSTANT
            else of
            for role, of in self.mapping.columns.items()
        }
        return replace(self.mapping, columns=columns)
