"""The parts of an explanation as tables: what held a job back, who overtook it, who made room."""

from collections.abc import Sequence

from parsched.model.problem.calendar import Calendar
from parsched.report.explain.explanation import Explanation
from parsched.report.explain.words import InstantWriter, cause, span
from parsched.report.phrases import capital
from parsched.report.table import ABSENT, Cell, Column, Row, Table

Heads = tuple[tuple[str, str, bool], ...]
"""Key, title, and whether there are numbers, of each column."""


def tables_of(why: Explanation, calendar: Calendar | None) -> tuple[Table, ...]:
    """Return the tables that have rows; instants are dates where there is a calendar."""
    at = InstantWriter(calendar)
    tables = _held(why, at), _overtakers(why, at), _holders(why, at), _chain(why, at)
    return tuple(table for table in tables if table.rows)


def _table(key: str, title: str, heads: Heads, rows: Sequence[Row], note: str) -> Table:
    columns = tuple(Column(key=k, title=name, is_number=number) for k, name, number in heads)
    notes = (note,) if note else ()
    return Table(key=key, title=title, columns=columns, rows=tuple(rows), notes=notes)


def _held(why: Explanation, at: InstantWriter) -> Table:
    heads = ("at", "at", False), ("free", "free", True), ("reason", "why it did not start", False)
    rows = [
        (Cell(at(one.at), one.at), Cell(f"{one.free:,}", one.free), Cell(capital(cause(one, at))))
        for one in why.held
    ]
    return _table("held", "Enough processors were free, and yet", heads, rows, "")


def _overtakers(why: Explanation, at: InstantWriter) -> Table:
    heads = (
        ("job", "job", False),
        ("processors", "processors", True),
        ("released", "released", False),
        ("start", "started", False),
        ("end", "ended", False),
        ("cost", "start without it", False),
    )
    rows = [
        (
            Cell(one.id, one.id),
            Cell(f"{one.width:,}", one.width),
            Cell(at(one.released), one.released),
            Cell(at(one.start), one.start),
            Cell(at(one.end), one.end),
            _cost(one.cost),
        )
        for one in why.overtakers
    ]
    more = why.overtaken_by - len(rows)
    note = f"{more:,} more held less of the machine during the wait." if more else ""
    return _table("overtakers", "Later jobs that overtook it", heads, rows, note)


def _cost(cost: float | None) -> Cell:
    if cost is None:
        return Cell(ABSENT, None, why="not simulated")
    return Cell(f"{span(cost)} earlier" if cost else "no earlier", cost)


def _holders(why: Explanation, at: InstantWriter) -> Table:
    heads = (
        ("job", "job", False),
        ("processors", "of its processors", True),
        ("end", "until", False),
        ("made_room", "ended as it started", False),
    )
    rows = [
        (
            Cell(one.id, one.id),
            Cell(f"{one.processors:,}", one.processors),
            Cell(at(one.end), one.end),
            Cell("yes" if one.made_room else "no", one.made_room),
        )
        for one in why.holders
    ]
    return _table("holders", "Who held its processors before", heads, rows, "")


def _chain(why: Explanation, at: InstantWriter) -> Table:
    heads = ("job", "job", False), ("start", "started", False), ("end", "ended", False)
    rows = [
        (Cell(one.id, one.id), Cell(at(one.start), one.start), Cell(at(one.end), one.end))
        for one in why.chain.links
    ]
    more = why.chain.jobs - len(rows)
    note = f"{more:,} more come before these." if more else ""
    rows = rows if why.chain.jobs > 1 else []
    return _table("chain", "Jobs up to it: each starts as the one before ends", heads, rows, note)
