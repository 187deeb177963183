"""Making, changing and deleting clusters."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from parsched.base import naming
from parsched.base.digits import whole
from parsched.model.problem.platform import MAX_PROCESSORS, DeployTime, Platform, Systems
from parsched.report.conditions import deployments_text
from parsched.report.phrases import counted
from schedweb.accounts.models import User
from schedweb.base.editing import NOTHING, Edit, Seen, held, write
from schedweb.base.errors import InvalidError, noting, refuse
from schedweb.base.texts import checked_texts
from schedweb.clusters.models import MAX_NAME, Cluster, SiteJson
from schedweb.store import filing

COLUMNS = ("name", "sites", "deploy_seconds", "deploy_extra", "systems")
MAX_SITES = 64


def create_cluster(
    owner: User,
    *,
    name: str,
    sites: Sequence[Mapping[str, Any]],
    deployment: Mapping[str, Any] | None = None,
    systems: Any = 1,
) -> Cluster:
    """Make a cluster of one or several sites; a site without a name gets one.

    `deployment` has the values of `DeployTime`, as text or JSON; without any, deployments take no
    time. `systems` is how many environments a processor holds at once.

    Raises `InvalidError` with errors under `name`, `sites`, `sites.0.processors`,
    `deployment.seconds`, `systems` and so on.
    """
    values = _checked(name, sites, deployment or {}, systems)
    return Cluster.objects.create(owner=owner, **values)


def machine_for(owner: User, platform: Platform, *, named: bool = False) -> Cluster:
    """Return the person's machine of these sizes, deployments and systems, and of sites of these
    names if they are `named`; make one where there is none."""
    keys = ("name", "processors") if named else ("processors",)
    sites = [{key: getattr(site, key) for key in keys} for site in platform.sites]
    for cluster in Cluster.objects.filter(owner=owner, systems=platform.systems):
        same_sites = [{key: site[key] for key in keys} for site in cluster.sites] == sites
        if same_sites and cluster.deployment == platform.deployment:
            return cluster
    words = [counted(platform.processors, "processor") + _on_sites(len(sites))]
    if not platform.deployment.is_instant:
        words.append(deployments_text(platform.deployment))
    if platform.systems > 1:
        words.append(f"{counted(platform.systems, 'system')} each")
    return create_cluster(
        owner,
        name=", ".join(words)[:MAX_NAME],
        sites=sites,
        deployment=platform.deployment.as_dict(),
        systems=platform.systems,
    )


def _on_sites(count: int) -> str:
    return f" on {count} sites" if count > 1 else ""


@transaction.atomic
def update_cluster(cluster: Cluster, *, seen: Seen = NOTHING, **sent: Any) -> Cluster:
    """Change what is sent of a cluster: what `create_cluster` takes. Comparisons keep the machine
    that they were made for.

    Raises as `create_cluster` does and, for what is not as it was `seen`, `StaleError`.
    """
    locked: Cluster = held(cluster)
    now = machine_of(locked)
    edit = Edit(now, _machine(**_checked(**{**now, **sent})), seen)
    edit.refuse_stale()
    write(locked, _checked(**edit.merged))
    return locked


def machine_of(cluster: Cluster) -> dict[str, Any]:
    """Return what people change of a cluster, as `create_cluster` takes it."""
    return _machine(**{name: getattr(cluster, name) for name in COLUMNS})


def _machine(
    name: str, sites: Sequence[SiteJson], deploy_seconds: float, deploy_extra: float, systems: int
) -> dict[str, Any]:
    """Return fields as they are edited: the one site of a cluster that is called as it has no name
    of its own, so that it is renamed together with it."""
    is_named_alike = len(sites) == 1 and sites[0]["name"] == name
    return {
        "name": name,
        "sites": [{**site, "name": ""} for site in sites] if is_named_alike else sites,
        "deployment": DeployTime(deploy_seconds, deploy_extra).as_dict(),
        "systems": systems,
    }


def delete_cluster(cluster: Cluster) -> None:
    """Put a cluster into the trash; comparisons keep the machine that they were made for."""
    filing.throw_away(cluster)


def _checked(
    name: str, sites: Sequence[Mapping[str, Any]], deployment: Mapping[str, Any], systems: Any
) -> dict[str, Any]:
    """Return the values of all fields; raises `InvalidError` with everything that is wrong."""
    errors: dict[str, str] = {}
    texts: dict[str, str] = {}
    stored: list[SiteJson] = []
    time, held = DeployTime(), Systems()
    with noting(errors):
        texts = checked_texts(Cluster, name=name)
    with noting(errors):
        stored = _checked_sites(naming.one_line(name), sites)
    with noting(errors, "deployment."):
        time = DeployTime.from_mapping(deployment)
    with noting(errors):
        held = Systems.from_mapping({"systems": systems})
    refuse(errors)
    times = {"deploy_seconds": time.seconds, "deploy_extra": time.extra}
    return {**texts, "sites": stored, **times, **held.as_dict()}


def _checked_sites(name: str, sites: Sequence[Mapping[str, Any]]) -> list[SiteJson]:
    """Return sites as they are stored; raises `InvalidError`."""
    if not 1 <= len(sites) <= MAX_SITES:
        problem = f"a machine must have 1 to {MAX_SITES} sites, got {len(sites)}"
        raise InvalidError({"sites": problem})
    errors: dict[str, str] = {}
    names = [
        naming.one_line(str(site.get("name") or "")) or _default(i, name, sites)
        for i, site in enumerate(sites)
    ]
    for i, site in enumerate(sites):
        errors |= _site_errors(f"sites.{i}", names[i], names[:i], site.get("processors"))
    if errors:
        raise InvalidError(errors)
    return [
        {"name": label, "processors": int(site["processors"])}
        for label, site in zip(names, sites, strict=True)
    ]


def _default(index: int, name: str, sites: Sequence[Mapping[str, Any]]) -> str:
    return name if len(sites) == 1 else f"site {index + 1}"


def _site_errors(path: str, name: str, earlier: list[str], processors: Any) -> dict[str, str]:
    errors: dict[str, str] = {}
    with noting(errors, f"{path}."):
        checked_texts(Cluster, name=name)
    if name in earlier:
        errors[f"{path}.name"] = f"sites must have different names, got {naming.quoted(name)} twice"
    if not _is_size(processors):
        rule = f"processors must be a whole number from 1 to {MAX_PROCESSORS:,}"
        errors[f"{path}.processors"] = f"{rule}, got {processors!r:.60}"
    return errors


def _is_size(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | str):
        return False
    return bool(whole(str(value).strip(), MAX_PROCESSORS))
