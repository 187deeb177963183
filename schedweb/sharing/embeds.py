"""Making embeds: links that show one figure or table of something within other pages.

Which figures and tables there are, only the pages know, so they declare what finds them here, and
the API makes embeds without importing pages.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from html import escape
from typing import Any, TypeAlias

from django.http import Http404

from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.sharing.models import ShareLink, Target
from schedweb.sharing.services import NewLink, share

WIDTH, USUAL_HEIGHT = 720, 480
"""Default size of an embedded figure or table in CSS pixels; the embedding page may change it."""
HEIGHT, SCROLLS = "height", "scrolls"
"""What a link keeps of the room that it takes: the height at WIDTH, and whether it scrolls."""


@dataclass(frozen=True)
class Embedded:
    """What a figure or a table is of, and what a link keeps of it (`ShareLink.embed`)."""

    target: Target
    description: Mapping[str, Any]


Finder: TypeAlias = Callable[[User, str, str], Embedded]
"""Finds what can be drawn at an address of a user's pages on a host; raises Http404, and
`InvalidError` under `at`."""
_finder: Finder | None = None


def embed_finder(find: Finder) -> Finder:
    """Declare what finds figures and tables; raises ValueError where something does already."""
    global _finder
    if _finder is not None:
        raise ValueError("what finds figures and tables to embed is declared twice")
    _finder = find
    return find


def _declared() -> Finder:
    if _finder is None:
        raise LookupError("nothing is declared that finds figures and tables to embed")
    return _finder


def embed(
    owner: User,
    address: str,
    *,
    host: str,
    label: str = "",
    expires: datetime | None = None,
    within: Target | None = None,
) -> NewLink:
    """Make a link that shows the figure or table at an address of the pages; raises `Http404`,
    `InvalidError` under `at`, `label`, `expires`. `host` is what the pages are reached at, such as
    `example.org:8000`. With `within`, it has to be of that."""
    find = _declared()
    found: Embedded | None
    try:
        found = find(owner, address, host)
    except Http404:
        if within is None:
            raise
        found = None
    if found is None or within not in (None, found.target):
        kind = type(within).__name__.lower()
        rule = f"at must be the address of a figure or a table of this {kind}"
        raise InvalidError({"at": f"{rule}, got {address!r:.80}"})
    return share(owner, found.target, label=label, expires=expires, embed=found.description)


def snippet(address: str, link: ShareLink | None) -> str:
    """Return the HTML that shows an embed within a page, as high as what it shows: a figure keeps
    its shape where it is narrower or wider, a table scrolls. Of a link that is gone nothing more
    is known."""
    kept = link.embed if link else {}
    height = kept.get(HEIGHT, USUAL_HEIGHT)
    shape = "" if kept.get(SCROLLS) else f" height: auto; aspect-ratio: {WIDTH} / {height};"
    return (
        f'<iframe src="{escape(address)}" width="{WIDTH}" height="{height}" '
        f'style="max-width: 100%;{shape} border: 0" loading="lazy"></iframe>'
    )
