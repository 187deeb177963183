"""What all tabs of a study share: its methods, the reader's view, and what was summed up last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from django.http import QueryDict

from parsched import studies
from parsched.report.looks import MOST
from parsched.report.palette import Style, faint, style, styles
from parsched.studies.means import Means
from schedweb.studies.models import Study, Summary
from schedweb.studies.reading import OLDER
from schedweb.studies.selectors import told
from schedweb.web.access import Access
from schedweb.web.rail_view import NONE, RailView


@dataclass(frozen=True)
class RailMethod:
    """A method of a study, as the rail lists it; what has the same label is one method in all
    parts."""

    key: str
    label: str
    algorithm: str
    params: Mapping[str, Any] = field(hash=False)
    look: str = ""
    is_done: bool = True


def methods_of(declared: studies.Study) -> list[RailMethod]:
    """Return the methods of all parts of a study, in their order; keys are numbers."""
    requests = {one.label: one for part in declared.parts for one in part.requests}
    return [
        RailMethod(f"m{number}", label, one.algorithm.key, one.params.as_dict())
        for number, (label, one) in enumerate(requests.items(), 1)
    ]


@dataclass(frozen=True)
class StudyWorkspace:
    """A study under the view that an address describes; raises `NotInstalledError` where it needs
    what is not there."""

    study: Study
    access: Access
    view: RailView
    methods: Sequence[RailMethod]
    summary: Summary | None

    @classmethod
    def of(cls, study: Study, access: Access, query: QueryDict) -> Self:
        """Read the view from a query."""
        methods = methods_of(study.declared)
        view = RailView.read(query, [method.key for method in methods])
        return cls(study, access, view, methods, Summary.objects.filter(study=study).first())

    @cached_property
    def content(self) -> Mapping[str, Any]:
        """What was summed up last, without verdicts where an older version computed it."""
        return told(self.study, self.summary.content) if self.summary else {}

    @property
    def mark(self) -> str:
        """What is said where an older version computed the numbers; blank where none did."""
        return OLDER if self.content.get("is_older") else ""

    @cached_property
    def means(self) -> list[Means]:
        """Means of all measures of all parts; of older summaries none."""
        return [Means.from_json(values) for values in self.content.get("means", [])]

    @property
    def missing(self) -> Mapping[str, int]:
        """Runs without a schedule by label of the method."""
        missing: Mapping[str, int] = self.content.get("missing", {})
        return missing

    @property
    def visible(self) -> list[RailMethod]:
        """The methods that are not hidden."""
        return [method for method in self.methods if method.key not in self.view.hide]

    @cached_property
    def drawn(self) -> frozenset[str]:
        """Keys of the methods to draw: the chosen ones, or all that are not hidden."""
        if self.view.preset == NONE:
            return frozenset()
        chosen = set(self.view.draw)
        return frozenset(m.key for m in self.visible if not chosen or m.key in chosen)

    @property
    def is_all(self) -> bool:
        """True where every method is drawn."""
        return len(self.drawn) == len(self.methods)

    @property
    def are_distinct(self) -> bool:
        """True where the drawn methods are few enough to differ in colour, marker or dash."""
        return len(self.drawn) <= MOST

    @cached_property
    def looks(self) -> dict[str, Style]:
        """Style of each method by its key: its algorithm's style where many are drawn, and grey
        where it is not drawn."""
        drawn = [method for method in self.methods if method.key in self.drawn]
        keys = [method.algorithm for method in drawn]
        own = styles(keys) if self.are_distinct else [style(key) for key in keys]
        by_key = dict(zip([method.key for method in drawn], own, strict=True))
        return {method.key: by_key.get(method.key) or faint() for method in self.methods}

    @property
    def baseline(self) -> RailMethod:
        """The method that the others are compared with: the chosen or the first one."""
        chosen = (method for method in self.methods if method.key == self.view.against)
        return next(chosen, self.methods[0])
