"""Parameter forms, generated from declarations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.http import QueryDict

from algorithms.params import Params, Spec


@dataclass(frozen=True)
class ParamField:
    """One declared parameter with what was typed."""

    spec: Spec
    name: str
    value: str
    error: str = ""

    @property
    def is_changed(self) -> bool:
        """True where the value is not the default."""
        return self.value != as_text(self.spec.default)

    @property
    def is_checked(self) -> bool:
        """The value of a yes/no parameter."""
        return self.value == "true"

    @property
    def limits(self) -> str:
        """The allowed numbers in words, where there are any."""
        has_limits = self.spec.low is not None or self.spec.high is not None
        return self.spec.rule if has_limits and not self.spec.is_seed else ""


@dataclass(frozen=True)
class ParamsForm:
    """All parameters of an algorithm or a generator."""

    fields: Sequence[ParamField]

    @property
    def values(self) -> dict[str, str]:
        """Text by parameter, as `Params.from_mapping` takes it."""
        return {field.spec.name: field.value for field in self.fields}

    @property
    def is_open(self) -> bool:
        """True where something is not as usual, or wrong."""
        return any(field.is_changed or field.error for field in self.fields)

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        return type(self)(
            [replace(field, error=errors.get(field.spec.name, "")) for field in self.fields]
        )


def params_form(
    params: type[Params], prefix: str = "", data: QueryDict | None = None
) -> ParamsForm:
    """Return the form of a parameter class: as sent, or with its defaults."""
    fields = []
    for spec in params.specs():
        name = f"{prefix}{spec.name}"
        # A yes/no parameter sends "false" and, where it is ticked, "true" after it.
        sent = data.getlist(name)[-1:] if data is not None else []
        fields.append(ParamField(spec, name, sent[0] if sent else as_text(spec.default)))
    return ParamsForm(fields)


def as_text(value: Any) -> str:
    """Write a default as its field shows it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
