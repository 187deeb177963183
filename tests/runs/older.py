"""Comparisons as older versions left them, made by plain functions."""

import json

from schedweb.accounts.models import User
from schedweb.runs.models import Comparison, Run
from tests import factories
from tests.web.conftest import computed


def jobs(factor: float) -> bytes:
    """Return three jobs as a file, times in seconds times a factor: 0.1 for tenths."""
    rows = [(0, 2, 3, 4), (1, 4, 1000, 1001), (2, 2, 2, 2)]
    described = [
        {
            "id": str(i),
            "release": r * factor,
            "procs": q,
            "time": p * factor,
            "estimate": e * factor,
        }
        for i, (r, q, p, e) in enumerate(rows, start=1)
    ]
    return json.dumps({"format": "schedweb-workload", "version": 1, "jobs": described}).encode()


TENTHS, SECONDS = jobs(0.1), jobs(1)


def compared(owner: User, content: bytes = TENTHS, *algorithms: str) -> Comparison:
    """Compare algorithms on four processors, computed here and now."""
    keys = algorithms or ("fcfs", "easy")
    return computed(factories.comparison(owner, keys, content, processors=4))


def without_versions(comparison: Comparison) -> Comparison:
    """Return it as a version stored it that did not write down what had computed results."""
    for run in comparison.runs.all():
        run.record.pop("computed_by")
        run.record.pop("unit")
        run.save(update_fields=["record"])
    Comparison.objects.filter(pk=comparison.pk).update(concerned={})
    return Comparison.objects.get(pk=comparison.pk)


def run_of(comparison: Comparison, algorithm: str) -> Run:
    """Return the run of an algorithm, as it is stored now."""
    return Run.objects.get(comparison=comparison, algorithm=algorithm)
