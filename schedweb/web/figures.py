"""Figures of pages: as Bokeh takes them, and as files to save."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from django.http import Http404, HttpResponse, JsonResponse

from parsched.report import GanttFigure
from parsched.report.looks import Looks
from parsched.report.registry import FILES, Drawable
from schedweb.runs.figures import VIEW, file_of, sheet_of, viewed
from schedweb.web.http import attachment
from schedweb.web.plots import draw

FILE = "file"
"""Query parameter with the kind of file."""


@dataclass(frozen=True)
class ShownFigure:
    """A figure with the title of what it shows; `looks` and `links` are the page's, and `caption`
    says what is drawn."""

    figure: Drawable
    title: str
    caption: Callable[[], str]
    looks: Looks | None = None
    links: Mapping[str, str] = field(default_factory=dict)

    def response(self, query: Mapping[str, str]) -> HttpResponse:
        """Answer with the figure as Bokeh takes it, or with the file that a query asks for: of
        Gantt charts, which Bokeh does not draw, an SVG by default.

        Raises
        ------
        InvalidError
            For a sheet that there is not, and for what takes too long for a request.
        Http404
            For another kind of file.
        """
        if isinstance(self.figure, GanttFigure):
            ending = query.get(FILE, "svg")
        elif not (ending := query.get(FILE, "")):
            return JsonResponse(draw(self.figure, self.looks, self.links))
        return attachment(self.content(ending, query), f"{self.title} {self.figure.key}.{ending}")

    def viewed(self, query: Mapping[str, str]) -> Self:
        """Return the range in view that a query has; Gantt charts have theirs among their options.
        Raises `InvalidError`."""
        if isinstance(self.figure, GanttFigure):
            return self
        return replace(self, figure=viewed(self.figure, query.get(VIEW, "")))

    def content(self, ending: str, query: Mapping[str, str]) -> bytes:
        """Return the content of a file; raises as `response` does."""
        if ending not in FILES:
            raise Http404
        return file_of(self.viewed(query).figure, ending, sheet_of(query, self.caption), self.looks)
