"""Notes that people write in Markdown, as HTML that does no harm."""

from collections.abc import Callable, Mapping
from urllib.parse import urlsplit

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

TAGS = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "a"),
    *("ul", "ol", "li", "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td"),
}
"""All that a note may have: no pictures, which would tell others who reads it."""
ATTRIBUTES = {
    "a": {"href", "title", "target"},
    "ol": {"start"},
    "th": {"align"},
    "td": {"align"},
}
ALIGNED = "text-align:"
"""How the parser styles the cells of a column that a note aligns."""
SCHEMES = {"http", "https", "mailto"}
LOWER = 2
"""Levels by which headings of a note stand below the page's headings."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable(
    ["table", "strikethrough"]
)
Follow = Callable[[str], str]
"""Takes an address of a note and returns the one that its reader may open."""


def html_of(text: str, follow: Follow = str) -> SafeString:
    """Return a note as HTML: HTML in it stays text, and links to elsewhere open beside the page.

    Examples
    --------
    >>> html_of("**EASY** wins <b>")
    '<p><strong>EASY</strong> wins &lt;b&gt;</p>\\n'
    """
    tokens = _MARKDOWN.parse(text)
    for token in tokens:
        _adapt(token, follow)
    html = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    clean = nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(clean)


def follower(host: str, here: str, moved: Mapping[str, str]) -> Follow:
    """Return how the links of a note are followed: `here` is the address of what the note is about,
    `moved` maps beginnings of the owner's addresses to the reader's, and `host` is the page's host.

    Examples
    --------
    >>> follow = follower("localhost:8000", "/s/secret/", {"/comparisons/x/": "/s/secret/"})
    >>> follow("http://localhost:8000/comparisons/x/schedules/?from=0"), follow("schedules/")
    ('/s/secret/schedules/?from=0', '/s/secret/schedules/')
    """

    def follow(address: str) -> str:
        parts = urlsplit(address)
        if parts.netloc == host and parts.scheme in ("http", "https"):
            address = parts._replace(scheme="", netloc="").geturl() or "/"
        elif parts.scheme or parts.netloc:
            return address
        for own, readers in moved.items():
            if address.startswith(own):
                return readers + address.removeprefix(own)
        return address if address.startswith(("/", "#", "?")) else here + address

    return follow


def _adapt(token: Token, follow: Follow) -> None:
    if token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(int(token.tag[1:]) + LOWER, 6)}"
    if token.type == "link_open":
        address = follow(str(token.attrGet("href") or ""))
        token.attrSet("href", address)
        if not address.startswith(("/", "#", "?")) or address.startswith("//"):
            token.attrSet("target", "_blank")
    style = str(token.attrs.pop("style", ""))
    if style.startswith(ALIGNED):
        token.attrSet("align", style.removeprefix(ALIGNED))
    for child in token.children or ():
        _adapt(child, follow)
