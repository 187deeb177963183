"""Finding clusters: people see their own, everything else is 404."""

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404

from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster


def clusters_of(user: User, *, trashed: bool = False) -> QuerySet[Cluster]:
    """Return a person's clusters by name, with `comparison_count`; or those in the trash."""
    own = Cluster.everything.filter(owner=user, trashed__isnull=not trashed)
    live = Q(comparisons__trashed=None)
    return own.annotate(comparison_count=Count("comparisons", filter=live)).order_by(
        "name", "created"
    )


def cluster_for(user: User, pk: str) -> Cluster:
    """Return one of a person's clusters; raises Http404."""
    return get_object_or_404(clusters_of(user), pk=pk)
