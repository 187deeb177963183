"""Forms with files: as Django reads them, with the names of files as people write them.

Django silently leaves out a part whose header is not UTF-8, such as a file with "é" in its name
from a program that writes Latin-1, and it leaves out the joiners in names.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from html import unescape
from typing import Any, BinaryIO
from unicodedata import category

from django.http import HttpRequest, QueryDict
from django.http.multipartparser import MultiPartParser
from django.utils.datastructures import MultiValueDict

from schedweb.base.codings import BLOCK

LONGEST_HEADER = 16 * 1024
"""Bytes of the headers of a part that are looked through for an end."""
END = b"\r\n\r\n"


def read_form(
    request: HttpRequest, meta: dict[str, Any], stream: BinaryIO
) -> tuple[QueryDict, MultiValueDict[str, Any]]:
    """Return the fields and files of a form; raises `MultiPartParserError`."""
    return Form(meta, stream, request.upload_handlers, "utf-8").parse()


class Form(MultiPartParser):
    """Django's, for names of files in Latin-1 and with joiners."""

    def __init__(self, meta: dict[str, Any], stream: Any, handlers: Any, encoding: str) -> None:
        super().__init__(meta, stream, handlers, encoding)
        self._input_data = Utf8Headers(stream, self._boundary)  # type: ignore[attr-defined]

    def sanitize_file_name(self, file_name: str) -> str | None:
        """Return the name without folders and control characters, or None for no name."""
        base = unescape(file_name).replace("\\", "/").rpartition("/")[2]
        base = "".join(c for c in base if category(c) != "Cc").strip()
        return None if base in ("", ".", "..") else base


class Utf8Headers:
    """The stream of a form, whose parts have headers in UTF-8: others are taken for Latin-1, as
    Windows writes it."""

    def __init__(self, stream: BinaryIO, boundary: bytes) -> None:
        blocks = iter(partial(stream.read, BLOCK), b"")
        self._blocks = _translated(blocks, b"--" + boundary + b"\r\n")

    def read(self, size: int) -> bytes:
        """Return the next block, of another size than asked for; none at the end."""
        return next(self._blocks, b"")


def _translated(blocks: Iterable[bytes], mark: bytes) -> Iterator[bytes]:
    """Yield blocks, in which the headers behind each mark are UTF-8."""
    rest = b""
    for block in blocks:
        rest += block
        while (at := rest.find(mark)) >= 0:
            begin = at + len(mark)
            end = rest.find(END, begin - 2)
            if end < 0 and len(rest) - begin < LONGEST_HEADER:
                break  # the header goes on in the next block
            end = begin if end < 0 else end
            yield rest[:begin] + b"\r\n".join(map(_as_utf8, rest[begin:end].split(b"\r\n")))
            rest = rest[end:]
        else:
            ready = len(rest) - _begun(rest, mark)
            if ready:
                yield rest[:ready]
            rest = rest[ready:]
    if rest:
        yield rest


def _begun(block: bytes, mark: bytes) -> int:
    """Return how many bytes at the end of a block may begin a mark."""
    lengths = range(min(len(mark) - 1, len(block)), 0, -1)
    return next((length for length in lengths if block.endswith(mark[:length])), 0)


def _as_utf8(line: bytes) -> bytes:
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace").encode()
    return line
