"""The form of a study as a comparison fills it in: the same methods, on many such instances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.http import QueryDict

from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.data.generators import GENERATORS
from parsched.declare.parameters import flattened
from parsched.measure.bounds import BOUNDS
from parsched.measure.bounds.registry import CRITERIA
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.report.phrases import counted
from parsched.report.standings import Standings, standings_of
from parsched.run.request import RequestEntry, default_label
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.web.forms.clusters import PREFIX as DEPLOYMENT
from schedweb.web.forms.params import as_text
from schedweb.web.forms.rules import PREFIX as RULES
from schedweb.web.forms.study_instances import GENERATOR, PREFIX, WORKLOADS
from schedweb.web.table_view import TableView
from schedweb.workloads.models import Workload

LEAST_JOBS, MOST_WINDOWS = 500, 20
"""Jobs of a window of a long workload, at least, and the number of windows, at most."""


def data_of(comparison: Comparison) -> QueryDict:
    """Return what a form would send for instances like a comparison's instance.

    A generated workload stands for its generator with other seeds; another one is taken as it is,
    a long one with releases in windows.
    """
    data = QueryDict(mutable=True)
    data["title"] = f"Study of {comparison.title}"[:200]
    data["processors"] = "+".join(str(site["processors"]) for site in comparison.sites)
    for prefix, values in ((RULES, comparison.rules), (DEPLOYMENT, comparison.deployment)):
        for name, value in values.items():
            data[f"{prefix}{name}"] = as_text(value)
    data["systems"] = str(comparison.systems)
    _fill(data, comparison.workload, max(site["processors"] for site in comparison.sites))
    return data


def _fill(data: QueryDict, workload: Workload, processors: int) -> None:
    source = workload.source
    declared = GENERATORS.get(str(source.get("generator")))
    if declared and source.get("processors") == processors:
        data["kind"], data["generator"] = GENERATOR, declared.key
        data["jobs"] = str(source["jobs"])
        for name, value in source["params"].items():
            data[f"{PREFIX}{name}"] = as_text(value)
        return
    data["kind"] = WORKLOADS
    data["workload"] = workload.pk
    windows = min(MOST_WINDOWS, workload.jobs // LEAST_JOBS)
    if workload.features.get("releases") and windows > 1:
        data["repetitions"] = str(windows)
        data["window-jobs"] = str(workload.jobs // windows)
    else:
        data["repetitions"] = "1"


@dataclass(frozen=True)
class ShownMethods:
    """What a comparison shows that a study can have: methods and measures; `notes` say what else it
    shows, and why a study has it not."""

    methods: Sequence[RequestEntry]
    measures: Sequence[str]
    notes: Sequence[str]

    @classmethod
    def of(cls, comparison: Comparison, query: QueryDict) -> Self:
        """Take the methods of a comparison without their seeds, which a study determines, and the
        columns of its table on the page with a query."""
        runs = comparison.runs.all()
        known = [run for run in runs if _is_known(run)]
        methods: dict[str, RequestEntry] = {}
        for run in known:
            methods.setdefault(repr((run.algorithm, *_params(run).items())), _entry(run))
        why = "this version has no such algorithm, or not with these parameters"
        notes = [
            f"{run.label} is not carried over: {'it was made elsewhere' if run.is_given else why}."
            for run in runs
            if run not in known
        ]
        if twice := len(known) - len(methods):
            verb = "differs" if twice == 1 else "differ"
            notes.append(
                f"{counted(twice, 'run')} {verb} from another in label or seed alone: a study has "
                "each method once, and determines the seeds."
            )
        table = _table(comparison, query)
        if table.has_optimality:
            notes.append("Optimality is not carried over: a study has ratios to a bound instead.")
        return cls([*methods.values()], _measures(table), notes)


def _is_known(run: Run) -> bool:
    """Tell whether this version, with its plugins, has the algorithm and its parameters."""
    try:
        algorithm(run.algorithm).params.from_mapping(run.params)
    except (UnknownKeyError, ParameterError):
        return False
    return True


def _entry(run: Run) -> RequestEntry:
    """Return the method of a run; its label unless that follows from its parameters."""
    declared = ALGORITHMS[run.algorithm]
    usual = default_label(declared, declared.params.from_mapping(run.params))
    return RequestEntry(run.algorithm, _params(run), "" if run.label == usual else run.label)


def _params(run: Run) -> dict[str, Any]:
    """Return the parameters of a run without its seed."""
    params = flattened(run.params)
    seed = ALGORITHMS[run.algorithm].params.seed_name(params)
    return {name: value for name, value in params.items() if name != seed}


def _table(comparison: Comparison, query: QueryDict) -> Standings:
    records = records_of(comparison)
    return standings_of(records, metrics=TableView.of(query, records).columns)


def _measures(table: Standings) -> list[str]:
    """Return the columns of a table as measures: ratios are to the largest proved bound, and
    computing time is processor time."""
    ratios = {CRITERIA[key]: key for key in table.criteria}
    found: list[str] = []
    for column in table.columns:
        metric = column.metric.key
        found.append(metric)
        if criterion := ratios.get(metric):
            bounds = table.records.about.bounds.get(criterion, {})
            proved = [k for k in bounds if (of := BOUNDS[criterion].get(k)) and of.certified]
            found += [f"{metric}/{max(proved, key=bounds.__getitem__)}"] if proved else []
    return [*found, "cpu_seconds"] if table.has_optimality else found
