"""Facts about a workload that are shown without loading its jobs."""

from typing import Any

import numpy as np

from parsched.data.formats import different
from parsched.model.problem.calendar import plain
from parsched.model.problem.workload import Workload
from schedweb.workloads.models import JobKind


def facts(workload: Workload, processors: int) -> dict[str, Any]:
    """Return the values of the fields of `Facts`, without digest and report."""
    return {
        "kind": JobKind.RIGID if workload.is_rigid else JobKind.MOLDABLE,
        "jobs": len(workload),
        "span": float(workload.release[-1] - workload.release[0]) if len(workload) else 0.0,
        "widest": workload.widest,
        "processors": max(processors, 1),
        "features": features(workload),
    }


def features(workload: Workload) -> dict[str, Any]:
    """Return what the jobs have beyond width and run time, and how free they are."""
    profiles = workload.profiles
    return {
        "moldable": int(np.count_nonzero(profiles.counts > 1)),
        "most_processors": int(profiles.widths.max(initial=0)),
        "configurations": len(profiles.widths),
        "releases": workload.has_releases,
        "estimates": bool(np.any(workload.estimate > 0)),
        "weights": bool(np.any(workload.weight != 1.0)),
        "labels": list(workload.labels),
        "environments": different(workload.environment),
        "users": different(workload.user),
        "waiting": 0 if workload.after is None else workload.after.waiting,
        "unix_start": None if workload.unix_start is None else plain(workload.unix_start),
        "zone": workload.zone,
        "machine": workload.machine.as_json(),
        "recorded": workload.recorded is not None and workload.is_rigid,
    } | ({"unmodelled": list(workload.unmodelled)} if workload.unmodelled else {})
