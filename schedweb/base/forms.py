"""Forms of the pages: the sentence of each error is the one of the API and the command line, with
the title of the field in place of its name."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from schedweb.base.errors import InvalidError, RefusedError
from schedweb.base.numbers import number_problem


class StatedForm(forms.Form):
    """A form whose fields are called in sentences as the page calls them."""

    def __init__(self, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **{"auto_id": "%s", "label_suffix": "", **options})
        self.cleaned_data: dict[str, Any] = {}  # `add_error` needs it, sent or not

    def add_error(self, field: Any, error: Any) -> None:
        """Say what is wrong under a field, by its title."""
        texts = ValidationError(error).messages
        super().add_error(field, [self._titled(field, text) if field else text for text in texts])

    def refuse(self, error: RefusedError) -> None:
        """Say what a service refused; what concerns no field is said above all of them."""
        errors = error.errors if isinstance(error, InvalidError) else {"": str(error)}
        for name, text in errors.items():
            self.add_error(name if name in self.fields else None, text)

    def _titled(self, name: str, text: str) -> str:
        rest = text.removeprefix(f"{name} ")
        return text if rest == text else f"{self.fields[name].label} {rest}"


@contextmanager
def as_error_of_field() -> Iterator[None]:
    """Raise what a service refuses as an error of the field that is cleaned."""
    try:
        yield
    except InvalidError as error:
        raise ValidationError(str(error)) from error


class TypedText(forms.CharField):
    """Text as it was typed, of any length and characters; what reads it says what is wrong."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"required": False, "strip": False, **options})

    def run_validators(self, value: Any) -> None:
        """Refuse nothing, not even NUL."""


class NumberField(forms.CharField):
    """A whole number within limits; None where nothing is typed and it is not required."""

    def __init__(self, name: str, low: int, high: int, **options: Any) -> None:
        widget = forms.TextInput({"inputmode": "numeric"})
        super().__init__(**{"widget": widget, **options})
        self.name, self.low, self.high = name, low, high

    def clean(self, value: Any) -> int | None:
        """Return the number; raises `ValidationError`."""
        text = str(value if value is not None else "").strip()
        if not text and not self.required:
            return None
        if problem := number_problem(self.name, text, self.low, self.high):
            raise ValidationError(problem)
        return int(text)
