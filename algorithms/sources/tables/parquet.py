"""Parquet files as tables; the fields of structures are columns of their own."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from algorithms.errors import FormatError
from algorithms.formats.findings import shown
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
        When the file is damaged or cut off.
    """
    kept = stored(content)
    try:
        file = parquet.ParquetFile(kept)
        every = [path for field in file.schema_arrow for path in _paths(field)]
        paths = {".".join(path): path for path in every}
        if len(paths) < len(every):
            raise pa.ArrowInvalid("two columns have the same name")
    except (pa.ArrowException, OSError) as error:
        kept.close()
        raise _damaged(error) from error

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        at = 1
        try:
            for batch in file.iter_batches(ROWS, columns=list(wanted), use_threads=False):
                columns = [_column(batch, paths[name]) for name in wanted]
                rows = pa.RecordBatch.from_arrays(columns, names=list(wanted))
                yield rows, np.arange(at, at + batch.num_rows)
                at += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            raise _damaged(error) from error

    return Table(tuple(paths), batches, has_lines=False, close=kept.close)


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
