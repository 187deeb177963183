"""Jobs that are lost and can be made once more from what is written down of them."""

from parsched.base.errors import AlgorithmsError
from parsched.data.generators import SAMPLES, BundledSample, generate
from parsched.model.problem.workload import Workload as Jobs
from schedweb.base.errors import DamagedError, RefusedError
from schedweb.store import blobs
from schedweb.workloads.merging import plan_merge, run_merge
from schedweb.workloads.models import Workload
from schedweb.workloads.sources import SourceShelf
from schedweb.workloads.storage import content_of

KINDS = ("generator", "sample", "merge")
"""Sources that say all that is needed to make the jobs."""


def can_remake(workload: Workload) -> bool:
    """Tell whether the jobs come from something else than a file."""
    return workload.source.get("kind") in KINDS and "jobs_of" not in workload.source


def remake(workload: Workload) -> None:
    """Store the jobs of a workload once more, which heals all that share them.

    Raises `RefusedError` where that cannot be, or gives other jobs than before.
    """
    if not can_remake(workload):
        raise RefusedError(f"{workload.name} comes from a file: upload that again.")
    try:
        content = content_of(_made(workload))
    except (AlgorithmsError, RefusedError, DamagedError) as error:
        text = f"{workload.name} cannot be made again: {error}. Restore it from a backup."
        raise RefusedError(text) from error
    if blobs.digest_of(content) != workload.digest:
        raise RefusedError(
            f"{workload.name} cannot be made again: this version of SchedWeb makes other jobs. "
            "Restore it from a backup, or make a new workload."
        )
    blobs.put(content)


def _made(workload: Workload) -> Jobs:
    source = workload.source
    match source["kind"]:
        case "sample":
            return _sample(source["key"]).workload()
        case "merge":
            return run_merge(plan_merge(SourceShelf(workload.owner), source["spec"])).workload
    return generate(
        source["generator"],
        jobs=source["jobs"],
        processors=source["processors"],
        params=source["params"],
    )


def _sample(key: str) -> BundledSample:
    for sample in SAMPLES:
        if sample.key == key:
            return sample
    raise RefusedError(f"this version of SchedWeb has no sample {key}")
