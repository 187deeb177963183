"""Finding room in a profile."""

from typing import NamedTuple

import numpy as np

from parsched.base.compiled import kernel
from parsched.model.availability.profile import Profile, chunk_at, first_of, segment_at


class Wanted(NamedTuple):
    """What is looked for: processors, at most as many as the machine has, for a number of seconds;
    a job of no length needs them at the instant. It begins from `begin` on, not before the profile,
    and before `until`. From `reserved` on it has room already: there is its own reservation."""

    width: int
    length: float
    begin: float
    until: float
    reserved: float


@kernel
def earliest(profile: Profile, wanted: Wanted) -> float:
    """Return the earliest instant from which a job fits, or infinity; `reserved` if that is before
    `until` or there."""
    width, length, limit = wanted.width, wanted.length, wanted.reserved
    sizes = profile.sizes[0]
    instant = np.nan
    at = chunk_at(profile, wanted.begin)
    from_segment = segment_at(profile, at, wanted.begin)
    for d in range(at, sizes.last):
        # Invariant: if `instant` is a number, `width` processors are free from then until begin[d].
        begin = max(profile.begin[d], wanted.begin)
        if begin >= limit:
            return limit if np.isnan(instant) else instant
        if begin >= wanted.until and np.isnan(instant):
            return np.inf
        slot = profile.chunk[d]
        chunk = profile.chunks[slot]
        if chunk.most < width:
            instant = np.nan
        elif chunk.least >= width:
            if np.isnan(instant):
                instant = begin
        else:
            time, free, need = profile.time[slot], profile.free[slot], width - chunk.lift
            for k in range(from_segment, chunk.count):
                if not np.isnan(instant) and instant + length <= time[k]:
                    return instant
                if time[k] >= limit:
                    return limit if np.isnan(instant) else instant
                if free[k] < need:
                    instant = np.nan
                elif np.isnan(instant):
                    if time[k] >= wanted.until:
                        return np.inf
                    instant = max(time[k], wanted.begin)
        from_segment = 0
        end = profile.begin[d + 1] if d + 1 < sizes.last else np.inf
        if instant + length <= end:
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
