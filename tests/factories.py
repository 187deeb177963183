"""Plain functions that make what tests need. The cast: Alice owns, Bob is another, Charlie too."""

import io
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from django.db.models import Manager, QuerySet
from django.utils import timezone

from parsched.model.problem.profiles import Profiles
from parsched.model.problem.workload import Workload as Jobs
from parsched.policies.catalogue import ALGORITHMS
from parsched.policies.external.external import ExternalParams
from parsched.run.computed_by import TABLES, bounds_among, versions_above_1
from parsched.run.record import SHORT
from parsched.run.request import RequestEntry
from schedweb.accounts.models import User
from schedweb.clusters.models import Cluster
from schedweb.clusters.services import create_cluster
from schedweb.runs.models import Comparison, KnownBounds, Run
from schedweb.runs.services import create_comparison
from schedweb.store import filing
from schedweb.studies.models import Study
from schedweb.workers.models import State
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.services import keep_upload, read_upload

SWF = b"""; MaxProcs: 4
1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1
2 5 -1 10 4 -1 -1 4 20 -1 1 4 1 -1 1 -1 -1 -1
3 6 -1 4 2 -1 -1 2 4 -1 1 3 1 -1 1 -1 -1 -1
"""
"""Three jobs on four processors: under EASY, job 3 overtakes job 2."""


