"""JSON bodies that are safe to look at, keep and send back."""

import codecs
import io
import json
from collections.abc import Mapping
from email.message import Message
from typing import Any, BinaryIO, cast

from django.http.multipartparser import MultiPartParserError
from rest_framework import parsers
from rest_framework.exceptions import ParseError, UnsupportedMediaType

from schedweb.base.multipart import read_form

CHARSETS = ("UTF-8", "US-ASCII", "ISO-8859-1", "windows-1252", "UTF-16", "UTF-32")
"""Charsets that JSON may be in; without a word of it, it is a form of Unicode."""
ENCODINGS = frozenset(
    ["utf-8-sig", *("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")]
    + [codecs.lookup(name).name for name in CHARSETS]
)
MAX_DEPTH = 12
"""Levels of lists and objects; our own requests have four."""


class JSONParser(parsers.JSONParser):
    """DRF's, in the charset that the request says, or that its first bytes show; refuses NaN, deep
    nesting and text that is no Unicode (half of a surrogate pair)."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        text = io.BytesIO(_decoded(stream.read(), media_type or "").encode())
        try:
            data = cast("Any", super().parse(text, media_type, {"encoding": "utf-8"}))
            json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
        except ParseError as error:
            raise ParseError(_cause(error.__context__)) from None
        except (RecursionError, ValueError):  # a UnicodeError is a ValueError
            raise ParseError("The JSON holds something that cannot be kept.") from None
        if not _is_shallow(data):
            raise ParseError(f"The JSON is nested more than {MAX_DEPTH} levels deep.")
        return data


class MultiPartParser(parsers.MultiPartParser):
    """DRF's, with the names of files as `schedweb.base.multipart` reads them."""

    def parse(
        self,
        stream: BinaryIO,  # type: ignore[override]
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> "parsers.DataAndFiles[Any, Any]":
        request = (parser_context or {})["request"]
        try:
            return parsers.DataAndFiles(*read_form(request._request, request.META, stream))  # noqa: SLF001
        except MultiPartParserError as error:
            raise ParseError(f"The form cannot be read: {error}") from None


def _decoded(body: bytes, media_type: str) -> str:
    """Return the text of a body, without a mark of its byte order."""
    charset = _charset(media_type)
    try:
        encoding = codecs.lookup(charset).name if charset else json.detect_encoding(body)
    except (LookupError, ValueError):
        encoding = ""
    if encoding not in ENCODINGS:
        sentence = f"charset must be one of {', '.join(CHARSETS)}, got {charset[:40]!r}"
        raise UnsupportedMediaType(media_type, sentence)
    try:
        return body.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError:
        shown = "UTF-8" if encoding == "utf-8-sig" else encoding.upper()
        raise ParseError(f"The body is not {shown} text. Send JSON encoded as UTF-8.") from None


def _charset(media_type: str) -> str:
    message = Message()
    message["Content-Type"] = media_type
    return str(message.get_param("charset", ""))


def _cause(error: BaseException | None) -> str:
    """Say where and why a body could not be read, and what to do."""
    match error:
        case json.JSONDecodeError():
            why = error.msg.removesuffix(" at").removesuffix(" starting")
            return (
                f"The body is not valid JSON: line {error.lineno}, column {error.colno}: "
                f"{why[:1].lower()}{why[1:]}. Correct it there and send it again."
            )
    return (
        "The body is not valid JSON: it holds NaN, an infinite number or one of thousands of "
        "digits. Send finite numbers."
    )


def _is_shallow(data: Any) -> bool:
    level = [data]
    for _ in range(MAX_DEPTH + 1):
        nested = [item for item in level if isinstance(item, dict | list)]
        level = [x for item in nested for x in (item.values() if isinstance(item, dict) else item)]
        if not level:
            return True
    return False
