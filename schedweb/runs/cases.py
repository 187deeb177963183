"""Cases of a ranking: a comparison and others with the same methods, whole, or one for each value
of a parameter that their runs differ in.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, TextField
from django.db.models.functions import Cast

from algorithms.declare.catalogue import algorithm
from algorithms.declare.parameters import Params, flattened
from algorithms.declare.spec import Spec
from algorithms.errors import ParameterError, UnknownKeyError
from schedweb.runs.entries import default_label
from schedweb.runs.models import Comparison, Run
from schedweb.runs.sheets import Method
from schedweb.workers.models import State

MAX_CASES = 50
"""Cases that a comparison may be ranked over besides itself."""
TOLD_BY = ("comparison_id", "position", "algorithm", "params", "label", "state", "metrics")
"""What a case needs of its runs: their traces, bounds and sites are many times larger."""

Identity = tuple[str, str, int]
Group = dict[Identity, Run]
"""Run of each method."""


@dataclass(frozen=True)
class Case:
    """A comparison, or a part of it, under a short name, with the run of each method."""

    comparison: Comparison
    name: str
    runs: tuple[Run | None, ...]

    def values(self, metric: str) -> list[float | None]:
        """Return a metric of each run."""
        return [run.metrics.get(metric) if run else None for run in self.runs]


@dataclass(frozen=True)
class Split:
    """A parameter each value of which may be a case."""

    name: str
    label: str
    values: int


def plain(value: Any) -> Any:
    """Return a stored value so that equal numbers are written alike: JSON has 1 and 1.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def written(params: Mapping[str, Any], but: str = "") -> str:
    """Write parameters `but` one so that equal ones are the same text."""
    others = {name: plain(value) for name, value in flattened(params).items() if name != but}
    return json.dumps(others, sort_keys=True)


def identities(runs: Iterable[tuple[str, str]]) -> list[Identity]:
    """Return what tells methods apart, by algorithm and written parameters; equal ones are
    numbered."""
    seen: Counter[tuple[str, str]] = Counter()
    found = []
    for alike in runs:
        found.append((*alike, seen[alike]))
        seen[alike] += 1
    return found


def done(comparison: Comparison) -> list[Run]:
    """Return the runs that have a result."""
    return [run for run in comparison.runs.all() if run.is_done]


def possible_cases(comparison: Comparison, among: Sequence[str] | None = None) -> list[Comparison]:
    """Return other comparisons of the same person in which every run of this one that has a result
    has one, too: of the same algorithm with the same parameters.

    With `among`, ids, only those of them.
    """
    wanted = set(_group(done(comparison)))
    if len(wanted) < 2:
        return []
    mine = Comparison.objects.filter(owner=comparison.owner_id).exclude(pk=comparison.pk)
    others = list(
        (mine if among is None else mine.filter(pk__in=list(filter(str.isprintable, among))))
        .annotate(done=Count("runs", filter=Q(runs__state=State.DONE)))
        .filter(done__gte=len(wanted))
        .select_related("workload")
        .order_by("-created")
    )
    rows = _stored([other.pk for other in others])
    return [other for other in others if wanted <= set(identities(rows.get(other.pk, [])))]


