"""Parameter forms, generated from declarations.

The field of a nested parameter is followed by the fields of its choice. Under `SHOWN` a form sends
the choice that these fields belong to: if the choice has changed since, typed values are kept for
parameters that the new choice has too; the others are sent as hidden fields until needed again.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.http import QueryDict

from parsched.base.errors import ParameterError
from parsched.declare.parameters import Params
from parsched.declare.spec import Spec
from parsched.declare.sweeps import example, several, typed
from schedweb.web.forms.headings import as_shown, heading

MOST_DIGITS = 1e15
"""Whole numbers below this are written without a power of ten."""
SHOWN = "-shown"
"""Suffix of the hidden field beside a nested parameter: the keys whose fields the form has."""


@dataclass(frozen=True)
class ChoiceOption:
    """One value of a choice."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class ParamField:
    """One declared parameter with the typed value.

    If it `takes_several`, a choice has a box for each value (those `ticked` are chosen), a number
    has one field for all values. The `note` says what values mean for the current jobs.
    """

    spec: Spec
    name: str
    value: str
    error: str = ""
    takes_several: bool = False
    ticked: Sequence[str] = ()
    note: str = ""

    @property
    def label(self) -> str:
        """Its name as a heading."""
        return heading(self.spec)

    @property
    def conditions(self) -> str:
        """Where it applies, as conditions.js takes it; blank where it always does."""
        prefix = self.name.removesuffix(self.spec.name)
        each = self.spec.when.each if self.spec.when else ()
        return json.dumps([one.as_json(prefix) for one in each]) if each else ""

    @property
    def usual(self) -> str:
        """The default."""
        return as_text(self.spec.default)

    @property
    def sent(self) -> list[str]:
        """The values that a browser sends for the field."""
        return list(self.ticked) if self.has_boxes else [self.value]

    @property
    def is_changed(self) -> bool:
        """True if its values differ from the default."""
        return self.sent != [self.usual]

    @property
    def is_nested(self) -> bool:
        """True if its choices have parameters of their own."""
        return self.spec.kind == "nested"

    @property
    def is_inner(self) -> bool:
        """True for a parameter of the choice of a nested parameter."""
        return "." in self.spec.name

    @property
    def keys(self) -> list[str]:
        """Keys chosen for a nested parameter."""
        return [key for key in self.sent if key in self.spec.choices]

    @property
    def shown_name(self) -> str:
        """Name of the hidden field with the keys whose fields the form has."""
        return f"{self.name}{SHOWN}"

    @property
    def options(self) -> list[ChoiceOption]:
        """Values of a choice."""
        names, choices = self.spec.names, self.spec.choices
        return [
            ChoiceOption(value, names.get(value, value), value in self.sent) for value in choices
        ]

    @property
    def has_options(self) -> bool:
        """True if the field is a list to choose one value from."""
        return self.spec.kind in ("choice", "nested")

    @property
    def has_boxes(self) -> bool:
        """True where several values are boxes to tick."""
        return self.takes_several and self.has_options

    @property
    def typed(self) -> str | list[str]:
        """The typed or ticked values, as `parsched.declare.sweeps.several` takes them."""
        return list(self.ticked) if self.has_boxes else self.value

    @property
    def limits(self) -> str:
        """The allowed numbers in words, where there are any."""
        has_limits = self.spec.low is not None or self.spec.high is not None
        return self.spec.rule if has_limits and not self.spec.is_seed else ""

    @property
    def example(self) -> str:
        """Example of input with several numbers."""
        return example(self.spec)

    def for_several(self) -> Self:
        """Return a field that takes several values, with the current one filled in."""
        if self.takes_several or self.spec.kind == "text":
            return self
        return replace(self, takes_several=True, ticked=(self.value,), error="")

    def for_one(self) -> Self:
        """Return a field for the first of the values, or the default."""
        if not self.takes_several:
            return self
        try:
            first = as_text(several(self.spec, self.typed)[0])
        except ParameterError:
            first = self.usual
        return replace(self, value=first, takes_several=False, ticked=(), error="")

    def having(self, values: Sequence[Any]) -> Self:
        """Return the field with other values, one or several as it takes them."""
        texts = [as_text(value) for value in values]
        if self.has_boxes:
            return replace(self, ticked=texts)
        return replace(self, value=typed(values) if self.takes_several else texts[0])

    def declared_as(self, spec: Spec) -> Self:
        """Return the field for another parameter of this name; the typed value stays if allowed."""
        if spec == self.spec or (self.is_changed and self._suits(spec)):
            return replace(self, spec=spec)
        return self._fresh(spec, self.name)

    def inner(self, spec: Spec) -> Self:
        """Return a new field for a parameter of the choice of this field."""
        return self._fresh(spec, f"{self.name}{spec.name.removeprefix(self.spec.name)}")

    def _fresh(self, spec: Spec, name: str) -> Self:
        fresh = type(self)(spec, name, as_text(spec.default))
        return fresh.for_several() if self.takes_several else fresh

    def _suits(self, spec: Spec) -> bool:
        try:
            return bool(several(spec, self.typed if self.takes_several else [self.value]))
        except ParameterError:
            return False


