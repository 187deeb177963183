"""What a question means, before any jobs are known: conditions, joined by and, or and not."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class SpanEnd:
    """An end of a span: a number, or with a `date` the moment when that date begins, if it
    `is_over` the one when it ends; `position` is where it stands in the text."""

    position: int
    value: float = 0.0
    date: str = ""
    is_over: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        if self.date:
            return {"date": self.date, "is_over": self.is_over, "at": self.position}
        return {"value": self.value}


@dataclass(frozen=True)
class ValueSpan:
    """Values from `low` to `high`, None for no end; an end that is open does not belong to it."""

    low: SpanEnd | None = None
    high: SpanEnd | None = None
    is_low_open: bool = False
    is_high_open: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "low": self.low and self.low.as_json(),
            "high": self.high and self.high.as_json(),
            "is_low_open": self.is_low_open,
            "is_high_open": self.is_high_open,
        }


@dataclass(frozen=True)
class FieldCondition:
    """A condition on one field, by its key: its value is one of `names`, or within one of `spans`;
    a flag has neither."""

    field: str
    position: int
    names: tuple[str, ...] = ()
    spans: tuple[ValueSpan, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        spans = [span.as_json() for span in self.spans]
        named = {"names": list(self.names), "spans": spans}
        return {"field": self.field, "at": self.position, **named}


@dataclass(frozen=True)
class Not:
    """What does not match."""

    part: "Tree"

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"not": self.part.as_json()}


@dataclass(frozen=True)
class And:
    """What matches all parts; without parts, everything."""

    parts: tuple["Tree", ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"and": [part.as_json() for part in self.parts]}


@dataclass(frozen=True)
class Or:
    """What matches some part."""

    parts: tuple["Tree", ...]

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {"or": [part.as_json() for part in self.parts]}


Tree: TypeAlias = FieldCondition | Not | And | Or


def conditions_in(tree: Tree) -> Iterator[FieldCondition]:
    """Yield all conditions, from left to right."""
    match tree:
        case FieldCondition():
            yield tree
        case Not():
            yield from conditions_in(tree.part)
        case _:
            for part in tree.parts:
                yield from conditions_in(part)
