"""Binary packs for the browser: one per workload, one per schedule."""

from typing import Any

import numpy as np

from parsched.model.problem.deployment import Groups
from parsched.model.problem.platform import Platform
from parsched.model.problem.ticks import apart
from parsched.model.problem.workload import Workload
from parsched.model.schedules.schedule import Schedule
from parsched.report.gantt.classes import limits
from parsched.report.gantt.layout import GanttLayout
from parsched.report.gantt.overlaps import overlaps
from parsched.report.gantt.planes import PlaneWriter, ticks_per_second
from parsched.report.gantt.rows import Deployments, IntervalRows, span

VERSION = 1


def workload_pack(workload: Workload) -> bytes:
    """Pack the data of all schedules: ids, releases, names, and widths and run times of rigid jobs;
    of moldable jobs the least and the largest width, since each schedule chooses its own. `held`
    is how long before its release each job was submitted, where some were. Where
    jobs wait for others, `after` columns name the pairs: who waits, for whom, and the delay.

    Names are coded from 0 = unknown; the header lists those that jobs have from code 1, in their
    natural order.
    """
    columns = {name: labels.in_order() for name, labels in workload.labels.items()}
    after = workload.after
    times, held = [workload.release], apart(workload.release, workload.submission)
    if workload.submitted is not None:
        times.append(held)
    if workload.is_rigid:
        times.append(workload.runtime)
    if after is not None:
        times.append(after.delay)
    ticks = ticks_per_second(*times)
    header: dict[str, Any] = {
        "version": VERSION,
        "jobs": len(workload),
        "ticks": ticks,
        "labels": {name: list(labels.names) for name, labels in columns.items()},
        "limits": limits(workload),
    }
    writer = PlaneWriter(header)
    if workload.ids.dtype.kind in "iu":
        writer.integers("id", workload.ids, delta=True)
    else:
        writer.texts("id", [str(name) for name in workload.ids])
    writer.integers("release", np.rint(workload.release * ticks), delta=True)
    if workload.submitted is not None:
        writer.integers("held", np.rint(held * ticks))
    if workload.is_rigid:
        writer.integers("runtime", np.rint(workload.runtime * ticks))
        writer.integers("width", workload.width)
    else:
        writer.integers("narrowest", workload.least_width)
        writer.integers("widest", workload.profiles.widths[workload.profiles.offsets[1:] - 1])
    if after is not None:
        writer.integers("after.job", after.job, delta=True)
        writer.integers("after.before", after.before)
        writer.integers("after.delay", np.rint(after.delay * ticks))
    for name, labels in columns.items():
        writer.integers(f"label.{name}", labels.codes + 1)
    return writer.pack()


def schedule_pack(workload: Workload, platform: Platform, schedule: Schedule) -> bytes:
    """Pack a schedule: one row per processor interval, in order of start.

    `broken` is 1 for rows of jobs that break a rule; sites have `rows` in the header where those
    hold more processors than there are. `shared` columns are the rectangles that two jobs hold at
    once, whose number stands in the header.

    A column that repeats the workload pack is left out, and the header's `same` names it. If jobs
    have environments, `deployed` columns describe the deployments, in order of their begin: the row
    of the job that each is for, its first processor in the site, and the number of processors. In
    ticks of the header's `deployed` they have the duration, if deployments take time, and the time
    from its end to the start of that row, if not always 0. `deployed.group` is the group of each
    job, from 1, and 0 for jobs with a deployment of their own.
    """
    schedule = schedule.with_processors(platform, workload)
    rows = IntervalRows.of(platform, schedule)
    deployments = Deployments.of(workload, platform, schedule, rows)
    ticks = ticks_per_second(rows.start, rows.duration)
    repeated = _repeated(workload, schedule, rows)
    begin, end = span(workload, schedule, deployments)
    header: dict[str, Any] = {
        "version": VERSION,
        "rows": len(rows.job),
        "jobs": len(schedule),
        "ticks": ticks,
        "same": repeated,
        "begin": begin,
        "end": end,
        **GanttLayout.of(platform, rows.needed(platform)).as_json(),
    }
    if shared := overlaps(rows, schedule.broken):
        header["shared"] = len(shared)
    if deployments is not None:
        header["deployed"] = {"ticks": _ticks(deployments)}
    writer = PlaneWriter(header)
    writer.integers("start", np.rint(rows.start * ticks), delta=True)
    writer.integers("job", rows.job, delta=True)
    writer.integers("lo", rows.lo)
    if "duration" not in repeated:
        writer.integers("duration", np.rint(rows.duration * ticks))
    if "height" not in repeated:
        writer.integers("height", rows.hi - rows.lo)
    if platform.is_grid:
        writer.integers("site", rows.site)
    if schedule.broken is not None:
        writer.integers("broken", schedule.broken[rows.job])
    _add_shared(writer, platform, shared, ticks)
    if schedule.backfilled.any():
        writer.integers("backfilled", schedule.backfilled[rows.job])
    if deployments is not None:
        _add(writer, deployments, schedule.groups)
    return writer.pack()


def _add(writer: PlaneWriter, deployments: Deployments, groups: Groups | None) -> None:
    rows = deployments.rows
    writer.integers("deployed.row", deployments.before, delta=True)
    writer.integers("deployed.lo", rows.lo)
    writer.integers("deployed.height", rows.hi - rows.lo)
    ticks = _ticks(deployments)
    if rows.duration.any():
        writer.integers("deployed.duration", np.rint(rows.duration * ticks))
    if deployments.gap.any():
        writer.integers("deployed.gap", np.rint(deployments.gap * ticks))
    if groups is not None:
        _add_groups(writer, groups)


def _add_shared(
    writer: PlaneWriter, platform: Platform, shared: IntervalRows | None, ticks: int
) -> None:
    if not shared:
        return
    writer.integers("shared.start", np.rint(shared.start * ticks), delta=True)
    writer.integers("shared.duration", np.rint(shared.duration * ticks))
    writer.integers("shared.lo", shared.lo)
    writer.integers("shared.height", shared.hi - shared.lo)
    if platform.is_grid:
        writer.integers("shared.site", shared.site)


def _add_groups(writer: PlaneWriter, groups: Groups) -> None:
    sizes = np.bincount(groups.job + 1, minlength=1)
    sizes[0] = 0
    codes = np.where(sizes > 1, np.arange(len(sizes)), 0)[groups.job + 1]
    if codes.any():
        writer.integers("deployed.group", codes)


def _ticks(deployments: Deployments) -> int:
    return ticks_per_second(deployments.rows.duration, deployments.gap)


def _repeated(workload: Workload, schedule: Schedule, rows: IntervalRows) -> list[str]:
    """Return the names of the columns that the workload pack has already."""
    if not workload.is_rigid:
        return []
    repeated = []
    if np.array_equal(schedule.duration, workload.runtime):
        repeated.append("duration")
    if np.array_equal(rows.hi - rows.lo, workload.width[rows.job]):
        repeated.append("height")
    return repeated
