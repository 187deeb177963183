"""Forms of what people change on the page of a thing, and how long their texts may be."""

from django import template
from django.apps import apps

from schedweb.base.texts import column_of
from schedweb.web import editing

register = template.Library()
register.simple_tag(editing.texts_form)
register.simple_tag(editing.repetitions_form)


@register.simple_tag
def longest(column: str) -> int | None:
    """Return how many characters a column takes, such as `studies.Study.title`."""
    model, _, name = column.rpartition(".")
    return column_of(apps.get_model(model), name).max_length
