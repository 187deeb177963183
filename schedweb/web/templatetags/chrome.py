"""Tags of the frame of each page."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from parsched import __version__

register = template.Library()

NAVIGATION = (
    ("comparisons", "Comparisons"),
    ("studies", "Studies"),
    ("workloads", "Workloads"),
    ("clusters", "Machines"),
    ("algorithms", "Algorithms"),
)


@dataclass(frozen=True)
class NavigationItem:
    """One entry of the navigation."""

    title: str
    url: str
    is_current: bool
    is_exact: bool


@register.inclusion_tag("parts/_navigation.html", takes_context=True)
def navigation(context: dict[str, Any]) -> dict[str, list[NavigationItem]]:
    """Main navigation; the section that the page belongs to is marked."""
    path = context["request"].path
    urls = [(title, reverse(name)) for name, title in NAVIGATION]
    return {"items": [NavigationItem(t, url, path.startswith(url), path == url) for t, url in urls]}


@register.simple_tag
def product_version() -> str:
    """Version of the installed product."""
    return __version__
