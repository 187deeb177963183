"""Plain jobs of a JSON workload by whole columns, which takes a tenth of the time for large files.

Plain are rigid jobs whose fields all keep their rules and need no repair. Where a single one is not
plain there are no columns, and the jobs are read one by one, with a sentence for what is wrong
(`parsched.data.formats.jobs_json.read`). Both ways make the same workload and the same report. This
loads pyarrow.
"""

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as arrow_json
from numpy.typing import NDArray

from parsched.base.naming import is_seen
from parsched.data.files.json_text import MakeObject, value_of
from parsched.data.files.links import JobLinks
from parsched.data.files.names import LONGEST_NAME
from parsched.data.files.reading import DoesNotFit
from parsched.data.formats.jobs_json.columns import JobColumns, are_different
from parsched.data.formats.jobs_json.lines import MORE, UNFIT, lines_of
from parsched.model.problem.arrays import Floats, Ints, sealed
from parsched.model.problem.labels import Labels
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import LABELS, LARGEST_WEIGHT, LATEST, LEAST_WEIGHT

BLOCK = 2 << 20
"""Bytes of jobs that are read at a time."""
_OPENS = re.compile(rb'"jobs"[ \t\r\n]*:[ \t\r\n]*\[')
_SEEN = rf"^[!-~]([ -~]{{0,{LONGEST_NAME - 2}}}[!-~])?$"
"""Ids that have no character to look at."""
_NUMBER = r"^(0|[1-9][0-9]{0,17})$"
OF_LOGS = ("start", "submitted")
"""Times that only jobs of a log have."""
_LINK = pa.struct([("job", pa.string()), ("delay", pa.float64())])
_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("procs", pa.int64()),
        ("allocated", pa.int64()),
        *((key, pa.float64()) for key in ("release", "time", "weight", "estimate", *OF_LOGS)),
        *((key, pa.string()) for key in LABELS),
        ("after", pa.list_(_LINK)),
    ]
)
_AS_DECLARED = arrow_json.ParseOptions(explicit_schema=_SCHEMA, unexpected_field_behavior="error")


Columns: TypeAlias = dict[str, pa.ChunkedArray]
"""What the jobs say, by the keys of a job."""


class _NotPlainError(Exception):
    """Some job is to be looked at by itself."""


def plain_jobs(data: bytearray, make_object: MakeObject) -> tuple[Any, JobColumns] | None:
    """Return what a file says around its jobs, with an empty list of these, and the jobs; None
    where these are not all plain.

    Parameters
    ----------
    data
        A JSON text, as far as it is one.
    make_object
        Makes the objects around the jobs of their pairs.
    """
    if not (opens := _OPENS.search(data)):
        return None
    try:
        columns, end = _table(np.frombuffer(data, np.uint8), opens.end())
        around = value_of(data[: opens.end()] + data[end:], make_object)
        # Else `"jobs"` stood within something else.
        is_around = isinstance(around, dict) and around.get("jobs") == []
        return (around, _jobs(columns, b'"release"' in data)) if is_around else None
    except (_NotPlainError, DoesNotFit, pa.ArrowInvalid):
        return None


def _table(text: NDArray[np.uint8], at: int) -> tuple[Columns, int]:
    """Return the objects of a list that opens before a place, and where it closes."""
    out = np.empty(2 * BLOCK, np.uint8)
    parts: list[pa.Table] = []
    state = MORE
    while state == MORE:
        at, written, objects, state = lines_of(text, at, not parts, out, BLOCK)
        if state == UNFIT:
            raise _NotPlainError
        if objects:
            parts.append(_read(out[:written], objects))
    _need(parts)  # An empty list is nothing to hurry for.
    table = pa.concat_tables(parts, promote_options="default")
    return dict(zip(table.column_names, table.columns, strict=True)), at


def _read(lines: NDArray[np.uint8], objects: int) -> pa.Table:
    options = arrow_json.ReadOptions(use_threads=False, block_size=len(lines) + 1)
    table = arrow_json.read_json(
        pa.BufferReader(pa.py_buffer(lines)), read_options=options, parse_options=_AS_DECLARED
    )
    table.validate(full=True)
    _need(len(table) == objects)
    said = {key: table[key] for key in _SCHEMA.names if table[key].null_count < objects}
    names = {key: said[key].dictionary_encode() for key in LABELS if key in said}
    return pa.table(said | names)


def _need(holds: Any) -> None:
    """Go no further where something does not hold."""
    if not holds:
        raise _NotPlainError


