"""Why a job waited, in answers: derived from what the library declares."""

import inspect
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rest_framework import serializers

from parsched.report.explain import Explanation
from schedweb.api.serializers.base import Input, Output

PLAIN: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
}
COMPUTED = {
    "wait": serializers.FloatField(help_text="From `released` to `start`, seconds."),
    "short": serializers.FloatField(
        help_text="Seconds of it in which too few processors were free."
    ),
}


def field_of(kind: Any, **options: Any) -> Any:
    """Return the field of a type of a declared value: plain, one of some words, null or not, or a
    tuple of any of these."""
    if get_origin(kind) is UnionType:
        [inner] = [one for one in get_args(kind) if one is not type(None)]
        return field_of(inner, allow_null=True, **options)
    if get_origin(kind) is Literal:
        return serializers.ChoiceField(choices=get_args(kind), **options)
    if get_origin(kind) is tuple:
        inner, *_ = get_args(kind)
        if inner not in PLAIN:
            return output_of(inner)(many=True, **options)
        return serializers.ListField(child=field_of(inner), **options)
    return PLAIN[kind](**options) if kind in PLAIN else output_of(kind)(**options)


@cache
def output_of(declared: Any) -> Any:
    """Return the serializer of a declared class of values, with its description."""
    hints = get_type_hints(declared)
    named = {one.name: field_of(hints[one.name]) for one in fields(declared)}
    about = inspect.cleandoc(declared.__doc__ or "")
    return type(f"{declared.__name__}Out", (Output,), {"__doc__": about, **named})


ExplanationOut = type("ExplanationOut", (output_of(Explanation),), dict(COMPUTED))


class ExplanationQuery(Input):
    job = serializers.CharField(
        max_length=200,
        required=False,
        default="",
        help_text="The id of the job; by default the one that waits longest.",
    )
