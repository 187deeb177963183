"""Fields whose errors say name, rule and value got."""

import json
import re
from collections.abc import Callable, Collection
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.http import Http404
from rest_framework import serializers
from rest_framework.fields import empty

from parsched.base import naming
from schedweb.accounts.models import User
from schedweb.base.texts import WrittenField
from schedweb.clusters.selectors import cluster_for
from schedweb.runs.selectors import comparison_for
from schedweb.workloads.selectors import workload_for

KEY = r"[A-Za-z0-9_-]{11}"


class StatedField(serializers.Field[Any, Any, Any, Any]):
    """A field with one rule and one sentence."""

    @property
    def rule(self) -> str:
        """The allowed values in words."""
        raise NotImplementedError

    def run_validation(self, data: Any = empty) -> Any:
        try:
            return super().run_validation(data)
        except serializers.ValidationError:
            if data is empty:
                raise serializers.ValidationError(f"{self.field_name} is missing") from None
            sentence = f"{self.field_name} must be {self.rule}, got {shown(data)}"
            raise serializers.ValidationError(sentence) from None


class StatedText(StatedField, serializers.CharField):
    """Text up to a length, without NUL."""

    @property
    def rule(self) -> str:
        return "text without NUL"

    def problem(self, text: str) -> str | None:
        """Return the sentence that says why a text cannot be taken, or None."""
        longest, least = self.max_length or 0, int(not self.allow_blank)
        return naming.wrong_length(str(self.field_name), text.strip(), longest, least)

    def run_validation(self, data: Any = empty) -> Any:
        if isinstance(data, str) and (problem := self.problem(data)):
            raise serializers.ValidationError(problem)
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StoredText(StatedText):
    """Text for a column, which says what it may be."""

    def __init__(self, column: WrittenField, **options: Any) -> None:
        super().__init__(max_length=column.max_length, **{"allow_blank": column.blank, **options})
        self.column = column

    def problem(self, text: str) -> str | None:
        try:
            self.column.checked(text, optional=self.allow_blank)
        except ValidationError as error:
            return str(error.messages[0])
        return None

    def run_validators(self, value: Any) -> None:
        """Refuse nothing more: the column has counted the text as it is stored, and the validator
        of the length, which would count it as it was sent, is there for the schema."""


class StatedInteger(StatedField, serializers.IntegerField):
    """A whole number within limits."""

    @property
    def rule(self) -> str:
        return f"a whole number from {self.min_value:,} to {self.max_value:,}"


class StatedChoice(StatedField, serializers.ChoiceField):
    """One of a few words."""

    @property
    def rule(self) -> str:
        return "one of " + ", ".join(self.choices)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=shown(data))
        return str(super().to_internal_value(data))


class StatedFlag(StatedField, serializers.BooleanField):
    """Yes or no."""

    @property
    def rule(self) -> str:
        return "true or false"


class StatedObject(StatedField, serializers.DictField):
    """Values by name, which the services check."""

    @property
    def rule(self) -> str:
        return "an object of names and values"


class StatedMoment(StatedField, serializers.DateTimeField):
    """A date and time."""

    @property
    def rule(self) -> str:
        return "a date and time such as 2030-01-31T12:00:00Z"


class StatedFile(StatedField, serializers.FileField):
    """A file, which may be empty."""

    rule = "a file"

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_empty_file=True, max_length=None, **options)


class StatedKeys(StatedField, serializers.CharField):
    """Some of a set of known keys, separated by commas; the value is their list."""

    def __init__(self, allowed: Collection[str], **options: Any) -> None:
        super().__init__(**options)
        self.allowed = allowed

    @property
    def rule(self) -> str:
        return "keys among " + ", ".join(self.allowed)

    def to_internal_value(self, data: Any) -> Any:
        keys = [key.strip() for key in str(data).split(",")]
        if not set(keys) <= set(self.allowed):
            self.fail("invalid")
        return list(dict.fromkeys(keys))


class StatedKey(StatedField, serializers.CharField):
    """The id of one's own thing; the value is the thing."""

    noun: ClassVar[str]
    find: ClassVar[Callable[[User, str], Any]]

    @property
    def rule(self) -> str:
        return f"the id of a {self.noun} of yours"

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or not re.fullmatch(KEY, data):
            self.fail("invalid")
        try:
            return type(self).find(self.context["user"], data)
        except Http404:
            self.fail("invalid")


class WorkloadKey(StatedKey):
    noun = "workload"
    find = workload_for


class ClusterKey(StatedKey):
    noun = "cluster"
    find = cluster_for


class ComparisonKey(StatedKey):
    noun = "comparison"
    find = comparison_for


def shown(value: Any) -> str:
    """Return a value as JSON would show it, cut to a readable length."""
    is_told = value is None or isinstance(value, bool | list | dict)
    text = json.dumps(value, ensure_ascii=False, default=str) if is_told else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
