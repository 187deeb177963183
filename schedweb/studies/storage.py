"""Cells as blobs of columns: one blob for each batch, and one merged from a whole study."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parsched.studies import Cells, Part
from parsched.studies.measured import PartCells, UnitRow
from schedweb.store import blobs
from schedweb.store.arrays import pack, unpack
from schedweb.studies.units import InstanceSpan, places

CACHED, CACHED_MERGED = 512, 4
PROBLEMS = "problems"
Columns = Mapping[str, NDArray[Any]]


def save_rows(part: Part, rows: Sequence[UnitRow]) -> str:
    """Store what came out of some instances of a part; return the digest.

    A column for each number, float64 of shape (n_instances, n_methods), and the sentences of
    methods without a schedule as JSON: lists of instance, method and text.
    """
    numbers = np.stack([row.numbers for row in rows])
    columns: dict[str, NDArray[Any]] = {
        name: np.ascontiguousarray(numbers[..., i]) for i, name in enumerate(part.numbers)
    }
    problems = [
        [at, method, text] for at, row in enumerate(rows) for method, text in row.problems.items()
    ]
    columns[PROBLEMS] = _text(problems)
    return blobs.put(pack(columns))


@lru_cache(maxsize=CACHED)
def _columns(digest: str) -> Columns:
    return _loaded(digest)


@lru_cache(maxsize=CACHED_MERGED)
def _merged_columns(digest: str) -> Columns:
    return _loaded(digest)


def forget_loaded() -> None:
    """Drop what was read and read files from the store again."""
    _columns.cache_clear()
    _merged_columns.cache_clear()


def _loaded(digest: str) -> Columns:
    columns = unpack(blobs.get(digest))
    for column in columns.values():
        column.setflags(write=False)
    return columns


def add_rows(cells: PartCells, span: InstanceSpan, digest: str) -> None:
    """Put what is stored of some instances into the cells of their part; raises `DamagedError`."""
    columns, (values, repetitions) = _columns(digest), places(cells.part, span)
    for i, name in enumerate(cells.part.numbers):
        cells.numbers[values, repetitions, :, i] = columns[name]
    cells.is_done[values, repetitions] = True
    for at, method, text in _read_text(columns[PROBLEMS]):
        cells.problems[int(values[at]), int(repetitions[at]), method] = text


def save_merged(cells: Cells) -> str:
    """Store all cells of a study; return the digest."""
    columns: dict[str, NDArray[Any]] = {}
    for place, part in enumerate(cells.parts.values()):
        columns[f"{place}.is_done"] = part.is_done
        columns[f"{place}.numbers"] = part.numbers
        columns[f"{place}.{PROBLEMS}"] = _text([[*at, text] for at, text in part.problems.items()])
    return blobs.put(pack(columns))


def add_merged(cells: Cells, digest: str) -> None:
    """Put merged cells, which may be of fewer repetitions, into the cells of their study; raises
    `DamagedError`."""
    columns = _merged_columns(digest)
    for place, part in enumerate(cells.parts.values()):
        is_done = columns[f"{place}.is_done"]
        repetitions = is_done.shape[1]
        part.is_done[:, :repetitions] |= is_done
        part.numbers[:, :repetitions] = columns[f"{place}.numbers"]
        for *at, text in _read_text(columns[f"{place}.{PROBLEMS}"]):
            part.problems[at[0], at[1], at[2]] = text


def _text(content: Any) -> NDArray[np.uint8]:
    return np.frombuffer(json.dumps(content).encode(), np.uint8)


def _read_text(column: NDArray[np.uint8]) -> Any:
    return json.loads(column.tobytes())
