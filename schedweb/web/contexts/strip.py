"""The strip of tabs above what is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from schedweb.web.rail_view import RailView


class Titled(Protocol):
    """A tab: its key in addresses, its title, and the fragments that once led to what is in it."""

    @property
    def key(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def anchors(self) -> Sequence[str]: ...


@dataclass(frozen=True)
class StripTab:
    """A tab in the strip, with the address that opens it under the view of the page."""

    tab: Titled
    address: str
    is_open: bool

    @classmethod
    def of(cls, tab: Titled, address: str, view: RailView, opened: Titled) -> Self:
        """Build it from the address of the tab, the view, and the tab that is open."""
        query = view.page_query
        return cls(tab, f"{address}?{query}" if query else address, tab is opened)
