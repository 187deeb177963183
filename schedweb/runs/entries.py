"""What people choose to run, checked before anything is queued."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from algorithms.catalogue import Algorithm, algorithm
from algorithms.errors import ParameterError, UnknownKeyError
from algorithms.params import Params
from algorithms.platform import Platform
from algorithms.ready_made import SHARED, unshared
from algorithms.sweeps import Variants
from algorithms.workload import Workload
from schedweb import naming
from schedweb.errors import InvalidError

MAX_LABEL = 100
MAX_RUNS = 200
"""Runs of one comparison."""


@dataclass(frozen=True)
class Entry:
    """An algorithm to run: its key, parameter values as text or JSON, and an optional label.

    Parameters in `vary` take several values (see `algorithms.sweeps`): the entry stands for one run
    for each combination of them.
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

    def runs(self, workload: Workload, platform: Platform) -> list[Params]:
        """Return the parameters of each run as the entry states them; raises `InvalidError`."""
        try:
            found = list(self.variants.params())
        except ParameterError as error:
            raise _invalid(error, self.entry) from error
        # What an algorithm supports does not depend on parameters, and may take a look at all jobs.
        reason = self.algorithm.supports.refusal(workload, platform)
        for params in found:
            if reason := reason or params.refusal(workload, platform):
                raise InvalidError({"algorithm": f"{self.algorithm.title} {reason}"})
        return found

    def sharing(self, params: Params, shared: Mapping[str, Any]) -> Params:
        """Return the parameters of a run with those that all entries share; raises
        `InvalidError`."""
        try:
            return params.sharing(shared, self.variants.own)
        except ParameterError as error:
            raise _invalid(error, self.entry) from error

    def stated(self, params: Params, shared: Mapping[str, Any]) -> Params:
        """Return the parameters of a run as the entry states them, with that of what is shared
        which labels tell as one with them."""
        as_one = params.told_with(self.variants.own)
        return self.sharing(params, {n: value for n, value in shared.items() if n in as_one})

    def labels(self, params: Params, whole: Params) -> list[str]:
        """Return what the run may be called, the shortest first: with what it states that others do
        not, with all that it states, and with what it shares.

        No entry varies a text: who states one may state another in the next entry."""
        given = naming.one_line(self.entry.label)
        if self.variants.count == 1:
            plain = [default_label(self.algorithm, each) for each in (params, whole)]
            return [given] if given else plain
        title = given or ("" if self.variants.is_named else self.algorithm.short)
        varied = [spec.name for spec in self.variants.varied]
        texts = [spec.name for spec in self.algorithm.params.specs() if spec.kind == "text"]
        varied += [name for name in texts if name in self.variants.own]
        told = [params.told(varied)]
        told += [each.told([*varied, *each.changed()]) for each in (params, whole)]
        labels = [_cut(", ".join(filter(None, [title, words]))) for words in told]
        return labels[:1] if given else labels


def check(
    entries: Sequence[Entry],
    workload: Workload,
    platform: Platform,
    taken: Sequence[str] = (),
    shared: Mapping[str, Any] | None = None,
) -> list[Checked]:
    """Return the runs that entries stand for; labels differ from each other and from those taken.

    `shared` are values of `algorithms.ready_made.SHARED`, as text or JSON, for entries that know
    these parameters and do not state them.

    Raises `InvalidError` with errors under `entries`, `entries.0.algorithm`, `entries.0.label`,
    `entries.0.vary`, `entries.0.params.<name>`, `entries.0.vary.<name>` and `shared.<name>`, for
    all entries at once; too many runs are refused before any of them is looked at.
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
    values: dict[str, Any] = {}
    try:
        values = SHARED.parsed(shared or {})
    except ParameterError as error:
        errors |= _shared(error.errors)
    runs: list[_Unlabelled] = []
    for index, found in resolved.items():
        try:
            for params in found.runs(workload, platform):
                whole = found.sharing(params, values)
                runs.append((found, found.stated(params, values), whole))
        except InvalidError as error:
            errors |= _placed(index, error)
    errors = errors or _shared(unshared(values, [whole for _, _, whole in runs]))
    if errors:
        raise InvalidError(errors)
    return _labelled(runs, taken)


_Unlabelled = tuple[_Resolved, Params, Params]
"""An entry, and parameters of a run of it: as stated, and with what all entries share."""


def _labelled(runs: Sequence[_Unlabelled], taken: Sequence[str]) -> list[Checked]:
    """Give runs labels, which say nothing that is the same for all of a new comparison."""
    same = {} if taken or len(runs) == 1 else _same([whole for _, _, whole in runs])
    labels, checked = set(taken), []
    for found, params, whole in runs:
        told = (
            replace(of, **{n: same[n] for n in same if hasattr(of, n)}) for of in (params, whole)
        )
        label = _free(found.labels(*told), labels)
        labels.add(label)
        checked.append(Checked(found.algorithm, whole, label))
    return checked


def _same(runs: Sequence[Params]) -> dict[str, Any]:
    """Return the defaults of what entries may share, where all runs that know it have the same
    values, whether they were given once or with each: labels tell these as one."""
    defaults = SHARED().as_dict()
    inner = [params.innermost.as_dict() for params in runs]
    values = {tuple(map(given.get, defaults)) for given in inner if defaults.keys() <= given.keys()}
    return defaults if len(values) == 1 else {}


def _shared(errors: Mapping[str, str]) -> dict[str, str]:
    return {f"shared.{name}": text for name, text in errors.items()}


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


def default_label(declared: Algorithm, params: Params) -> str:
    """Return the title with the parameters that differ from their defaults."""
    changed, words = params.changed(), params.words()
    labels = {spec.name: spec.label for spec in params.specs()}
    told = [words.get(name, f"{labels[name]} {value}") for name, value in changed.items()]
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
