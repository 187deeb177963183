"""PNG pictures of up to 64 colours in two versions: one for light pages and one for dark ones.

The file is the light picture. The palette of the dark one is in a private chunk, which viewers
skip; `in_dark` replaces the palette by it without touching the pixels.
"""

import struct
from io import BytesIO
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from parsched.base.extras import extra

COLOURS = 64
PALETTE, DARK_PALETTE = b"PLTE", b"daRk"
SIGNATURE = 8
"""Bytes before the first chunk."""

Picture = NDArray[np.uint8]


def indexed(light: Picture, dark: Picture) -> bytes:
    """Write one picture for both; each is uint8, shape (height, width, 3).

    The light picture decides which pixels share a colour; its dark twin is the mean of theirs.
    """
    with extra("figures"):
        from PIL import Image  # noqa: PLC0415 (in an extra)
        from PIL.PngImagePlugin import PngInfo  # noqa: PLC0415 (in an extra)
    image = Image.fromarray(light).quantize(
        COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE
    )
    index = np.asarray(image).ravel()
    image.putpalette(_means(light, index))
    info = PngInfo()
    info.add(DARK_PALETTE, _means(dark, index))
    file = BytesIO()
    image.save(file, "PNG", pnginfo=info, compress_level=9)
    return file.getvalue()


def _means(picture: Picture, index: Picture) -> bytes:
    """Return the palette of mean colours of the pixels that share an index."""
    count = np.maximum(np.bincount(index), 1)
    sums = [np.bincount(index, weights=picture[..., i].ravel()) for i in range(3)]
    return np.rint(np.stack(sums, axis=1) / count[:, None]).astype(np.uint8).tobytes()


def in_dark(png: bytes) -> bytes:
    """Return the dark picture of a file that `indexed` wrote."""
    light, dark = _place(png, PALETTE), _place(png, DARK_PALETTE)
    content = PALETTE + png[dark][8:-4]
    changed = png[light][:4] + content + struct.pack(">I", crc32(content))
    return png[: light.start] + changed + png[light.stop :]


def _place(png: bytes, kind: bytes) -> slice:
    """Return where the first chunk of a kind is: its length, kind, data and checksum."""
    at = SIGNATURE
    while True:
        size, chunk_kind = struct.unpack_from(">I4s", png, at)
        if chunk_kind == kind:
            return slice(at, at + 12 + size)
        at += 12 + size
