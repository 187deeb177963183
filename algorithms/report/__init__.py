"""Reports on results: sentences, tables, figures and Gantt charts.

Each is one declaration (see `declared`); `REPORTS` has them in the order of a page.
"""

# isort: off
from algorithms.report.results import results, summary
from algorithms.report.trade_offs import trade_offs
from algorithms.report.criteria import two_criteria
from algorithms.report.distributions import distributions
from algorithms.report.classes import classes
from algorithms.report.published import published
from algorithms.report.ranking import grid_paper, ranking
from algorithms.report.schedules import gantt, plot_gantt
from algorithms.report.differences import differences
from algorithms.report.jobs import jobs
from algorithms.report.wait_map import wait_map
from algorithms.report.sites import sites
from algorithms.report.environments import environments
from algorithms.report.admissible import admissible
from algorithms.report.search import search
from algorithms.report.speedups import Speedups, speed_up

# isort: on
from algorithms.report.captions import caption
from algorithms.report.figure import Figure
from algorithms.report.gantt.figure import GanttFigure
from algorithms.report.records import Records, Subject
from algorithms.report.registry import REPORTS, Declared, Report, declared_report, report, suiting
from algorithms.report.table import Table

__all__ = [
    "REPORTS",
    "Declared",
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
