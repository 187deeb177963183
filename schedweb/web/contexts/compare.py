"""The page on which a comparison is put together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parsched import Platform
from parsched import Workload as Jobs
from schedweb.clusters.models import Cluster
from schedweb.runs.models import Comparison
from schedweb.web.forms.compare import ChoicesForm
from schedweb.web.forms.params import ParamsForm
from schedweb.web.forms.texts import TextsForm
from schedweb.web.planned_machine import PlannedMachine
from schedweb.web.same_names import distinguished
from schedweb.workloads.models import JobKind, Workload

FITTING = "fit"
"""Value of the option "a machine of the size given by the workload"."""


@dataclass(frozen=True)
class ComparePage:
    """The form of a new comparison: workload, machine, rules and algorithms as chosen.

    If a requested workload or machine does not exist, `missing` has the message under `workload` or
    `cluster`, and nothing is selected instead. A `planned` machine is stored with the comparison.
    """

    workloads: Sequence[Workload]
    clusters: Sequence[Cluster]
    workload: Workload | None
    cluster: str
    choices: ChoicesForm | None
    rules: ParamsForm
    texts: TextsForm = field(default_factory=TextsForm)
    errors: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""
    platform: Platform | None = None
    planned: PlannedMachine | None = None

    @property
    def jobs(self) -> Jobs | None:
        """Jobs of the chosen workload."""
        return self.workload.load() if self.workload else None

    @property
    def workload_choices(self) -> list[tuple[Workload, str]]:
        """Workloads to choose from, each with a text that distinguishes equal names."""
        return distinguished(self.workloads, lambda w: f"{w.name} {w.jobs}")

    @property
    def cluster_choices(self) -> list[tuple[Cluster, str]]:
        """Machines to choose from, in the same manner."""
        return distinguished(
            self.clusters,
            lambda c: f"{c.name} {len(c.sites)} {c.processors} {c.deployment.text} {c.systems}",
        )

    @property
    def machine(self) -> Cluster | None:
        """The machine that is chosen, if it is one of those to choose from."""
        return next((cluster for cluster in self.clusters if cluster.pk == self.cluster), None)

    @property
    def has_rules(self) -> bool:
        """False where rules mean nothing: moldable jobs have no estimates, and no events but the
        ends of batches."""
        return self.workload is None or self.workload.kind != JobKind.MOLDABLE

    @property
    def fitting(self) -> str:
        """Value of the option for a machine of the workload's own size."""
        return FITTING


@dataclass(frozen=True)
class AddPage:
    """Algorithms to add to a comparison."""

    comparison: Comparison
    choices: ChoicesForm
    refused: str = ""

    @property
    def platform(self) -> Platform:
        """The machine."""
        return self.comparison.platform()

    @property
    def jobs(self) -> Jobs:
        """Jobs of the comparison."""
        return self.comparison.workload.load()
