"""Rows of the database as lines of JSON, the same for every kind of database."""

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import compress
from typing import Any
from uuid import UUID

from django.apps.registry import Apps
from django.db import models
from django.db.models import JSONField

from schedweb.store.confirmed import ConfirmedField

BATCH = 500
LEFT_OUT = ("sessions.session",)
"""Tables that are worth nothing elsewhere: people log in again."""

Model = type[models.Model]


def tables(apps: Apps) -> list[Model]:
    """Return every model that has a table of its own, those between many and many too."""
    every = apps.get_models(include_auto_created=True)
    return [m for m in every if m._meta.managed and not m._meta.proxy and _key(m) not in LEFT_OUT]


def _key(model: Model) -> str:
    return model._meta.label_lower


def columns(model: Model) -> list[str]:
    """Return the names of all columns but those that count here alone."""
    fields = model._meta.concrete_fields
    return [field.attname for field in fields if not isinstance(field, ConfirmedField)]


def written(model: Model) -> Iterator[tuple[Any, ...]]:
    """Yield the values of each row."""
    rows = model._base_manager.order_by("pk").values_list(*columns(model))
    yield from rows.iterator(chunk_size=BATCH)


def as_line(values: Iterable[Any]) -> bytes:
    """Return values as a line; times keep their microseconds, numbers all their digits."""
    return json.dumps(list(values), default=_plain, ensure_ascii=False).encode() + b"\n"


def _plain(value: Any) -> str:
    match value:
        case datetime() | date():
            return value.isoformat()
        case UUID() | Decimal():
            return str(value)
    raise TypeError(f"{type(value).__name__} cannot be written into an archive")


def load(model: Model, lines: Iterable[bytes]) -> int:
    """Store rows as they were, also times that are otherwise set on saving; return how many."""
    for field in model._meta.concrete_fields:
        field.__dict__.update(auto_now=False, auto_now_add=False)
    rows = iter(lines)
    by_name: dict[str, Any] = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in json.loads(next(rows))]
    kept = [not isinstance(field, ConfirmedField) for field in fields]
    count, batch = 0, []
    for line in rows:
        values = compress(zip(fields, json.loads(line), strict=True), kept)
        batch.append(model(**{f.attname: _value(f, value) for f, value in values}))
        count += 1
        if len(batch) == BATCH:
            model._base_manager.bulk_create(batch)
            batch = []
    model._base_manager.bulk_create(batch)
    return count


def _value(field: Any, value: Any) -> Any:
    if value is None or isinstance(field, JSONField):
        return value
    target = field.target_field if field.is_relation else field
    return target.to_python(value)
