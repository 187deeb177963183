"""Putting a comparison together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from parsched import Platform, Rules
from parsched.base.errors import ParameterError, WorkloadError
from parsched.model.problem.platform import INSTANT
from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.clusters.models import MAX_NAME, Cluster
from schedweb.clusters.selectors import cluster_for, clusters_of
from schedweb.clusters.services import create_cluster, machine_for
from schedweb.runs import selectors, services
from schedweb.runs.candidates import Candidates
from schedweb.runs.models import Comparison
from schedweb.web.confirming import confirmed_in
from schedweb.web.contexts.compare import FITTING, AddPage, ComparePage
from schedweb.web.forms.compare import ChoicesForm
from schedweb.web.forms.rules import rules_form, rules_of
from schedweb.web.forms.texts import TextsForm
from schedweb.web.http import user_of
from schedweb.web.planned_machine import PlannedMachine, is_planned
from schedweb.workloads.models import Workload
from schedweb.workloads.selectors import workloads_of

GONE = "That {} is not there any more: choose again."
"""Message for an object that was deleted or belongs to another user."""


def compare(request: HttpRequest) -> HttpResponse:
    """Choose workload, machine and algorithms; `compare` starts, other buttons change the form."""
    user, posted = user_of(request), request.method == "POST"
    page = _page(user, request.POST if posted else _filled(user, request.GET), posted=posted)
    if "compare" not in request.POST:
        return render(request, "compare/new.html", {"page": page})
    if page.missing or page.workload is None:
        return _refused(request, page, page.missing)
    try:
        comparison = _create(user, page.workload, page, confirmed_in(request))
    except InvalidError as error:
        return _refused(request, page, error.errors)
    except RefusedError as error:
        page = replace(page, refused=str(error))
        return render(request, "compare/new.html", {"page": page}, status=409)
    return redirect("comparison", comparison.pk)


def add(request: HttpRequest, pk: str) -> HttpResponse:
    """Add algorithms to a comparison."""
    comparison = selectors.comparison_for(user_of(request), pk)
    rules = Rules.from_mapping(comparison.rules)
    candidates = Candidates.of(comparison.owner, comparison.workload, comparison.platform(), rules)
    if request.method != "POST":
        page = AddPage(comparison, ChoicesForm.of(candidates, []))
        return render(request, "compare/add.html", {"page": page})
    page = AddPage(comparison, ChoicesForm.posted(candidates, request.POST))
    if "add" not in request.POST:
        return render(request, "compare/add.html", {"page": page})
    try:
        services.add_runs(comparison, page.choices.entries, confirmed=confirmed_in(request))
    except InvalidError as error:
        page = replace(page, choices=page.choices.with_errors(error.errors))
        return render(request, "compare/add.html", {"page": page}, status=422)
    except RefusedError as error:
        page = replace(page, refused=str(error))
        return render(request, "compare/add.html", {"page": page}, status=409)
    return redirect("comparison", pk)


def _filled(user: User, query: QueryDict) -> QueryDict:
    """Return a query with all that it asks to `repeat`: the jobs, machine, rules and runs of a
    comparison; raises Http404."""
    if not (key := query.get("repeat")):
        return query
    comparison = selectors.comparison_for(user, key)
    filled = query.copy()
    filled["workload"] = comparison.workload.pk
    if comparison.machine:
        filled["cluster"] = comparison.machine.pk
    for name, value in comparison.rules.items():
        filled[f"rules-{name}"] = str(value)
    filled.setlist("run", services.texts_of(comparison))
    return filled


def _page(user: User, data: QueryDict, *, posted: bool) -> ComparePage:
    workloads = [w for w in workloads_of(user) if _is_offered(w, data.get("workload", ""))]
    clusters = [c for c in clusters_of(user) if _is_offered(c, data.get("cluster", ""))]
    if not workloads and not posted:
        missing = {"workload": GONE.format("workload")} if data.get("workload") else {}
        return ComparePage(workloads, clusters, None, "", None, rules_form(), missing=missing)
    chosen = {name: data.get(name, "") for name in ("workload", "cluster")}
    valid = {"workload": [w.pk for w in workloads], "cluster": [FITTING, *(c.pk for c in clusters)]}
    valid["cluster"] += [chosen["cluster"]] if is_planned(chosen["cluster"]) else []
    missing = _missing(chosen, valid, posted=posted)
    workload = None if "workload" in missing else _workload(chosen["workload"], user, workloads)
    planned = None
    try:
        if workload is not None:
            planned = PlannedMachine.of(user, chosen["cluster"], workload)
    except (ParameterError, WorkloadError) as error:
        missing["cluster"] = f"{error}: choose another."
    cluster = "" if "cluster" in missing else _cluster_key(chosen["cluster"], clusters, workload)
    platform = planned.platform if planned else _platform(cluster, clusters, workload)
    rules = rules_form(data)
    candidates = Candidates.of(user, workload, platform, rules_of(rules))
    choices = (ChoicesForm.posted if posted else ChoicesForm.of_query)(candidates, data)
    texts = TextsForm(initial=data.dict())
    page = ComparePage(workloads, clusters, workload, cluster, choices, rules, texts)
    return replace(page, platform=platform, missing=missing, planned=planned)


def _is_offered(thing: Workload | Cluster, chosen: str) -> bool:
    """Tell whether something can be chosen: what is archived only if it is chosen already."""
    return thing.archived is None or thing.pk == chosen


def _missing(
    chosen: Mapping[str, str], valid: Mapping[str, Sequence[str]], *, posted: bool
) -> dict[str, str]:
    """Return messages about requested objects that do not exist; forms must name them all."""
    missing = {}
    for name, noun in (("workload", "workload"), ("cluster", "machine")):
        if chosen[name] and chosen[name] not in valid[name]:
            missing[name] = GONE.format(noun)
        elif posted and not chosen[name]:
            missing[name] = f"Choose a {noun}."
    return missing


def _workload(chosen_key: str, user: User, workloads: list[Workload]) -> Workload:
    """Return the requested workload, else the user's latest, else a comparison's workload."""
    mine = [w.pk for w in workloads if w.source.get("kind") != "sample"][:1]
    used = selectors.comparisons_of(user).values_list("workload", flat=True)[:1]
    by_key = {workload.pk: workload for workload in workloads}
    likely = [chosen_key, *mine, *used, *by_key]
    return next(by_key[key] for key in likely if key in by_key)


def _cluster_key(key: str, clusters: list[Cluster], workload: Workload | None) -> str:
    """Return the requested cluster, else one of the workload's size, else `FITTING`; one on which
    deployments take time is for jobs that need environments."""
    if key or workload is None:
        return key or FITTING
    sizes = [site["processors"] for site in _sites(workload)]
    takes_time = "environment" in workload.features.get("labels", ())
    of_equal_sites = (
        cluster.pk
        for cluster in clusters
        if [site["processors"] for site in cluster.sites] == sizes
        and (takes_time or cluster.deployment == INSTANT)
    )
    return next(of_equal_sites, FITTING)


def _sites(workload: Workload) -> list[dict[str, Any]]:
    """Return the sites of the workload's own machine."""
    return workload.sites or [{"processors": workload.processors}]


