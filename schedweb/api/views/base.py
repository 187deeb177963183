"""What every address of the API does before its own work: limits, who asks, what is asked."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar, TypeVar

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from schedweb.accounts.models import User
from schedweb.api.idempotency import HEADER, once
from schedweb.api.preconditions import Conditional
from schedweb.api.serializers.base import Input, NoQuery, Output
from schedweb.base.bodies import check_charset, check_length, make_plain, upload_limit
from schedweb.store.listing import Listing

MAX_BODY = 256 * 1024
"""Bytes of a request that uploads no file."""


Action = TypeVar("Action", bound=Callable[..., Any])


def asks(query: type[Input]) -> Callable[[Action], Action]:
    """Declare what an action takes after the question mark; others take nothing there."""

    def mark(action: Action) -> Action:
        action.query = query  # type: ignore[attr-defined]
        described: Action = extend_schema(parameters=[query])(action)
        return described

    return mark


class View(Conditional):
    """Base of all views."""

    takes_files: ClassVar[bool] = False
    max_body: ClassVar[int] = MAX_BODY
    query: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._make_plain(request)
        super().initial(request, *args, **kwargs)
        action = getattr(self, self.action or "", None)
        if action:  # else the method is not taken here, which is the error to tell
            query = getattr(action, "query", NoQuery)(
                data=request.query_params.dict(), context={"user": request.user}
            )
            query.is_valid(raise_exception=True)
            self.query = query.validated_data
            self.require_match(request, **kwargs)
        if request.method == "POST" and HEADER in request.headers:
            actions: Any = self  # which `as_view` has put there, and `dispatch` takes next
            actions.post = partial(once, self.user, actions.post)

    def _make_plain(self, request: Request) -> None:
        """Before anything reads the body: also the CSRF check would."""
        form = self.takes_files and request.content_type.startswith("multipart/form-data")
        limit, plain = upload_limit() if form else self.max_body, request._request  # noqa: SLF001
        check_length(plain, limit)
        if plain.user.is_authenticated or "Authorization" in request.headers:
            make_plain(plain, limit)  # what strangers send is not even read
            check_charset(plain)

    @property
    def allowed_methods(self) -> list[str]:
        """The methods taken here, without OPTIONS: the schema describes them."""
        return [method for method in super().allowed_methods if method != "OPTIONS"]

    @property
    def user(self) -> User:
        """The person who asks."""
        assert isinstance(self.request.user, User)
        return self.request.user

    def validated(self, description: type[Input]) -> dict[str, Any]:
        """Return what was sent, as described; raises ValidationError."""
        sent = description(data=self.request.data, context={"user": self.user})
        sent.is_valid(raise_exception=True)
        values: dict[str, Any] = sent.validated_data
        return values

    def answer(self, output: type[Output], thing: Any, status: int = 200) -> Response:
        """Answer with one thing."""
        return Response(self._output(output, thing).data, status=status)

    def listed(self, output: type[Output], things: QuerySet[Any] | Sequence[Any]) -> Response:
        """Answer with a page of a list, in the order that was asked for."""
        page = self.paginate_queryset(things)
        return self.get_paginated_response(self._output(output, page, many=True).data)

    def narrowed(self, listing: Listing, things: QuerySet[Any]) -> QuerySet[Any]:
        """Return what is asked for of a list, as its page does."""
        asked = self.query
        return listing.narrowed(
            things, text=asked["q"], tag=asked["tag"], archived=asked.get("archived")
        )

    def _output(self, output: type[Output], thing: Any, **options: Any) -> BaseSerializer[Any]:
        return output(thing, context={"request": self.request}, **options)
