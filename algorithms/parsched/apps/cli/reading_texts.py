"""What the command `read` prints."""

from typing import Any

from parsched.base.digits import counted
from parsched.data.files.machine import guessed
from parsched.data.formats import Reading, title_of
from parsched.data.logs import ROLES
from parsched.model.problem.calendar import Calendar, plain
from parsched.model.problem.unmodelled import sentence


def reading_json(reading: Reading) -> dict[str, Any]:
    """Return what a file holds, as plain JSON values."""
    jobs = reading.workload
    return {
        "format": reading.format,
        "name": jobs.name,
        "jobs": len(jobs),
        "left_out": reading.report.dropped,
        "processors": reading.processors,
        "guess": reading.guess,
        "unix_start": None if jobs.unix_start is None else plain(jobs.unix_start),
        "zone": jobs.zone,
        "unmodelled": list(jobs.unmodelled),
        "profile": reading.mapping.as_json() if reading.mapping else None,
        "report": reading.report.as_json(),
    }


def reading_text(reading: Reading) -> str:
    """Say what a file holds: jobs, machine, time, what its columns were taken for, findings."""
    jobs = reading.workload
    lines = [
        f"{title_of(reading.format)}: {reading.report.summary}, up to "
        f"{counted(jobs.widest, 'processor')} wide, on {reading.processors:,}"
    ]
    if reading.guess:
        lines.append(guessed(reading.guess))
    if calendar := Calendar.of(jobs):
        lines.append(f"time 0 is {calendar.text(0)} ({calendar.note})")
    if reading.mapping is not None:
        for role, columns in reading.mapping.columns.items():
            for column in columns:
                unit = f", {column.unit}" if column.unit else ""
                lines.append(f"column {column.name}: {ROLES[role].title.lower()}{unit}")
    lines += [f"{each.severity}: {each.sentence}" for each in reading.report.findings]
    if jobs.unmodelled:
        lines.append(sentence(jobs.unmodelled))
    return "\n".join(lines)
