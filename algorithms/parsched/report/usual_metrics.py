"""Metrics that fit the runs of a comparison."""

from parsched.policies.catalogue import ALGORITHMS
from parsched.report.records import Records

ONLINE = (
    "mean_wait",
    "median_wait",
    "p95_wait",
    "max_wait",
    "mean_bounded_slowdown",
    "makespan",
    "utilisation",
    "backfilled",
)
OFFLINE = ("makespan", "sum_weighted_completion", "mean_flow", "utilisation")
ENVIRONED = ("makespan", "sum_weighted_completion", "utilisation")
DEPLOYMENTS, REBOOTS = "deployments", "reboots"


def has_two_criteria(records: Records) -> bool:
    """Return whether makespan and Σ w·C are the criteria.

    They are if all jobs are released at time 0, if jobs differ in weight, and if jobs are moldable:
    then run times differ between schedules, and waits cannot be compared.
    """
    traits = records.about.traits
    return not traits.has_releases or traits.has_weights or traits.is_moldable


def is_about_makespan(records: Records) -> bool:
    """Return whether the makespan is the only criterion: all jobs are released at time 0 with equal
    weights, some algorithm minimises the makespan, and none minimises completion times."""
    traits = records.about.traits
    judged = {judged_by(record.algorithm) for record in records}
    return (
        not traits.has_releases
        and not traits.has_weights
        and "makespan" in judged
        and "minsum" not in judged
    )


def judged_by(key: str) -> str:
    """Return the criterion that an algorithm says it is judged by; blank for none."""
    return ALGORITHMS[key].judged_by if key in ALGORITHMS else ""


def has_environments(records: Records) -> bool:
    """Tell whether jobs need environments; of workloads that were stored before these were known,
    the metrics of runs tell it."""
    has_deployments = any(record.metrics.get(DEPLOYMENTS) is not None for record in records)
    return has_deployments or records.about.traits.environments > 0


def metrics_for(records: Records) -> tuple[str, ...]:
    """Return the metrics that fit: waits where rigid jobs arrive over time, completions otherwise,
    both where such jobs differ in weight; the makespan where nothing else is looked for. Where jobs
    need environments, deployments stand beside the makespan, and beside them reboots where these
    may be more."""
    usual = _metrics_for(records)
    if not has_environments(records):
        return usual
    counts = (DEPLOYMENTS,) if records.about.platform.systems == 1 else (DEPLOYMENTS, REBOOTS)
    if usual == OFFLINE:
        usual = ENVIRONED
    place = usual.index("makespan") + 1
    return (*usual[:place], *counts, *usual[place:])


def _metrics_for(records: Records) -> tuple[str, ...]:
    if is_about_makespan(records):
        return ("makespan",)
    if not has_two_criteria(records):
        return ONLINE
    traits = records.about.traits
    if traits.has_releases and not traits.is_moldable:
        return (*ONLINE, "sum_weighted_completion")
    return OFFLINE
