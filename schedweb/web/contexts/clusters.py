"""Pages of clusters."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedweb.clusters.machines import KnownMachine
from schedweb.clusters.models import Cluster
from schedweb.web.forms.clusters import ClusterForm


@dataclass(frozen=True)
class ClusterListPage:
    """Ready-made machines that the user has not added."""

    machines: Sequence[KnownMachine]


@dataclass(frozen=True)
class ClusterFormPage:
    """The form of a new or an existing cluster; `uses` counts the comparisons that use it."""

    form: ClusterForm
    cluster: Cluster | None
    machines: Sequence[KnownMachine]
    uses: int = 0
