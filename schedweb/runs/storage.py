"""Schedules as blobs."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from algorithms.procset import ProcessorSets
from algorithms.schedule import Schedule
from schedweb import blobs

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
    return blobs.put(blobs.pack(arrays))


@lru_cache(maxsize=CACHED)
def load_schedule(digest: str) -> Schedule:
    """Return the schedule stored under a digest; its arrays are shared, and read-only."""
    arrays = blobs.unpack(blobs.get(digest))
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
    )
