"""What clocks on the wall show, as instants: also in hours that they show twice, or leap over."""

from datetime import timedelta, tzinfo
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parsched.model.problem.arrays import Floats
from parsched.model.problem.calendar import LAST, changes

_DAY = 86_400
_YEAR = "datetime64[Y]"


class Instants(NamedTuple):
    """Instants, float64, seconds since 1970.

    `second` is the later of the two where a clock showed a time twice, else NaN; `leapt` tells
    where it never showed it, and `first` is the instant at which it leapt over it.
    """

    first: Floats
    second: Floats
    leapt: NDArray[np.bool_]

    @classmethod
    def once(cls, seconds: Floats) -> "Instants":
        """Return instants as Unix times, for which no clock is needed."""
        return cls(seconds, np.full(len(seconds), np.nan), np.zeros(len(seconds), np.bool_))


def instants_of(shown: Floats, zone: tzinfo) -> Instants:
    """Return when a clock of a zone showed some times.

    Parameters
    ----------
    shown
        float64, seconds from 1970 on the clock to what it shows; others than finite ones stay.

    Examples
    --------
    >>> from zoneinfo import ZoneInfo
    >>> half_past_two = float(np.datetime64("2026-10-25T02:30", "s").astype(int))
    >>> found = instants_of(np.array([half_past_two]), ZoneInfo("Europe/Berlin"))
    >>> float(found.second[0] - found.first[0])
    3600.0
    """
    if (away := zone.utcoffset(None)) is not None:  # always as far from UTC
        return Instants.once(shown - away / timedelta(seconds=1))
    found = Instants.once(shown.copy())
    known = np.flatnonzero(np.isfinite(shown) & (np.abs(shown) < LAST))
    years = shown[known].astype("datetime64[s]").astype(_YEAR)
    for year in np.unique(years):
        of = known[years == year]
        begin, end = (
            int((year + more).astype("datetime64[s]").astype(np.int64)) for more in (0, 1)
        )
        _fill(found, of, changes(zone, begin - 2 * _DAY, end + 2 * _DAY))
    return found


def _fill(found: Instants, of: NDArray[np.intp], steps: tuple[tuple[int, int, str], ...]) -> None:
    """Put the instants of some times in place, given the offsets of about their year."""
    shown = found.first[of]
    at, ahead = (np.array([step[k] for step in steps], np.float64) for k in (0, 1))
    # A clock shows what is before this for the last time while the offset before holds.
    until = at[1:] + np.maximum(ahead[:-1], ahead[1:])
    step = np.searchsorted(until, shown, side="right")
    ends, later = np.append(at[1:], np.inf)[step], np.append(ahead, np.nan)[step + 1]
    first = shown - ahead[step]
    found.leapt[of] = first >= ends
    found.first[of] = np.minimum(first, ends)
    second = shown - later
    found.second[of] = np.where((later < ahead[step]) & (second >= ends), second, np.nan)
