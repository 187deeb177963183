"""Columns of texts that people write. A model declares what the text may be; its form, the API and
the services refuse everything else in the same sentence."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import models

from parsched.base import naming
from schedweb.base.editing import plain_lines
from schedweb.base.errors import refuse

if TYPE_CHECKING:
    _Text = models.Field[str, str]
    _Line = models.CharField[str, str]
    _Lines = models.TextField[str, str]
else:
    _Text, _Line, _Lines = models.Field, models.CharField, models.TextField

MAX_TITLE = 200
MAX_NOTE = 10_000


class WrittenField(_Text):
    """A column that says what a text may be."""

    def checked(self, text: str, *, optional: bool) -> str:
        """Return a text as it is stored; raises `ValidationError`."""
        raise NotImplementedError

    def clean(self, value: Any, model_instance: models.Model | None) -> str:
        """Return a text as it is stored; raises `ValidationError`."""
        return self.checked(value, optional=self.blank)

    def deconstruct(self) -> Any:
        """Return it as a plain column for migrations."""
        name, _, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs

    def formfield(self, **options: Any) -> Any:
        """Return its field of a form."""
        return super().formfield(**{"form_class": ColumnText, "column": self, **options})


class NameField(WrittenField, _Line):
    """A name on one line, without invisible characters; each run of spaces becomes one."""

    def checked(self, text: str, *, optional: bool) -> str:
        """Return a text as it is stored; raises `ValidationError`."""
        line = naming.one_line(text)
        if problem := naming.problem(self.name, line, self.max_length or 0, int(not optional)):
            raise ValidationError(problem)
        return line


class NoteField(WrittenField, _Lines):
    """Markdown of several lines; it may be blank."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"blank": True, **options})
        self.max_length = MAX_NOTE

    def checked(self, text: str, *, optional: bool = True) -> str:
        """Return a text as it is stored; raises `ValidationError`."""
        note = plain_lines(text)
        wrong = naming.wrong_length(self.name, note, MAX_NOTE, least=0)
        if problem := wrong or naming.problem_of_prose(self.name, note):
            raise ValidationError(problem)
        return note

    def deconstruct(self) -> Any:
        """Return it as a plain column for migrations."""
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        return name, path, args, kwargs

    def formfield(self, **options: Any) -> Any:
        """Return its field of a form."""
        return super().formfield(**{"widget": forms.Textarea({"rows": 5}), **options})


class ColumnText(forms.CharField):
    """The field of a form for a column; one that is not required may be blank."""

    def __init__(self, *, column: WrittenField, **options: Any) -> None:
        super().__init__(**options)
        self.column = column

    def clean(self, value: Any) -> str:
        """Return a text as it is stored; raises `ValidationError`."""
        return self.column.checked(value or "", optional=not self.required)


def column_of(model: type[models.Model], name: str) -> WrittenField:
    """Return the column of a text that people write."""
    column = model._meta.get_field(name)
    assert isinstance(column, WrittenField)
    return column


def checked_texts(model: type[models.Model], **texts: str) -> dict[str, str]:
    """Return texts as a model stores them, by the names of their columns; raises `InvalidError`
    under these names."""
    return checked([column_of(model, name) for name in texts], texts)


def checked(columns: Iterable[WrittenField], texts: Mapping[str, str]) -> dict[str, str]:
    """Return texts as columns store them, by name; raises `InvalidError` under these names."""
    values, errors = {}, {}
    for column in columns:
        try:
            values[column.name] = column.clean(texts[column.name], None)
        except ValidationError as error:
            errors[column.name] = error.messages[0]
    refuse(errors)
    return values