MOLDABLE = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "1", "times": [9, 5, null, 4]}, {"id": "2", "times": [8, 5, 4, 3]},
{"id": "3", "procs": 2, "time": 6}]}
"""
"""Three jobs; two can run on one of several numbers of processors."""
OFFLINE_SWF = b"""; MaxProcs: 4
1 0 -1 10 2 -1 -1 2 20 -1 1 3 1 -1 1 -1 -1 -1
2 0 -1 10 4 -1 -1 4 20 -1 1 4 1 -1 1 -1 -1 -1
"""
"""Two jobs that are there at time 0."""


ENVIRONED = b"""{"format": "schedweb-workload", "version": 1, "jobs": [
{"id": "1", "procs": 2, "time": 4, "environment": "a"},
{"id": "2", "procs": 1, "time": 3, "environment": "b"},
{"id": "3", "procs": 1, "time": 5, "environment": "a"},
{"id": "4", "procs": 1, "time": 2}]}
"""
"""Three jobs of two environments and one of none, all there at time 0."""


ENVIRONMENTS = b"""{"format": "schedweb-workload", "version": 1, "processors": 4, "jobs": [
  {"id": "1", "procs": 2, "time": 10, "environment": "debian"},
  {"id": "2", "procs": 1, "time": 4, "environment": "centos"},
  {"id": "3", "procs": 2, "time": 5, "environment": "debian"}
]}"""
"""Three jobs that need environments, all there at time 0; on four processors λ is at least 10 s."""


ARRIVING = ENVIRONMENTS.replace(b'"id": "3",', b'"id": "3", "release": 3,')
"""The same jobs, but one is released later."""


def person(name: str) -> User:
    """Return the person of that name."""
    return User.objects.get_or_create(username=name)[0]


PROGRAM_REFUSED = "External program runs a program, which administrators alone may choose"

EXAMPLE = ExternalParams().commands
"""The command of `external` where none is given: our own example."""


def admin(name: str) -> User:
    """Return the administrator of that name."""
    found = person(name)
    found.is_staff = True
    found.save()
    return found


def upload(owner: User, content: bytes = SWF, name: str = "three.swf") -> Upload:
    """Read a file as the upload page does."""
    return read_upload(owner, io.BytesIO(content), name)


def workload(owner: User, content: bytes = SWF, name: str = "Three jobs") -> Workload:
    """Store a workload from a file."""
    return keep_upload(upload(owner, content), name=name)


def cluster(
    owner: User,
    *processors: int,
    name: str = "Machine",
    deployment: Mapping[str, float] | None = None,
    systems: int = 1,
) -> Cluster:
    """Store a machine of so many processors, or a grid; 4 by default."""
    sites = [{"name": f"site {i}", "processors": size} for i, size in enumerate(processors or (4,))]
    return create_cluster(owner, name=name, sites=sites, deployment=deployment, systems=systems)


def comparison(
    owner: User,
    algorithms: Sequence[str] = ("fcfs", "easy"),
    content: bytes = SWF,
    processors: int = 4,
    *,
    rules: Mapping[str, str] | None = None,
    deployment: Mapping[str, float] | None = None,
    confirmed: Collection[str] = (),
) -> Comparison:
    """Compare algorithms on a small workload; the runs wait."""
    entries = [RequestEntry.parse(text) for text in algorithms]
    machine = cluster(owner, processors, deployment=deployment)
    jobs = workload(owner, content)
    return create_comparison(owner, jobs, machine, entries, rules=rules, confirmed=confirmed)


def queued_run(owner: User) -> Run:
    """Return a run that waits."""
    return comparison(owner, ["easy"]).runs.get()


def of_today() -> dict[str, int]:
    """Return the versions of all that has a part in a result but for its algorithm."""
    return {
        f"{group}/{key}": declared.version
        for group in ("metrics", "parts")
        for key, declared in TABLES[group].items()
        if declared.version > 1
    }


def done_run(place: Comparison, position: int, label: str, **metrics: float | None) -> Run:
    """Store a finished run with given metrics, without computing anything."""
    run = _done(place, position, label, metrics)
    run.save()
    return run


def _done(place: Comparison, position: int, label: str, metrics: Mapping[str, float | None]) -> Run:
    declared = ALGORITHMS.get(label.lower())
    values: dict[str, Any] = {
        "algorithm": label.lower(),
        "label": label,
        "record": {"metrics": metrics, "status": "finished", "computed_by": of_today()},
        "state": State.DONE,
        "queued": timezone.now(),
        "version": declared.version if declared else 1,
    }
    return Run(comparison=place, position=position, **values)


def came_out(runs: QuerySet[Run] | Manager[Run], **values: Any) -> None:
    """Change what came out of stored runs, by name."""
    for run in runs.all():
        for name, value in values.items():
            (run.record if name in SHORT else run.details)[name] = value
        run.save(update_fields=["record", "details"])


def measured(run: Run, metric: str) -> float:
    """Return a metric of a finished run that has a value."""
    value = run.result.metrics[metric]
    assert value is not None
    return value


def know(
    place: Comparison, proved: float | None = None, **values: Mapping[str, float]
) -> KnownBounds:
    """Store bounds on the instance of a comparison by criterion, without computing anything."""
    known: dict[str, Any] = {"values": values, "proved": proved}
    known["versions"] = versions_above_1(bounds_among(values))
    known["proved_by"] = {}
    row, _ = KnownBounds.objects.update_or_create(digest=f"of {place.pk}", defaults=known)
    place.known = row
    place.save(update_fields=["known"])
    return row


def swept(
    owner: User,
    values: Mapping[tuple[str, float], Mapping[str, float | None]],
    sites: Sequence[int] = (4, 8),
    **fixed: Any,
) -> Comparison:
    """Store a comparison of `grid` on sites, with metrics by strategy and share, all done."""
    made = comparison(owner, ["grid"])
    made.runs.all().delete()
    made.sites = [{"name": f"site {i}", "processors": m} for i, m in enumerate(sites, start=1)]
    made.save()
    runs = []
    for place, ((strategy, share), metrics) in enumerate(values.items()):
        run = _done(made, place, f"{strategy} {share:g}", metrics)
        run.algorithm = "grid"
        run.params = {"strategy": strategy, "admissible": share, "information": "fresh", **fixed}
        runs.append(run)
    Run.objects.bulk_create(runs)
    return Comparison.objects.get(pk=made.pk)


def jobs(
    release: Sequence[float], width: Sequence[int], runtime: Sequence[float], **columns: Any
) -> Jobs:
    """Return rigid jobs numbered from 1."""
    return Jobs(
        name="jobs",
        ids=np.arange(1, len(release) + 1),
        release=np.array(release, np.float64),
        profiles=Profiles.rigid(np.array(width), np.array(runtime, np.float64)),
        **columns,
    )


def empty_trash() -> None:
    """Delete for good what is in the trash, comparisons and studies before what they need."""
    for model in (Comparison, Study, Workload, Cluster):
        filing.delete_for_good(model.everything.exclude(trashed=None))
