"""Parquet files as tables; the fields of structures are columns of their own."""

from collections.abc import Iterator, Sequence
from os import SEEK_END
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from parsched.base.errors import FormatError
from parsched.data.files.findings import shown
from parsched.data.files.growth import refuse_growth
from parsched.data.files.unpacking import stored
from parsched.data.logs.tables.parquet_pages import unpacked_sizes
from parsched.data.logs.tables.table import ROWS, Batch, LogTable

DAMAGED = (pa.ArrowException, OSError, UnicodeDecodeError)
"""What Arrow raises for a damaged file; names of columns may be no text."""
_MOST_DEEP = 8
"""Levels of structures within structures whose fields are columns of their own."""

_TEXTS = ("STRING", "NONE", "ENUM")
"""Logical types of bytes that may stay in their dictionaries; Arrow has a type for JSON."""
_AT_ONCE = 1 << 26
"""Bytes of the longest values that are written out at a time."""

Path = tuple[str, ...]
"""Names of the structures that a column stands in, and its own."""


def open_parquet(content: Iterator[bytes]) -> LogTable:
    """Return the table of a Parquet file, read by row groups. Fields of structures are named by
    their path, such as `times.start`.

    Raises
    ------
    FormatError
        When the file is damaged or cut off, or becomes too much for its size.
    """
    kept = stored(content)
    try:
        file, rows_at_once = _opened(kept)
        every = [path for field in file.schema_arrow for path in _paths(field)]
        paths = {".".join(path): path for path in every}
        if len(paths) < len(every):
            raise pa.ArrowInvalid("two columns have the same name")
    except FormatError:
        kept.close()
        raise
    except (*DAMAGED, MemoryError) as error:
        kept.close()
        raise _damaged(error) from error

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        at, texts = 1, _Texts(_size(kept))
        try:
            for batch in file.iter_batches(rows_at_once, columns=list(wanted), use_threads=False):
                columns = [texts.spelled(_column(batch, paths[name])) for name in wanted]
                rows = pa.RecordBatch.from_arrays(columns, names=list(wanted))
                yield rows, np.arange(at, at + batch.num_rows)
                at += batch.num_rows
                refuse_growth(texts.packed, rows=at - 1)
        except (*DAMAGED, MemoryError) as error:
            raise _damaged(error) from error

    return LogTable(tuple(paths), batches, has_lines=False, close=kept.close)


def _size(file: BinaryIO) -> int:
    """Return how many bytes a file has."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return size


def _opened(kept: BinaryIO) -> tuple[parquet.ParquetFile, int]:
    """Open a file, unless it becomes too much for its size; return also how many rows to read at a
    time.

    Texts stay in their dictionaries: one of a megabyte that a million rows have is packed into a
    few kilobytes, and must not be written out before it is counted.
    """
    size = _size(kept)
    found = parquet.read_metadata(kept)
    groups = (found.row_group(at) for at in range(found.num_row_groups))
    refuse_growth(size, sum(group.total_byte_size for group in groups), found.num_rows)
    pages = unpacked_sizes(kept, found)
    refuse_growth(size, sum(map(sum, pages)))
    leaves = [found.schema.column(at) for at in range(found.num_columns)]
    texts = [leaf.path for leaf in leaves if _is_text(leaf)]
    others = zip(leaves, pages, strict=True)
    longest = [_longest(leaf, max(sizes, default=0)) for leaf, sizes in others]
    rows = min(ROWS, max(_AT_ONCE // max(longest, default=1), 1))
    kept.seek(0)
    return parquet.ParquetFile(kept, read_dictionary=texts, pre_buffer=False), rows


def _is_text(leaf: parquet.ColumnSchema) -> bool:
    return leaf.physical_type == "BYTE_ARRAY" and leaf.logical_type.type in _TEXTS


def _longest(leaf: parquet.ColumnSchema, page: int) -> int:
    """Return how long a value may be that is written out in each row: values of other text types
    are no longer than the largest page."""
    if leaf.physical_type == "BYTE_ARRAY" and not _is_text(leaf):
        return max(page, 1)
    return max(int(leaf.length), 1)


class _Texts:
    """Writes the texts of dictionaries out, as long as these do not become too much."""

    def __init__(self, packed: int) -> None:
        self.packed, self._size = packed, 0

    def spelled(self, column: pa.Array) -> pa.Array:
        """Return a column with its texts written out."""
        for texts in _dictionaries(column):
            lengths = pc.take(pc.binary_length(texts.dictionary), texts.indices)
            self._size += pc.sum(lengths).as_py() or 0
        plain = _plain(column.type)
        if plain == column.type and not pa.types.is_primitive(plain):
            self._size += column.nbytes
        refuse_growth(self.packed, self._size)
        return column if plain == column.type else column.cast(plain)


def _dictionaries(column: pa.Array) -> Iterator[pa.DictionaryArray]:
    """Yield a column whose texts stand in a dictionary, and those within lists and structures."""
    if pa.types.is_dictionary(column.type):
        yield column
    elif pa.types.is_map(column.type):
        yield from _dictionaries(column.keys)
        yield from _dictionaries(column.items)
    elif pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        yield from _dictionaries(column.flatten())
    elif pa.types.is_struct(column.type):
        for inner in column.flatten():
            yield from _dictionaries(inner)


def _plain(of: pa.DataType) -> pa.DataType:
    """Return a type with texts in place of dictionaries."""
    if pa.types.is_dictionary(of):
        return of.value_type
    if pa.types.is_map(of):
        return pa.map_(_plain(of.key_type), _plain(of.item_type))
    if pa.types.is_list(of):
        return pa.list_(of.value_field.with_type(_plain(of.value_type)))
    if pa.types.is_large_list(of):
        return pa.large_list(of.value_field.with_type(_plain(of.value_type)))
    if pa.types.is_struct(of):
        return pa.struct([inner.with_type(_plain(inner.type)) for inner in of])
    return of


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
