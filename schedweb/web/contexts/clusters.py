"""Pages of clusters."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedweb.clusters.machines import Machine
from schedweb.clusters.models import Cluster
from schedweb.web.forms.clusters import ClusterForm


@dataclass(frozen=True)
class ClusterListPage:
    """The user's machines, and ready-made machines that the user has not added."""

    clusters: Sequence[Cluster]
    machines: Sequence[Machine]

    @property
    def has_deployments(self) -> bool:
        """True where some machine takes time to deploy environments."""
        return any(not cluster.deployment.is_instant for cluster in self.clusters)

    @property
    def has_systems(self) -> bool:
        """True where some machine holds several environments at once on a processor."""
        return any(cluster.systems > 1 for cluster in self.clusters)


@dataclass(frozen=True)
class ClusterFormPage:
    """The form of a new or an existing cluster."""

    form: ClusterForm
    cluster: Cluster | None
    machines: Sequence[Machine]
