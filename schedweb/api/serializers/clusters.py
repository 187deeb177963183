"""Clusters in requests and answers."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parsched.model.problem.platform import MAX_PROCESSORS, MAX_SYSTEMS, DeployTime, Systems
from schedweb.api.serializers.base import FiledQuery, Input, Output, Some, ordering
from schedweb.api.serializers.fields import StatedInteger, StatedObject, StoredText
from schedweb.base.texts import column_of
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import MAX_SITES

NAME = column_of(Cluster, "name")
[SYSTEMS] = Systems.specs()


class SiteIn(Input):
    name = StoredText(NAME, required=False, allow_blank=True)
    processors = StatedInteger(min_value=1, max_value=MAX_PROCESSORS)


@extend_schema_field(DeployTime.json_schema())
class DeploymentIn(StatedObject):
    """How long deployments take, which the services check."""


class ClusterIn(Input):
    """One site is a cluster, several are a grid."""

    name = StoredText(NAME)
    sites = Some(child=SiteIn(), most=MAX_SITES)
    deployment = DeploymentIn(required=False)
    systems = StatedInteger(
        min_value=1, max_value=MAX_SYSTEMS, required=False, help_text=SYSTEMS.help
    )


class ClusterPatch(Input):
    name = StoredText(NAME, required=False)
    sites = Some(child=SiteIn(), most=MAX_SITES, required=False)
    deployment = DeploymentIn(required=False)
    systems = StatedInteger(
        min_value=1, max_value=MAX_SYSTEMS, required=False, help_text=SYSTEMS.help
    )


class SiteOut(Output):
    name = serializers.CharField()
    processors = serializers.IntegerField()


DeploymentOut = type(
    "DeploymentOut",
    (Output,),
    {
        "__doc__": "How long deployments take, seconds.",
        **{spec.name: serializers.FloatField(help_text=spec.help) for spec in DeployTime.specs()},
    },
)


class ClusterOut(Output):
    id = serializers.CharField()
    name = serializers.CharField()
    sites = SiteOut(many=True)
    processors = serializers.IntegerField(help_text="Of all sites together.")
    deployment = DeploymentOut()
    systems = serializers.IntegerField(help_text=SYSTEMS.help)
    created = serializers.DateTimeField()


class ClustersQuery(FiledQuery):
    ordering = ordering("name", "name", "created")
