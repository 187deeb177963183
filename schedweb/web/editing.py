"""Forms that change stored things: what they were rendered with travels along, and what cannot be
stored comes back on a page of its own with both versions, so that nothing typed is lost."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.db import models
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from parsched.studies.part import MAX_REPETITIONS
from schedweb.base.editing import Edit, Seen, StaleError, editable, fingerprints
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.base.forms import NumberField, StatedForm
from schedweb.base.texts import column_of
from schedweb.runs.models import Comparison, Run
from schedweb.studies.models import Study
from schedweb.studies.services import most_repetitions
from schedweb.workloads.models import Workload

SEEN = "seen-"
"""How the names of hidden fields begin that have fingerprints."""
HELP = {
    "note": "Markdown: **bold**, *italic*, lists, tables, `code`, and [links](https://…); copied "
    "addresses of views of this page open for readers of shared links, too."
}
TEXTS: Mapping[type[models.Model], tuple[str, ...]] = {
    Comparison: ("title", "note"),
    Run: ("note",),
    Study: ("title", "note"),
    Workload: ("name",),
}
"""Columns that people change on the page of a thing."""


def seen_in(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the fingerprints of what the sender of a form had seen."""
    return {name.removeprefix(SEEN): data[name] for name in data if name.startswith(SEEN)}


class EditForm(StatedForm):
    """Form of some fields with their `stored` values and, if it was submitted, what was sent."""

    def __init__(
        self,
        fields: Mapping[str, forms.Field],
        stored: Mapping[str, Any],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=stored, auto_id="edit-%s")
        self.fields |= fields
        self.edit = Edit(stored, {name: self.data.get(name, "") for name in fields})

    @property
    def seen(self) -> dict[str, str]:
        """Names and values of the hidden fields."""
        stored = fingerprints({name: self.edit.stored[name] for name in self.fields})
        return {f"{SEEN}{name}": value for name, value in stored.items()}

    @property
    def stale(self) -> list[BoundField]:
        """Fields that another user changed."""
        return [self[name] for name in self.edit.stale]

    @property
    def rows(self) -> list[tuple[BoundField, str | None]]:
        """Each field, and what is stored if another user changed it."""
        stored = {name: str(self.edit.stored[name]) for name in self.edit.stale}
        return [(field, stored.get(field.name)) for field in self]

    def compare(self, stored: Mapping[str, Any], seen: Seen) -> None:
        """Offer what was typed, and where nothing was, what is stored now."""
        self.edit = Edit(stored, self.edit.sent, seen)
        self.data = self.edit.merged


def texts_form(thing: models.Model, data: Mapping[str, Any] | None = None) -> EditForm:
    """Return the form of the texts of a thing; of submitted data it has the fields that were
    sent."""
    model = type(thing)
    names = [name for name in TEXTS[model] if data is None or name in data]
    fields = {
        name: column_of(model, name).formfield(help_text=HELP.get(name, "")) for name in names
    }
    return EditForm(fields, editable(thing, names), data)


def repetitions_form(study: Study, data: Mapping[str, Any] | None = None) -> EditForm:
    """Return the form of the repetitions of a study."""
    label = "Repetitions of each value in all"
    field = NumberField("repetitions", 1, MAX_REPETITIONS, label=label)
    return EditForm({"repetitions": field}, {"repetitions": most_repetitions(study.declared)}, data)


def edited(
    request: HttpRequest,
    back: str,
    find: Callable[[], Any],
    change: Callable[..., object],
    form_of: Callable[..., EditForm] = texts_form,
) -> HttpResponse:
    """Store what was sent of the thing that `find` finds and go back, or show what was typed beside
    what is stored."""
    thing, seen, status = find(), seen_in(request.POST), 422
    form = form_of(thing, request.POST)
    if form.is_valid():
        try:
            change(thing, **form.cleaned_data, seen=seen)
            return redirect(back)
        except StaleError:
            status = 409
        except InvalidError as error:
            form.refuse(error)
        except RefusedError as error:
            messages.error(request, str(error))
            return redirect(back)
    form.compare(form_of(find(), request.POST).edit.stored, seen)
    return render(request, "edit.html", {"form": form, "back": back}, status=status)
