"""One shape for every error: code and sentence, and sentences by field.

`{"error": {"code": "invalid", "message": "…", "fields": {"sites.0.processors": ["…"]}}}`
"""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response

from parsched.base.errors import AlgorithmsError, ParameterError
from schedweb.accounts.models import User
from schedweb.base import outages
from schedweb.base.bodies import BodyError
from schedweb.base.errors import DamagedError, InvalidError, RefusedError, UnconfirmedError
from schedweb.runs.damage import explain

MAX_FIELDS = 100
"""Fields named in one answer; the sentence says how many more there are."""

Fields = Mapping[str, list[str]]

log = logging.getLogger("django.request")


class CsrfFailed(exceptions.PermissionDenied):
    """A write by session without proof that one of our own pages sent it."""

    default_code = "csrf"


def handle(error: Exception, context: Mapping[str, Any]) -> Response:
    """Return the answer for whatever a view raises; the unforeseen is logged and says nothing."""
    match error:
        case InvalidError() | ParameterError():
            return answer(400, "invalid", fields={k: [v] for k, v in error.errors.items()})
        case exceptions.ValidationError():
            return answer(400, "invalid", fields=dict(flat(error.detail)))
        case BodyError():
            return answer(error.status, error.code, str(error))
        case UnconfirmedError():
            return answer(403, "unconfirmed", f"{error}.")
        case RefusedError():
            return answer(409, "refused", str(error))
        case DamagedError():
            reader = context["request"].user
            return _damaged(error, reader if isinstance(reader, User) else None)
        case AlgorithmsError():
            return answer(400, "invalid", str(error))
        case Http404() | exceptions.NotFound():
            return answer(404, "not_found", "There is nothing here, or it is not yours.")
        case RequestDataTooBig():
            return answer(413, "too_large", "The request is larger than this server takes.")
        case SuspiciousOperation() | BadRequest() | UnreadablePostError():
            return answer(400, "malformed", "The request cannot be read.")
        case PermissionDenied():
            return answer(403, "permission_denied", "You may not do this.")
        case exceptions.MethodNotAllowed():
            return answer(405, "method_not_allowed", _not_taken(context))
        case exceptions.APIException():
            return _declared(error)
    if text := outages.sentence(error):
        response = answer(503, "unavailable", text)
        response["Retry-After"] = str(outages.RETRY_SECONDS)
        return response
    log.error("%s failed", context["request"].path, exc_info=error)
    return answer(500, "server_error", "Something went wrong on our side; it has been logged.")


def answer(code: int, name: str, message: str = "", fields: Fields | None = None) -> Response:
    """Return an error as a response."""
    return Response(body(name, message, fields or {}), status=code)


def body(name: str, message: str, fields: Fields) -> dict[str, Any]:
    """Return the one shape; without a sentence of its own it takes the first of the fields."""
    first_fields = dict(list(fields.items())[:MAX_FIELDS])
    if not message:
        sentences = (_naming(name, texts[0]) for name, texts in fields.items() if texts)
        message = next(sentences, "Some value is not valid.")
        others = len(fields) - 1
        if others > 0:
            message = f"{message.removesuffix('.')} (and {others} more)"
    return {"error": {"code": name, "message": message, "fields": first_fields}}


def _naming(field: str, text: str) -> str:
    """Put the field before a sentence that does not name it itself."""
    place = field.partition(".")[0]
    if field == "request" or re.search(rf"(?<!\w){re.escape(field)}(?!\w)", text):
        return text
    if "[" in place and text.startswith(place):  # sources[0] (KTH): zone must be …
        return text
    return f"{field}: {'this' + text[4:] if text.startswith('This ') else text}"


def _not_taken(context: Mapping[str, Any]) -> str:
    allowed = ", ".join(context["view"].allowed_methods)
    return f"{context['request'].method} is not possible here; allowed are {allowed}"


def _damaged(error: DamagedError, reader: User | None) -> Response:
    response = answer(409, "damaged", explain(error, reader).sentence)
    response["Cache-Control"] = "no-store"
    return response


def _declared(error: exceptions.APIException) -> Response:
    codes = {"parse_error": "malformed", "authentication_failed": "bad_token"}
    name = str(getattr(error.detail, "code", error.default_code))
    response = answer(error.status_code, codes.get(name, name), str(error.detail))
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        response["Retry-After"] = f"{wait:.0f}"
    return response


def flat(detail: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Turn nested errors into one sentence list per field, such as `sites.0.processors`."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            own = name == "non_field_errors"
            yield from flat(inner, path if own else f"{path}.{name}" if path else str(name))
    elif isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        for index, inner in enumerate(detail):
            if inner:
                yield from flat(inner, f"{path}.{index}" if path else str(index))
    elif detail:
        texts = detail if isinstance(detail, list) else [detail]
        yield path or "request", [str(text) for text in texts]