@dataclass(frozen=True)
class FieldGroup:
    """A field, the fields of its choice, and the names and values of hidden fields."""

    field: ParamField
    inner: Sequence[ParamField] = ()
    hidden: Sequence[tuple[str, str]] = ()

    @property
    def about(self) -> str:
        """Description of the inner fields."""
        *others, last = self.field.keys
        if not others:
            return f"Parameters of {last}"
        return f"Parameters that {', '.join(others)} and {last} have in common"


@dataclass(frozen=True)
class ParamsForm:
    """All parameters of an algorithm or a generator, and fields of nested ones that are not chosen
    now and wait `unseen`."""

    fields: Sequence[ParamField]
    declared: type[Params] = Params
    unseen: Sequence[ParamField] = ()

    @property
    def values(self) -> dict[str, str]:
        """Text by parameter, as `Params.from_mapping` takes it; without those that do not apply
        beside the others, which a form shows all the same."""
        values = {f.spec.name: f.value for f in self._stated if not f.takes_several}
        return values if self.takes_several else self.declared.applicable(values)

    @property
    def vary(self) -> dict[str, Any]:
        """Values of the parameters that take several."""
        return {f.spec.name: f.typed for f in self._stated if f.takes_several}

    @property
    def _stated(self) -> list[ParamField]:
        """Fields whose values are passed on: of nested algorithms only changed ones, since labels
        of runs name every parameter that is passed."""
        return [f for f in self.fields if f.is_changed or not f.is_inner]

    @property
    def groups(self) -> list[FieldGroup]:
        """Fields, each with its inner and hidden fields."""
        return [self._group(field) for field in self.fields if not field.is_inner]

    def _group(self, field: ParamField) -> FieldGroup:
        if not field.is_nested:
            return FieldGroup(field)
        inner, unseen = (
            [f for f in fields if f.spec.name.startswith(f"{field.spec.name}.")]
            for fields in (self.fields, self.unseen)
        )
        hidden = [(f.name, text) for f in unseen for text in f.sent]
        return FieldGroup(field, inner, [(field.shown_name, ",".join(field.keys)), *hidden])

    def sent(self, number: str) -> list[tuple[str, str]]:
        """Return the hidden fields of row `number`: values that differ from the default, or with
        several values all of them."""
        fields = [f for f in self.fields if f.is_changed or self.takes_several]
        pairs = [(field.name, text) for field in fields for text in field.sent]
        pairs += [pair for group in self.groups for pair in group.hidden]
        return [*([("several", number)] if self.takes_several else []), *pairs]

    @property
    def takes_several(self) -> bool:
        """True where parameters take several values."""
        return any(field.takes_several for field in self.fields)

    @property
    def can_take_several(self) -> bool:
        """True if some parameter can take several values."""
        return any(field.spec.kind != "text" for field in self.fields)

    @property
    def is_open(self) -> bool:
        """True if a value differs from the default or is invalid."""
        return self.takes_several or any(f.is_changed or f.error for f in self.fields)

    def switched(self) -> Self:
        """Return a form for several values, or back for one each."""
        back = self.takes_several
        return self.of_fields([f.for_one() if back else f.for_several() for f in self._every])

    def having(self, values: Mapping[str, Any]) -> Self:
        """Return a form in which some parameters have one value each."""
        return self.filled({name: (value,) for name, value in values.items()})

    def with_values(self, vary: Mapping[str, Sequence[Any]]) -> Self:
        """Return a form for several values, with the values of `vary` filled in."""
        return self.of_fields([field.for_several() for field in self._every]).filled(vary)

    def renamed(self, prefix: str) -> Self:
        """Return the same input under other names."""
        return self.of_fields([replace(f, name=f"{prefix}{f.spec.name}") for f in self._every])

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        return self.of_fields(
            [
                replace(field, error=as_shown(field.spec, errors.get(field.spec.name, "")))
                for field in self._every
            ]
        )

    @property
    def _every(self) -> list[ParamField]:
        return [*self.fields, *self.unseen]

    def filled(self, values: Mapping[str, Sequence[Any]]) -> Self:
        """Return the form with some values; nested choices are set first, as they add fields."""
        form = self
        for is_inner in (False, True):
            texts = {name: value for name, value in values.items() if ("." in name) == is_inner}
            every = [(field, texts.get(field.spec.name)) for field in form._every]
            form = form.of_fields([f if value is None else f.having(value) for f, value in every])
        return form

    def of_fields(self, fields: Sequence[ParamField]) -> Self:
        """Return a form of these fields, with inner fields for the current choices only."""
        by_name = {field.spec.name: field for field in fields}
        keys = {name: field.keys for name, field in by_name.items() if field.is_nested}
        if not keys:
            return replace(self, fields=fields)
        specs = {spec.name: spec for spec in chosen_specs(self.declared, keys)}
        chosen_fields = [
            by_name[name].declared_as(spec)
            if name in by_name
            else by_name[name.partition(".")[0]].inner(spec)
            for name, spec in specs.items()
        ]
        unseen = [f for name, f in by_name.items() if name not in specs and f.is_changed]
        return replace(self, fields=chosen_fields, unseen=unseen)