def _stored(comparisons: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """Return algorithm and written parameters of the runs that are done, by comparison.

    Cases have the same parameters again and again: each text of them is decoded once.
    """
    runs = Run.objects.filter(comparison__in=comparisons, state=State.DONE).order_by("position")
    texts = runs.annotate(text=Cast("params", TextField()))
    known: dict[str, str] = {}
    rows: dict[str, list[tuple[str, str]]] = {}
    for pk, key, text in texts.values_list("comparison_id", "algorithm", "text"):
        if text not in known:
            known[text] = written(json.loads(text))
        rows.setdefault(pk, []).append((key, known[text]))
    return rows


def splits(comparison: Comparison) -> list[Split]:
    """Return the parameters whose values may be cases: two methods or more have a result with each
    of them."""
    runs = done(comparison)
    names = dict.fromkeys(name for run in runs for name in flattened(run.params))
    found = []
    for name in names:
        if len({value for run in runs if (value := _written(run, name)) is not None}) < 2:
            continue
        groups = _groups(runs, name)
        complete = set.intersection(*map(set, groups.values()))
        varies = any(len({g[key].pk for g in groups.values()}) > 1 for key in complete)
        if len(complete) > 1 and varies:
            found.append(Split(name, _label(runs, name), len(groups)))
    return found


def cases_of(
    comparison: Comparison, others: Sequence[str] = (), each: str = ""
) -> tuple[tuple[Method, ...], tuple[Case, ...]]:
    """Return the methods and their cases: this comparison, and `others` by id that are there.

    With `each`, a parameter, there is a case for each of its values; a run without the parameter is
    in all of them. Methods are those of this comparison.
    """
    by_pk = {other.pk: other for other in _with_metrics(others)} if others else {}
    several = [comparison, *(by_pk[pk] for pk in others if pk in by_pk)]
    runs = done(comparison)
    own = [_group(runs)] if not each else list(_groups(runs, each).values())
    keys = list(dict.fromkeys(key for group in own for key in group))
    cases = []
    for one, name in zip(several, _names(several), strict=True):
        groups = _groups(done(one), each) if each else {name: _group(done(one))}
        for value, group in groups.items():
            full = value if not each or len(several) == 1 else f"{name}, {value}"
            cases.append(Case(one, full, tuple(map(group.get, keys))))
    members = [list({g[key].pk: g[key] for g in own if key in g}.values()) for key in keys]
    return _methods(members, each), tuple(cases)


def _with_metrics(comparisons: Sequence[str]) -> QuerySet[Comparison]:
    runs = Prefetch("runs", queryset=Run.objects.only(*TOLD_BY))
    return (
        Comparison.objects.filter(pk__in=comparisons)
        .select_related("workload")
        .prefetch_related(runs)
    )


def _group(runs: Sequence[Run], but: str = "") -> Group:
    keys = identities((run.algorithm, written(run.params, but)) for run in runs)
    return dict(zip(keys, runs, strict=True))


def _groups(runs: Sequence[Run], name: str) -> dict[str, Group]:
    """Return the runs by the value of a parameter, as it is said, in the order of the runs."""
    values: dict[str, str] = {}
    for run in runs:
        if (value := _written(run, name)) is not None:
            values.setdefault(value, said(run, name))
    parts = {
        text: [run for run in runs if _written(run, name) in (None, value)]
        for value, text in values.items()
    }
    return {text: _group(part, name) for text, part in parts.items()}


def _written(run: Run, name: str) -> str | None:
    """Write the value of a parameter; None for a run without it."""
    values = flattened(run.params)
    return repr(plain(values[name])) if name in values else None


def _methods(members: Sequence[Sequence[Run]], each: str) -> tuple[Method, ...]:
    """Name methods by what the labels of their runs have in common."""
    if not each:
        return tuple(Method(runs[0].label, tuple(runs)) for runs in members)
    names = [_name(runs, each) for runs in members]
    seen: Counter[str] = Counter()
    methods = []
    for name, runs in zip(names, members, strict=True):
        seen[name] += 1
        unique = name if seen[name] == 1 else f"{name} #{seen[name]}"
        methods.append(Method(unique, tuple(runs)))
    return tuple(methods)


def _name(runs: Sequence[Run], each: str) -> str:
    first = runs[0]
    if len(runs) == 1 and _written(first, each) is None:
        return first.label
    rests = {_without(run.label, said(run, each)) for run in runs}
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
    """Return what a label says but for one of its parts."""
    return ", ".join(text for text in label.split(", ") if text != part)


def _spec(run: Run, name: str) -> Spec | None:
    """Return the declaration of a parameter; None for one of an algorithm that is no more."""
    try:
        declared = algorithm(run.algorithm).params
    except UnknownKeyError:
        return None
    params = _params(run)
    specs = declared.specs() if params is None else params.flat_specs()
    return next((spec for spec in specs if spec.name == name), None)


def _params(run: Run) -> Params | None:
    """Return the parameters of a run; None where they are those of an earlier version."""
    try:
        return algorithm(run.algorithm).params.from_mapping(run.params)
    except (UnknownKeyError, ParameterError):
        return None


def said(run: Run, name: str) -> str:
    """Say the value of a parameter as labels of runs do."""
    spec, value, params = _spec(run, name), flattened(run.params)[name], _params(run)
    words = {} if params is None else params.words()
    return words.get(name) or (spec.short(value) if spec else f"{name} {value}")


def _label(runs: Sequence[Run], name: str) -> str:
    spec = next((s for run in runs if (s := _spec(run, name))), None)
    if spec is None:
        return name
    return f"{spec.label} ({spec.symbol})" if spec.symbol else spec.label


def _names(comparisons: Sequence[Comparison]) -> list[str]:
    """Return the shortest names that tell comparisons apart."""
    for names in (
        [one.cluster_name for one in comparisons],
        [one.workload.name for one in comparisons],
        [one.title for one in comparisons],
    ):
        if len(set(names)) == len(names):
            return names
    return [f"{one.title} #{i}" for i, one in enumerate(comparisons, start=1)]
