"""The few functions that most people need, in the words of `import parsched as sched`."""

from typing import Any

from parsched.base.errors import ParameterError, expect
from parsched.model.problem.instance import Instance
from parsched.model.schedules.schedule import Schedule
from parsched.report.records import Records
from parsched.report.registry import REPORTS, DeclaredReport, Report, declared_report, suiting
from parsched.run.request import requests, run_all


def compare(
    instance: Instance, *entries: str, title: str = "", allow_commands: bool = False
) -> Records:
    """Run several algorithms on one instance.

    Parameters
    ----------
    instance
        Jobs, machine and rules: the same for all.
    entries
        Algorithms as the command line takes them: "easy", "ltf:placement=serial", with several
        values "grid:strategy=mpl|mst", or with a ready-made sweep "grid:paper".
    title
        What reports call the comparison; by default the name of the jobs.
    allow_commands
        Whether `external` may run the command that an entry names.

    Returns
    -------
    Records
        One record for each run, in the order of the entries.

    Raises
    ------
    UnknownKeyError, ParameterError
        For an entry that cannot be understood.
    UnsupportedError
        For an algorithm that cannot take the instance, before any runs.
    CommandError
        For an entry that names a command where these are not allowed, before any runs.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> sched.compare(instance, "ltf", "lptf")
    <Records Uniform, 20 jobs, seed 1: 2 of 2 done, 20 jobs>
    """
    expect("instance", instance, Instance)
    for entry in entries:
        expect("an entry", entry, str)
    if not entries:
        raise ParameterError({"entries": "choose at least one algorithm"})
    ran = run_all(instance, requests(entries), allow_commands=allow_commands)
    return Records.of(((one.text, result) for one, result in ran), title=title)


def report(key: str, records: Records, **options: Any) -> Report:
    """Say what came out: sentences, tables, figures and notes.

    Parameters
    ----------
    key
        One of `reports()`, such as "results", "ranking" or "trade-offs".
    records
        What `compare` returned.
    options
        What the report lets people choose, by name; see `DeclaredReport.options`.

    Returns
    -------
    Report
        `print(found.as_text())` shows it; `found.write("tex")` is a LaTeX table.

    Raises
    ------
    UnknownKeyError
        When there is no such report.
    ParameterError
        For an option that breaks its declaration.
    UnsupportedError
        When it has nothing to say of these records.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> found = sched.report("ranking", sched.compare(instance, "ltf", "lptf"), metrics="makespan")
    >>> [table.key for table in found.tables]
    ['ranking']
    """
    expect("records", records, Records)
    return declared_report(key).of(records, options)


def reports(records: Records | None = None) -> dict[str, DeclaredReport]:
    """Return the reports that have something to say of records, or all that there are, by key.

    Examples
    --------
    >>> import parsched as sched
    >>> list(sched.reports())[:2]
    ['results', 'summary']
    """
    if records is None:
        return dict(REPORTS)
    return {declared.key: declared for declared in suiting(records)}


def check(instance: Instance, schedule: Schedule) -> None:
    """Check that a schedule is one of all jobs of an instance, and feasible.

    Nothing that made the schedule is asked: this counts for schedules from elsewhere, too.

    Parameters
    ----------
    instance
        Jobs, machine and rules.
    schedule
        Start, duration, width and site of each job; processors, if it says any.

    Raises
    ------
    InfeasibleError
        With sentences that name the first jobs that break a rule.

    Examples
    --------
    >>> import parsched as sched
    >>> instance = sched.Instance(
    ...     sched.generate("uniform", jobs=20, processors=8), sched.Platform.of(8)
    ... )
    >>> sched.check(instance, sched.solve(instance, "ltf").schedule)
    """
    expect("instance", instance, Instance)
    expect("schedule", schedule, Schedule)
    schedule.check(instance.jobs, instance.platform)
