"""Files of a study: quick ones are written at once, large ones by a worker."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from parsched import studies
from parsched.data.formats import write as write_jobs
from parsched.report import DeclaredReport
from parsched.report.writers import WRITERS
from parsched.studies import REPORTS, Cells, Kept
from parsched.studies.bundle import write
from parsched.studies.files import as_toml
from schedweb.store.zips import zipped
from schedweb.studies.definitions import address_of
from schedweb.studies.models import Study
from schedweb.studies.reading import cells_of
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task

QUICK = 500
"""Number of runs whose files are all written within a quarter of a second."""


def file_of_report(
    study: Study,
    cells: Cells,
    declared: DeclaredReport,
    options: Mapping[str, Any],
    ending: str,
    table: str,
) -> str | Task:
    """Return a report as a file, or the task that writes it; raises as `DeclaredReport.of` and
    `Report.write` do."""
    report = declared.of(cells, options)
    known = ending in WRITERS and table in ("", *(one.key for one in report.tables))
    is_long = cells.done > QUICK and any(one.is_for_programs for one in report.tables)
    if not (is_long and known):  # who asks for a table that there is not hears so at once
        return report.write(ending, table)
    arguments = {"study": study.pk, "report": declared.key, "options": dict(options)}
    arguments |= {"ending": ending, "table": table, "file": study.title, "stamp": stamp(study)}
    return shared_task(study.owner, "study-report", arguments)


def report_text(study: Study, arguments: Mapping[str, Any]) -> str:
    """Write a report as its task says."""
    report = REPORTS[arguments["report"]].of(cells_of(study), arguments["options"])
    return report.write(arguments["ending"], arguments["table"])


def stamp(study: Study) -> str:
    """Return what differs when a study has more numbers."""
    return f"{study.changed and study.changed.isoformat()} {study.runs}"


def task_of_bundle(study: Study) -> Task:
    """Return the task that writes everything of a study into one file."""
    arguments = {"study": study.pk, "file": study.title, "stamp": stamp(study)}
    return shared_task(study.owner, "study-bundle", arguments)


def _write_workloads(study: Study, folder: Path) -> list[Path]:
    """Write the stored workloads of a study as files, and the study once more with these."""
    names = {use.workload.digest: use.workload for use in study.uses.select_related("workload")}
    places: dict[str, str] = {}
    for number, workload in enumerate(names.values(), start=1):
        place = f"workloads/{number}.json"
        (folder / place).parent.mkdir(exist_ok=True)
        write_jobs(workload.load(), folder / place)
        places[address_of(workload)] = place
    portable = folder / "study.toml"
    portable.write_text(as_toml(_located(study.portable, places)), encoding="utf-8")
    return [portable, *(folder / place for place in places.values())]


def _located(study: studies.Study, places: Mapping[str, str]) -> studies.Study:
    """Return a study whose workloads are files."""
    parts = []
    for part in study.parts:
        if isinstance(of := part.instances, Kept):
            named = {name: places.get(address, address) for name, address in of.workloads.items()}
            part = replace(part, instances=replace(of, workloads=named))
        parts.append(part)
    return replace(study, parts=tuple(parts))


def bundle(study: Study) -> bytes:
    """Return everything of a study as a zip: figures, tables, verdicts, and what repeats it."""
    return zipped(
        lambda folder: [*write(cells_of(study), folder), *_write_workloads(study, folder)]
    )
