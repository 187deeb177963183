"""Gantt charts and plots of runs."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from parsched.report.criteria import BARS_NOTE, FRONT_NOTE, NOTE, bars_figure, front_figure
from parsched.report.distributions import MEANS, PLANS, curves_figure, first_view
from parsched.report.figure import Figure
from parsched.report.gantt import GanttLayout, header_of
from parsched.report.gantt.rows import LATE_BEGIN
from parsched.report.looks import Looks
from parsched.report.palette import Style
from parsched.report.pareto import FrontPoint, Pareto, pareto
from parsched.report.phrases import counted, how_often
from parsched.report.scales import bound_scale, label
from parsched.report.standings import REBOOTS, Standings, has_two_criteria, is_about_makespan
from parsched.report.units import significant
from parsched.run.per_environment import DEPLOYMENTS
from parsched.run.record import GIVEN, Record
from schedweb.base.errors import DamagedError
from schedweb.runs.models import Comparison, Run
from schedweb.runs.pictures import picture_of, undrawn
from schedweb.runs.records import records_of
from schedweb.store import blobs
from schedweb.web.access import Access
from schedweb.web.gantt import UNFOLDED, Dates, EnvironmentKey, GanttSection, PageGantt
from schedweb.web.plots.gantt import gantt, left_border
from schedweb.web.run_selection import RunSelection
from schedweb.workers.models import State
from schedweb.workloads.storage import load_workload

ROOM = 540
"""Height of all charts above the fold, CSS pixels; the height of each is by hand, too."""
WHOLE = "-whole"
"""Suffix of figure keys whose time axis covers the longest run."""


@dataclass(frozen=True)
class PlotFrame:
    """A plot that the browser draws from its address; several choices share one frame.

    `field` names the choice in the address of the page, `asks` stands before it.
    """

    key: str
    title: str
    choices: Sequence[tuple[str, str]]
    note: str = ""
    field: str = "quantity"
    asks: str = "of"
    is_wide: bool = False
    dates: str = ""
    """Whose dates its times are, if these have any."""

    @property
    def url(self) -> str:
        """Address of the figure that is shown at first."""
        return self.choices[0][1]


CRITERIA = ("pareto", "ratios")
KINDS = (*PLANS, *(f"{key}{WHOLE}" for key, plan in PLANS.items() if plan.is_over_time), *CRITERIA)
"""Every figure of a comparison."""


def plots(access: Access, comparison: Comparison, selection: RunSelection) -> list[PlotFrame]:
    """Return the distributions over jobs and over time, with the addresses of their figures."""
    url = _addresses(access, comparison, selection)
    spread = [("wait", url("wait")), ("bounded slowdown", url("slowdown"))]
    first = has_two_criteria(records_of(comparison))
    spread.insert(0 if first else 1, ("time in the system", url("flow")))
    arrive = comparison.workload.features.get("releases")
    over, begin = selection.drawn, first_release(comparison) if arrive else 0.0
    over_time = [_over_time(url, "utilisation", "Utilisation over time", over, begin)]
    if arrive:
        over_time.append(_over_time(url, "queue", "Queue length over time", over, begin))
    calendar = comparison.workload.calendar
    dates = calendar.note if calendar else ""
    dated = [replace(plot, dates=dates) for plot in over_time]
    return [PlotFrame("spread", "Distribution", spread), *dated]


def criteria_plots(
    access: Access, comparison: Comparison, table: Standings, selection: RunSelection
) -> list[PlotFrame]:
    """Return the plane of both criteria, where there are two and some run has both ratios."""
    records = table.records
    if is_about_makespan(records) or not has_two_criteria(records):
        return []
    criteria, url = Pareto.of(table), _addresses(access, comparison, selection)
    return [_criteria_plot(url, criteria, selection)] if criteria.points else []


def _addresses(
    access: Access, comparison: Comparison, selection: RunSelection
) -> Callable[[str], str]:
    """Return what tells the address of a figure."""
    return lambda kind: access.comparison("comparison_plot", comparison, kind) + selection.query


def _over_time(
    url: Callable[[str], str], key: str, title: str, runs: Sequence[Record], begin: float
) -> PlotFrame:
    """Return a plot that ends before a run that is much longer than the others, and says so."""
    ends = {run.label: begin + _length(run) for run in runs if run.is_done}
    view_end = first_view(list(ends.values()))
    late = [f"{name} (until {label(end)})" for name, end in ends.items() if end > view_end]
    if not late:
        return PlotFrame(key, title, [(key, url(key))], MEANS)
    note = (
        f"Up to {label(view_end)} at first; {' and '.join(late)} "
        f"{'goes' if len(late) == 1 else 'go'} on: choose “all of it”, or drag the plot. {MEANS}"
    )
    choices = [(f"up to {label(view_end)}", url(key)), ("all of it", url(f"{key}{WHOLE}"))]
    return PlotFrame(key, title, choices, note, f"{key}-time", "time:")


def _criteria_plot(
    url: Callable[[str], str], criteria: Pareto, selection: RunSelection
) -> PlotFrame:
    note = f"{NOTE} {FRONT_NOTE} {BARS_NOTE}"
    if not selection.is_all:
        note += " Small grey markers are runs that are not drawn elsewhere, nor as bars."
    if far := far_off(criteria):
        times = significant(max(far.x, far.y), 2)
        note += (
            f" {far.record.label} is {times} times its bound, so the axis is logarithmic in the "
            "distance to 1."
        )
    choices = [("Pareto front", url("pareto")), ("bars", url("ratios"))]
    return PlotFrame("criteria", "Two criteria", choices, note, "criteria", "as", is_wide=True)


def far_off(criteria: Pareto) -> FrontPoint | None:
    """Return the point with the largest ratio if it makes the axes logarithmic, else None."""
    worst = max(criteria.points, key=lambda point: max(point.x, point.y), default=None)
    if worst is None or bound_scale(max(worst.x, worst.y)).is_linear:
        return None
    return worst


def figure(kind: str, comparison: Comparison, selection: RunSelection) -> Figure:
    """Return the figure `kind` of the finished runs in `selection`; planes of points also show the
    other runs."""
    records = records_of(comparison)
    if kind == "pareto":
        return front_figure(pareto(records))
    if kind == "ratios":
        return bars_figure(pareto(records))
    runs = [record for record in records.done if record.key in selection.keys]
    curves = curves_figure(kind.removesuffix(WHOLE), runs, records)
    return curves.whole if kind.endswith(WHOLE) else curves


def looks(selection: RunSelection) -> Looks:
    """Return the styles of the selected runs by key."""
    return {key: look for key, look in selection.looks.items() if key in selection.keys}


def gantt_section(
    access: Access,
    comparison: Comparison,
    runs: Sequence[Run],
    looks: Mapping[str, Style],
    baseline: str,
) -> GanttSection | None:
    """Return the linked charts of runs of a comparison; None while no run is done, and where
    there are too many jobs to draw."""
    if undrawn(comparison.workload):
        return None
    done = elsewhere_unfolded([run for run in runs if run.is_done and run.schedule])
    if not done:
        return None
    begins = _begins(comparison, done)
    last = max(_end(run) for run in done)
    ordered = [*done, *(run for run in runs if run not in done)]
    charts = [_chart(access, run, looks[run.pk], begins, last) for run in ordered]
    layout = GanttLayout.of(comparison.platform())
    workload_url = access.run("run_jobs", done[0].pk, comparison.workload.digest)
    left = left_border(layout)
    of_run = len(runs) == 1
    return GanttSection(
        charts,
        workload_url,
        baseline,
        left,
        min(layout.frame, ROOM // min(len(charts), UNFOLDED)),
        len(layout.bands),
        _environments(comparison, done),
        dates=Dates.of(comparison.workload.calendar, last),
        question_url=access.run("run_question", done[0].pk),
        save_url=_save_url(access, comparison, done, of_run=of_run),
        why_url=access.run("run_why", done[0].pk)
        if of_run
        else access.comparison("comparison_why", comparison),
    )


def elsewhere_unfolded(runs: Sequence[Run]) -> list[Run]:
    """Return runs in an order that folds none that was made elsewhere, which people came for,
    unless these are too many themselves; otherwise as they are."""
    elsewhere = [run for run in runs if run.algorithm == GIVEN][:UNFOLDED]
    others = [run for run in runs if run not in elsewhere][: UNFOLDED - len(elsewhere)]
    first = [run for run in runs if run in elsewhere or run in others]
    return [*first, *(run for run in runs if run not in first)]


def _save_url(access: Access, comparison: Comparison, runs: Sequence[Run], *, of_run: bool) -> str:
    """Return the address of the figure of the charts that are shown at first."""
    names = ("gantt", "schedules")
    if of_run:
        return access.run("run_report_figure", runs[0].pk, *names)
    shown = ",".join(run.pk for run in runs[:UNFOLDED])
    address = access.comparison("comparison_report_figure", comparison, *names)
    return f"{address}?{urlencode({'runs': shown})}"


def _environments(comparison: Comparison, runs: Sequence[Run]) -> EnvironmentKey | None:
    """Return the legend of environment colours; None if jobs have no environments."""
    jobs = load_workload(comparison.workload.digest)
    return EnvironmentKey.of(jobs, comparison.platform(), deployed=any(map(_deployed, runs)))


def frame(run: Run) -> dict[str, Any]:
    """Draw the frame of a run's Gantt chart."""
    layout = _layout(run)
    span = (_begins(run.comparison, [run])[run.pk], _end(run))
    return gantt(layout, span, left_border(layout), run.comparison.workload.calendar)


