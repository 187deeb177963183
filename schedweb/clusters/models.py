"""Machines that people schedule on."""

from typing import TypedDict

from django.db import models

from parsched.model.problem.platform import Cluster as Site
from parsched.model.problem.platform import DeployTime, Platform
from schedweb.base.folding import FoldedField
from schedweb.base.models import Owned
from schedweb.base.texts import NameField
from schedweb.clusters.wording import sites_in_short
from schedweb.store.filing import Filed

MAX_NAME = 100


class SiteJson(TypedDict):
    """One site as it is stored."""

    name: str
    processors: int


def platform_of(sites: list[SiteJson], deployment: DeployTime, systems: int) -> Platform:
    """Return the library's platform for stored sites."""
    named = tuple(Site(site["name"], site["processors"]) for site in sites)
    return Platform(named, deployment=deployment, systems=systems)


class Cluster(Owned, Filed):
    """One machine (a single site), or a grid of several sites.

    Deploying an environment takes `deploy_seconds` on one processor, and `deploy_extra` seconds
    more on 100 at once (see `DeployTime`); a processor holds `systems` of them at once.
    """

    name = NameField(max_length=MAX_NAME)
    folded = FoldedField("name")
    sites = models.JSONField()
    deploy_seconds = models.FloatField(default=0.0)
    deploy_extra = models.FloatField(default=0.0)
    systems = models.PositiveSmallIntegerField(default=1)

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

    @property
    def deployment(self) -> DeployTime:
        """How long deployments take."""
        return DeployTime(self.deploy_seconds, self.deploy_extra)

    def platform(self) -> Platform:
        """Return the library's platform."""
        return platform_of(self.sites, self.deployment, self.systems)
