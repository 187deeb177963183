"""Everything that a paper takes from a comparison, as files in a folder."""

import re
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from parsched.base.version import __version__
from parsched.base.whole_files import Draft, whole_folder
from parsched.data.formats import write as write_jobs
from parsched.data.formats import write_schedule
from parsched.declare.references import REFERENCES
from parsched.model.problem.instance import Instance
from parsched.policies.catalogue import ALGORITHMS
from parsched.report.captions import caption, command_of
from parsched.report.phrases import counted
from parsched.report.records import Records
from parsched.report.registry import FILES, Drawable, Report, content_of, suiting
from parsched.report.results import params_text
from parsched.report.writers import csv, latex
from parsched.run.record import Record

JOBS = "jobs.json"
"""The jobs, as exact as they are known."""
MOST_JOBS = 5_000_000
"""Most jobs of all schedules together for which files are written."""
_UNSAFE = re.compile(r"[^\w.-]+")


def write(records: Records, folder: Path) -> list[Path]:
    """Write figures, tables, schedules, and what repeats them; return the files.

        figures/<report>-<figure>.svg, .pdf, .png, and .csv with its numbers; captions.txt
        tables/<report>-<table>.csv, .tex
        schedules/<number>-<run>.csv
        jobs.json        the jobs
        references.bib   what the algorithms cite
        README.txt       what computed it, and the command that repeats it

    Raises
    ------
    FormatError
        When it cannot be written; then nothing is.
    """
    with whole_folder(folder) as draft:
        write_jobs(records.about.load().workload, draft.place(JOBS))
        reports = list(_reports(records))
        for name, figure in _drawn(reports):
            for ending in FILES:
                draft.add(f"figures/{name}.{ending}", content_of(figure, ending))
        _add_schedules(records, draft)
        texts = {
            **_tables(reports),
            "figures/captions.txt": _captions(reports, records),
            "references.bib": bibtex(_cited(records)),
            "README.txt": readme(records),
        }
        for name, text in texts.items():
            draft.add(name, text)
        return [folder / name for name in draft.names]


def bibtex(keys: Iterable[str]) -> str:
    """Return the BibTeX entries of some keys, each once."""
    return "\n\n".join(REFERENCES[key].bibtex for key in dict.fromkeys(keys)) + "\n"


def _cited(records: Records) -> Iterator[str]:
    for record in records.done:
        if record.algorithm in ALGORITHMS:
            yield from ALGORITHMS[record.algorithm].cites


def _reports(records: Records) -> Iterator[Report]:
    for declared in suiting(records):
        yield declared.of(records)


def _drawn(reports: Sequence[Report]) -> Iterator[tuple[str, Drawable]]:
    """Yield the figures that are not empty, with their names."""
    for report in reports:
        for figure in report.figures:
            if figure.series:
                yield f"{report.key}-{figure.key}", figure
        for gantt in report.gantts:
            yield f"{report.key}-{gantt.key}", gantt


def _captions(reports: Sequence[Report], records: Records) -> str:
    """Say of each figure what it shows, for which jobs and with which parameters."""
    said = (f"{name}\n    {caption(figure, records)}" for name, figure in _drawn(reports))
    return "\n\n".join(said) + "\n"


def _tables(reports: Sequence[Report]) -> dict[str, str]:
    """Return the tables that people read, as text by the names of their files."""
    texts = {}
    for report in reports:
        for table in report.tables:
            if not table.is_for_programs:
                texts[f"tables/{report.key}-{table.key}.csv"] = csv(table)
                texts[f"tables/{report.key}-{table.key}.tex"] = latex(table)
    return texts


def _has_schedules(records: Records) -> bool:
    return records.about.jobs * len(records.done) <= MOST_JOBS


def _add_schedules(records: Records, draft: Draft) -> None:
    """Write the schedule of every run, unless all of them have too many jobs."""
    if not _has_schedules(records):
        return
    instance = records.about.load()
    for number, record in enumerate(records.done, start=1):
        name = f"{number}-{_UNSAFE.sub('-', record.label).strip('-.')[:80]}.csv"
        schedule = records.read_schedule(record)
        jobs, machine = instance.jobs, instance.platform
        place = draft.place(f"schedules/{name}")
        write_schedule(place, jobs, machine, schedule, original=instance.workload)


def command(records: Records) -> str:
    """Return the command that computes the runs again from the jobs in the folder.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> command(sched.compare(instance, "ltf", "lptf"))
    'python -m parsched compare --workload jobs.json --procs 8 ltf lptf'
    """
    instance = records.about.load()
    words = ["python", "-m", "parsched", "compare", "--workload", JOBS, *_options(instance)]
    words += filter(None, (command_of(record) for record in records.done))
    return shlex.join(words)


def _options(instance: Instance) -> Iterator[str]:
    """Yield the options of the machine and of the rules that are not as usual."""
    platform = instance.platform
    yield from ("--procs", ",".join(str(site.processors) for site in platform.sites))
    for name, value in instance.rules.changed().items():
        yield from (f"--{name}", str(value))
    deployment = platform.deployment
    if not deployment.is_instant:
        yield from ("--deploy", f"{deployment.seconds:g}:{deployment.extra:g}")
    if platform.systems > 1:
        yield from ("--systems", str(platform.systems))


def readme(records: Records) -> str:
    """Say what the files are of, what is missing, what computed them, and how to repeat it."""
    about, done = records.about, records.done
    used = {k: v for record in done for k, v in (*record.versions.items(), *record.plugins.items())}
    lines = [
        *about.provenance,
        *filter(None, [records.mark]),
        "",
        f"{len(done):,} of {counted(len(records), 'run')} with a result.",
        *_missing(records),
        "",
        f"Computed by SchedWeb {__version__} with",
        *(f"    {name} {number}" for name, number in used.items()),
        "",
        "To repeat it:",
        f"    {command(records)}",
        "",
        *(_run(number, record) for number, record in enumerate(done, start=1)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _run(number: int, record: Record) -> str:
    """Name a run with its algorithm and all of its parameters."""
    values = params_text(record.params)
    origin = record.origin or f"{record.algorithm}{f': {values}' if values else ''}"
    return f"{number}. {record.label} ({origin})"


def _missing(records: Records) -> Iterator[str]:
    """Yield what the folder does not have, and why."""
    for record in records.waiting:
        yield f"Without a result: {record.label}."
    if not _has_schedules(records):
        yield f"The schedules are left out: they have over {MOST_JOBS:,} jobs together."
    elsewhere = [record.label for record in records.done if not command_of(record)]
    if elsewhere:
        yield f"The command does not make {', '.join(elsewhere)}: see their schedules."
