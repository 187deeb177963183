"""Schedules that were made elsewhere: read from a file, matched, checked and measured."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from parsched.data.files.source import Source
from parsched.data.formats import FileLimits, ImportedSchedule, import_schedule
from parsched.model.problem.instance import Instance
from parsched.model.schedules.examination import NAMED
from parsched.run.given import judge
from parsched.run.result import Result

UNKNOWN_MAKER = "somebody else"
"""Who made a schedule where no name is given."""
CONTRADICTING = "have rows that contradict each other"


@dataclass(frozen=True)
class MadeElsewhere:
    """What a file says, and what it is worth."""

    imported: ImportedSchedule
    result: Result


def read_result(
    source: Source,
    instance: Instance,
    *,
    name: str | None = None,
    kind: str = "",
    limits: FileLimits | None = None,
    label: str = "",
    made_by: str = "",
    bounds: Collection[str] | None = None,
) -> MadeElsewhere:
    """Read the schedule of an instance from a file, and judge it.

    What was found while rows were matched with jobs stands among the remarks of the result. Jobs
    whose rows contradict each other break the rule that each job runs once. `bounds` are as in
    `solve`.

    Raises
    ------
    UnknownKeyError, FormatError
        As `import_schedule` does.

    Examples
    --------
    >>> import parsched as sched, io
    >>> jobs = sched.generate("uniform", jobs=1, processors=8)
    >>> instance = sched.Instance(jobs, sched.Platform.of(8))
    >>> file = io.BytesIO(b"job_id,starting_time,execution_time,width\\n1,0,-5,1\\n")
    >>> read_result(file, instance).result.violation_count > 0
    True
    """
    imported = import_schedule(source, instance, name=name, kind=kind, limits=limits)
    result = judge(
        instance,
        imported.schedule,
        label=label,
        made_by=made_by or UNKNOWN_MAKER,
        tolerance=imported.tolerance,
        bounds=bounds,
    )
    return MadeElsewhere(
        imported, _with_repeated(replace(result, remarks=imported.remarks), imported)
    )


def _with_repeated(result: Result, imported: ImportedSchedule) -> Result:
    """Count the jobs whose rows contradict each other among those that break a rule."""
    repeated = imported.repeated
    if not repeated:
        return result
    ids, schedule = result.workload.ids, result.schedule
    broken = np.zeros(len(ids), np.bool_) if schedule.broken is None else schedule.broken.copy()
    broken[list(repeated)] = True
    named = ", ".join(f"job {ids[job]}" for job in repeated[:NAMED])
    more = ", …" if len(repeated) > NAMED else ""
    rule = (
        "has rows that contradict each other"
        if len(repeated) == 1
        else f"{len(repeated):,} jobs {CONTRADICTING}: "
    )
    sentence = f"{named} {rule}" if len(repeated) == 1 else f"{rule}{named}{more}"
    return replace(
        result,
        schedule=replace(schedule, broken=broken),
        violations=(sentence, *result.violations),
        violation_count=len(repeated) + result.violation_count,
        broken_rules={CONTRADICTING: len(repeated), **result.broken_rules},
    )
