"""What figures need in pages: their data, and the form that saves them as files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit
from zlib import crc32

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString

from parsched.report.printing.sheet import LARGEST, PAPERS, SMALLEST, Width
from parsched.report.registry import FILES

register = template.Library()

WIDTHS: Mapping[Width, str] = {"column": "column", "text": "page", "slide": "slide"}
"""What people call the widths of figures."""


@dataclass(frozen=True)
class Other:
    """A further figure of the same frame: its name, its address, and what its query has else."""

    text: str
    action: str
    name: str
    value: str


@dataclass(frozen=True)
class SaveForm:
    """A form at the address of a figure: `hidden` is the query that the page has there."""

    action: str
    hidden: Sequence[tuple[str, str]]
    others: Sequence[Other] = ()
    is_gantt: bool = False
    has_dates: bool = False

    @classmethod
    def of(cls, url: str, choices: Sequence[tuple[str, str]] = (), **about: bool) -> Self:
        """Build it from the address of a figure, and from the addresses of others in the same
        frame."""
        parts = urlsplit(url)
        hidden = parse_qsl(parts.query)
        varied = {name for _, other in choices for name, _ in _differing(hidden, other)}
        kept = [pair for pair in hidden if pair[0] not in varied] if choices else hidden
        others = [_other(text, other, varied) for text, other in choices]
        return cls(parts.path, kept, others, **about)

    @property
    def files(self) -> Mapping[str, str]:
        """Kinds of files by their endings."""
        data = "CSV: the jobs in view" if self.is_gantt else "CSV: the numbers"
        return {ending: data if ending == "csv" else ending.upper() for ending in FILES}

    @property
    def widths(self) -> Mapping[str, str]:
        """Widths by their keys, with their inches."""
        return {key: f"{name}, {PAPERS[key].width:g} in" for key, name in WIDTHS.items()}

    @property
    def sizes(self) -> tuple[str, str]:
        """Least and largest font size, points."""
        return f"{SMALLEST:g}", f"{LARGEST:g}"


def _differing(hidden: Sequence[tuple[str, str]], url: str) -> list[tuple[str, str]]:
    return [pair for pair in parse_qsl(urlsplit(url).query) if pair not in hidden]


def _other(text: str, url: str, varied: set[str]) -> Other:
    parts = urlsplit(url)
    own = [pair for pair in parse_qsl(parts.query) if pair[0] in varied]
    name, value = own[0] if own else ("", "")
    return Other(text, parts.path, name, value)


class Compact(DjangoJSONEncoder):
    """Writes JSON without the blanks that make it readable."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


@register.filter
def data(value: Any, element_id: str) -> SafeString:
    """Write what a script reads, as `json_script` does."""
    return json_script(value, element_id, Compact)


@register.inclusion_tag("parts/_save.html", takes_context=True)
def save_figure(
    context: dict[str, Any],
    url: str,
    choices: Sequence[Any] = (),
    *,
    dates: object = False,
    gantt: bool = False,
    embed: bool = True,
) -> dict[str, Any]:
    """Offer the figure at an address as a file, and to `embed` it; `choices` are other figures of
    the frame, as pairs of name and address or as objects with `text` and `url`."""
    pairs = [(one.text, one.url) if hasattr(one, "url") else (one[0], one[1]) for one in choices]
    several = pairs if len(pairs) > 1 else []
    form = SaveForm.of(url, several, has_dates=bool(dates), is_gantt=gantt)
    return {
        "form": form,
        "address": url,
        "embed": number_of(context, url) if embed else "",
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("parts/_drawn.html")
def drawn_by_server(url: str, says: str) -> dict[str, str]:
    """Show the figure at an address as the server draws it, where no script does."""
    return {"address": f"{url}{'&' if '?' in url else '?'}file=svg&", "says": says}


@register.inclusion_tag("parts/_embed_table.html", takes_context=True)
def embed_table(context: dict[str, Any], url: str) -> dict[str, Any]:
    """Offer the table, whose file is at an address, to be embedded in another page."""
    embed = number_of(context, url)
    return {"address": url, "embed": embed, "csrf_token": context.get("csrf_token")}


def number_of(context: dict[str, Any], url: str) -> str:
    """Return what tells the form that embeds apart from others of the page; blank for readers with
    a link, who embed nothing."""
    is_shared = url.startswith(reverse("shared", args=("x",)).removesuffix("x/"))
    return "" if is_shared else f"{crc32(url.encode()):08x}"
