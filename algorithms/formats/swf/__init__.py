"""SWF, the Standard Workload Format: 18 numbers a line, times in seconds, -1 for unknown."""

ORIGINS = "partitions are the sites that jobs were submitted to"
"""A header note under which field 16 holds origins, for which the standard has no field."""

RAN = "partitions are the sites that jobs ran on"
"""A header note of a schedule on a grid."""

UNKEPT = "dependencies of jobs are not kept"
"""A header note of jobs that had some, or more than are written, so that nobody takes them for
independent ones."""

ENVIRONMENTS = "executables are the environments that jobs need"
"""A header note under which field 14 holds environments, for which the standard has no field."""
