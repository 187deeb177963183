"""Zones that cells name behind a time: distances from UTC, names of places, abbreviations."""

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

import numpy as np

from parsched.model.problem.calendar import LAST, changes
from parsched.model.problem.workload import Floats

_HOURS: dict[str, float] = {
    **dict.fromkeys(("z", "utc", "ut", "gmt", "wet"), 0),
    **dict.fromkeys(("cet", "met", "mez", "west", "bst"), 1),
    **dict.fromkeys(("cest", "mest", "mesz", "eet", "sast", "cat"), 2),
    **dict.fromkeys(("eest", "msk", "trt", "eat"), 3),
    **{"pkt": 5, "ist": 5.5, "wib": 7, "sgt": 8, "hkt": 8, "awst": 8, "jst": 9, "kst": 9},
    **{"acst": 9.5, "acdt": 10.5, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13},
    **{"nst": -3.5, "ndt": -2.5, "brt": -3, "art": -3, "adt": -3, "ast": -4},
    **{"est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7},
    **{"akst": -9, "akdt": -8, "hst": -10},
}
"""Hours that clocks of an abbreviation are ahead of UTC; abbreviations of North America are as in
RFC 5322."""

AMBIGUOUS = frozenset(("ast", "bst", "cst", "est", "ist"))
"""Those by which other parts of the world mean another time."""

_AWAY = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d\d))?", re.ASCII)


def named(text: str) -> tzinfo | None:
    """Return the zone that a cell names, in lower case; None for a name that is known of none.

    Examples
    --------
    >>> named("cest"), named("+0530") == named("ist"), named("europe/berlin"), named("xyz")
    (datetime.timezone(datetime.timedelta(seconds=7200)), True, \
zoneinfo.ZoneInfo(key='Europe/Berlin'), None)
    """
    if text in _HOURS:
        return timezone(timedelta(hours=_HOURS[text])) if _HOURS[text] else UTC
    if match := _AWAY.fullmatch(text):
        away = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        if away < timedelta(days=1) and int(match[3] or 0) < 60:
            return timezone(-away if match[1] == "-" else away)
        return None
    place = _places().get(text)
    return ZoneInfo(place) if place else None


def as_there(text: str, shown: Floats, zone: tzinfo) -> tzinfo | None:
    """Return what an abbreviation means where `zone` is the zone of a log, at the time that clocks
    show; None where that zone does not use it."""
    known = shown[np.isfinite(shown) & (np.abs(shown) < LAST)]
    if not isinstance(zone, ZoneInfo) or not len(known):
        return None
    year = 366 * 86_400
    begin, end = int(known.min()) - year, int(known.max()) + year
    ahead = {name.lower(): seconds for _, seconds, name in changes(zone, max(begin, 0), end)}
    return timezone(timedelta(seconds=ahead[text])) if text in ahead else None


@cache
def _places() -> dict[str, str]:
    return {name.lower(): name for name in available_timezones() if "/" in name}
