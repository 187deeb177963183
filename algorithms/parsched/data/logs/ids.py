"""Ids of jobs in a log, which may come again where jobs were restarted. This loads pyarrow."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from parsched.base.naming import is_seen
from parsched.data.files.findings import FindingKind, Findings
from parsched.data.files.grown import Grown
from parsched.data.files.names import LONGEST_NAME
from parsched.data.logs import kinds
from parsched.model.problem.workload import Floats, Ints

_WHOLE = "^(0|[1-9][0-9]{0,17})$"


class Ids:
    """The ids of jobs, batch by batch: whole numbers as long as all are, which take least room."""

    def __init__(self) -> None:
        self._numbers = Grown(np.int64)
        self._texts: list[str | None] | None = None

    def append(self, cells: pa.Array) -> None:
        """Add the ids of a batch, as text."""
        whole = pc.all(pc.match_substring_regex(cells, _WHOLE), skip_nulls=False, min_count=0)
        if self._texts is None and whole.as_py():
            self._numbers.append(cells.cast(pa.int64()).to_numpy())
            return
        if self._texts is None:
            self._texts = list(map(str, self._numbers.take().tolist()))
        self._texts += cells.to_pylist()

    def take(self) -> NDArray[Any]:
        """Return all ids, int64 or text, None where a row has none, and forget them."""
        texts, self._texts = self._texts, None
        return self._numbers.take() if texts is None else np.array(texts, object)


def joined(
    ids: NDArray[Any], who: Ints, lines: Ints, run: Floats, findings: Findings
) -> tuple[Ints, Ints, Floats]:
    """Return the first row of each job, the job of each row, and the time of all rows of a job: of
    those that have one id and tell the same of who ran what."""
    numbers = dict[Any, int]()
    rows = enumerate(zip(ids.tolist(), who.tolist(), strict=True))
    of_rows = (
        numbers.setdefault(i if id is None or _is_cut(str(id)) else (str(id), by), len(numbers))
        for i, (id, by) in rows
    )
    job = np.fromiter(of_rows, np.int64, len(ids))
    # A job is as new as its first row, and numbers go up by one with each.
    is_first = np.diff(np.maximum.accumulate(job), prepend=-1) > 0
    again = np.flatnonzero(~is_first)
    findings.add_all(kinds.JOINED, lines[again], lambda i: str(ids[again[i]]))
    total: Floats = np.bincount(job, run, len(numbers)).astype(np.float64)
    return np.flatnonzero(is_first).astype(np.int64), job, total


def _is_cut(id: str) -> bool:
    """Tell whether sacct has cut an id off, as it does in columns of fixed width."""
    return id.endswith("+")


def told_apart(
    ids: NDArray[Any], who: Callable[[], Ints], lines: Ints, findings: Findings
) -> NDArray[Any]:
    """Return an id for each job: the id of its row, with a number where it comes again; the numbers
    of rows where some have none, or one that is too long. `who` returns for each row a number of
    who ran what: an id that comes again for another is not the id of the same job."""
    if ids.dtype != object:
        ordered = np.sort(ids)
        if (ordered[1:] != ordered[:-1]).all():
            return ids
        return _numbered([str(id) for id in ids.tolist()], who(), lines, findings)
    texts: list[str] = [id or "" for id in ids.tolist()]
    odd = [i for i, id in enumerate(texts) if not 0 < len(id) <= LONGEST_NAME or not is_seen(id)]
    if odd:
        where = np.array(odd)
        findings.add_all(kinds.RENUMBERED, lines[where], lambda i: texts[odd[i]] or "nothing")
        return lines
    if len(set(texts)) == len(texts):
        return np.array(texts, np.str_)
    return _numbered(texts, who(), lines, findings)


def _numbered(texts: list[str], who: Ints, lines: Ints, findings: Findings) -> NDArray[Any]:
    """Return ids with numbers behind those that come again, from #2."""
    used, times, last = set(texts), dict[str, int](), dict[str, int]()
    where: dict[FindingKind, list[int]] = {
        kinds.SEPARATE: [],
        kinds.RECYCLED: [],
        kinds.CUT_OFF: [],
    }
    for i, (id, by) in enumerate(zip(texts, who.tolist(), strict=True)):
        times[id] = times.get(id, 0) + 1
        is_other = last.setdefault(id, by) != by
        last[id] = by
        if times[id] > 1:
            kind = kinds.RECYCLED if is_other else kinds.SEPARATE
            where[kinds.CUT_OFF if _is_cut(id) else kind].append(i)
            while f"{id}#{times[id]}" in used:
                times[id] += 1
            texts[i] = f"{id}#{times[id]}"
    for kind, rows in where.items():
        findings.add_all(kind, lines[np.array(rows, np.int64)], partial(_text_of, texts, rows))
    return np.array(texts, np.str_)


def _text_of(texts: list[str], rows: list[int], i: int) -> str:
    return texts[rows[i]]
