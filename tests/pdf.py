"""The fonts of a PDF, as far as tests look at them."""

import re
import zlib

OBJECT = re.compile(rb"(\d+) 0 obj\s*(<<.*?>>)\s*(?:stream|endobj)", re.DOTALL)


def fonts(content: bytes) -> dict[str, bool]:
    """Return the names of all fonts, and whether the file holds each of them.

    Composite fonts have the descriptor in their descendants; Type 3 fonts have none, and so
    count as missing.
    """
    assert content.startswith(b"%PDF")
    objects = {int(number): body for number, body in OBJECT.findall(_plain(content))}
    described = {n: body for n, body in objects.items() if b"/FontDescriptor" in body}
    found = {}
    for body in objects.values():
        if re.search(rb"/Type\s*/Font\b", body) and b"/Type0" not in body:
            name = re.search(rb"/BaseFont\s*/(\S+)|/Name\s*/(\S+)", body)
            at = re.search(rb"/FontDescriptor\s+(\d+) 0 R", body)
            descriptor = objects[int(at[1])] if at and body in described.values() else b""
            label = (name[1] or name[2]).decode() if name else "?"
            found[label] = bool(re.search(rb"/FontFile[23]?\b", descriptor))
    return found


def _plain(content: bytes) -> bytes:
    """Return a file with what its streams of objects hold."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    return content + b"".join(map(_inflated, (one for one in streams if one[:1] == b"x")))


def _inflated(stream: bytes) -> bytes:
    """Return what is in a stream, whose last byte may look like the end of a line."""
    return zlib.decompressobj().decompress(stream)
