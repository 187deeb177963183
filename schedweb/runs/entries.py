"""What people choose to run, checked before anything is queued."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from algorithms.declare.catalogue import Algorithm, algorithm
from algorithms.declare.parameters import Params
from algorithms.declare.sweeps import Variants
from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.problem.instance import Instance
from schedweb import naming
from schedweb.errors import InvalidError

MAX_LABEL = 100
MAX_RUNS = 200
"""Runs of one comparison."""


@dataclass(frozen=True)
class Entry:
    """An algorithm to run: its key, parameter values as text or JSON, and an optional label.

    Parameters in `vary` take several values (see `algorithms.declare.sweeps`): the entry stands for
    one run for each combination of them.
    """

    algorithm: str
    params: Mapping[str, Any] = field(default_factory=dict)
    label: str = ""
    vary: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Checked:
    """A run that can be computed, with every parameter set, and a label of its own."""

    algorithm: Algorithm
    params: Params
    label: str


@dataclass(frozen=True)
class _Resolved:
    """An entry whose names and values are those of declarations."""

    entry: Entry
    algorithm: Algorithm
    variants: Variants

    def runs(self, instance: Instance) -> list[Params]:
        """Return the parameters of each run; raises `InvalidError`."""
        try:
            found = list(self.variants.params())
        except ParameterError as error:
            raise _invalid(error, self.entry) from error
        # What an algorithm supports does not depend on parameters, and may take a look at all jobs.
        reason = self.algorithm.supports.refusal(instance)
        for params in found:
            if reason := reason or params.refusal(instance):
                raise InvalidError({"algorithm": f"{self.algorithm.title} {reason}"})
        return found

    def labels(self, params: Params) -> list[str]:
        """Return what the run may be called, the shortest first: with what varies, and with all
        that is not as by default.

        What is stated of an algorithm within another is always said: the next entry may state
        something else of it."""
        given = naming.one_line(self.entry.label)
        stated = [name for name in self.variants.own if "." in name]
        inner = [part for name in stated for part in (name.partition(".")[0], name)]
        if self.variants.count == 1:
            return [given or default_label(self.algorithm, params, inner)]
        title = given or ("" if self.variants.is_named else self.algorithm.short)
        varied = [*inner, *(spec.name for spec in self.variants.varied)]
        told = [params.told(varied), params.told([*varied, *params.changed()])]
        labels = [_cut(", ".join(filter(None, [title, words]))) for words in told]
        return labels[:1] if given else labels


def check(entries: Sequence[Entry], instance: Instance, taken: Sequence[str] = ()) -> list[Checked]:
    """Return the runs that entries stand for; labels differ from each other and from those taken.

    Raises `InvalidError` with errors under `entries`, `entries.0.algorithm`, `entries.0.label`,
    `entries.0.vary`, `entries.0.params.<name>` and `entries.0.vary.<name>`, for all entries at
    once; too many runs are refused before any of them is looked at.
    """
    if not entries:
        raise InvalidError({"entries": "choose at least one algorithm"})
    errors: dict[str, str] = {}
    resolved: dict[int, _Resolved] = {}
    for index, entry in enumerate(entries):
        try:
            resolved[index] = _resolved(entry)
        except InvalidError as error:
            errors |= _placed(index, error)
    errors |= _too_many(resolved, len(taken))
    if "entries" in errors:
        raise InvalidError(errors)
    runs: list[tuple[_Resolved, Params]] = []
    for index, found in resolved.items():
        try:
            runs += [(found, params) for params in found.runs(instance)]
        except InvalidError as error:
            errors |= _placed(index, error)
    if errors:
        raise InvalidError(errors)
    return _labelled(runs, taken)


def _labelled(runs: Sequence[tuple[_Resolved, Params]], taken: Sequence[str]) -> list[Checked]:
    labels, checked = set(taken), []
    for found, params in runs:
        label = _free(found.labels(params), labels)
        labels.add(label)
        checked.append(Checked(found.algorithm, params, label))
    return checked


def _placed(index: int, error: InvalidError) -> dict[str, str]:
    return {f"entries.{index}.{name}": text for name, text in error.errors.items()}


def _resolved(entry: Entry) -> _Resolved:
    if problem := naming.problem("label", naming.one_line(entry.label), MAX_LABEL, least=0):
        raise InvalidError({"label": problem})
    try:
        declared = algorithm(entry.algorithm)
        return _Resolved(entry, declared, Variants.of(declared.params, entry.params, entry.vary))
    except UnknownKeyError as error:
        raise InvalidError({"algorithm": str(error)}) from error
    except ParameterError as error:
        raise _invalid(error, entry) from error


def _invalid(error: ParameterError, entry: Entry) -> InvalidError:
    return InvalidError(
        {
            f"{'vary' if name in entry.vary else 'params'}.{name}": text
            for name, text in error.errors.items()
        }
    )


def _too_many(resolved: Mapping[int, _Resolved], existing: int) -> dict[str, str]:
    """Say what is wrong with the number of runs, also at entries that make too many alone."""
    counts = {index: found.variants.count for index, found in resolved.items()}
    total = existing + sum(counts.values())
    if total <= MAX_RUNS:
        return {}
    errors = {
        f"entries.{index}.vary": f"these values make {count:,} runs"
        for index, count in counts.items()
        if count > MAX_RUNS
    }
    text = f"a comparison has at most {MAX_RUNS} runs, this one would have {total:,}"
    return {"entries": text, **errors}


def default_label(declared: Algorithm, params: Params, stated: Collection[str] = ()) -> str:
    """Return the title with the parameters that are stated, or differ from their defaults."""
    values, words = params.flat(), params.words()
    names = {*params.changed(), *stated}
    told = [
        words.get(spec.name, f"{spec.label} {values[spec.name]}")
        for spec in params.flat_specs()
        if spec.name in names
    ]
    texts = ", ".join(dict.fromkeys(told))
    return _cut(f"{declared.title} ({texts})" if texts else declared.title)


def _cut(text: str) -> str:
    return text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…"


def _free(wanted: Sequence[str], taken: set[str]) -> str:
    """Return the first label that is not taken; where all are, number the last one."""
    for label in wanted:
        if label not in taken:
            return label
    number, free = 1, wanted[-1]
    while free in taken:
        number += 1
        tail = f" #{number}"
        free = wanted[-1][: MAX_LABEL - len(tail)] + tail
    return free
