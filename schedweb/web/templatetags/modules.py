"""The tag of modules, by which browsers ask at once for all that one imports.

A browser learns what a module imports when it has read it; by these links it knows before.
"""

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def module(name: str) -> SafeString:
    """Run a module by its name among the static files."""
    imported = getattr(
        staticfiles_storage, "imported", lambda _: ()
    )  # none where nothing is collected
    links = format_html_join("", '<link rel="modulepreload" href="{}">', zip(imported(name)))
    return format_html('{}<script type="module" src="{}"></script>', links, static(name))
