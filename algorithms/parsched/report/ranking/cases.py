"""Cases of a ranking: a comparison and others with the same methods, whole, or one for each value
of a parameter that their runs differ in.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.declare.parameters import Params, flattened
from parsched.declare.spec import Spec
from parsched.policies.catalogue import algorithm
from parsched.report.ranking.method_table import RankedMethod
from parsched.report.records import Records
from parsched.run.record import Record
from parsched.run.request import default_label

MAX_CASES = 50
"""Cases that a comparison may be ranked over besides itself."""

Identity = tuple[str, str, int]
Group = dict[Identity, Record]
"""Run of each method."""


@dataclass(frozen=True)
class Case:
    """A comparison, or a part of it, under a short name, with the run of each method."""

    records: Records
    name: str
    runs: tuple[Record | None, ...]

    def values(self, metric: str) -> list[float | None]:
        """Return a metric of each run."""
        return [run.metrics.get(metric) if run else None for run in self.runs]


@dataclass(frozen=True)
class CaseSplit:
    """A parameter whose values may be cases."""

    name: str
    label: str
    values: int


def plain(value: Any) -> Any:
    """Normalise a stored value so that equal numbers are written equally: JSON has 1 and 1.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def written(params: Mapping[str, Any], but: str = "") -> str:
    """Write parameters without `but` as text; equal parameters give equal text."""
    others = {name: plain(value) for name, value in flattened(params).items() if name != but}
    return json.dumps(others, sort_keys=True)


def identities(runs: Iterable[tuple[str, str]]) -> list[Identity]:
    """Return the identities of methods, from algorithm and written parameters; equal ones are
    numbered."""
    counts: Counter[tuple[str, str]] = Counter()
    identities = []
    for method in runs:
        identities.append((*method, counts[method]))
        counts[method] += 1
    return identities


def methods_in(records: Iterable[Record]) -> set[Identity]:
    """Return the identities of the methods in records."""
    return set(identities((record.algorithm, written(record.params)) for record in records))


def splits(records: Records) -> list[CaseSplit]:
    """Return the parameters whose values can be cases: at least two methods have a result with each
    value."""
    runs = records.ranked
    names = dict.fromkeys(name for run in runs for name in flattened(run.params))
    splits = []
    for name in names:
        if len({value for run in runs if (value := _written(run, name)) is not None}) < 2:
            continue
        groups = _groups(runs, name)
        complete = set.intersection(*map(set, groups.values()))
        varies = any(len({g[key].key for g in groups.values()}) > 1 for key in complete)
        if len(complete) > 1 and varies:
            splits.append(CaseSplit(name, _label(runs, name), len(groups)))
    return splits


def cases_of(
    records: Records, others: Sequence[Records] = (), each: str = ""
) -> tuple[tuple[RankedMethod, ...], tuple[Case, ...]]:
    """Return the methods and their cases: these records, and `others` with the same methods.

    With `each`, a parameter, there is a case for each of its values; a run without the parameter is
    in all of them. Methods are taken from the first records.
    """
    several = [records, *others]
    own = [_group(records.ranked)] if not each else list(_groups(records.ranked, each).values())
    keys = list(dict.fromkeys(key for group in own for key in group))
    cases = []
    for source, name in zip(several, _names(several), strict=True):
        groups = _groups(source.ranked, each) if each else {name: _group(source.ranked)}
        for value, group in groups.items():
            full = value if not each or len(several) == 1 else f"{name}, {value}"
            cases.append(Case(source, full, tuple(map(group.get, keys))))
    members = [list({g[key].key: g[key] for g in own if key in g}.values()) for key in keys]
    return _methods(members, each), tuple(cases)


def _group(runs: Sequence[Record], but: str = "") -> Group:
    keys = identities((run.algorithm, written(run.params, but)) for run in runs)
    return dict(zip(keys, runs, strict=True))


def _groups(runs: Sequence[Record], name: str) -> dict[str, Group]:
    """Return the runs by the text of a parameter's value, in the order of the runs."""
    own = [_written(run, name) for run in runs]
    values: dict[str, str] = {}
    for run, value in zip(runs, own, strict=True):
        if value is not None and value not in values:
            values[value] = value_text(run, name)
    parts = {
        text: [run for run, other in zip(runs, own, strict=True) if other in (None, value)]
        for value, text in values.items()
    }
    return {text: _group(part, name) for text, part in parts.items()}


def _written(run: Record, name: str) -> str | None:
    """Write the value of a parameter; None for a run without it."""
    values = flattened(run.params)
    return repr(plain(values[name])) if name in values else None


def _methods(members: Sequence[Sequence[Record]], each: str) -> tuple[RankedMethod, ...]:
    """Name methods by the common part of the labels of their runs."""
    if not each:
        return tuple(RankedMethod(runs[0].label, tuple(runs)) for runs in members)
    names = [_name(runs, each) for runs in members]
    counts: Counter[str] = Counter()
    methods = []
    for name, runs in zip(names, members, strict=True):
        counts[name] += 1
        unique = name if counts[name] == 1 else f"{name} #{counts[name]}"
        methods.append(RankedMethod(unique, tuple(runs)))
    return tuple(methods)


def _name(runs: Sequence[Record], each: str) -> str:
    first = runs[0]
    if len(runs) == 1 and _written(first, each) is None:
        return first.label
    rests = {_without(run.label, value_text(run, each)) for run in runs}
    if len(rests) == 1 and (rest := rests.pop()):
        return rest
    if (spec := _spec(first, each)) is None:
        return first.label
    try:
        declared = algorithm(first.algorithm)
        usual = flattened(first.params) | {each: spec.default}
        return default_label(declared, declared.params.from_mapping(usual))
    except (UnknownKeyError, ParameterError):
        return first.label


def _without(label: str, part: str) -> str:
    """Return a label without one of its parts."""
    return ", ".join(text for text in label.split(", ") if text != part)


def _spec(run: Record, name: str) -> Spec | None:
    """Return the declaration of a parameter; None if the algorithm was removed."""
    try:
        declared = algorithm(run.algorithm).params
    except UnknownKeyError:
        return None
    params = _params(run)
    specs = declared.specs() if params is None else params.flat_specs()
    return next((spec for spec in specs if spec.name == name), None)


def _params(run: Record) -> Params | None:
    """Return the parameters of a run; None if an earlier version declared them."""
    try:
        return algorithm(run.algorithm).params.from_mapping(run.params)
    except (UnknownKeyError, ParameterError):
        return None


def value_text(run: Record, name: str) -> str:
    """Write the value of a parameter as in labels of runs."""
    spec, value, params = _spec(run, name), flattened(run.params)[name], _params(run)
    words = {} if params is None else params.words()
    return words.get(name) or (spec.short(value) if spec else f"{name} {value}")


def _label(runs: Sequence[Record], name: str) -> str:
    spec = next((s for run in runs if (s := _spec(run, name))), None)
    if spec is None:
        return name
    return f"{spec.label} ({spec.symbol})" if spec.symbol else spec.label


def _names(several: Sequence[Records]) -> list[str]:
    """Return the shortest names that distinguish the comparisons."""
    for names in (
        [records.about.machine for records in several],
        [records.about.workload for records in several],
        [records.about.title for records in several],
    ):
        if len(set(names)) == len(names):
            return names
    return [f"{records.about.title} #{i}" for i, records in enumerate(several, start=1)]
