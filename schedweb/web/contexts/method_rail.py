"""The rail of the methods of a study."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from parsched.report.palette import Style
from parsched.studies.means import Means
from schedweb.web.contexts.rail import Rail
from schedweb.web.contexts.study_workspace import RailMethod, StudyWorkspace
from schedweb.web.rail_view import ALL, NONE, PRESETS, RailView


@dataclass(frozen=True)
class MethodRail(Rail[RailMethod]):
    """The methods of a study; orders are by the means of the first part that has a measure."""

    workspace: StudyWorkspace
    noun: ClassVar[str] = "method"
    example: ClassVar[str] = "easy, order=saf …"

    @property
    def view(self) -> RailView:
        return self.workspace.view

    @property
    def entries(self) -> Sequence[RailMethod]:
        return self.workspace.methods

    @property
    def looks(self) -> Mapping[str, Style]:
        return self.workspace.looks

    @property
    def drawn(self) -> frozenset[str]:
        return self.workspace.drawn

    @property
    def baseline(self) -> str:
        return self.workspace.baseline.key

    @cached_property
    def _means(self) -> dict[str, Means]:
        return {one.measure: one for one in reversed(self.workspace.means)}

    @property
    def measures(self) -> Mapping[str, str]:
        ordered = dict.fromkeys(one.measure for one in self.workspace.means)
        return {key: f"by {self._means[key].declared.title}" for key in ordered}

    @property
    def presets(self) -> list[tuple[str, str]]:
        return [(PRESETS[key], self.view.drawing(key).page_query) for key in (ALL, NONE)]

    def place(self, key: str, order: str) -> tuple[bool, float]:
        means = self._means[order]
        label = next(method.label for method in self.entries if method.key == key)
        value = means.values.get(label)
        return value is None, means.sign * (value or 0.0)

    def state(self, entry: RailMethod) -> str:
        lost = self.workspace.missing.get(entry.label, 0)
        return f"{lost:,} without a schedule" if lost else ""
