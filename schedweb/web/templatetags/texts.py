"""Filters for texts of the library."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import template
from django.utils.safestring import SafeString

from parsched.declare.spec import Spec
from schedweb.runs.models import Comparison, Run
from schedweb.sharing import embeds
from schedweb.sharing.models import ShareLink
from schedweb.sharing.services import opened_by
from schedweb.studies.models import Study
from schedweb.web import docstrings, notes
from schedweb.web.access import Access
from schedweb.web.contexts import asked

if TYPE_CHECKING:
    from django.http import HttpRequest

register = template.Library()

RUNS = "/runs/"
"""Where runs are for their owner."""


@register.filter
def inline(text: str) -> SafeString:
    """Show what stands in backquotes as code."""
    return docstrings.inline(text)


@register.filter
def asks(spec: Spec) -> bool:
    """Tell whether a parameter is a question to jobs."""
    return asked.asks(spec)


@register.filter
def snippet(address: str, links: Iterable[ShareLink]) -> str:
    """Show the HTML that embeds what is at the address of one of some links."""
    return embeds.snippet(address, opened_by(links, address.rstrip("/").rpartition("/")[2]))


@register.simple_tag(takes_context=True)
def note(context: dict[str, Any], thing: Comparison | Study | Run, access: Access) -> SafeString:
    """Show the note on something, whose links open what its reader may see."""
    request: HttpRequest = context["request"]
    if isinstance(thing, Run):
        whole: Comparison | Study = thing.comparison
        here = access.run("run", thing.pk)
        moved = {Access().home_of_run(thing): here}
    else:
        whole, here, moved = thing, access.home(thing), {}
    if access.is_shared and access.whole:
        home = access.home(whole)
        moved |= {Access().home(whole): home, RUNS: f"{home}runs/"}
    return notes.html_of(thing.note, notes.follower(request.get_host(), here, moved))
