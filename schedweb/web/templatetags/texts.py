"""Filters for texts of the library."""

from django import template
from django.utils.safestring import SafeString

from schedweb.web import docstrings

register = template.Library()


@register.filter
def inline(text: str) -> SafeString:
    """Show what stands in backquotes as code."""
    return docstrings.inline(text)
