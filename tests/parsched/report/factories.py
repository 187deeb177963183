"""Records that tests of reports need, without computing or storing anything."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from parsched.model.problem.instance import Instance, Rules
from parsched.model.problem.platform import INSTANT, DeployTime, Platform
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.conditions import Traits
from parsched.report.records import Records, Subject
from parsched.run.record import Record

ONLINE = Traits(has_releases=True, has_estimates=True)
"""Rigid jobs that arrive over time, as of a trace."""
OFFLINE = Traits()
"""Rigid jobs that are all there at time 0."""


def record(label: str, *, key: str = "", algorithm: str = "", **fields: Any) -> Record:
    """Return a finished run; by default the label in lower case is the key of its algorithm, and
    its own key."""
    name = algorithm or label.lower()
    declared = ALGORITHMS.get(name)
    version = declared.version if declared else 1
    values: dict[str, Any] = {"state": "done", "status": "finished", "version": version, **fields}
    return Record(key=key or name, label=label, algorithm=name, **values)


def _no_jobs() -> Instance:
    raise AssertionError("this report does not look at the jobs")


def records(
    rows: Sequence[Record],
    traits: Traits = OFFLINE,
    *,
    bounds: Mapping[str, Mapping[str, float]] | None = None,
    proved: float | None = None,
    title: str = "Three jobs on Machine",
    workload: str = "Three jobs",
    machine: str = "Machine",
    sites: Sequence[int] = (4,),
    rules: Rules | None = None,
    deployment: DeployTime | None = None,
    systems: int = 1,
    jobs: int = 3,
    load: Callable[[], Instance] = _no_jobs,
    others: Mapping[str, Records] | None = None,
) -> Records:
    """Return records of one comparison."""
    about = Subject(
        title=title,
        workload=workload,
        machine=machine,
        jobs=jobs,
        traits=traits,
        platform=Platform.of(*sites, deployment=deployment or INSTANT, systems=systems),
        rules=rules or Rules(),
        load=load,
        bounds={key: dict(values) for key, values in (bounds or {}).items()},
        proved=proved,
    )
    known = dict(others or {})
    return Records(
        about, tuple(rows), read_others=lambda keys: {k: known[k] for k in keys if k in known}
    )


def changed(found: Records, label: str, **fields: Any) -> Records:
    """Return records; the one with that label has other fields."""
    assert label in {row.label for row in found}
    rows = (replace(row, **fields) if row.label == label else row for row in found)
    return replace(found, rows=tuple(rows))
