"""The form that starts a study of a paper."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from django.http import QueryDict

from parsched import studies
from parsched.base.errors import ParameterError, UnknownKeyError
from schedweb.base.errors import InvalidError
from schedweb.web.forms.numbers import wrong_numbers


@dataclass(frozen=True)
class PresetForm:
    """Repetitions, seed and the figure that is wanted, as typed."""

    study: studies.Study
    repetitions: str
    seed: str
    only: str
    errors: Mapping[str, str] = field(default_factory=dict)
    refused: str = ""

    @classmethod
    def of(cls, study: studies.Study, data: QueryDict) -> Self:
        """Read submitted data, or take what the paper has."""
        usual = max(part.repetitions for part in study.parts)
        return cls(
            study,
            data.get("repetitions", str(usual)),
            data.get("seed", str(study.seed)),
            data.get("only", ""),
        )

    def declared(self) -> studies.Study:
        """Return the study that is wanted; raises `InvalidError`."""
        if errors := wrong_numbers(self.repetitions, self.seed):
            raise InvalidError(errors)
        try:
            return self.study.changed(
                repetitions=int(self.repetitions), seed=int(self.seed), only=self.only
            )
        except UnknownKeyError as error:
            raise InvalidError({"only": str(error)}) from error
        except ParameterError as error:
            raise InvalidError(error.errors) from error

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        return replace(self, errors=errors)
