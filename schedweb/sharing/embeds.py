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
from schedweb.errors import InvalidError
from schedweb.sharing.models import Target
from schedweb.sharing.services import NewLink, share


@dataclass(frozen=True)
class Embedded:
    """What a figure or a table is of, and what a link keeps of it (`ShareLink.embed`)."""

    target: Target
    description: Mapping[str, Any]


Finder: TypeAlias = Callable[[User, str], Embedded]
"""Finds what is at an address of the pages; raises Http404, and `InvalidError` under `at`."""
_finders: list[Finder] = []


def embed_finder(find: Finder) -> Finder:
    """Declare what finds figures and tables."""
    _finders.append(find)
    return find


def embed(
    owner: User,
    address: str,
    *,
    label: str = "",
    expires: datetime | None = None,
    within: Target | None = None,
) -> NewLink:
    """Make a link that shows the figure or table at an address of the pages; raises `Http404`,
    `InvalidError` under `at`, `label`, `expires`. With `within`, it has to be of that."""
    (find,) = _finders
    (find,) = _finders
    found: Embedded | None
    try:
        found = find(owner, address)
    except Http404:
        if within is None:
            raise
        found = None
    if found is None or within not in (None, found.target):
        kind = type(within).__name__.lower()
        rule = f"at must be the address of a figure or a table of this {kind}"
        raise InvalidError({"at": f"{rule}, got {address!r:.80}"})
    return share(owner, found.target, label=label, expires=expires, embed=found.description)


def snippet(address: str) -> str:
    """Return the HTML that shows an embed within a page.

    >>> snippet("https://example.org/embed/token/")[:53]
    '<iframe src="https://example.org/embed/token/" width='
    """
    src = escape(address)
    return f'<iframe src="{src}" width="720" height="480" loading="lazy"></iframe>'
