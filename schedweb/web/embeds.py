"""Embeds: one figure or table under an address of its own, for pages elsewhere."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qsl, urlencode, urlsplit
from zlib import crc32

from django.core.cache import cache
from django.http import Http404, QueryDict
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

from parsched.base.errors import ParameterError, UnknownKeyError, UnsupportedError
from parsched.report.printing import Theme
from parsched.report.table import Table
from parsched.report.writers import html
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.runs.figures import OWN, check_drawable
from schedweb.runs.models import Run
from schedweb.runs.selectors import comparison_for, run_for
from schedweb.sharing.embeds import (
    HEIGHT,
    SCROLLS,
    USUAL_HEIGHT,
    WIDTH,
    Embedded,
    embed_finder,
)
from schedweb.sharing.models import ShareLink, Target
from schedweb.studies.selectors import study_for
from schedweb.web.access import Access
from schedweb.web.contexts.older import mark_of
from schedweb.web.figures import ShownFigure
from schedweb.web.reported import Reported
from schedweb.web.sources import SOURCES

TABLES: Mapping[str, str] = {
    "comparison_report_file": "comparison",
    "study_report_file": "study",
}
"""What tables are of, by the name of the address of their files."""
FIND: Mapping[str, Callable[[User, str], Target]] = {
    "comparison": comparison_for,
    "study": study_for,
    "run": run_for,
}
"""Functions that find a user's thing, by kind."""
THEMES: tuple[Theme, ...] = ("light", "dark")
MOST_ROWS = 1_000
"""Rows of a table that is embedded."""
SECONDS = 300
"""How long a drawing or a table is kept: readers of another page may be many."""
TABLE = "of"
AROUND, ROW, LINE = 68, 28.6, 19.6
"""CSS pixels around a table, with its caption and the bar that scrolls it, of a row, and of one
more line within a row (`embed.css`)."""
WORDS = 90
"""Characters of all headings from which on each of their words has a line of its own."""
_VIEW_BOX = re.compile(rb'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


@dataclass(frozen=True)
class Embed:
    """One figure or table: the name of its address, with its arguments and query."""

    source: str
    args: Mapping[str, str]
    query: str

    @classmethod
    def at(cls, address: str, host: str) -> tuple[Self, str]:
        """Read the address of a figure, or of a table as a file, on the pages of a host, which it
        may leave out; return also the key of what it is of. Raises `InvalidError`."""
        if not url_has_allowed_host_and_scheme(address, {host}):
            raise _wrong(address)
        parts = urlsplit(address)
        try:
            match = resolve(parts.path)
        except Resolver404:
            raise _wrong(address) from None
        name, args = match.url_name or "", dict(match.kwargs)
        if (name not in SOURCES and name not in TABLES) or "pk" not in args:
            raise _wrong(address)
        key = args.pop("pk")
        for own in ("extension", "source"):  # what the view is told beyond what the source takes
            args.pop(own, None)
        if name in TABLES:
            args.pop("kind", None)
        kept = [(name, value) for name, value in parse_qsl(parts.query) if name not in OWN]
        return cls(name, args, urlencode(kept)), key

    @classmethod
    def of(cls, link: ShareLink) -> Self:
        """Return what a link shows."""
        return cls(link.embed["source"], link.embed["args"], link.embed["query"])

    def target(self, user: User, key: str) -> Target:
        """Return the user's thing that is embedded; raises Http404."""
        kind = TABLES[self.source] if self.is_table else SOURCES[self.source].kind
        return FIND[kind](user, key)

    @property
    def is_table(self) -> bool:
        """True for a table."""
        return self.source in TABLES

    def shown(self, target: Target, access: Access) -> ShownFigure:
        """Find the figure; raises Http404, `InvalidError`."""
        if self.source not in SOURCES:
            raise Http404
        query = QueryDict(self.query)
        return SOURCES[self.source].find(target, access, query, **self.args).viewed(query)

    def table(self, target: Target, access: Access) -> Table:
        """Find the table; raises Http404, `InvalidError`."""
        options: dict[str, Any] = dict(parse_qsl(self.query))
        name = options.pop(TABLE, "")
        if isinstance(target, Run):
            raise Http404
        reported = Reported.of(target, access)
        try:
            table = reported.declared(self.args["key"]).of(reported.subject, options).table(name)
        except (UnknownKeyError, UnsupportedError) as error:
            raise Http404 from error
        except ParameterError as error:
            raise InvalidError(error.errors) from error
        if len(table.rows) > MOST_ROWS:
            rule = f"a table that is embedded has at most {MOST_ROWS:,} rows"
            raise InvalidError({"at": f"{rule}, and this one has {len(table.rows):,}"})
        return table

    def title(self, target: Target, access: Access) -> str:
        """Return the title of the figure or table, which is there and can be drawn; raises the
        same."""
        if self.is_table:
            return self.table(target, access).title or self.args["key"]
        figure = self.shown(target, access).figure
        check_drawable(figure, "svg")
        return figure.title

    def height(self, target: Target, access: Access) -> int:
        """Return how high it is where it is WIDTH wide, CSS pixels: of a drawing by its shape, of a
        table by its rows, up to the usual height, from which on it scrolls."""
        if self.is_table:
            return _height_of(self.table(target, access))
        content = self.shown(target, access).content("svg", {"width": "text"})
        return math.ceil(WIDTH * _shape(content))

    def as_json(self, title: str, height: int) -> dict[str, Any]:
        """Return what a link keeps of it."""
        return {
            "title": title,
            HEIGHT: height,
            SCROLLS: self.is_table,
            "source": self.source,
            "args": dict(self.args),
            "query": self.query,
        }


@embed_finder
def find(user: User, address: str, host: str) -> Embedded:
    """Find the figure or table at an address of the pages of a host, and that it can be drawn;
    raises Http404, `InvalidError` under `at`."""
    embed, key = Embed.at(address, host)
    target = embed.target(user, key)
    try:
        title = embed.title(target, Access())
        height = embed.height(target, Access())
    except InvalidError as error:  # of options, which are a part of the address here
        raise InvalidError({"at": str(error)}) from error
    return Embedded(target, embed.as_json(title, height))


def _height_of(table: Table) -> int:
    """Return about how high a table is, up to the usual height, from which on it scrolls."""
    heads = [column.heading for column in table.columns]
    is_wide = sum(map(len, heads)) > WORDS
    lines = max((len(head.split()) for head in heads), default=1) if is_wide else 1
    height = AROUND + (1 + len(table.rows)) * ROW + (lines - 1) * LINE
    return min(USUAL_HEIGHT, math.ceil(height))


def _shape(svg: bytes) -> float:
    """Return the height of a drawing over its width."""
    found = _VIEW_BOX.search(svg)
    assert found is not None, "whatever draws it says how large it is"
    return float(found[2]) / float(found[1])


def drawing(link: ShareLink, token: str, theme: str) -> bytes:
    """Return the figure of a link as an SVG, which is kept for a while."""
    key = f"embed:{link.pk}:{theme}:{_age(link)}"
    content: bytes | None = cache.get(key)
    if content is None:
        shown = Embed.of(link).shown(link.target, Access(token))
        content = shown.content("svg", {"width": "text", "theme": theme})
        cache.set(key, content, SECONDS)
    return content


def _age(link: ShareLink) -> str:
    """Return what differs as soon as the thing is found to be of an older version, or renewed."""
    return f"{crc32(mark_of(link.target).encode()):08x}"


def written(link: ShareLink, token: str) -> str:
    """Return the table of a link as HTML, which is kept for a while."""
    key = f"embed:{link.pk}:table:{_age(link)}"
    content: str | None = cache.get(key)
    if content is None:
        content = html(Embed.of(link).table(link.target, Access(token)))
        cache.set(key, content, SECONDS)
    return content


def _wrong(address: str) -> InvalidError:
    rule = "at must be the address of a figure or of a table as a file on these pages"
    return InvalidError({"at": f"{rule}, got {address!r:.80}"})
