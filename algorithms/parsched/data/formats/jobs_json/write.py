"""Writing the JSON workload: one job a line, each in its shortest form."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np

from parsched.base.errors import WorkloadError
from parsched.data.files.links import plain
from parsched.data.formats.jobs_json import MOST_CONFIGURATIONS, NAME, VERSION, shortest_form
from parsched.model.problem.workload import Floats, Ints, Workload


def write_json(workload: Workload, stream: BinaryIO) -> None:
    """Write every column; reading it gives the same workload.

    Raises
    ------
    WorkloadError
        When the jobs have more configurations than are read again.
    """
    if (count := len(workload.profiles.widths)) > MOST_CONFIGURATIONS:
        raise WorkloadError(
            f"the jobs have {count:,} configurations, the format holds {MOST_CONFIGURATIONS:,}"
        )
    about: dict[str, Any] = {"format": NAME, "version": VERSION, "name": workload.name}
    if workload.unmodelled:
        about["unmodelled"] = list(workload.unmodelled)
    if machine := workload.machine.as_json():
        about["machine"] = machine
    if workload.unix_start is not None:
        about["unix_start"] = plain(workload.unix_start)
    if workload.zone:
        about["zone"] = workload.zone
    head = json.dumps(about)
    stream.write(f'{head[:-1]}, "jobs": ['.encode())
    separator = "\n"
    for job in _jobs(workload):
        stream.write((separator + json.dumps(job, ensure_ascii=False)).encode())
        separator = ",\n"
    stream.write(b"\n]}\n")


def _jobs(workload: Workload) -> Iterator[dict[str, Any]]:
    of = workload.profiles
    form = np.empty(len(workload), np.int8)
    shortest_form.choose(of.offsets, of.widths, of.times, form)
    release, weight = workload.release.tolist(), workload.weight.tolist()
    estimate = workload.estimate.tolist()
    of_log = {
        key: column.tolist()
        for key, column in (("start", workload.recorded), ("submitted", workload.submitted))
        if column is not None
    }
    labels = {
        key: [None if code < 0 else column.names[code] for code in column.codes.tolist()]
        for key, column in workload.labels.items()
    }
    waits = _waits(workload)
    sizes = [] if workload.allocated is None else workload.allocated.tolist()
    for i, id in enumerate(workload.ids.tolist()):
        job: dict[str, Any] = {"id": str(id), "release": plain(release[i])}
        if weight[i] != 1:
            job["weight"] = plain(weight[i])
        job |= _configurations(*of.job(i), int(form[i]))
        if estimate[i] > 0:
            job["estimate"] = plain(estimate[i])
        if sizes and sizes[i]:
            job["allocated"] = sizes[i]
        job |= {key: plain(times[i]) for key, times in of_log.items() if times[i] == times[i]}
        if waits[i]:
            job["after"] = waits[i]
        yield job | {key: names[i] for key, names in labels.items() if names[i] is not None}


def _configurations(widths: Ints, times: Floats, form: int) -> dict[str, Any]:
    if form in (shortest_form.RIGID, shortest_form.CEIL):
        short = {"procs": int(widths[-1]), "time": plain(float(times[-1]))}
        return short if form == shortest_form.RIGID else {**short, "moldable": "ceil"}
    numbers = map(plain, times.tolist())
    if form == shortest_form.OBJECT:
        return {"times": dict(zip(map(str, widths.tolist()), numbers, strict=True))}
    listed: list[int | float | None] = [None] * int(widths[-1])
    for width, number in zip(widths.tolist(), numbers, strict=True):
        listed[width - 1] = number
    return {"times": listed}


def _waits(workload: Workload) -> list[list[dict[str, Any]]]:
    """Return for each job those that it waits for."""
    waits: list[list[dict[str, Any]]] = [[] for _ in range(len(workload))]
    if (after := workload.after) is not None:
        columns = after.job.tolist(), after.before.tolist(), after.delay.tolist()
        for job, before, delay in zip(*columns, strict=True):
            late = {"delay": plain(delay)} if delay else {}
            waits[job].append({"job": str(workload.ids[before]), **late})
    return waits
