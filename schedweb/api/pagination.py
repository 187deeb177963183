"""Lists in pages."""

from typing import Any

from rest_framework import exceptions, pagination
from rest_framework.request import Request

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
MAX_PAGE = 1_000_000


class Pages(pagination.PageNumberPagination):
    """`?page=2&page_size=100`; a page after the last is an error and not an empty list."""

    page_size = PAGE_SIZE
    page_size_query_param = "page_size"
    max_page_size = MAX_PAGE_SIZE

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        try:
            return super().paginate_queryset(queryset, request, view)
        except exceptions.NotFound:
            size = self.get_page_size(request) or PAGE_SIZE
            last = self.django_paginator_class(queryset, size).num_pages
            got = request.query_params[self.page_query_param]
            sentence = f"page must be from 1 to {last}, got {got}"
            raise exceptions.ValidationError({"page": [sentence]}) from None