def _platform(key: str, clusters: list[Cluster], workload: Workload | None) -> Platform | None:
    selected = next((cluster for cluster in clusters if cluster.pk == key), None)
    if selected:
        return selected.platform()
    if workload is None or key != FITTING:
        return None
    if workload.sites:
        return Cluster(sites=workload.sites).platform()
    return Platform.of(workload.processors)


@transaction.atomic
def _create(
    user: User, workload: Workload, page: ComparePage, confirmed: Sequence[str]
) -> Comparison:
    assert page.choices is not None
    if page.cluster == FITTING:
        cluster = create_cluster(user, name=_fitting(workload), sites=_sites(workload))
    elif page.planned is not None:
        cluster = machine_for(user, page.planned.platform, named=True)
    else:
        cluster = cluster_for(user, page.cluster)
    texts, rules = page.texts.texts, page.rules.values if page.has_rules else None
    return services.create_comparison(
        user, workload, cluster, page.choices.entries, rules=rules, confirmed=confirmed, **texts
    )


def _fitting(workload: Workload) -> str:
    """Return the name of the workload's own machine."""
    if sites := workload.sites:
        return f"{len(sites)} sites of {workload.name}"[:MAX_NAME]
    size = workload.processors
    return counted(size, "processor")


def _refused(request: HttpRequest, page: ComparePage, errors: Mapping[str, str]) -> HttpResponse:
    assert page.choices is not None
    of_rules = {n.partition(".")[2]: text for n, text in errors.items() if n.startswith("rules.")}
    own = {name: text for name, text in errors.items() if name in page.texts.fields}
    page.texts.refuse(InvalidError(own))
    page = replace(
        page,
        errors=errors,
        choices=page.choices.with_errors(errors),
        rules=page.rules.with_errors(of_rules),
    )
    return render(request, "compare/new.html", {"page": page}, status=422)
