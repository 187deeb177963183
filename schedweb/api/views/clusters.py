"""Machines to schedule on."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api.serializers.clusters import ClusterIn, ClusterOut, ClusterPatch, ClustersQuery
from schedweb.api.views.base import View, asks
from schedweb.clusters import services
from schedweb.clusters.lists import CLUSTERS
from schedweb.clusters.models import Cluster
from schedweb.clusters.selectors import cluster_for, clusters_of


@extend_schema(tags=["clusters"])
class Clusters(View):
    """A cluster has one site, a grid several."""

    kept = Cluster

    @asks(ClustersQuery)
    @extend_schema(responses=ClusterOut(many=True))
    def list(self, request: Request) -> Response:
        """List your clusters."""
        return self.listed(ClusterOut, self.narrowed(CLUSTERS, clusters_of(self.user)))

    @extend_schema(request=ClusterIn, responses={201: ClusterOut})
    def create(self, request: Request) -> Response:
        """Make a cluster (one site) or a grid (several)."""
        cluster = services.create_cluster(self.user, **self.validated(ClusterIn))
        return self.answer(ClusterOut, cluster, status=201)

    @extend_schema(responses=ClusterOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a cluster."""
        return self.answer(ClusterOut, cluster_for(self.user, pk))

    @extend_schema(request=ClusterIn, responses=ClusterOut)
    def update(self, request: Request, pk: str) -> Response:
        """Change a cluster; comparisons keep the machine that they were made for."""
        cluster = services.update_cluster(cluster_for(self.user, pk), **self.validated(ClusterIn))
        return self.answer(ClusterOut, cluster)

    @extend_schema(request=ClusterPatch, responses=ClusterOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change name, sites, deployment or systems of a cluster."""
        sent = self.validated(ClusterPatch)
        return self.answer(ClusterOut, services.update_cluster(cluster_for(self.user, pk), **sent))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Put a cluster into the trash for 30 days; comparisons keep the
        machine that they were made for."""
        services.delete_cluster(cluster_for(self.user, pk))
        return Response(status=204)
