"""Schedules as blobs."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from parsched.model.problem.deployment import Groups
from parsched.model.schedules.processor_sets import ProcessorSets
from parsched.model.schedules.schedule import Schedule
from schedweb.store import blobs
from schedweb.store.arrays import pack, unpack

if TYPE_CHECKING:
    from numpy.typing import NDArray

CACHED = 8


def save_schedule(schedule: Schedule) -> str:
    """Store a schedule and return the digest."""
    arrays: dict[str, NDArray[Any]] = {
        "start": schedule.start,
        "duration": schedule.duration,
        "width": schedule.width,
        "site": schedule.site,
        "backfilled": schedule.backfilled,
    }
    if schedule.processors is not None:
        sets = schedule.processors
        arrays |= {"offsets": sets.offsets, "lo": sets.lo, "hi": sets.hi}
    if schedule.broken is not None:
        arrays["broken"] = schedule.broken
    if schedule.groups is not None:
        groups = schedule.groups
        arrays |= {"group_job": groups.job, "group_width": groups.width}
        arrays |= {"group_environment": groups.environment}
        arrays["group_target"] = np.array([groups.target])
    return blobs.put(pack(arrays))


@lru_cache(maxsize=CACHED)
def load_schedule(digest: str) -> Schedule:
    """Return the schedule stored under a digest; its arrays are shared, and read-only."""
    arrays = unpack(blobs.get(digest))
    for array in arrays.values():
        array.setflags(write=False)
    sets = None
    if "offsets" in arrays:
        sets = ProcessorSets(arrays["offsets"], arrays["lo"], arrays["hi"])
    return Schedule(
        start=arrays["start"],
        duration=arrays["duration"],
        width=arrays["width"],
        site=arrays["site"],
        backfilled=arrays["backfilled"],
        processors=sets,
        groups=_groups(arrays),
        broken=arrays.get("broken"),
    )


def _groups(arrays: dict[str, "NDArray[Any]"]) -> Groups | None:
    if "group_job" not in arrays:
        return None
    columns = arrays["group_job"], arrays["group_width"], arrays["group_environment"]
    return Groups(*columns, float(arrays["group_target"][0]))
