"""`Idempotency-Key`: a request that makes something, sent again after a lost answer, makes nothing
more and is answered as the first time."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.accounts import answers
from schedweb.accounts.models import User
from schedweb.api.preconditions import edited_part
from schedweb.base.errors import InvalidError

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
"""Says of an answer that it is the one of the first request."""
LONGEST = 200
EDITED = "edited"
"""Beside the headers of an answer that is kept: the part of its tag about what people change."""
KEPT_HEADERS = ("Location", "Retry-After")
_KEY = re.compile(rf"[!-~]{{1,{LONGEST}}}")

PARAMETER = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "Any text that you use for this one request, such as a UUID. Sent again with "
    "the same key within 24 hours, a request that was carried out is not carried out again: the "
    f"first answer is repeated, with the header {REPLAYED}. The same key with another "
    "request is 422; while the first request is still carried out, 409. Keys are your own.",
    "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST},
}
"""What the OpenAPI document says of it."""


class KeyReused(APIException):
    """A key that was sent with another request."""

    status_code = 422
    default_code = "key_reused"
    default_detail = f"This {HEADER} was sent with another request before: take a new one."


class InProgress(APIException):
    """A request that is sent again before it is answered."""

    status_code = 409
    default_code = "in_progress"
    default_detail = f"The first request with this {HEADER} is still carried out: ask again."
    wait = 1


def once(
    user: User, act: Callable[..., Response], request: Request, *args: Any, **kwargs: Any
) -> Response:
    """Carry a request out, unless its key was sent before; only what was done is kept."""
    key = request.headers[HEADER]
    if not _KEY.fullmatch(key):
        rule = f"must have 1 to {LONGEST} printable ASCII characters without blanks"
        raise InvalidError({HEADER: f"{HEADER} {rule}, got {len(key)} characters"})
    asked = digest(request)
    row, is_new = answers.claim(user, key, asked)
    if not is_new:
        if row.request != asked:
            raise KeyReused
        if row.status is None:
            raise InProgress
        answer = answers.kept(row, key)
        return Replayed(answer.data, answer.status, {**answer.headers, REPLAYED: "true"})
    try:
        response = act(request, *args, **kwargs)
    except BaseException:
        row.delete()
        raise
    headers = {name: response[name] for name in KEPT_HEADERS if name in response}
    headers[EDITED] = edited_part(response.data)
    data = json.loads(JSONRenderer().render(response.data) or b"null")
    answers.keep(row, key, answers.GivenAnswer(response.status_code, headers, data))
    return response


class Replayed(Response):
    """An answer that was given before. Which of its fields people change is known of the answer
    that was made, not of this copy, so that part of its tag was kept."""

    def __init__(self, data: Any, status: int, headers: dict[str, str]) -> None:
        self.edited = headers.pop(EDITED, None)
        super().__init__(data, status, headers=headers)


def digest(request: Request) -> str:
    """Return what tells a request from others: address, fields, and the content of files."""
    total = hashlib.sha256(request.get_full_path().encode())
    if isinstance(request.data, QueryDict):
        for name, values in sorted(request.data.lists()):
            for value in values:
                total.update(f"\0{name}\0".encode() + _content(value))
    else:
        total.update(b"\0" + json.dumps(request.data, sort_keys=True).encode())
    return total.hexdigest()


def _content(value: Any) -> bytes:
    if not isinstance(value, UploadedFile):
        return hashlib.sha256(str(value).encode()).digest()
    total = hashlib.sha256(f"{value.name}\0".encode())
    for block in value.chunks():
        total.update(block)
    value.seek(0)
    return total.digest()
