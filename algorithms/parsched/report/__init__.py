"""Reports on results: sentences, tables, figures and Gantt charts.

Each is one declaration (see `declared`); `REPORTS` has them in the order of a page.
"""

# isort: off
from parsched.report.results import results, summary
from parsched.report.trade_offs import trade_offs
from parsched.report.criteria import two_criteria
from parsched.report.distributions import distributions
from parsched.report.classes import classes
from parsched.report.published import published
from parsched.report.ranking import grid_paper, ranking
from parsched.report.schedules import gantt, plot_gantt
from parsched.report.differences import differences
from parsched.report.jobs import jobs
from parsched.report.wait_map import wait_map
from parsched.report.sites import sites
from parsched.report.environments import environments
from parsched.report.admissible import admissible
from parsched.report.search import search
from parsched.report.speedups import Speedups, speed_up

# isort: on
from parsched.report.captions import caption
from parsched.report.figure import Figure, GanttFigure
from parsched.report.records import Records, Subject
from parsched.report.registry import (
    REPORTS,
    DeclaredReport,
    Report,
    declared_report,
    report,
    suiting,
)
from parsched.report.table import Table

__all__ = [
    "REPORTS",
    "DeclaredReport",
    "Figure",
    "GanttFigure",
    "Records",
    "Report",
    "Speedups",
    "Subject",
    "Table",
    "admissible",
    "caption",
    "classes",
    "declared_report",
    "differences",
    "distributions",
    "environments",
    "gantt",
    "grid_paper",
    "jobs",
    "plot_gantt",
    "published",
    "ranking",
    "report",
    "results",
    "search",
    "sites",
    "speed_up",
    "suiting",
    "summary",
    "trade_offs",
    "two_criteria",
    "wait_map",
]
