"""The form of a study as a comparison fills it in: the same methods, on many such instances."""

from collections.abc import Sequence

from django.http import QueryDict

from algorithms.declare.catalogue import ALGORITHMS
from algorithms.declare.parameters import flattened
from algorithms.generators import GENERATORS
from algorithms.request import Entry
from schedweb.runs.models import Comparison
from schedweb.web.forms.clusters import PREFIX as DEPLOYMENT
from schedweb.web.forms.params import as_text
from schedweb.web.forms.rules import PREFIX as RULES
from schedweb.web.forms.study_instances import GENERATOR, PREFIX, WORKLOADS
from schedweb.workloads.models import Workload

LEAST_JOBS, MOST_WINDOWS = 500, 20
"""Jobs of a window of a long workload, at least, and the number of windows, at most."""


def data_of(comparison: Comparison) -> QueryDict:
    """Return what a form would send for instances like that of a comparison.

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
        data["windows"] = data["repetitions"] = str(windows)
        data["window-jobs"] = str(workload.jobs // windows)
    else:
        data["repetitions"] = "1"


def entries_of(comparison: Comparison) -> Sequence[Entry]:
    """Return the methods of a comparison, without their seeds: the study determines those."""
    entries = []
    for run in comparison.runs.all():
        if run.algorithm not in ALGORITHMS:
            continue
        params = flattened(run.params)
        declared = ALGORITHMS[run.algorithm].params
        seed = declared.seed_name(params)
        values = {name: value for name, value in params.items() if name != seed}
        entries.append(Entry(run.algorithm, values, run.label))
    return entries
