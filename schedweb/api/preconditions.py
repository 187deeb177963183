"""Entity tags: what a client read is what it changes, and what has not changed is not sent again.

A tag has two parts, `"EDITED-WHOLE"`. The second differs where the answer differs by a byte, and
decides about 304. The first covers what people change (`Output.edited`), and decides about 412: a
comparison may be renamed although its runs have gone on meanwhile.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from schedweb.base.editing import fingerprint

READS = ("GET", "HEAD")
WEAK = "W/"
"""What stands before the tag of an answer that travels packed, which is as good."""


class PreconditionFailed(APIException):
    """A change to what is not as its client read it."""

    status_code = 412
    default_code = "changed_meanwhile"


class Conditional(GenericViewSet[Any]):
    """Base of views whose answers have tags; `kept` is what a view changes, which is locked between
    the comparison of tags and the change."""

    kept: type[Model] | None = None
    retrieve: Callable[..., Any]

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not self.kept or "If-Match" not in request.headers:
            return super().dispatch(request, *args, **kwargs)
        with transaction.atomic():
            rows = self.kept._base_manager.select_for_update()
            rows.filter(pk=kwargs.get("pk")).first()
            return super().dispatch(request, *args, **kwargs)

    def require_match(self, request: Request, **kwargs: Any) -> None:
        """Raise `PreconditionFailed` where the thing to change is not as its client read it."""
        asked = request.headers.get("If-Match")
        if asked is None or not self.kept or "pk" not in kwargs or request.method in READS:
            return
        edited = edited_part(self.retrieve(request, **kwargs).data)
        tags = [tag.removeprefix(WEAK) for tag in parse_etags(asked)]
        if tags != ["*"] and not any(tag.startswith(f'"{edited}-') for tag in tags):
            rule = "It is not as you read it: read it again, then change it"
            raise PreconditionFailed(f"{rule}. If-Match was {asked!r:.80}.")

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        has_tag = isinstance(answer, Response) and answer.status_code in (200, 201)
        if has_tag and answer.data is not None and (self.kept or request.method in READS):
            answer.add_post_render_callback(lambda rendered: _tagged(request, rendered))
        return answer


def _tagged(request: Request, response: Any) -> Any:
    """Give an answer its tag; a client that has it already gets no body."""
    whole = fingerprint(response.content.decode())
    edited = getattr(response, "edited", None) or edited_part(response.data)
    response["ETag"] = tag = f'"{edited}-{whole}"'
    known = [
        one.removeprefix(WEAK) for one in parse_etags(request.headers.get("If-None-Match", ""))
    ]
    if request.method in READS and (known == ["*"] or tag in known):
        response.status_code, response.content = 304, b""
        del response["Content-Type"]
    return response


def edited_part(data: Any) -> str:
    """Return the part of a tag about what people change, which is all where nothing is declared."""
    paths = getattr(getattr(data, "serializer", None), "edited", ())
    plain = json.loads(json.dumps(data, default=str))
    return fingerprint([_at(plain, path) for path in paths] if paths else plain)


def _at(data: Any, path: str) -> Any:
    """Return what stands at a path such as `runs.id`; of lists, what stands there in each."""
    name, _, rest = path.partition(".")
    if isinstance(data, Mapping):
        return _at(data[name], rest) if rest else data[name]
    return [_at(one, path) for one in data]
