"""Lists in pages."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import exceptions, pagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from schedweb.api.walking import Cursor, Walk

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
MAX_PAGE = 1_000_000
MAX_CURSOR = 1_000


class Pages(pagination.PageNumberPagination):
    """`?page=2&page_size=100`; a page after the last is an error and not an empty list.

    `next` and `previous` of stored things have a cursor besides, which says where the page begins
    whatever came or went meanwhile; the number of the page then only counts.
    """

    page_size = PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        self.before: Cursor | None = None
        self.behind: Cursor | None = None
        self.walk: Walk | None = None
        self.request = request
        if not isinstance(queryset, QuerySet):
            self.count = len(queryset)
            return self._numbered(queryset, request)
        self.walk = Walk(queryset, view.query["ordering"])
        self.number = view.query["page"]
        self.count = queryset.count()
        if text := view.query.get("cursor"):
            cursor = Cursor.of(text, queryset, self.walk.order)
            rows = self.walk.page(cursor, self.get_page_size(request) or PAGE_SIZE)
        else:
            rows = self._numbered(self.walk.ordered(), request)
        self.before, self.behind = self.walk.around(rows)
        return rows

    def _numbered(self, things: Any, request: Request) -> Any:
        try:
            return super().paginate_queryset(things, request)
        except exceptions.NotFound:
            size = self.get_page_size(request) or PAGE_SIZE
            last = self.django_paginator_class(things, size).num_pages
            got = request.query_params[self.page_query_param]
            sentence = f"page must be from 1 to {last}, got {got}"
            raise exceptions.ValidationError({"page": [sentence]}) from None

    def get_paginated_response(self, data: Any) -> Any:
        links = {"next": self.get_next_link(), "previous": self.get_previous_link()}
        return Response({"count": self.count, **links, "results": data})

    def get_next_link(self) -> str | None:
        return super().get_next_link() if self.walk is None else self._link(self.behind, 1)

    def get_previous_link(self) -> str | None:
        return super().get_previous_link() if self.walk is None else self._link(self.before, -1)

    def _link(self, cursor: Cursor | None, step: int) -> str | None:
        if cursor is None:
            return None
        assert self.request is not None
        url = replace_query_param(self.request.build_absolute_uri(), "cursor", str(cursor))
        number = min(max(self.number + step, 1), MAX_PAGE)
        return replace_query_param(url, self.page_query_param, number)