def _layout(run: Run) -> GanttLayout:
    """Return the layout of a chart, with more processors than the machine has where a schedule
    that breaks rules needs them."""
    if run.result.is_feasible:
        return GanttLayout.of(run.comparison.platform())
    return GanttLayout.read(header_of(picture_of(run, "gantt")))


def _length(record: Record) -> float:
    return record.metrics.get("makespan") or 0.0


def _end(run: Run) -> float:
    """Return when the last job ends: makespans count from the first release."""
    return first_release(run.comparison) + _length(run.result)


def first_release(comparison: Comparison) -> float:
    """Return when the first job is released, seconds."""
    return load_workload(comparison.workload.digest).begin


def _begins(comparison: Comparison, runs: Sequence[Run]) -> dict[str, float]:
    """Return when the charts of runs begin, by key: at 0 unless the first release is late."""
    first = first_release(comparison)
    late = [run for run in runs if run.schedule and first > LATE_BEGIN * _end(run)]
    begins = {run.pk: _first_deployment(run) if run.result.grouping else first for run in late}
    broken = [run for run in runs if run.schedule and not run.result.is_feasible]
    begins |= {run.pk: _first_deployment(run) for run in broken}
    return {run.pk: 0.0 for run in runs} | begins


def _first_deployment(run: Run) -> float:
    """Return the start of the chart: the first deployment, release or start, whichever is earlier.
    Reads only the header of the schedule pack."""
    if run.gantt:
        with suppress(DamagedError):
            return _begin_in(run.gantt)
    return _begin(picture_of(run, "gantt"))


