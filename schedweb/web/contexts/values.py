"""Values of the parts of studies, in few words."""

from collections.abc import Sequence
from typing import Any

from parsched.studies import Part
from parsched.studies.measured import worded


def varying(part: Part) -> list[str]:
    """Return the names of the values that differ within a part."""
    values = part.instances.values
    return [name for name in values[0] if len({str(value[name]) for value in values}) > 1]


def label_of(names: Sequence[str], value: Any) -> str:
    """Return what distinguishes a value: a number alone where only one name varies."""
    if len(names) == 1:
        alone = value[names[0]]
        return f"{alone:,}" if isinstance(alone, int) else str(alone)
    return ", ".join(worded(name, value[name]) for name in names) or "all"


def whole_label(part: Part, value: Any) -> str:
    """Return a value in words."""
    names = varying(part) or list(value)
    return ", ".join(worded(name, value[name]) for name in names)
