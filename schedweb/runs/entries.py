"""What people choose to run, checked before anything is queued."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from algorithms.catalogue import Algorithm, algorithm
from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.params import Params
from algorithms.platform import Platform
from algorithms.workload import Workload
from schedweb.errors import InvalidError

MAX_LABEL = 100


@dataclass(frozen=True)
class Entry:
    """One algorithm to run: its key, parameter values as text or JSON, and an optional label."""

    algorithm: str
    params: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""


@dataclass(frozen=True)
class Checked:
    """An entry that can be run, with every parameter set, and a label of its own."""

    algorithm: Algorithm
    params: Params
    label: str


def check(
    entries: Sequence[Entry], workload: Workload, platform: Platform, taken: Iterable[str] = ()
) -> list[Checked]:
    """Return entries that can be run; labels differ from each other and from those taken.

    Raises `InvalidError` with errors under `entries`, `entries.0.algorithm`, `entries.0.label` and
    `entries.0.params.<name>`, for all entries at once.
    """
    if not entries:
        raise InvalidError({"entries": "choose at least one algorithm"})
    labels = set(taken)
    checked: list[Checked] = []
    errors: dict[str, str] = {}
    for index, entry in enumerate(entries):
        try:
            declared, params = _resolved(entry, workload, platform)
        except InvalidError as error:
            errors |= {f"entries.{index}.{name}": text for name, text in error.errors.items()}
        else:
            label = _free(entry.label.strip() or default_label(declared, params), labels)
            labels.add(label)
            checked.append(Checked(declared, params, label))
    if errors:
        raise InvalidError(errors)
    return checked


def _resolved(entry: Entry, workload: Workload, platform: Platform) -> tuple[Algorithm, Params]:
    if len(entry.label.strip()) > MAX_LABEL:
        raise InvalidError({"label": f"label must have at most {MAX_LABEL} characters"})
    try:
        declared = algorithm(entry.algorithm)
        params = declared.params.from_mapping(entry.params)
    except UnknownKeyError as error:
        raise InvalidError({"algorithm": str(error)}) from error
    except ParameterError as error:
        fields = {f"params.{name}": text for name, text in error.errors.items()}
        raise InvalidError(fields) from error
    if refusal := declared.refusal(workload, platform, params):
        raise InvalidError({"algorithm": refusal})
    return declared, params


def default_label(declared: Algorithm, params: Params) -> str:
    """Return the title with the parameters that differ from their defaults."""
    given = params.as_dict()
    changed = [
        f"{spec.label} {given[spec.name]}"
        for spec in params.specs()
        if given[spec.name] != spec.default
    ]
    text = f"{declared.title} ({', '.join(changed)})" if changed else declared.title
    return text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…"


def _free(label: str, taken: set[str]) -> str:
    """Number a label that is taken."""
    number, free = 1, label
    while free in taken:
        number += 1
        tail = f" #{number}"
        free = label[: MAX_LABEL - len(tail)] + tail
    return free
