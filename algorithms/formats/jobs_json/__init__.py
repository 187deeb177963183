"""SchedWeb's own workload format: JSON, one object per job, rigid and moldable alike."""

NAME = "schedweb-workload"
VERSION = 1

LABELS = ("user", "group", "executable", "queue", "partition", "environment")
"""Keys of a job that hold names."""

KEYS = frozenset(
    ("id", "release", "weight", "estimate", "procs", "time", "times", "moldable", *LABELS)
)
"""Every key that a job may have."""

MOST_CONFIGURATIONS = 1 << 24
"""Configurations of all jobs together: a job that may run on k processors for each k ≤ p has p."""
