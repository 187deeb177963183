"""The page on which workloads are merged."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from parsched.data.merging import ABOUT, PRESETS, MergedSite, MergeSpec
from parsched.declare.spec import Spec
from schedweb.base.errors import InvalidError
from schedweb.web.contexts.contents import Contents
from schedweb.web.contexts.merge_report import MergeReportView
from schedweb.web.contexts.workloads import Models, models
from schedweb.web.forms.merge import TYPED, MergeForm
from schedweb.web.same_names import distinguished
from schedweb.workloads.models import Workload
from schedweb.workloads.sources import SourceShelf


@dataclass(frozen=True)
class ShownPreset:
    """A ready-made specification, and its files that are not uploaded yet."""

    key: str
    spec: MergeSpec
    missing: Sequence[str]

    @classmethod
    def of(cls, key: str, spec: MergeSpec, shelf: SourceShelf) -> Self:
        """Look for its files."""
        missing = []
        for source in spec.sources:
            try:
                shelf.find(source.site.file, source.site.sha256)
            except InvalidError:
                missing.append(source.site.file)
        return cls(key, spec, missing)

    @property
    def processors(self) -> int:
        """Of all sites."""
        return sum(source.site.processors for source in self.spec.sources)

    @property
    def about(self) -> str:
        """How it differs from the others."""
        return ABOUT[self.key]

    @property
    def settings(self) -> str:
        """Window and filters that differ from the defaults, in words."""
        first = self.spec.sources[0]
        changed = {**first.window.changed(), **first.filters.changed()}
        return ", ".join(f"{name} {value}" for name, value in changed.items())


@dataclass(frozen=True)
class MergePage:
    """A specification as typed, and the preview of the workload that a task merged."""

    form: MergeForm
    shelf: SourceShelf
    report: MergeReportView | None = None
    contents: Contents | None = None
    spec: str = ""
    task: str = ""
    text: str = ""
    text_problems: Sequence[str] = ()
    refused: str = ""
    models: Models = field(default_factory=models)

    @property
    def presets(self) -> Iterable[ShownPreset]:
        """Ready-made specifications."""
        return [ShownPreset.of(key, spec, self.shelf) for key, spec in PRESETS.items()]

    @cached_property
    def workloads(self) -> list[tuple[Workload, str]]:
        """Workloads to choose from, each with a text that distinguishes equal names."""
        return distinguished(self.shelf.workloads, lambda w: f"{w.name} {w.jobs}")

    @property
    def meanings(self) -> Sequence[Spec]:
        """The fields of a site."""
        return [spec for spec in MergedSite.specs() if spec.name in TYPED]