@lru_cache(maxsize=1024)
def _begin_in(digest: str) -> float:
    return _begin(blobs.get(digest))


def _shares_in(pack: bytes) -> bool:
    return "shared" in header_of(pack)


def _begin(pack: bytes) -> float:
    return float(header_of(pack)["begin"])


def _chart(
    access: Access, run: Run, style: Style, begins: Mapping[str, float], last: float
) -> PageGantt:
    if not run.is_done or not run.schedule:
        return PageGantt(run.pk, run.label, style.color, message=_why_not(run))
    begin, end, calendar = min(begins.values()), _end(run), run.comparison.workload.calendar
    whole = last - begin
    facts = [
        f"{counted(run.comparison.workload.jobs, 'job')}",
        f"makespan {label(_length(run.result))}",
    ]
    if count := _deployed(run):
        facts.append(count)
    if broken := broken_rules(run.result):
        facts.append(broken)
    return PageGantt(
        run=run.pk,
        title=run.label,
        color=style.color,
        note=count,
        broken=broken_rules(run.result),
        has_shared=not run.result.is_feasible and _shares_in(picture_of(run, "gantt")),
        schedule_url=access.run("run_gantt", run.pk, run.schedule),
        figure_url=access.run("run_frame", run.pk),
        poster_url=access.run("run_poster", run.pk, run.schedule),
        poster_dark_url=access.run("run_dark_poster", run.pk, run.schedule),
        description=f"Gantt chart of {run.label}: {', '.join(facts)}.",
        begin_label=label(begin) if begin else "0",
        end_label=label(end),
        begin_date=calendar.text(begin) if calendar else "",
        end_date=calendar.text(end) if calendar else "",
        share=(end - begins[run.pk]) / whole if whole > 0 else 1.0,
        offset=(begins[run.pk] - begin) / whole if whole > 0 else 0.0,
    )


def broken_rules(record: Record) -> str:
    """Count how often a schedule that is not of our making breaks rules; blank where it does
    not."""
    return f"breaks rules {how_often(record.violation_count)}" if record.violation_count else ""


def _deployed(run: Run) -> str:
    """Count the deployments of jobs with environments, and the reboots where these may be more;
    blank without any."""
    metrics = run.result.metrics
    deployments, reboots = metrics.get(DEPLOYMENTS), metrics.get(REBOOTS)
    if not run.result.grouping or not deployments:
        return ""
    text = counted(deployments, "deployment")
    if run.comparison.systems == 1 or reboots is None:
        return text
    return f"{text}, {counted(reboots, 'reboot')}"


def _why_not(run: Run) -> str:
    match run.state:
        case State.FAILED:
            return f"No schedule: {run.error}"
        case State.CANCELLED:
            return "No schedule: the run was cancelled."
        case _:
            return "The schedule appears here when the run is done."
