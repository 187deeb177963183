"""Clusters and grids."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from schedweb.base.editing import StaleError
from schedweb.base.errors import InvalidError
from schedweb.clusters import selectors, services
from schedweb.clusters.machines import MACHINES
from schedweb.clusters.models import Cluster
from schedweb.web.contexts.clusters import ClusterFormPage, ClusterListPage
from schedweb.web.editing import seen_in
from schedweb.web.forms.clusters import ClusterForm
from schedweb.web.http import narrowed, user_of
from schedweb.web.lists import ListPage, undo_address


def index(request: HttpRequest) -> HttpResponse:
    """My machines, and the ready-made ones."""
    names = set(selectors.clusters_of(user_of(request)).values_list("name", flat=True))
    page = ClusterListPage([m for m in MACHINES.values() if m.name not in names])
    own = ListPage.of(user_of(request), "clusters", request.GET)
    return narrowed(request, "clusters/list.html", {"page": page, "list": own}, own.view.query)


def create(request: HttpRequest) -> HttpResponse:
    """Describe a machine or a grid."""
    if request.method != "POST":
        form = ClusterForm.like(MACHINES.get(request.GET.get("like", "")))
        return _form(request, form)
    form = ClusterForm.posted(request.POST)
    if "save" not in request.POST:
        return _form(request, form)
    try:
        cluster = services.create_cluster(user_of(request), **form.values)
    except InvalidError as error:
        return _form(request, form.with_errors(error.errors))
    messages.success(request, f"{cluster.name} is ready to be compared on.")
    return redirect("clusters")


def edit(request: HttpRequest, pk: str) -> HttpResponse:
    """Change a cluster."""
    cluster = selectors.cluster_for(user_of(request), pk)
    if request.method != "POST":
        return _form(request, ClusterForm.of(cluster), cluster)
    form = ClusterForm.posted(request.POST, seen_in(request.POST))
    if "save" not in request.POST:
        return _form(request, form, cluster)
    try:
        services.update_cluster(cluster, **form.values, seen=form.seen)
    except StaleError as error:
        return _form(request, ClusterForm.of_edit(error.edit), cluster, status=409)
    except InvalidError as error:
        return _form(request, form.with_errors(error.errors), cluster)
    messages.success(request, f"{cluster.name} is changed; comparisons keep the machine they had.")
    return redirect("clusters")


@require_POST
def delete(request: HttpRequest, pk: str) -> HttpResponse:
    """Put a cluster into the trash; comparisons on it stay as they are."""
    services.delete_cluster(selectors.cluster_for(user_of(request), pk))
    return redirect(undo_address("clusters", pk))


def _form(
    request: HttpRequest, form: ClusterForm, cluster: Cluster | None = None, status: int = 200
) -> HttpResponse:
    uses = cluster.comparisons.count() if cluster else 0
    page = ClusterFormPage(form, cluster, list(MACHINES.values()), uses)
    return render(request, "clusters/form.html", {"page": page}, status=status)
