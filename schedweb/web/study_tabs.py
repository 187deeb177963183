"""Tabs of a study: each is declared once; strip, addresses and tests derive from that."""

from collections.abc import Callable
from dataclasses import dataclass

from parsched.studies import Study
from schedweb.web.access import FIRST_TAB


@dataclass(frozen=True)
class StudyTab:
    """A tab: its key in addresses, its title, its template, and which studies have it.

    `anchors` are the fragments that led to it when all stood on one page. `draws` says whether it
    has figures, which load scripts, and `has_rail` whether what it shows is of single methods.
    """

    key: str
    title: str
    anchors: tuple[str, ...] = ()
    suits: Callable[[Study], bool] = lambda study: True
    draws: bool = False
    has_rail: bool = True

    @property
    def template(self) -> str:
        """What shows it."""
        return f"studies/tabs/_{self.key}.html"

    @property
    def is_first(self) -> bool:
        """True for the tab that a study opens with."""
        return self.key == FIRST_TAB


STUDY_TABS: dict[str, StudyTab] = {
    tab.key: tab
    for tab in (
        StudyTab(FIRST_TAB, "Results"),
        StudyTab(
            "figures",
            "Figures",
            anchors=("figures",),
            suits=lambda study: bool(study.figures),
            draws=True,
        ),
        StudyTab(
            "printed",
            "Printed tables",
            anchors=("printed",),
            suits=lambda study: bool(study.tables),
        ),
        StudyTab("computed", "What is computed", anchors=("methods",), has_rail=False),
        StudyTab("files", "Data and citation", anchors=("data",), has_rail=False),
    )
}
"""Every tab of a study by its key, in the order of the strip."""
