"""Columns of integers as byte planes under plain gzip: small, and decoded without a library.

A file is `SWP1`, the length of the header (uint32, little endian), the header (JSON) and the
planes. A column of n values takes n bytes for its lowest byte, then n for the next one, and so on;
`delta` columns hold differences, `signed` ones are zigzag coded (0, -1, 1, -2 become 0, 1, 2, 3).
"""

import gzip
import json
import struct
from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

MAGIC = b"SWP1"
GZIP_LEVEL = 5
EXACT = 2**53
TRIED_TICKS = (1, 10, 100, 1_000, 1_000_000)
INEXACT_BITS = 47

Column = NDArray[Any] | list[str]


def ticks_per_second(*columns: NDArray[np.float64]) -> int:
    """Return the coarsest clock in which all times are whole ticks, else a very fine one."""
    for ticks in TRIED_TICKS:
        if all(_whole(times, ticks) for times in columns):
            return ticks
    largest = max(float(times.max(initial=1.0)) for times in columns)
    return 1 << max(0, INEXACT_BITS - int(np.ceil(np.log2(largest + 1))))


def _whole(times: NDArray[np.float64], ticks: int) -> bool:
    scaled = np.rint(times * ticks)
    return bool(np.all(scaled / ticks == times) and scaled.max(initial=0.0) < EXACT)


class PlaneWriter:
    """Collects columns and the header that describes them."""

    def __init__(self, header: dict[str, Any]) -> None:
        self._header: dict[str, Any] = {**header, "columns": {}}
        self._parts: list[bytes] = []

    def integers(self, name: str, values: NDArray[Any], *, delta: bool = False) -> None:
        """Add a column of integers below 2^53 in size."""
        column = np.asarray(values, dtype=np.int64)
        if delta:
            column = np.diff(column, prepend=0)
        signed = bool(len(column)) and int(column.min()) < 0
        if signed:
            column = (column << 1) ^ (column >> 63)
        planes = max(1, (int(column.max(initial=0)).bit_length() + 7) // 8)
        table = np.ascontiguousarray(column.astype("<i8")).view(np.uint8).reshape(len(column), 8)
        self._add(name, table.T[:planes].tobytes(), planes=planes, delta=delta, signed=signed)

    def texts(self, name: str, values: Sequence[str]) -> None:
        """Add a column of strings: a column of their lengths in bytes, and the UTF-8 text."""
        encoded = [value.encode() for value in values]
        self.integers(f"{name}.length", np.array([len(text) for text in encoded], np.int64))
        self._add(name, b"".join(encoded), text=True)

    def _add(self, name: str, content: bytes, **about: Any) -> None:
        self._header["columns"][name] = {"bytes": len(content), **about}
        self._parts.append(content)

    def pack(self) -> bytes:
        """Return the gzip-compressed file; equal columns give equal bytes."""
        header = json.dumps(self._header, ensure_ascii=False, separators=(",", ":")).encode()
        content = b"".join([MAGIC, struct.pack("<I", len(header)), header, *self._parts])
        return gzip.compress(content, compresslevel=GZIP_LEVEL, mtime=0)


def header_of(pack: bytes) -> dict[str, Any]:
    """Return the header of a pack without unpacking the rest."""
    with gzip.GzipFile(fileobj=BytesIO(pack)) as file:
        (length,) = struct.unpack("<I", file.read(8)[4:])
        header: dict[str, Any] = json.loads(file.read(length))
    return header


def read(pack: bytes) -> tuple[dict[str, Any], dict[str, Column]]:
    """Return header and columns of a pack: int64 arrays, lists of strings."""
    content = gzip.decompress(pack)
    if content[:4] != MAGIC:
        raise ValueError("not a pack: it does not begin with SWP1")
    (length,) = struct.unpack_from("<I", content, 4)
    header = json.loads(content[8 : 8 + length])
    columns: dict[str, Column] = {}
    at = 8 + length
    for name, about in header["columns"].items():
        part = content[at : at + about["bytes"]]
        at += about["bytes"]
        columns[name] = (
            _texts(part, columns[f"{name}.length"]) if about.get("text") else _integers(part, about)
        )
    return header, columns


def _integers(part: bytes, about: dict[str, Any]) -> NDArray[np.int64]:
    planes = np.frombuffer(part, np.uint8).reshape(about["planes"], -1)
    column = np.zeros(planes.shape[1], np.int64)
    for place, plane in enumerate(planes):
        column |= plane.astype(np.int64) << (8 * place)
    if about["signed"]:
        column = (column >> 1) ^ -(column & 1)
    return np.cumsum(column) if about["delta"] else column


def _texts(part: bytes, lengths: Column) -> list[str]:
    ends = np.cumsum(lengths)
    return [part[end - size : end].decode() for end, size in zip(ends, lengths, strict=True)]
