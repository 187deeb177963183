"""Bodies that were packed by who sent them: unpacked block by block, so that none grows unseen."""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping

import brotli

BLOCK = 64 * 1024
"""Bytes that are unpacked at a time."""


class DamagedCodingError(Exception):
    """A body is not what its coding says."""


Unpack = Callable[[Iterable[bytes]], Iterator[bytes]]


def gunzipped(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack gzip, of one member or several."""
    decoder = None
    for packed in blocks:
        rest = packed
        while rest:
            if decoder is None or decoder.eof:
                decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
            yield decoder.decompress(rest, BLOCK)
            rest = decoder.unused_data if decoder.eof else decoder.unconsumed_tail
    if decoder is None or not decoder.eof:
        raise DamagedCodingError


def inflated(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack deflate: with the frame of zlib, as RFC 9110 says, or without, as many send it."""
    decoder = None
    for packed in blocks:
        if decoder is None:
            has_frame = len(packed) > 1 and not int.from_bytes(packed[:2]) % 31
            has_frame = has_frame and packed[0] & 0x0F == zlib.DEFLATED
            decoder = zlib.decompressobj(zlib.MAX_WBITS if has_frame else -zlib.MAX_WBITS)
        rest = packed
        while rest:
            yield decoder.decompress(rest, BLOCK)
            if decoder.eof and decoder.unused_data:
                raise DamagedCodingError
            rest = decoder.unconsumed_tail
    if decoder is None or not decoder.eof:
        raise DamagedCodingError


def unbrotlied(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Unpack Brotli."""
    decoder = brotli.Decompressor()
    for packed in blocks:
        yield decoder.process(packed, output_buffer_limit=BLOCK)
        while not decoder.can_accept_more_data():
            yield decoder.process(b"", output_buffer_limit=BLOCK)
    if not decoder.is_finished():
        raise DamagedCodingError


CODINGS: Mapping[str, Unpack] = {
    "gzip": gunzipped,
    "x-gzip": gunzipped,
    "deflate": inflated,
    "br": unbrotlied,
}
"""How a body of a coding is unpacked; HTTP has others, which are refused."""
BROKEN = (DamagedCodingError, zlib.error, brotli.error)
"""What unpacking raises for a body that is damaged or cut."""
