"""The form of a workload model with its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self
from urllib.parse import urlencode

from django.http import QueryDict

from parsched.data.generators import Generator, Setting
from parsched.data.generators.registry import MAX_JOBS
from parsched.model.problem.platform import MAX_PROCESSORS
from schedweb.base.numbers import number_problem
from schedweb.web.forms.params import ParamsForm, params_form

PREFIX = "param-"
USUAL = Setting(title="", jobs=1_000, processors=64)
"""Initial values of forms for models without published settings."""


@dataclass(frozen=True)
class GenerateForm:
    """Size and parameters; `errors` holds the errors of fields that every model has."""

    jobs: str
    processors: str
    name: str
    params: ParamsForm
    errors: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, generator: Generator, data: QueryDict) -> Self:
        """Read submitted data, or take the defaults: the first published setting, if any."""
        usual = generator.settings[0] if generator.settings else USUAL
        params = params_form(generator.params, PREFIX, data)
        return cls(
            data.get("jobs", str(usual.jobs)),
            data.get("processors", str(usual.processors)),
            data.get("name", ""),
            params,
        )

    def size(self) -> tuple[int, int] | Self:
        """Return jobs and processors, or the form with its errors."""
        found = {
            "jobs": number_problem("jobs", self.jobs, 0, MAX_JOBS),
            "processors": number_problem("processors", self.processors, 1, MAX_PROCESSORS),
        }
        errors = {name: text for name, text in found.items() if text}
        return replace(self, errors=errors) if errors else (int(self.jobs), int(self.processors))

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        own = {name: text for name, text in errors.items() if not name.startswith("params.")}
        of_params = {
            name.removeprefix("params."): text for name, text in errors.items() if name not in own
        }
        return replace(self, errors=own, params=self.params.with_errors(of_params))


def query_of(setting: Setting) -> str:
    """Return the query that fills the form with a setting."""
    size = {"jobs": setting.jobs, "processors": setting.processors}
    return urlencode(size | {f"{PREFIX}{name}": value for name, value in setting.params.items()})
