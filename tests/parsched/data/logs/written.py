"""How samples of logs are written."""

import io
from collections.abc import Mapping, Sequence

import pyarrow as pa
from pyarrow import parquet

FIRST = 1_740_787_200
"""2025-03-01 00:00:00 UTC, when the first job comes."""


def table(rows: Sequence[Mapping[str, object]], separator: str = ",") -> bytes:
    """Return rows with a line of names."""
    lines = [separator.join(rows[0]), *(separator.join(map(str, row.values())) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


def as_parquet(columns: Mapping[str, Sequence[object]]) -> bytes:
    """Return columns as a Parquet file."""
    file = io.BytesIO()
    parquet.write_table(pa.table(dict(columns)), file)
    return file.getvalue()


def at(seconds: float, blank: str = "T") -> str:
    """Return the date so many seconds after the first job came."""
    minutes, rest = divmod(int(seconds), 60)
    return f"2025-03-01{blank}00:{minutes:02}:{rest:02}"
