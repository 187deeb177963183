"""Pages of clusters."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedweb.clusters.machines import Machine
from schedweb.clusters.models import Cluster
from schedweb.web.forms.clusters import ClusterForm


@dataclass(frozen=True)
class ClusterListPage:
    """My machines, and the ready-made ones that are not among them."""

    clusters: Sequence[Cluster]
    machines: Sequence[Machine]

    @property
    def has_deployments(self) -> bool:
        """True where some machine takes time to deploy environments."""
        return any(not cluster.deployment.is_instant for cluster in self.clusters)


@dataclass(frozen=True)
class ClusterFormPage:
    """The form of a new cluster, or of one that exists."""

    form: ClusterForm
    cluster: Cluster | None
    machines: Sequence[Machine]
