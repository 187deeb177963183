"""Parquet files as tables."""

from collections.abc import Iterator, Sequence

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from algorithms.errors import FormatError
from algorithms.formats.findings import shown
from algorithms.formats.unpacking import stored
from algorithms.sources.tables.table import ROWS, Batch, Table


def open_parquet(content: Iterator[bytes]) -> Table:
    """Return the table of a Parquet file, read by row groups.

    Raises
    ------
    FormatError
        When the file is damaged or cut off.
    """
    kept = stored(content)
    try:
        file = parquet.ParquetFile(kept)
        names = tuple(field.name for field in file.schema_arrow)
        if len(set(names)) < len(names):
            raise pa.ArrowInvalid("two columns have the same name")
    except (pa.ArrowException, OSError) as error:
        kept.close()
        raise _damaged(error) from error

    def batches(wanted: Sequence[str]) -> Iterator[Batch]:
        at = 1
        try:
            for batch in file.iter_batches(ROWS, columns=list(wanted), use_threads=False):
                yield batch.select(list(wanted)), np.arange(at, at + batch.num_rows)
                at += batch.num_rows
        except (pa.ArrowException, OSError) as error:
            raise _damaged(error) from error

    return Table(names, batches, has_lines=False, close=kept.close)


def _damaged(error: Exception) -> FormatError:
    text = shown(str(error).splitlines()[0]) if str(error) else type(error).__name__
    return FormatError(f"the Parquet file is damaged or cut off: {text}")
