"""The form of the rules of a comparison."""

from dataclasses import replace

from django.http import QueryDict

from parsched import Rules
from parsched.base.errors import ParameterError
from schedweb.web.forms.params import ParamsForm, params_form

PREFIX = "rules-"
TITLES = {
    "estimates": "jobs that outlive their estimate",
    "events": "events at the same instant",
}
NAMES = {
    "estimates": {
        "raise": "raise the estimate to the run time",
        "kill": "kill the job at its estimate",
        "overrun": "let the job overrun",
    },
    "events": {
        "batch": "take them together, then schedule",
        "sequential": "schedule after each",
    },
}
"""Texts of the values."""


def rules_form(data: QueryDict | None = None) -> ParamsForm:
    """Return the form of the rules: as submitted, or with the defaults."""
    form = params_form(Rules, PREFIX, data)
    specs = (
        replace(field.spec, title=TITLES[field.spec.name], names=NAMES[field.spec.name])
        for field in form.fields
    )
    fields = [replace(f, spec=spec) for f, spec in zip(form.fields, specs, strict=True)]
    return replace(form, fields=fields)


def rules_of(form: ParamsForm) -> Rules:
    """Return the chosen rules; the defaults if a value is invalid."""
    try:
        return Rules.from_mapping(form.values)
    except ParameterError:
        return Rules()
