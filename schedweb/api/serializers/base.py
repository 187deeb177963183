"""What the descriptions of all requests have in common."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from rest_framework import serializers
from rest_framework.fields import empty

from schedweb.api.pagination import MAX_CURSOR, MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE
from schedweb.api.serializers.fields import StatedChoice, StatedFlag, StatedInteger, StatedText

NAMED = 20
"""Unknown names in one answer."""

KINDS: Mapping[type, str] = {
    list: "a list",
    str: "a string",
    bool: "a truth value",
    int: "a number",
    float: "a number",
    type(None): "null",
}
"""What JSON calls the values that are no object."""


class Input(serializers.Serializer[Any]):
    """Values that people send: a name that is not declared is refused, not ignored, and of the
    names in `one_of` some is needed. `elsewhere` says of names where they belong."""

    one_of: ClassVar[tuple[str, ...]] = ()
    elsewhere: ClassVar[Mapping[str, str]] = {}

    def run_validation(self, data: Any = empty) -> Any:
        if data is empty or isinstance(data, Mapping) or (data is None and self.allow_null):
            return super().run_validation(data)
        sentence = f"must be a JSON object, got {KINDS.get(type(data), 'something else')}"
        sentence = sentence if self.parent else f"The body {sentence}"
        raise serializers.ValidationError({"non_field_errors": [sentence]})

    def to_internal_value(self, data: Any) -> Any:
        errors = {**self._unknown(data), **self._missing(data)} if isinstance(data, Mapping) else {}
        try:
            values = super().to_internal_value(data)
        except serializers.ValidationError as error:
            if isinstance(error.detail, dict):
                raise serializers.ValidationError({**errors, **error.detail}) from None
            raise
        if errors:
            raise serializers.ValidationError(errors)
        return values

    def _missing(self, data: Mapping[str, Any]) -> dict[str, Any]:
        if not self.one_of or any(name in data for name in self.one_of):
            return {}
        return {self.one_of[0]: [f"{' or '.join(self.one_of)} is missing"]}

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, Any]:
        names = [name for name in data if name not in self.fields and name != "csrfmiddlewaretoken"]
        accepted = ", ".join(self.fields) or "none"
        errors: dict[str, Any] = {
            str(name)[:60]: [
                f"{str(name)[:60]} is not known here; "
                + self.elsewhere.get(str(name), f"known are: {accepted}")
            ]
            for name in names[:NAMED]
        }
        if len(names) > NAMED:
            errors["request"] = [f"{len(names) - NAMED:,} more unknown names"]
        return errors


class Output(serializers.Serializer[Any]):
    """Values that we send; `edited` has the paths of those that people change, if not all are."""

    edited: ClassVar[tuple[str, ...]] = ()


class PageAddress(serializers.CharField):
    """Where a person looks at a thing."""

    def __init__(self, view: str) -> None:
        super().__init__(source="pk", read_only=True, help_text="Its page, for the browser.")
        self.view = view

    def to_representation(self, value: str) -> str:
        address: str = self.context["request"].build_absolute_uri(reverse(self.view, args=[value]))
        return address


class NoQuery(Input):
    """Addresses that take no `?name=value`."""


class ListQuery(Input):
    """What every list takes."""

    page = StatedInteger(min_value=1, max_value=MAX_PAGE, default=1)
    page_size = StatedInteger(min_value=1, max_value=MAX_PAGE_SIZE, default=PAGE_SIZE)


class WalkQuery(ListQuery):
    """Parameters of lists whose things come and go."""

    page = StatedInteger(
        min_value=1,
        max_value=MAX_PAGE,
        default=1,
        help_text="Where the page begins, counted now; beside a cursor it only counts.",
    )
    cursor = StatedText(
        max_length=MAX_CURSOR,
        required=False,
        help_text="Where the page begins, as `next` and `previous` have it: following these reads "
        "nothing twice and leaves nothing out, whatever came or went meanwhile.",
    )


class FiledQuery(WalkQuery):
    """What lists take whose things people put in order, as their pages do."""

    q = StatedText(max_length=100, default="", allow_blank=True, help_text="Words that all occur.")
    tag = StatedText(max_length=30, default="", allow_blank=True)
    archived = StatedFlag(required=False, help_text="Only what is archived, or only what is not.")


def ordering(default: str, *names: str) -> StatedChoice:
    """Declare the orders of a list: each name also downwards, as `-name`."""
    choices = [choice for name in names for choice in (name, f"-{name}")]
    help_text = "Order of the list; a minus turns it round."
    return StatedChoice(choices=choices, default=default, help_text=help_text)


class Some(serializers.ListSerializer[Any]):
    """A list of 1 to `most` items."""

    def __init__(self, *, child: Input, most: int, required: bool = True) -> None:
        sentence = f"must be a list of 1 to {most} items"
        broken = ("not_a_list", "empty", "min_length", "max_length")
        errors: dict[str, Any] = dict.fromkeys(broken, sentence)
        errors["required"] = f"a list of 1 to {most} items is missing"
        super().__init__(
            child=child, min_length=1, max_length=most, required=required, error_messages=errors
        )
        self.most = most
