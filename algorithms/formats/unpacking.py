"""Unpacking gzip piece by piece, in time linear in its packed and unpacked length."""

import re
import zlib
from collections.abc import Iterator
from itertools import chain

from algorithms.errors import FormatError

GZIP = b"\x1f\x8b"
_GZIP_WINDOW = zlib.MAX_WBITS + 16
_ZEROS = re.compile(rb"\0*")
_LEAST_PIECE = 1 << 12


def unpacked(content: Iterator[bytes], most_bytes: int, most_members: int) -> Iterator[bytes]:
    """Yield the content in parts of at most `most_bytes`, unpacked if it is gzip.

    Raises
    ------
    FormatError
        When gzip data are damaged, cut off, or of more members than the limit.
    """
    first = b""
    for block in content:
        first += block
        if len(first) >= len(GZIP):
            break
    whole = chain((first,), content)
    return _inflated(whole, most_bytes, most_members) if first.startswith(GZIP) else whole


def _inflated(content: Iterator[bytes], most: int, most_members: int) -> Iterator[bytes]:
    """Unpack gzip members one after the other, as `gzip` does; zeros after the last are padding."""
    member, members, size = zlib.decompressobj(_GZIP_WINDOW), 1, _LEAST_PIECE
    for block in content:
        at = 0
        while at < len(block):
            if member.eof:
                at = _after_zeros(block, at)
                if at == len(block):
                    break
                member, members, size = zlib.decompressobj(_GZIP_WINDOW), members + 1, _LEAST_PIECE
                if members > most_members:
                    rule = f"more than {most_members:,} members, the limit"
                    raise FormatError(f"the gzip file has {rule}: pack it as one")
            # zlib copies what is left of a piece behind the end of a member: pieces grow with the
            # member, so that these copies never are longer than what was unpacked.
            piece = block[at : at + size]
            size = min(2 * size, most)
            yield from _parts(member, piece, most)
            at += len(piece) - len(member.unused_data)
    if not member.eof:
        raise FormatError("the gzip data are cut off: the file is incomplete")


def _parts(member: "zlib._Decompress", piece: bytes, most: int) -> Iterator[bytes]:
    """Yield the unpacked content of a piece of a member, in bounded parts."""
    is_more = True
    while is_more:
        try:
            out = member.decompress(piece, most)
        except zlib.error as error:
            raise FormatError("the gzip data are damaged: unpacking them fails") from error
        yield out
        piece = member.unconsumed_tail
        is_more = bool(piece) or (len(out) == most and not member.eof)


def _after_zeros(block: bytes, at: int) -> int:
    match = _ZEROS.match(block, at)
    return match.end() if match else at
