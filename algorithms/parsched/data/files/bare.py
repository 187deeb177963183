"""Tables without a line of names, as `sacct --noheader` prints them: what their cells tell."""

import re
from collections.abc import Mapping as Of
from collections.abc import Sequence
from datetime import datetime, timedelta

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?")
_CLOCK = re.compile(r"([0-9]+-)?[0-9]{1,3}:[0-9]{2}(:[0-9]{2})?|UNLIMITED|Partition_Limit")
_COUNT = re.compile(r"[0-9]{1,9}")
_ID = re.compile(r"[0-9]+([_+.\[][0-9a-z_+.,\[\]%:-]*)?")
_STATE = re.compile(
    r"COMPLETED|FAILED|TIMEOUT|CANCELLED.*|NODE_FAIL|OUT_OF_ME.*|PREEMPTED|PENDING|RUNNING|REQUEUED"
)
_NO_DATE = ("", "Unknown", "None", "N/A")
_DATES = {3: ("submit", "start", "end"), 4: ("submit", "eligible", "start", "end")}
"""Roles of dates in the order in which they stand."""


def names_of(cells: Sequence[str]) -> tuple[str, ...]:
    """Return names for the columns of a table whose first line has these cells: their places; the
    last one has none behind a separator that ends the line."""
    names = [f"column {place}" for place in range(1, len(cells) + 1)]
    if not cells[-1].strip():
        names[-1] = f"\0{len(cells) - 1}"
    return tuple(names)


def are_bare(names: Sequence[str]) -> bool:
    """Tell whether all names of columns are places."""
    return bool(names) and all(name == f"column {at}" for at, name in enumerate(names, 1))


def is_job(cells: Sequence[str]) -> bool:
    """Tell whether the first line of a table is a job: two cells are dates with hours, which no
    column is called."""
    return sum(1 for cell in cells if _DATE.fullmatch(cell.strip())) > 1


def roles_by_cells(cells: Of[str, Sequence[str]]) -> dict[str, str]:
    """Return the columns of some roles by their cells, as far as these prove them: dates in order,
    the time from start to end, a time limit, states, and numbers of processors and nodes."""
    dates = [name for name, column in cells.items() if _are(_DATE, column, _NO_DATE)]
    roles = dict(zip(_DATES.get(len(dates), ()), dates, strict=False))
    if not roles:
        return {}
    clocks = [name for name, column in cells.items() if _are(_CLOCK, column)]
    run = [name for name in clocks if _is_between(cells, roles, name)]
    limits = [name for name in clocks if name not in run[:1]]
    counts = [name for name, column in cells.items() if _are(_COUNT, column)]
    first = next(iter(cells))
    if _are(_ID, cells[first]):
        roles["id"] = first
        counts = [name for name in counts if name != first]
    states = [name for name, column in cells.items() if _are(_STATE, column)]
    for role, found in (("run", run[:1]), ("estimate", limits), ("state", states)):
        if len(found) == 1:
            roles[role] = found[0]
    return roles | _counted(cells, counts)


def _counted(cells: Of[str, Sequence[str]], counts: Sequence[str]) -> dict[str, str]:
    """Return processors and nodes: a single number means processors, of two the larger ones do."""
    if len(counts) == 1:
        return {"processors": counts[0]}
    if len(counts) != 2:
        return {}
    one, other = ([int(cell) for cell in cells[name]] for name in counts)
    is_more = [a < b for a, b in zip(one, other, strict=False)]
    is_less = [a > b for a, b in zip(one, other, strict=False)]
    if any(is_more) and not any(is_less):
        return {"nodes": counts[0], "processors": counts[1]}
    if any(is_less) and not any(is_more):
        return {"nodes": counts[1], "processors": counts[0]}
    return {}


def _are(form: "re.Pattern[str]", cells: Sequence[str], none: Sequence[str] = ()) -> bool:
    told = [cell.strip() for cell in cells if cell.strip() not in none]
    return bool(told) and all(map(form.fullmatch, told))


def _is_between(cells: Of[str, Sequence[str]], roles: Of[str, str], name: str) -> bool:
    """Tell whether a column is the time from start to end in all rows that have these."""
    rows = zip(cells[roles["start"]], cells[roles["end"]], cells[name], strict=False)
    told = [row for row in rows if row[0] not in _NO_DATE and row[1] not in _NO_DATE]
    return bool(told) and all(
        abs(datetime.fromisoformat(end) - datetime.fromisoformat(start) - _time(run))
        <= timedelta(seconds=1)
        for start, end, run in told
        if _CLOCK.fullmatch(run)
    )


def _time(clock: str) -> timedelta:
    """Return the time that a clock shows: `D-HH:MM:SS`, `HH:MM:SS` or `MM:SS`."""
    days, _, rest = clock.rpartition("-")
    parts = [int(part) for part in rest.split(":")] if ":" in rest else [0]
    seconds = sum(part * 60**place for place, part in enumerate(reversed(parts)))
    return timedelta(days=int(days or 0), seconds=seconds)
