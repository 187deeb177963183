"""SWF, the Standard Workload Format: 18 numbers a line, times in seconds, -1 for unknown."""

ORIGINS = "partitions are the sites that jobs were submitted to"
"""A header note under which field 16 holds origins, for which the standard has no field."""

RAN = "partitions are the sites that jobs ran on"
"""A header note of a schedule on a grid."""


ENVIRONMENTS = "executables are the environments that jobs need"
"""A header note under which field 14 holds environments, for which the standard has no field."""


def unkept(what: str) -> str:
    """Return the header note on what jobs have and the file does not hold, so that nobody takes
    them for jobs without it.

    >>> unkept("memory"), unkept("dependencies")
    ('memory of jobs is not kept', 'dependencies of jobs are not kept')
    """
    return f"{what} of jobs {'are' if what.endswith('s') else 'is'} not kept"