def chosen_specs(declared: type[Params], keys: Mapping[str, Sequence[str]]) -> list[Spec]:
    """Return the declared parameters, each nested one followed by the parameters that all its
    choices share; `keys` are the choices by name of the nested parameter."""
    specs: list[Spec] = []
    for spec in declared.specs():
        specs.append(spec)
        inner = [inner_specs(declared, spec, key) for key in keys.get(spec.name, ())]
        specs += [own for own in (inner or [[]])[0] if all(own in others for others in inner)]
    return specs


def inner_specs(declared: type[Params], nested: Spec, key: str) -> list[Spec]:
    """Return the parameters of the choice `key` of a nested parameter."""
    specs = declared.specs_with({nested.name: (key,)})
    return [spec for spec in specs if spec.name.startswith(f"{nested.name}.")]


def declared_spec(declared: type[Params], name: str) -> Spec | None:
    """Return a parameter by its name, also one of a choice of a nested parameter; None if there is
    none."""
    own = {spec.name: spec for spec in declared.specs()}
    nested = own.get(name.partition(".")[0])
    if name not in own and nested is not None and nested.kind == "nested":
        for key in nested.choices:
            own |= {spec.name: spec for spec in inner_specs(declared, nested, key)}
    return own.get(name)


def params_form(
    params: type[Params],
    prefix: str = "",
    data: QueryDict | None = None,
    *,
    takes_several: bool = False,
    notes: Mapping[str, str] | None = None,
) -> ParamsForm:
    """Return the form of a parameter class: as submitted, or with its defaults.

    Forms for several values are always submitted: a choice without a tick has no value.
    """

    def field(spec: Spec) -> ParamField:
        name = f"{prefix}{spec.name}"
        sent = data.getlist(name) if data is not None else []
        value = sent[-1] if sent else as_text(spec.default)
        usual_field = ParamField(spec, name, value, note=(notes or {}).get(spec.name, ""))
        return replace(usual_field.for_several(), ticked=sent) if takes_several else usual_field

    outer = [field(spec) for spec in params.specs()]
    inner = (
        [] if data is None else [field(spec) for at in outer for spec in _sent(params, at, data)]
    )
    return ParamsForm(outer, params).of_fields([*outer, *inner])


def _sent(params: type[Params], at: ParamField, data: QueryDict) -> list[Spec]:
    """Return the submitted inner parameters of a nested one, as declared by the choices that the
    form showed, else by the current choices, else by any allowed choice."""
    if not at.is_nested:
        return []
    keys = data.get(at.shown_name, "").split(",")
    sent_keys = {at.spec.name: [key for key in keys if key in at.spec.choices]}
    specs = {spec.name: spec for spec in chosen_specs(params, sent_keys)}
    for key in (*at.keys, *at.spec.choices):
        for spec in inner_specs(params, at.spec, key):
            if f"{at.name}{spec.name.removeprefix(at.spec.name)}" in data:
                specs.setdefault(spec.name, spec)
    return [spec for name, spec in specs.items() if name.startswith(f"{at.spec.name}.")]


def as_text(value: Any) -> str:
    """Write a default as its field shows it."""
    whole = isinstance(value, float) and value.is_integer() and abs(value) < MOST_DIGITS
    return str(int(value)) if whole else str(value)
