"""Parquet files as tables; the fields of structures are columns of their own."""

from collections.abc import Iterator, Sequence
from os import SEEK_END
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from algorithms.errors import FormatError
from algorithms.formats.findings import shown
from algorithms.formats.growth import refuse_growth
from algorithms.formats.unpacking import stored
from algorithms.sources.tables.table import ROWS, Batch, Table

_MOST_DEEP = 8
"""Levels of structures within structures whose fields are columns of their own."""

Path = tuple[str, ...]
"""Names of the structures that a column stands in, and its own."""


def open_parquet(content: Iterator[bytes]) -> Table:
    """Return the table of a Parquet file, read by row groups. Fields of structures are named by
    their path, such as `times.start`.

    Raises
    ------
    FormatError
        When the file is damaged or cut off, or becomes too much for its size.
    """
    kept = stored(content)
    try:
        file = _opened(kept)
        every = [path for field in file.schema_arrow for path in _paths(field)]
        paths = {".".join(path): path for path in every}
        if len(paths) < len(every):
            raise pa.ArrowInvalid("two columns have the same name")
    except FormatError:
        kept.close()
        raise
    except (pa.ArrowException, OSError, MemoryError) as error:
        kept.close()
        raise _damaged(error) from error

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        at, texts = 1, _Texts(_size(kept))
        try:
            for batch in file.iter_batches(ROWS, columns=list(wanted), use_threads=False):
                columns = [texts.spelled(_column(batch, paths[name])) for name in wanted]
                rows = pa.RecordBatch.from_arrays(columns, names=list(wanted))
                yield rows, np.arange(at, at + batch.num_rows)
                at += batch.num_rows
        except (pa.ArrowException, OSError, MemoryError) as error:
            raise _damaged(error) from error

    return Table(tuple(paths), batches, has_lines=False, close=kept.close)


def _size(file: BinaryIO) -> int:
    """Return how many bytes a file has."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return size


def _opened(kept: BinaryIO) -> parquet.ParquetFile:
    """Open a file, unless it says to become too much for its size.

    Texts stay in their dictionaries: one of a megabyte that a million rows have is packed into a
    few kilobytes, and must not be written out before it is counted.
    """
    size = _size(kept)
    found = parquet.read_metadata(kept)
    groups = (found.row_group(at) for at in range(found.num_row_groups))
    refuse_growth(size, sum(group.total_byte_size for group in groups), found.num_rows)
    leaves = [found.schema.column(at) for at in range(found.num_columns)]
    texts = [leaf.path for leaf in leaves if _is_text(leaf)]
    kept.seek(0)
    return parquet.ParquetFile(kept, read_dictionary=texts, pre_buffer=False)


def _is_text(leaf: parquet.ColumnSchema) -> bool:
    is_one = leaf.physical_type == "BYTE_ARRAY" and not leaf.max_repetition_level
    return is_one and leaf.logical_type.type in ("STRING", "NONE")


class _Texts:
    """Writes the texts of dictionaries out, as long as these do not become too much."""

    def __init__(self, packed: int) -> None:
        self._packed, self._size = packed, 0

    def spelled(self, column: pa.Array) -> pa.Array:
        """Return a column of texts, or any other as it is."""
        if not pa.types.is_dictionary(column.type):
            return column
        lengths = pc.take(pc.binary_length(column.dictionary), column.indices)
        self._size += pc.sum(lengths).as_py() or 0
        refuse_growth(self._packed, self._size)
        return column.dictionary_decode()


def _paths(field: pa.Field, within: Path = ()) -> Iterator[Path]:
    path = (*within, field.name)
    if pa.types.is_struct(field.type) and field.type.num_fields and len(path) < _MOST_DEEP:
        for inner in field.type:
            yield from _paths(inner, path)
    else:
        yield path


def _column(batch: pa.RecordBatch, path: Path) -> pa.Array:
    first, *rest = path
    return pc.struct_field(batch.column(first), rest) if rest else batch.column(first)


def _damaged(error: Exception) -> FormatError:
    text = shown(str(error).splitlines()[0]) if str(error) else type(error).__name__
    return FormatError(f"the Parquet file is damaged or cut off: {text}")
