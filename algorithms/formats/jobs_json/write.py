"""Writing the JSON workload: one job a line, rigid jobs and ⌈p/k⌉ profiles in their short forms."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from algorithms.errors import WorkloadError
from algorithms.formats.jobs_json import MOST_CONFIGURATIONS, NAME, VERSION
from algorithms.workload import Profiles, Workload


def write_json(workload: Workload, stream: BinaryIO) -> None:
    """Write every column; reading it gives the same workload.

    Raises
    ------
    WorkloadError
        When a job's processors lie too far apart to be written as a list of times.
    """
    widest = np.append(workload.profiles.widths, 0)[workload.profiles.offsets[1:] - 1]
    listed = workload.profiles.counts > 1
    if int(widest[listed].sum()) > MOST_CONFIGURATIONS:
        raise WorkloadError(
            f"the jobs would need more than {MOST_CONFIGURATIONS:,} entries of times, the limit"
        )
    head = json.dumps({"format": NAME, "version": VERSION, "name": workload.name})
    stream.write(f'{head[:-1]}, "jobs": ['.encode())
    separator = "\n"
    for job in _jobs(workload):
        stream.write((separator + json.dumps(job, ensure_ascii=False)).encode())
        separator = ",\n"
    stream.write(b"\n]}\n")


def _jobs(workload: Workload) -> Iterator[dict[str, Any]]:
    ceil = _is_ceil(workload.profiles)
    release, weight = workload.release.tolist(), workload.weight.tolist()
    estimate = workload.estimate.tolist()
    labels = {
        key: [None if code < 0 else column.names[code] for code in column.codes.tolist()]
        for key, column in workload.labels.items()
    }
    for i, id in enumerate(workload.ids.tolist()):
        job: dict[str, Any] = {"id": str(id), "release": _number(release[i])}
        if weight[i] != 1:
            job["weight"] = _number(weight[i])
        job |= _configurations(workload.profiles, i, bool(ceil[i]))
        if estimate[i] > 0:
            job["estimate"] = _number(estimate[i])
        yield job | {key: names[i] for key, names in labels.items() if names[i] is not None}


def _configurations(profiles: Profiles, i: int, ceil: bool) -> dict[str, Any]:
    widths, times = profiles.job(i)
    if len(widths) == 1 or ceil:
        short = {"procs": int(widths[-1]), "time": _number(float(times[-1]))}
        return short if len(widths) == 1 else {**short, "moldable": "ceil"}
    listed: list[int | float | None] = [None] * int(widths[-1])
    for width, time in zip(widths.tolist(), times.tolist(), strict=True):
        listed[width - 1] = _number(time)
    return {"times": listed}


def _is_ceil(profiles: Profiles) -> NDArray[np.bool_]:
    """Return which jobs take ⌈p/k⌉ · time on each k from 1 to p."""
    last = profiles.offsets[1:] - 1
    counts = profiles.counts
    job = np.repeat(np.arange(len(profiles)), counts)
    place = np.arange(len(job)) - profiles.offsets[:-1][job] + 1
    widest = profiles.widths[last][job]
    times = -(-widest // profiles.widths) * profiles.times[last][job]
    fits = (profiles.widths == place) & (profiles.times == times)
    same: NDArray[np.bool_] = np.bincount(job[fits], minlength=len(profiles)) == counts
    return same


def _number(value: float) -> int | float:
    return int(value) if value.is_integer() else value
