"""Machines that people schedule on."""

from typing import TypedDict

from django.db import models

from algorithms.platform import Cluster as Site
from algorithms.platform import Platform
from schedweb.clusters.wording import sites_in_short
from schedweb.models import Owned


class SiteJson(TypedDict):
    """One site as it is stored."""

    name: str
    processors: int


def platform_of(sites: list[SiteJson]) -> Platform:
    """Return the library's platform for stored sites."""
    return Platform(tuple(Site(site["name"], site["processors"]) for site in sites))


class Cluster(Owned):
    """One machine (a single site), or a grid of several sites."""

    name = models.CharField(max_length=100)
    sites = models.JSONField()

    class Meta:
        ordering = ("name", "created")

    def __str__(self) -> str:
        return self.name

    @property
    def processors(self) -> int:
        """Processors of all sites together."""
        return sum(site["processors"] for site in self.sites)

    @property
    def in_short(self) -> str:
        """The sites of a grid in a line."""
        return sites_in_short((site["name"], site["processors"]) for site in self.sites)

    def platform(self) -> Platform:
        """Return the library's platform."""
        return platform_of(self.sites)
