"""Tabs of a comparison: each is declared once; strip, addresses and tests derive from that.

A tab has sections, and a section a report that says when it suits. A tab is there when one of its
sections suits; only the open one is computed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from parsched.report import REPORTS
from parsched.report.highlights import MOST
from parsched.report.records import Records
from schedweb.web.access import FIRST_TAB
from schedweb.web.contexts import ranking_view, sections, trade_offs
from schedweb.web.contexts.environments import is_older
from schedweb.web.contexts.sections import Built
from schedweb.web.contexts.workspace import Workspace


@dataclass(frozen=True)
class Section:
    """A part of a tab: the key of the report that says when it suits, its template, and the
    function that computes what the template takes.

    A section that is renewed by itself stands at `place` and has query parameters of its `own`.
    `also` tells of records that the report has nothing to say of, and the section has.
    """

    report: str
    template: str
    build: Callable[[Workspace], Built | None]
    place: str = ""
    own: tuple[str, ...] = ()
    also: Callable[[Records], bool] = lambda records: False

    def suits(self, records: Records) -> bool:
        """Tell whether there is anything to say of these records."""
        has_report = self.report in REPORTS and REPORTS[self.report].suits(records)
        return has_report or self.also(records)


@dataclass(frozen=True)
class Tab:
    """A tab: its key in addresses, its title, and its sections.

    `anchors` are the fragments that led to its sections when all stood on one page. `draws` says
    whether it has figures, and `has_gantt` whether it has Gantt charts: each loads scripts.
    """

    key: str
    title: str
    sections: tuple[Section, ...]
    anchors: tuple[str, ...] = ()
    draws: bool = True
    has_gantt: bool = False

    @property
    def is_first(self) -> bool:
        """True for the tab that a comparison opens with, which is always there."""
        return self.key == FIRST_TAB

    def suits(self, records: Records) -> bool:
        """Tell whether the tab is there."""
        return self.is_first or any(section.suits(records) for section in self.sections)

    def section_at(self, place: str) -> Section | None:
        """Return the section that is renewed by itself at a place of the page."""
        return next((s for s in self.sections if s.place and s.place == place), None)


def _report(key: str, tab: str, *, most: int = MOST, folds: bool = False) -> Section:
    build = partial(sections.of_report, key, tab, most=most, folds=folds)
    return Section(key, "reports/_section.html", build)


TABS: dict[str, Tab] = {
    tab.key: tab
    for tab in (
        Tab(
            FIRST_TAB,
            "Results",
            (Section("results", "comparisons/_results.html", sections.results),),
            draws=False,
        ),
        Tab(
            "schedules",
            "Schedules",
            (Section("gantt", "comparisons/_schedules.html", sections.gantt),),
            anchors=("schedules",),
            has_gantt=True,
        ),
        Tab(
            "distributions",
            "Distributions",
            (Section("distributions", "comparisons/_plots.html", sections.distributions),),
            anchors=("plots",),
        ),
        Tab(
            "trade-offs",
            "Trade-offs",
            (
                Section(
                    "trade-offs",
                    "comparisons/_trade_offs.html",
                    sections.trade_offs,
                    "trade-offs",
                    trade_offs.KEYS,
                ),
                Section("two-criteria", "comparisons/_plots.html", sections.two_criteria),
            ),
            anchors=("trade-offs",),
        ),
        Tab(
            "ranking",
            "Ranking",
            (
                Section(
                    "ranking",
                    "comparisons/_ranking.html",
                    sections.ranking,
                    "ranking",
                    (*ranking_view.KEYS, ranking_view.PAGE),
                ),
            ),
            anchors=("ranking", "paper-tables", "beside"),
        ),
        Tab(
            "sites",
            "Sites",
            (
                Section("sites", "comparisons/_sites.html", sections.sites, "by-site", ("sites",)),
                Section("admissible", "parts/_shared_sets.html", sections.admissible),
            ),
            anchors=("sites", "by-site", "admissible"),
            draws=False,
        ),
        Tab(
            "environments",
            "Environments",
            (
                Section(
                    "environments",
                    "comparisons/_environments.html",
                    sections.environments,
                    "by-environment",
                    ("environments",),
                    also=lambda records: any(map(is_older, records.done)),
                ),
            ),
            anchors=("environments", "by-environment"),
            draws=False,
        ),
        Tab(
            "classes",
            "Who gains, who pays",
            (_report("classes", "classes"), _report("differences", "classes")),
        ),
        Tab("waits", "Waits by size", (_report("wait-map", "waits", most=3, folds=True),)),
        Tab("search", "Search", (_report("search", "search"),)),
        Tab(
            "data",
            "Data and citation",
            (Section("results", "comparisons/_data.html", sections.data),),
            anchors=("data",),
            draws=False,
        ),
    )
}
"""Every tab of a comparison by its key, in the order of the strip."""
