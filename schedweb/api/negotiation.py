"""What an answer is written in: each address has one kind, or a `format` to choose it by."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class AddressDecides(DefaultContentNegotiation):
    """The Accept header is left aside: errors are JSON also where a file was asked for."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str | None]:
        first = next(iter(renderers))
        return first, first.media_type

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        return renderers
