"""The form of a cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from django.http import QueryDict

from parsched.base.digits import whole
from parsched.model.problem.platform import DEPLOY_PRESETS, DeployPreset, DeployTime, Systems
from parsched.report.conditions import deployments_text
from parsched.report.phrases import counted
from schedweb.base.editing import NOTHING, Edit, Seen, fingerprints
from schedweb.clusters.machines import KnownMachine
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import MAX_SITES, machine_of
from schedweb.clusters.wording import sites_in_short
from schedweb.web.forms.params import ParamsForm, params_form

PREFIX = "deployment-"
TITLES = {
    "name": "Name",
    "sites": "Processors",
    "deployment": "Deployments",
    "systems": "Environments held at once",
}
"""Fields as the page calls them."""


@dataclass(frozen=True)
class SiteFields:
    """One row of the form, as text."""

    name: str = ""
    processors: str = ""
    name_error: str = ""
    processors_error: str = ""


@dataclass(frozen=True)
class Both:
    """A field that two people changed: what is stored, and what was sent."""

    title: str
    stored: str
    sent: str


@dataclass(frozen=True)
class ClusterForm:
    """Name, sites, time of deployments and systems of a processor as typed; `errors` holds the
    errors of the name and of the whole list."""

    name: str = ""
    rows: Sequence[SiteFields] = (SiteFields(),)
    deployment: ParamsForm = field(default_factory=lambda: params_form(DeployTime, PREFIX))
    systems: ParamsForm = field(default_factory=lambda: params_form(Systems))
    errors: Mapping[str, str] = field(default_factory=dict)
    seen: Seen = field(default_factory=dict)
    both: Sequence[Both] = ()
    """What another user changed, and how."""

    @classmethod
    def of(cls, cluster: Cluster) -> Self:
        """Show a stored cluster."""
        return cls._of(machine_of(cluster), machine_of(cluster))

    @classmethod
    def of_edit(cls, edit: Edit) -> Self:
        """Show what was sent of a cluster that another user has changed."""
        both = [
            Both(TITLES[name], _text_of(name, edit.stored), _text_of(name, edit.sent))
            for name in edit.stale
        ]
        return replace(cls._of(edit.merged, edit.stored), both=both)

    @classmethod
    def _of(cls, machine: Mapping[str, Any], stored: Mapping[str, Any]) -> Self:
        rows = [SiteFields(site["name"], str(site["processors"])) for site in machine["sites"]]
        systems = params_form(Systems).having({"systems": machine["systems"]})
        time = _timed(DeployTime.from_mapping(machine["deployment"]))
        return cls(machine["name"], rows, time, systems, seen=fingerprints(stored))

    @classmethod
    def like(cls, machine: KnownMachine | None) -> Self:
        """Show a ready-made machine, or an empty form."""
        if machine is None:
            return cls()
        return cls(machine.name, [SiteFields(name, str(size)) for name, size in machine.sites])

    @classmethod
    def posted(cls, data: QueryDict, seen: Seen = NOTHING) -> Self:
        """Read submitted data; `add` appends an empty row, `omit` removes one, and `preset` sets
        the time of deployments."""
        pairs = zip(data.getlist("site"), data.getlist("processors"), strict=False)
        rows = [SiteFields(name, processors) for name, processors in pairs][:MAX_SITES]
        if "add" in data:
            rows.append(SiteFields())
        omit = whole(data.get("omit", ""))
        if omit is not None and omit < len(rows) > 1:
            del rows[omit]
        presets = (p.time for p in DEPLOY_PRESETS if p.key == data.get("preset"))
        time = next(map(_timed, presets), params_form(DeployTime, PREFIX, data))
        systems = params_form(Systems, data=data)
        return cls(data.get("name", ""), rows or [SiteFields()], time, systems, seen=seen)

    @property
    def presets(self) -> Sequence[DeployPreset]:
        """Named times of deployments to choose from."""
        return DEPLOY_PRESETS

    @property
    def is_grid(self) -> bool:
        """True with several sites."""
        return len(self.rows) > 1

    @property
    def sites(self) -> list[dict[str, Any]]:
        """Sites as the service takes them."""
        if not self.is_grid:
            return [{"name": "", "processors": self.rows[0].processors}]
        return [{"name": row.name, "processors": row.processors} for row in self.rows]

    @property
    def values(self) -> dict[str, Any]:
        """The whole form as the service takes it."""
        machine = {"deployment": self.deployment.values, **self.systems.values}
        return {"name": self.name, "sites": self.sites, **machine}

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        rows = [
            SiteFields(
                row.name,
                row.processors,
                errors.get(f"sites.{i}.name", ""),
                errors.get(f"sites.{i}.processors", ""),
            )
            for i, row in enumerate(self.rows)
        ]
        prefix = "deployment."
        own = {n.removeprefix(prefix): t for n, t in errors.items() if n.startswith(prefix)}
        return replace(
            self,
            rows=rows,
            deployment=self.deployment.with_errors(own),
            systems=self.systems.with_errors(errors),
            errors=errors,
        )


def _text_of(name: str, machine: Mapping[str, Any]) -> str:
    """Return a field of a machine in words."""
    if name == "sites":
        rows = [(site["name"], site["processors"]) for site in machine["sites"]]
        return sites_in_short(rows) if len(rows) > 1 else counted(rows[0][1], "processor")
    if name == "deployment":
        return deployments_text(DeployTime.from_mapping(machine["deployment"]))
    return str(machine[name])


def _timed(time: DeployTime) -> ParamsForm:
    return params_form(DeployTime, PREFIX).having(time.as_dict())
