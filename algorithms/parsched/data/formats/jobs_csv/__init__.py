"""A table of rigid jobs: CSV whose first line names the columns, in any order.

The names are the keys of a job in SchedWeb's JSON, or others that are usual for the same (see
`parsched.data.files.vocabulary`). `procs` and `time` must be there; a blank cell
is unknown, or what a job without that column has: release 0, weight 1, no estimate, no name, and
no `start`, which is when it started where it was recorded, no `allocated`, which is on how many
processors it ran there where these are others than `procs`, nor `submitted`, which is when it was
submitted where that is before its release.
Separators are commas, semicolons or tabs, quotes as in RFC 4180, numbers with a decimal point.
`after` holds the ids of the jobs that one waits for to end, with blanks between, and `delay` how
long it waits then, seconds: one number for all, or one for each.
"""

from parsched.data.files.roles import NAMES
from parsched.model.problem.workload import LABELS

NEEDED = ("procs", "time")
"""Columns that a file must have."""

SUBMIT_DATE = "submit_date"
"""Column of dates (ISO 8601 with the offset from UTC) beside `release`: the first of them says when
time 0 was."""

ZONE = "zone"
"""Column beside `submit_date`: the time zone whose dates are shown; the first cell that names one
counts."""

MACHINE = {"machine_processors": "processors", "machine_nodes": "nodes"}
"""Columns that state how large the machine is, the same in each line: the first cell counts."""

NOT_KEPT = "unmodelled"
"""Column of what an earlier source said of the jobs that is not kept, with semicolons between: the
first cell counts."""

AFTER, DELAY = "after", "delay"

COLUMNS = (
    *("id", "release", *NEEDED, "weight", "estimate"),
    *("start", "allocated", "submitted", AFTER, DELAY),
    *(*LABELS, SUBMIT_DATE, ZONE, *MACHINE, NOT_KEPT),
)
"""Columns that are read, in the order in which they are written; others are passed over."""

HELD = {
    "submit": "release",
    "processors": "procs",
    "run": "time",
    "state": "status",
    **{role: role for role in ("id", "weight", "estimate", "start", AFTER, DELAY, *NAMES)},
}
"""The column for each role that one of a table may play (`parsched.data.files.vocabulary`),
whatever the table calls it."""

SEPARATORS = (",", ";", "\t")
