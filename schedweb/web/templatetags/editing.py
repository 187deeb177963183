"""What a form that changes stored things says of the values that it was made with."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from schedweb.base.editing import fingerprint
from schedweb.web.editing import SEEN

register = template.Library()


@register.simple_tag
def seen(name: str, value: Any) -> SafeString:
    """Return the hidden field with the fingerprint of a stored value."""
    return format_html(
        '<input type="hidden" name="{}{}" value="{}" autocomplete="off">',
        SEEN,
        name,
        fingerprint(value),
    )
