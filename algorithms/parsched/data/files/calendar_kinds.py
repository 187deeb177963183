"""What readers say of dates that a file names and that cannot be used."""

from parsched.data.files.findings import FindingKind, Findings, Severity, quoted
from parsched.model.problem.calendar import EARLIEST, LATEST, is_start, zone_of

NO_DATE = FindingKind(
    key="no_date",
    severity=Severity.NOTE,
    field="The Unix time of time 0",
    rule=f"must be from {EARLIEST:.0f} to {LATEST:.0f}, the years 1970 to 9000",
    action="not used: times are shown without dates",
)
NO_SUCH_ZONE = FindingKind(
    key="no_such_zone",
    severity=Severity.NOTE,
    field="The time zone",
    rule="must be a name such as Europe/Berlin, +01:00, or seconds east of Greenwich",
    action="not used: dates are shown as UTC",
)


def start_of(value: float | None, findings: Findings) -> float | None:
    """Return the Unix time of time 0 where it has a date; reports one that has none."""
    if value is None or is_start(value):
        return value
    findings.add(NO_DATE, value=float(value))
    return None


def known_zone(name: str, findings: Findings) -> str:
    """Return the name of a zone that there is, else ""; reports a name that no zone has."""
    if not name or zone_of(name) is not None:
        return name
    findings.add(NO_SUCH_ZONE, value=quoted(name))
    return ""
