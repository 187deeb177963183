"""Parameter forms, generated from declarations."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from django.http import QueryDict

from algorithms.errors import ParameterError
from algorithms.params import Params
from algorithms.spec import Spec
from algorithms.sweeps import example, several, typed

NAMES_OF_TRUTH = {"false": "no", "true": "yes"}
MOST_DIGITS = 1e15
"""Whole numbers below this are written without a power of ten."""


@dataclass(frozen=True)
class Option:
    """One value of a choice."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class ParamField:
    """One declared parameter with what was typed.

    One that `takes_several` has a box for each value of a choice, of which some are `ticked`, and
    otherwise one field for all numbers. One that is `shared` is mostly left empty: it takes what is
    given once for all. The `note` says what values mean for the jobs at hand.
    """

    spec: Spec
    name: str
    value: str
    error: str = ""
    takes_several: bool = False
    ticked: Sequence[str] = ()
    shared: bool = False
    note: str = ""

    @property
    def label(self) -> str:
        """Its name as a heading."""
        return heading(self.spec)

    @property
    def usual(self) -> str:
        """The default."""
        return as_text(self.spec.default)

    @property
    def at_first(self) -> str:
        """What the field has before anything is typed."""
        return "" if self.shared else self.usual

    @property
    def is_changed(self) -> bool:
        """True where the value is not the default."""
        return self.value != self.at_first

    @property
    def is_left(self) -> bool:
        """True where it takes what is given for all."""
        return self.shared and not self.value.strip()

    @property
    def is_checked(self) -> bool:
        """The value of a yes/no parameter."""
        return self.value == "true"

    @property
    def options(self) -> list[Option]:
        """Values of a choice, or of a yes/no parameter."""
        names = NAMES_OF_TRUTH if self.spec.kind == "boolean" else self.spec.names
        known = self.spec.choices or tuple(NAMES_OF_TRUTH)
        chosen = self.ticked if self.has_boxes else (self.value,)
        return [Option(value, names.get(value, value), value in chosen) for value in known]

    @property
    def has_boxes(self) -> bool:
        """True where several values are boxes to tick."""
        return self.takes_several and self.spec.kind in ("choice", "boolean")

    @property
    def given(self) -> str | list[str]:
        """What was given for several values, as `algorithms.sweeps.several` takes it."""
        return list(self.ticked) if self.has_boxes else self.value

    @property
    def limits(self) -> str:
        """The allowed numbers in words, where there are any."""
        has_limits = self.spec.low is not None or self.spec.high is not None
        return self.spec.rule if has_limits and not self.spec.is_seed else ""

    @property
    def example(self) -> str:
        """What several numbers look like."""
        return example(self.spec)

    def for_several(self) -> Self:
        """Return the same value in a field that takes more."""
        if self.takes_several or self.spec.kind == "text":
            return self
        return replace(self, takes_several=True, ticked=(self.value,), error="")

    def for_one(self) -> Self:
        """Return a field for the first of the values, or the default."""
        if not self.takes_several:
            return self
        try:
            first = as_text(several(self.spec, self.given)[0])
        except ParameterError:
            first = self.at_first
        return replace(self, value=first, takes_several=False, ticked=(), error="")


@dataclass(frozen=True)
class ParamsForm:
    """All parameters of an algorithm or a generator."""

    fields: Sequence[ParamField]

    @property
    def values(self) -> dict[str, str]:
        """Text by parameter, as `Params.from_mapping` takes it."""
        return {f.spec.name: f.value for f in self.fields if not (f.takes_several or f.is_left)}

    @property
    def vary(self) -> dict[str, Any]:
        """What was given for the parameters that take several values."""
        return {f.spec.name: f.given for f in self.fields if f.takes_several and not f.is_left}

    def sent(self, number: str) -> list[tuple[str, str]]:
        """Return name and value of what the form of row `number` sends where nobody sees it: what
        is not as usual, and with several values everything."""
        if not self.takes_several:
            return [(field.name, field.value) for field in self.fields if field.is_changed]
        given = [(f.name, f.ticked if f.has_boxes else (f.value,)) for f in self.fields]
        return [("several", number), *((name, v) for name, values in given for v in values)]

    @property
    def takes_several(self) -> bool:
        """True where parameters take several values."""
        return any(field.takes_several for field in self.fields)

    @property
    def can_take_several(self) -> bool:
        """True where some could."""
        return any(field.spec.kind != "text" for field in self.fields)

    @property
    def is_open(self) -> bool:
        """True where something is not as usual, or wrong."""
        return self.takes_several or any(f.is_changed or f.error for f in self.fields)

    def switched(self) -> Self:
        """Return a form for several values, or back for one each."""
        back = self.takes_several
        return type(self)([f.for_one() if back else f.for_several() for f in self.fields])

    def having(self, values: Mapping[str, Any]) -> Self:
        """Return a form in which some parameters have one value each."""
        texts = {name: as_text(value) for name, value in values.items()}
        fields = [replace(f, value=texts.get(f.spec.name, f.value)) for f in self.fields]
        return type(self)(fields)

    def with_values(self, vary: Mapping[str, Sequence[Any]]) -> Self:
        """Return a form for several values, some of them given."""
        return type(self)([_filled(field.for_several(), vary) for field in self.fields])

    def renamed(self, prefix: str) -> Self:
        """Return the same input under other names."""
        return type(self)([replace(f, name=f"{prefix}{f.spec.name}") for f in self.fields])

    def with_errors(self, errors: Mapping[str, str]) -> Self:
        """Return the same input with each error on its field."""
        return type(self)(
            [
                replace(field, error=as_shown(field.spec, errors.get(field.spec.name, "")))
                for field in self.fields
            ]
        )


def _filled(field: ParamField, vary: Mapping[str, Sequence[Any]]) -> ParamField:
    if field.spec.name not in vary:
        return field
    values = vary[field.spec.name]
    if field.has_boxes:
        return replace(field, ticked=[as_text(value) for value in values])
    return replace(field, value=typed(values))


def params_form(
    params: type[Params],
    prefix: str = "",
    data: QueryDict | None = None,
    *,
    takes_several: bool = False,
    shared: Collection[str] = (),
    notes: Mapping[str, str] | None = None,
) -> ParamsForm:
    """Return the form of a parameter class: as sent, or with its defaults.

    Forms for several values are always sent: a choice without a tick is none, not the default.
    """
    fields = []
    for spec in params.specs():
        name = f"{prefix}{spec.name}"
        sent = data.getlist(name) if data is not None else []
        note = (notes or {}).get(spec.name, "")
        field = ParamField(spec, name, "", shared=spec.name in shared, note=note)
        # A yes/no parameter sends "false" and, where it is ticked, "true" after it.
        field = replace(field, value=sent[-1] if sent else field.at_first)
        fields.append(replace(field.for_several(), ticked=sent) if takes_several else field)
    return ParamsForm(fields)


def heading(spec: Spec) -> str:
    """Return the name of a parameter as a form shows it; Greek letters stay as they are, for Λ is
    another one than λ."""
    label = spec.label
    return label[:1].upper() + label[1:] if label[:1].isascii() else label


def as_shown(spec: Spec, sentence: str) -> str:
    """Return a sentence about a parameter, at whose beginning programs read its name, as people do
    who see it in a form."""
    rest = sentence.removeprefix(f"{spec.name} ")
    return sentence if rest == sentence else f"{heading(spec)} {rest}"


def as_text(value: Any) -> str:
    """Write a default as its field shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    whole = isinstance(value, float) and value.is_integer() and abs(value) < MOST_DIGITS
    return str(int(value)) if whole else str(value)
