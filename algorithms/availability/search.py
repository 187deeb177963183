"""Finding room in a profile."""

import numpy as np

from algorithms.availability.profile import Profile, first_of
from algorithms.compiled import kernel


@kernel
def earliest(profile: Profile, width: int, length: float, limit: float) -> float:
    """Return the earliest instant before `limit` from which a job fits, else `limit`.

    What the profile holds from `limit` on is taken as room enough: there the job itself has its
    reservation (or `limit` is infinite).

    Parameters
    ----------
    width
        Processors, at most those of the machine.
    length
        Seconds; a job of no length needs its processors at the instant.
    """
    sizes = profile.sizes[0]
    instant = np.nan
    for d in range(sizes.first, sizes.last):
        # Invariant: if `instant` is a number, `width` processors are free from then until begin[d].
        begin = profile.begin[d]
        if begin >= limit:
            return limit if np.isnan(instant) else instant
        slot = profile.chunk[d]
        chunk = profile.chunks[slot]
        if chunk.most < width:
            instant = np.nan
        elif chunk.least >= width:
            if np.isnan(instant):
                instant = begin
        else:
            time, free, need = profile.time[slot], profile.free[slot], width - chunk.lift
            for k in range(first_of(profile, d), chunk.count):
                if not np.isnan(instant) and instant + length <= time[k]:
                    return instant
                if time[k] >= limit:
                    return limit if np.isnan(instant) else instant
                if free[k] < need:
                    instant = np.nan
                elif np.isnan(instant):
                    instant = time[k]
        until = profile.begin[d + 1] if d + 1 < sizes.last else np.inf
        if instant + length <= until:
            return instant
    return limit


@kernel
def fits_now(profile: Profile, width: int, length: float) -> bool:
    """Does a job fit from the beginning of the profile on?"""
    sizes = profile.sizes[0]
    end = profile.begin[sizes.first] + length
    for d in range(sizes.first, sizes.last):
        if d > sizes.first and profile.begin[d] >= end:
            return True
        slot = profile.chunk[d]
        chunk = profile.chunks[slot]
        if chunk.least >= width:
            continue
        first = first_of(profile, d)
        time, free, need = profile.time[slot], profile.free[slot], width - chunk.lift
        for k in range(first, chunk.count):
            if free[k] < need:
                # The segment of now counts also for a job of no length.
                return bool(time[k] >= end and (d > sizes.first or k > first))
    return True
