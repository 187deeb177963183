"""The choice of the job field that names environments, with a preview of the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from parsched import Workload as Jobs
from parsched.data.formats import AS_GIVEN, ENVIRONMENT_FROM, sources_of
from parsched.declare.spec import Spec
from parsched.report.shares import LabelShares
from schedweb.base.errors import InvalidError
from schedweb.web.contexts.contents import environments
from schedweb.web.forms.params import ChoiceOption
from schedweb.workloads.environments import other_sources
from schedweb.workloads.models import Workload
from schedweb.workloads.services import with_names_for_environments


@dataclass(frozen=True)
class EnvironmentChoice:
    """Job fields that can name environments, and the environments for the `chosen` field.

    `shares` is None if no job needs an environment, or if the choice is invalid (see `error`).
    """

    options: Sequence[ChoiceOption]
    chosen: str
    shares: LabelShares | None
    error: str = ""
    spec: Spec = ENVIRONMENT_FROM

    @classmethod
    def of_upload(cls, jobs: Jobs, chosen: str = AS_GIVEN) -> Self:
        """Return all choices for the jobs of a file."""
        options, error, shares = _options(sources_of(jobs), chosen), "", None
        try:
            shares = environments(with_names_for_environments(jobs, chosen))
        except InvalidError as refused:
            error = str(refused)
        return cls(options, chosen, shares, error)

    @classmethod
    def of_workload(cls, workload: Workload, jobs: Jobs) -> Self:
        """Return the fields of a stored workload other than its current environment field."""
        options = _options(other_sources(workload, jobs), "")
        return cls(options, workload.environment_from, environments(jobs))

    @property
    def has_choice(self) -> bool:
        """True where the jobs have names that may stand for environments."""
        return any(option.value != AS_GIVEN for option in self.options)

    @property
    def others(self) -> str:
        """Names that jobs may have in general."""
        *most, last = (source for source in self.spec.choices if source != AS_GIVEN)
        return f"{', '.join(most)} or {last}"


def _options(counts: Mapping[str, int], chosen: str) -> list[ChoiceOption]:
    return [
        ChoiceOption(source, _text(source, n), source == chosen) for source, n in counts.items()
    ]


def _text(source: str, count: int) -> str:
    """Describe a field, and how many environments it gives."""
    name = "as given" if source == AS_GIVEN else source
    return f"{name} ({f'{count:,} different' if count else 'none'})"
