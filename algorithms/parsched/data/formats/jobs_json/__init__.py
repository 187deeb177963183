"""SchedWeb's own workload format: JSON, one object per job, rigid and moldable alike.

A job says on how many processors it may run, and for how long, in one of five forms:

- `"procs": 8, "time": 25`: on 8 processors for 25 s, rigid;
- `"times": [9, 5, null, 4]`: 9 s on one processor, 5 on two, 4 on four, and not on three;
- `"times": {"1": 9, "16": 2.5}`: on one or on 16 processors, and on no other number;
- `"procs": 8, "time": 25, "moldable": "ceil"`: on 1 … 8 processors, ⌈8/k⌉ · 25 s on k of them;
- `"procs": 200, "time": 10, "speedup": {…}`: `time` on one processor, and on 1 … 200 what a law of
  speed-up makes of it: `{"law": "downey", "A": 30, "sigma": 1.2}` or `{"law": "amdahl", "fraction":
  0.05}`. Up to `MOST_DENSE` processors a job may run on each number of them, beyond on the numbers
  of the geometric grid: all up to 20, then each a tenth more than the one before, and `procs`.

Around the jobs, `"machine": {"processors": 240, "nodes": 60}` says how large the machine is, and
other keys of it mean nothing yet; `"unix_start"` and `"zone"` say when time 0 was.

`"start": 40` says when it started where it was recorded, in seconds on the clock of `release`;
`"allocated": 16` says on how many processors it ran there, where these are others than `procs`;
`"submitted": 10` says when it was submitted where that is before `release`, from which waits count.
`"after": [{"job": "1", "delay": 30}, "2"]` says that the job waits until job 1 has ended and then
for 30 s, and for the end of job 2; a single one needs no list.
"""

from parsched.model.problem.workload import LABELS, MAX_CONFIGURATIONS

NAME = "schedweb-workload"
VERSION = 1

KEYS = frozenset(
    (
        *("id", "release", "weight", "estimate", "start", "procs", "time", "times", "moldable"),
        *("speedup", "after", "submitted", "allocated"),
    )
) | frozenset(LABELS)
"""Every key that a job may have."""

MOST_CONFIGURATIONS = MAX_CONFIGURATIONS
"""Configurations of all jobs together: a job that may run on k processors for each k ≤ p has p."""

MOST_DENSE = 256
"""Processors up to which a law of speed-up is worked out for each number of them."""
