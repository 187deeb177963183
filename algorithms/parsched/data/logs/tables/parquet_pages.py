"""The pages of a Parquet file as their own headers have them, in Thrift's compact protocol.

What a file says of itself at its end may be false, and Arrow takes as much memory as the header of
a page says.
"""

from typing import BinaryIO

from pyarrow import parquet

from parsched.base.errors import FormatError

MOST_PAGES = 100_000
"""Pages that are looked at; public files have hundreds."""
_HEADER, _LONGEST_HEADER = 1 << 10, 1 << 22
"""Bytes in which a header is looked for first, and at most."""
_UNPACKED, _PACKED = 2, 3
"""Fields of a header: bytes of the page, and those that it has in the file."""
_BOOLEANS, _VARINTS, _BINARY, _LISTS, _STRUCT = (1, 2), (4, 5, 6), 8, (9, 10), 12
_FIXED = {3: 1, 7: 8}
_MOST_DEEP = 10


def unpacked_sizes(file: BinaryIO, found: parquet.FileMetaData) -> list[list[int]]:
    """Return how many bytes the pages of each column become by their own headers.

    Raises
    ------
    FormatError
        When a header cannot be read, or there are too many.
    """
    sizes: list[list[int]] = [[] for _ in range(found.num_columns)]
    pages = 0
    for at in range(found.num_row_groups):
        group = found.row_group(at)
        for column in range(group.num_columns):
            chunk = group.column(column)
            place = chunk.data_page_offset
            if chunk.has_dictionary_page:
                place = min(place, chunk.dictionary_page_offset)
            end = place + chunk.total_compressed_size
            while place < end:
                length, unpacked, packed = _header(file, place)
                sizes[column].append(unpacked)
                place, pages = place + length + packed, pages + 1
                if pages > MOST_PAGES:
                    raise FormatError(f"the Parquet file has over {MOST_PAGES:,} pages, the limit")
    return sizes


def _header(file: BinaryIO, place: int) -> tuple[int, int, int]:
    """Return how long the header at a place is, and what it says of its page."""
    length = _HEADER
    while length <= _LONGEST_HEADER:
        file.seek(max(place, 0))
        try:
            return _read(file.read(length))
        except IndexError:
            length <<= 6
    raise FormatError("the Parquet file is damaged or cut off: the header of a page has no end")


def _read(data: bytes) -> tuple[int, int, int]:
    at = field = 0
    sizes = {_UNPACKED: 0, _PACKED: 0}
    while (byte := data[at]) != 0:
        field, kind, at = _field(data, at, field, byte)
        if field in sizes and kind in _VARINTS:
            value, at = _varint(data, at)
            sizes[field] = max(_signed(value), 0)
        else:
            at = _behind(data, at, kind, 0)
    return at + 1, sizes[_UNPACKED], sizes[_PACKED]


def _field(data: bytes, at: int, before: int, byte: int) -> tuple[int, int, int]:
    """Return number and kind of a field, and where its value begins."""
    if byte >> 4:
        return before + (byte >> 4), byte & 15, at + 1
    number, at = _varint(data, at + 1)
    return _signed(number), byte & 15, at


def _behind(data: bytes, at: int, kind: int, depth: int) -> int:
    """Return where a value ends."""
    if kind in _BOOLEANS:
        return at
    if kind in _VARINTS:
        return _varint(data, at)[1]
    if kind in _FIXED:
        return at + _FIXED[kind]
    if kind == _BINARY:
        length, at = _varint(data, at)
        return at + length
    if kind in _LISTS and depth < _MOST_DEEP:
        return _behind_list(data, at, depth)
    if kind == _STRUCT and depth < _MOST_DEEP:
        field = 0
        while (byte := data[at]) != 0:
            field, inner, at = _field(data, at, field, byte)
            at = _behind(data, at, inner, depth + 1)
        return at + 1
    raise FormatError("the Parquet file is damaged or cut off: the header of a page is none")


def _behind_list(data: bytes, at: int, depth: int) -> int:
    byte, at = data[at], at + 1
    count, kind = byte >> 4, byte & 15
    if count == 15:
        count, at = _varint(data, at)
    for _ in range(count):
        # A boolean takes a byte here, and none as the value of a field.
        at = at + 1 if kind in _BOOLEANS else _behind(data, at, kind, depth + 1)
        if at > len(data):
            raise IndexError
    return at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, min(shift + 7, 70)
        if not byte & 128:
            return value, at


def _signed(value: int) -> int:
    return (value >> 1) ^ -(value & 1)
