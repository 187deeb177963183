"""Rows that stand for several jobs of an array: `7_[1-3]` of Slurm, `7[1,5]` of others. This loads
pyarrow."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from parsched.base.errors import FormatError
from parsched.data.files.findings import Findings
from parsched.data.logs import kinds
from parsched.data.logs.rows import LogRows

_SEVERAL = r"\[[0-9]+[-,][0-9,:%-]*\]"
_ARRAY = re.compile(r"(?P<stem>.*)\[(?P<indices>[0-9,:-]+)(%[0-9]+)?\](?P<rest>[^\[\]]*)", re.ASCII)
_LIMIT = re.compile(r"%[1-9][0-9]*\]")
"""How many jobs of an array may run at once."""
_PART = re.compile(r"(?P<low>[0-9]{1,9})(?:-(?P<high>[0-9]{1,9})(?::(?P<step>[1-9][0-9]{0,8}))?)?")


def in_place_of(ids: pa.Array, others: pa.Array) -> pa.Array:
    """Return ids, where an id that stands for several jobs is replaced by their ids."""
    if not pc.any(pc.match_substring(others, "[")).as_py():
        return ids
    several = pc.fill_null(pc.match_substring_regex(others, _SEVERAL), False)
    return pc.if_else(several, others, ids)


def expanded(
    rows: LogRows, ids: pa.Array, most: int, findings: Findings
) -> tuple[LogRows, pa.Array]:
    """Return rows and ids with one for each job of an array.

    Raises
    ------
    FormatError
        When these are more than `most`.
    """
    several = pc.fill_null(pc.match_substring_regex(ids, _SEVERAL), False)
    places = np.flatnonzero(several.to_numpy(zero_copy_only=False))
    if not len(places):
        return rows, ids
    texts, counts = ids.to_pylist(), np.ones(len(ids), np.int64)
    indices = {int(i): ranges for i in places if (ranges := indices_of(texts[i]))}
    for i, ranges in indices.items():
        counts[i] = sum(map(len, ranges))
    if counts.sum() > most:
        raise FormatError(f"arrays and other rows hold more than {most:,} jobs, the limit")
    lines = rows.lines[list(indices)]
    findings.add_all(kinds.ARRAY, lines, lambda i: texts[list(indices)[i]])
    limited = np.array([i for i in indices if _LIMIT.search(texts[i])], np.int64)
    findings.add_all(kinds.LIMITS, rows.lines[limited], lambda i: texts[limited[i]])
    again = np.repeat(np.arange(len(ids)), counts)
    made = [
        told
        for i, text in enumerate(texts)
        for told in (_named(text, indices[i]) if i in indices else (text,))
    ]
    columns = {each.name: getattr(rows, each.name) for each in fields(rows) if each.name != "batch"}
    repeated = {name: column[again] for name, column in columns.items()}
    batch = rows.batch.take(pa.array(again))
    return replace(rows, batch=batch, **repeated), pa.array(made, pa.string())


def indices_of(id: str) -> list[range]:
    """Return the indices that an id names; none where it does not stand for several jobs.

    >>> indices_of("7_[1-3,8]"), indices_of("7_[5-9:2%2]"), indices_of("7[1]")
    ([range(1, 4), range(8, 9)], [range(5, 10, 2)], [range(1, 2)])
    """
    match = _ARRAY.fullmatch(id)
    parts = [_PART.fullmatch(part) for part in match["indices"].split(",")] if match else []
    ranges = []
    for part in parts:
        if part is None:
            return []
        low = int(part["low"])
        ranges.append(range(low, int(part["high"] or low) + 1, int(part["step"] or 1)))
    return [each for each in ranges if len(each)]


def _named(id: str, ranges: list[range]) -> Iterator[str]:
    """Yield the id of each job: `7_1` where the array is `7_[1-3]`, `7[1]` where it is `7[1-3]`."""
    match = _ARRAY.fullmatch(id)
    assert match is not None
    stem, rest = match["stem"], match["rest"]
    form = f"{stem}{{}}{rest}" if stem.endswith("_") else f"{stem}[{{}}]{rest}"
    return (form.format(index) for each in ranges for index in each)