def _jobs(table: Columns, has_releases: bool) -> JobColumns:
    """Return the jobs of columns; each column is let go of once it is looked at."""
    # No release is 0, but the careful reader refuses null.
    needed = ("id", "procs", "time", *(("release",) if has_releases else ()))
    _need(all(key in table and not table[key].null_count for key in needed))
    links = _links(table.pop("after")) if "after" in table else JobLinks.of(())
    ids = _ids(table.pop("id"), bool(len(links.row)))
    width = table.pop("procs").to_numpy()
    allocated = _allocated(table.pop("allocated", None))
    keys = ("weight", "estimate", *OF_LOGS, "release", "time")
    numbers = (_numbers(table.pop(key, None), len(ids)) for key in keys)
    weight, estimate, recorded, submitted, release, time = numbers
    _need(((width >= 1) & (width <= MAX_PROCESSORS)).all())
    _need(all(_is_missing_or(t, (t >= 0) & (t <= LATEST)) for t in (release, time)))
    _need(_is_missing_or(estimate, (estimate > 0) & (estimate <= LATEST)))
    _need(all(_is_missing_or(t, np.abs(t) <= LATEST) for t in (recorded, submitted)))
    usual = (weight >= LEAST_WEIGHT) & (weight <= LARGEST_WEIGHT)
    _need(_is_missing_or(weight, (weight == 0) | usual))
    return JobColumns(
        ids=ids,
        release=sealed(np.nan_to_num(release)),
        weight=sealed(np.where(np.isnan(weight), 1.0, weight)),
        estimate=sealed(estimate),
        recorded=sealed(recorded),
        submitted=sealed(submitted),
        allocated=allocated,
        labels=dict(_labels(table)),
        profiles=Profiles.rigid(sealed(width), sealed(time)),
        links=links,
    )


def _numbers(column: pa.ChunkedArray | None, jobs: int) -> Floats:
    """Return a column, NaN where it says nothing; files cannot say NaN, but Arrow would read it."""
    if column is None:
        return np.full(jobs, np.nan)
    _need(not pc.any(pc.is_nan(column)).as_py())
    values: Floats = pc.fill_null(column, np.nan).to_numpy()
    return values


def _allocated(column: pa.ChunkedArray | None) -> Ints | None:
    """Return on how many processors jobs ran, 0 where that is not said."""
    if column is None:
        return None
    _need(pc.min(column).as_py() >= 1 and pc.max(column).as_py() <= MAX_PROCESSORS)
    sizes: Ints = pc.fill_null(column, 0).to_numpy()
    return sealed(sizes)


def _is_missing_or(values: Floats, holds: NDArray[np.bool_]) -> bool:
    return bool((np.isnan(values) | holds).all())


def _ids(column: pa.ChunkedArray, as_text: bool) -> NDArray[Any]:
    """Return ids that are unique and hide no character."""
    plain = pc.all(pc.match_substring_regex(column, _SEEN)).as_py()
    texts = None if plain else column.to_pylist()
    _need(texts is None or all(len(id) <= LONGEST_NAME and id and is_seen(id) for id in texts))
    if not as_text and pc.all(pc.match_substring_regex(column, _NUMBER)).as_py():
        ids: Ints = column.cast(pa.int64()).to_numpy()
        _need(are_different(ids))
        return ids
    _need(pc.count_distinct(column).as_py() == len(column))
    return np.array(column.to_pylist(), object)


def _labels(table: Columns) -> Iterator[tuple[str, Labels]]:
    for key in LABELS:
        if key not in table:
            continue
        column = table.pop(key).unify_dictionaries().combine_chunks()
        names = tuple(column.dictionary.to_pylist())
        _need(all(len(name) <= LONGEST_NAME and is_seen(name) for name in names))
        codes = pc.fill_null(column.indices, -1).to_numpy(zero_copy_only=False)
        yield key, Labels(codes, names)


def _links(column: pa.ChunkedArray) -> JobLinks:
    """Return who waits for whom; ids as text, as a file gives them."""
    lists = column.combine_chunks()
    flat = lists.flatten()
    before, delay = flat.field("job"), flat.field("delay")
    _need(not flat.null_count and not before.null_count)
    late = pc.fill_null(delay, 0.0).to_numpy(zero_copy_only=False)
    _need(((late >= 0) & (late <= LATEST)).all())
    _need(not pc.any(pc.equal(before, "")).as_py())
    counts = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
    row = np.repeat(np.arange(len(lists)), counts)
    return JobLinks(row, np.array(before.to_pylist(), object), late)
