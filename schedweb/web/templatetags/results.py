"""Tags of result pages: addresses of runs, and docstrings of the library."""

from collections.abc import Sequence

from django import template

from parsched.run.record import Record
from schedweb.web import docstrings
from schedweb.web.access import Access

register = template.Library()


@register.filter
def run_url(access: Access, record: Record) -> str:
    """Return the address of a run."""
    return access.run("run", record.key)


@register.filter
def blocks(text: str) -> Sequence[docstrings.DocstringBlock]:
    """Read paragraphs, lists and formulas."""
    return docstrings.blocks(text)
