"""Data of the template `comparisons/_gantt.html` and of js/gantt for linked Gantt charts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from parsched import Workload
from parsched.model.problem.calendar import Calendar
from parsched.model.problem.platform import Platform
from parsched.report.gantt.categories import categories

UNFOLDED = 3


@dataclass(frozen=True)
class PageGantt:
    """One schedule. `message` is shown in the chart's place when there is none."""

    run: str
    title: str
    color: str
    schedule_url: str = ""
    figure_url: str = ""
    poster_url: str = ""
    poster_dark_url: str = ""
    note: str = ""
    description: str = ""
    begin_label: str = "0"
    end_label: str = ""
    begin_date: str = ""
    end_date: str = ""
    share: float = 1.0
    """Width of its poster as a share of the time axis of all charts."""
    offset: float = 0.0
    """Start of its poster on that axis, as a share of it."""
    message: str = ""
    broken: str = ""
    """How often it breaks rules; blank for a feasible schedule."""
    has_shared: bool = False
    """Whether jobs hold the same processors at the same time."""


@dataclass(frozen=True)
class EnvironmentKey:
    """The legend: colours of environments, and how deployments look.

    `names` have the category colours in this order; `rest` describes what is grey, if anything.
    `timed` and `instant` tell whether there are deployments that take time, and that take none;
    `systems` is how many environments a processor holds at once.
    """

    names: Sequence[str]
    rest: str
    is_chosen: bool
    timed: bool
    instant: bool
    systems: int = 1

    @classmethod
    def of(cls, jobs: Workload, platform: Platform, *, deployed: bool = True) -> Self | None:
        """Return the legend of jobs with environments on a machine, None for other jobs. Nothing is
        deployed unless they are `deployed`."""
        colours = categories(jobs)
        if colours is None:
            return None
        return cls(
            names=colours.names,
            rest=colours.rest,
            is_chosen=colours.others > 0,
            timed=deployed and not platform.deployment.is_instant,
            instant=deployed and platform.deployment.is_instant,
            systems=platform.systems,
        )


@dataclass(frozen=True)
class Dates:
    """Which dates times are: a sentence for people, and what browsers write dates by."""

    note: str
    table: dict[str, Any]

    @classmethod
    def of(cls, calendar: Calendar | None, end: float) -> Self | None:
        """Return the dates up to `end` seconds, None without a calendar."""
        return None if calendar is None else cls(calendar.note, calendar.table(end))


@dataclass(frozen=True)
class GanttSection:
    """All charts of a page; the first few are shown, the others folded."""

    charts: Sequence[PageGantt]
    workload_url: str
    baseline: str
    left: int
    frame: int
    """Height of each chart, CSS pixels."""
    sites: int = 1
    environments: EnvironmentKey | None = None
    dates: Dates | None = None
    question_url: str = ""
    """Where the charts ask what a question means; blank where none can be asked."""
    save_url: str = ""
    """Address of the figure of these charts; blank where there is none."""
    why_url: str = ""
    """Where it is said why a job waited; blank where the reader may not ask."""
    config_id: str = "gantt-config"
    unfolded: int = field(default=UNFOLDED)

    @property
    def has_broken(self) -> bool:
        """Whether some schedule breaks rules."""
        return any(chart.broken for chart in self.charts)

    @property
    def has_shared(self) -> bool:
        """Whether jobs of some schedule hold the same processors at the same time."""
        return any(chart.has_shared for chart in self.charts)

    @property
    def shown(self) -> Sequence[PageGantt]:
        """Charts above the fold."""
        return self.charts[: self.unfolded]

    @property
    def folded(self) -> Sequence[PageGantt]:
        """Charts that a click shows."""
        return self.charts[self.unfolded :]

    @property
    def explained(self) -> Sequence[PageGantt]:
        """Charts whose jobs lead to the page of why they waited."""
        return [chart for chart in self.charts if chart.schedule_url]

    @property
    def config(self) -> dict[str, Any]:
        """The JSON that the module reads."""
        charts = [
            {
                "run": chart.run,
                "schedule_url": chart.schedule_url,
                "figure": chart.figure_url,
            }
            for chart in self.charts
        ]
        config = {"workload_url": self.workload_url, "baseline": self.baseline, "charts": charts}
        config["question_url"] = self.question_url
        return config | {"calendar": self.dates and self.dates.table} | self._colours

    @property
    def colour(self) -> str:
        """Quantity that colours the charts at first."""
        return "environment" if self.environments else "runtime"

    @property
    def _colours(self) -> dict[str, Any]:
        """The colours at first, and the names that have one in the order of their colours."""
        pick = list(self.environments.names) if self.environments else []
        return {"colour": self.colour, "pick": pick}
