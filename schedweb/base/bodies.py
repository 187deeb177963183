"""Bodies of requests: how long they may be, chunked and packed ones made plain, forms read.

Django ignores a body without Content-Length. One that comes in chunks, or packed, is therefore put
into a temporary file, within the limit of who takes it, and has its length from then on.
"""

import codecs
from collections.abc import Callable, Iterator
from functools import partial
from tempfile import SpooledTemporaryFile
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import LimitedStream
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from gunicorn.http.errors import ParseException

from parsched.base.digits import whole
from parsched.base.errors import FormatError
from parsched.data.files.growth import Growth
from schedweb.base.codings import BLOCK, BROKEN, CODINGS
from schedweb.base.multipart import read_form

FORM_OVERHEAD = 64 * 1024
"""Bytes that a form takes besides its file."""
IN_MEMORY = 256 * 1024
"""Bytes of a body that are not written to a file."""
FORMS = ("multipart/form-data", "application/x-www-form-urlencoded")


class BodyError(Exception):
    """A body that is not taken; the text is one sentence for people, `code` one for programs."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        self.status = status
        self.code = code
        super().__init__(sentence)


class TooLargeError(BodyError):
    """A body above its limit."""

    def __init__(self, size: str, limit: int) -> None:
        self.limit = limit
        super().__init__(
            413, "too_large", f"The request has {size} bytes; at most {limit:,} are taken."
        )


def upload_limit() -> int:
    """Return the bytes of the largest form that holds a file."""
    return int(settings.SCHEDWEB_MAX_UPLOAD_MB * 2**20 + FORM_OVERHEAD)


def check_length(request: HttpRequest, limit: int) -> None:
    """Refuse a body that says to be longer than `limit`; raises `TooLargeError`."""
    length = str(request.META.get("CONTENT_LENGTH") or 0)
    if whole(length, limit) is None:
        raise TooLargeError(length[:20], limit)


def make_plain(request: HttpRequest, limit: int) -> None:
    """Refuse a body that is longer than `limit`, and unpack one that is chunked or packed.

    Raises `BodyError`, before anything is read if its length is known.
    """
    check_length(request, limit)
    meta = request.META
    packed = [*_listed(meta, "HTTP_CONTENT_ENCODING"), *_listed(meta, "HTTP_TRANSFER_ENCODING")]
    is_chunked = "chunked" in packed
    codings = [coding for coding in packed if coding not in ("identity", "chunked")]
    if is_chunked and not meta.get("wsgi.input_terminated"):
        sentence = "This server takes no chunked requests: send Content-Length."
        raise BodyError(411, "length_required", sentence)
    if len(codings) > 1 or not CODINGS.keys() >= set(codings):
        sentence = f"A request may be packed by one of {', '.join(CODINGS)}, or by none; "
        raise BodyError(415, "unsupported_coding", f"{sentence}got {', '.join(codings)[:60]}.")
    if is_chunked or codings:
        source = meta["wsgi.input"] if is_chunked else request
        growth = Growth()
        _take(request, _unpacked(source, codings, growth), growth, limit)


def _listed(meta: dict[str, Any], name: str) -> list[str]:
    values = (value.strip().lower() for value in str(meta.get(name, "")).split(","))
    return [value for value in values if value]


def _unpacked(source: Any, codings: list[str], growth: Growth) -> Iterator[bytes]:
    blocks = growth.taken(iter(partial(source.read, BLOCK), b""))
    return CODINGS[codings[0]](blocks) if codings else blocks


def _take(request: HttpRequest, blocks: Iterator[bytes], growth: Growth, limit: int) -> None:
    """Put a body into a file, from which the request reads it with its length."""
    body: Any = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (read as long as the request is)
    try:
        for block in blocks:
            growth.add(block)
            if growth.size > limit:
                raise TooLargeError(f"more than {limit:,}", limit)
            body.write(block)
    except FormatError as error:
        raise BodyError(413, "too_large", f"The body is refused: {error}.") from None
    except BROKEN:
        sentence = "The body is not packed as its Content-Encoding says, or it is cut off."
        raise BodyError(400, "malformed", sentence) from None
    except (OSError, ParseException):
        sentence = "The body cannot be read: its chunks are damaged, or it is cut off."
        raise BodyError(400, "malformed", sentence) from None
    body.seek(0)
    request.META["CONTENT_LENGTH"] = str(growth.size)
    for name in ("HTTP_CONTENT_ENCODING", "HTTP_TRANSFER_ENCODING"):
        request.META.pop(name, None)
    plain: Any = request  # Django keeps these to itself, and has no other way to replace a body
    plain._stream, plain._read_started = LimitedStream(body, growth.size), False  # noqa: SLF001


def check_charset(request: HttpRequest) -> None:
    """Refuse a form in another charset than UTF-8; raises `BodyError`."""
    charset = (request.content_params or {}).get("charset", "")
    if request.content_type in FORMS and charset and not is_charset(charset, "utf-8"):
        sentence = f"A form must be sent in UTF-8, got the charset {charset[:40]}."
        raise BodyError(415, "unsupported_charset", sentence)


def is_charset(name: str, *names: str) -> bool:
    """Tell whether a charset is one of some, by any of its names."""
    try:
        return codecs.lookup(name).name in names
    except (LookupError, ValueError):
        return False


class BodyLimitMiddleware:
    """Refuse bodies that are not taken where the forgery check would read them.

    Views that are exempt from that check take files or JSON: they call `make_plain` themselves,
    with limits of their own, once they know who asks.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.parse_file_upload = partial(read_form, request)  # type: ignore[method-assign]
        return self.get_response(request)

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> HttpResponse | None:
        """Return the page that refuses a body, or None."""
        if getattr(view, "csrf_exempt", False):
            return None
        try:
            make_plain(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
            check_charset(request)
        except BodyError as error:
            return page(error)
        return None


def page(error: BodyError) -> HttpResponse:
    """Return the page that says why a body is not taken."""
    content = {"sentence": str(error), "limit": getattr(error, "limit", 0)}
    return HttpResponse(render_to_string("413.html", content), status=error.status)
