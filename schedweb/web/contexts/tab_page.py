"""A tab of a comparison as a page: what stands above all tabs, the strip, and what is open."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from schedweb.runs.models import Comparison
from schedweb.sharing.models import ShareLink
from schedweb.web.access import Access
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.news import News
from schedweb.web.contexts.older import OlderPart
from schedweb.web.contexts.run_rail import RunRail
from schedweb.web.contexts.strip import StripTab
from schedweb.web.contexts.workspace import Workspace
from schedweb.web.forms.sharing import ShareForm
from schedweb.web.tabs import TABS, Tab


@dataclass(frozen=True)
class TabPage:
    """One tab of a comparison."""

    request: HttpRequest
    workspace: Workspace
    tab: Tab
    links: Sequence[ShareLink] = ()
    new_link: str = ""
    share_form: ShareForm | None = None

    @property
    def comparison(self) -> Comparison:
        """The comparison of the page."""
        return self.workspace.comparison

    @property
    def access(self) -> Access:
        """How the reader came in."""
        return self.workspace.access

    @cached_property
    def card(self) -> AnswerCard:
        """What the comparison found."""
        return AnswerCard.of(self.workspace.part)

    @property
    def entries(self) -> list[StripTab]:
        """The tabs that suit."""
        return [
            StripTab.of(
                tab, self.access.tab(self.comparison, tab.key), self.workspace.view, self.tab
            )
            for tab in TABS.values()
            if tab.suits(self.workspace.records)
        ]

    @property
    def address(self) -> str:
        """Address of the open tab."""
        return self.access.tab(self.comparison, self.tab.key)

    @property
    def data(self) -> str:
        """Address of the tab with files and citation; blank while there are none."""
        has_data = TABS["data"].suits(self.workspace.records)
        return self.access.tab(self.comparison, "data") if has_data else ""

    @property
    def admissible(self) -> str:
        """Address of the admissible sets."""
        return f"{self.access.tab(self.comparison, 'sites')}#admissible"

    @property
    def rail(self) -> RunRail | None:
        """The runs beside the tab; None where there is one alone."""
        return RunRail(self.address, self.workspace) if len(self.workspace.records) > 1 else None

    @cached_property
    def older(self) -> OlderPart:
        """What an older version computed."""
        return OlderPart(self.comparison, self.access, self.workspace.records)

    @property
    def news(self) -> News | None:
        """What goes on, on tabs that do not list it."""
        is_told = self.tab.is_first or not self.workspace.part.is_active
        return None if is_told else News.of(self.comparison, self.access)

    @property
    def sections(self) -> list[SafeString]:
        """The sections of the open tab that suit, as HTML."""
        suiting = [
            s for s in self.tab.sections if self.tab.is_first or s.suits(self.workspace.records)
        ]
        built = [(section.template, section.build(self.workspace)) for section in suiting]
        return [
            render_to_string(template, {"access": self.access, **found.context}, self.request)
            for template, found in built
            if found is not None
        ]
