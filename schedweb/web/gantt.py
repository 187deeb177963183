"""What the template `comparisons/_gantt.html` and js/gantt need to show linked Gantt charts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

UNFOLDED = 4


@dataclass(frozen=True)
class GanttChart:
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
    share: float = 1.0
    """End of this schedule over the latest end of all: the poster is that much narrower."""
    message: str = ""


@dataclass(frozen=True)
class GanttSection:
    """All charts of a page; the first few are shown, the others folded."""

    charts: Sequence[GanttChart]
    workload_url: str
    baseline: str
    left: int
    frame: int
    """Height of each chart, CSS pixels."""
    sites: int = 1
    config_id: str = "gantt-config"
    unfolded: int = field(default=UNFOLDED)

    @property
    def shown(self) -> Sequence[GanttChart]:
        """Charts above the fold."""
        return self.charts[: self.unfolded]

    @property
    def folded(self) -> Sequence[GanttChart]:
        """Charts that a click shows."""
        return self.charts[self.unfolded :]

    @property
    def config(self) -> dict[str, Any]:
        """The JSON that the module reads."""
        charts = [
            {
                "run": chart.run,
                "title": chart.title,
                "color": chart.color,
                "schedule_url": chart.schedule_url,
                "poster_url": chart.poster_url,
                "figure": chart.figure_url,
            }
            for chart in self.charts
        ]
        return {"workload_url": self.workload_url, "baseline": self.baseline, "charts": charts}
