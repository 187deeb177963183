"""What all tabs of a comparison share: its runs, the reader's view, and which runs are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from django.http import QueryDict

from parsched.declare.parameters import flattened
from parsched.report import REPORTS
from parsched.report.admissible import SharedSets, sets_of
from parsched.report.palette import Style
from parsched.report.records import Records
from schedweb.runs.models import Comparison, Run
from schedweb.runs.records import records_of
from schedweb.web.access import Access
from schedweb.web.contexts.comparisons import ResultsPart
from schedweb.web.contexts.gone import gone_sentences
from schedweb.web.contexts.sites import jobs_of
from schedweb.web.reported import Reported
from schedweb.web.run_selection import RunSelection
from schedweb.web.table_view import TableView

MOST_SEEDS = 4
"""Seeds that the line below the title lists; the table of files has all."""


@dataclass(frozen=True)
class Workspace:
    """A comparison under the view that an address describes."""

    comparison: Comparison
    access: Access
    query: QueryDict
    view: TableView

    @classmethod
    def of(cls, comparison: Comparison, access: Access, query: QueryDict) -> Self:
        """Read the view from a query."""
        return cls(comparison, access, query, TableView.of(query, records_of(comparison)))

    def asked(self, query: QueryDict) -> Self:
        """Return the same with the choices of another query."""
        return replace(self, query=query, view=TableView.of(query, self.records))

    @cached_property
    def records(self) -> Records:
        """Results of all runs."""
        return records_of(self.comparison)

    @cached_property
    def part(self) -> ResultsPart:
        """Sentence, unfinished runs and table."""
        return ResultsPart.of(self.comparison, self.access, self.view)

    @property
    def selection(self) -> RunSelection:
        """The runs to draw."""
        return self.part.results.selection

    @property
    def looks(self) -> Mapping[str, Style]:
        """Style of each run."""
        return self.part.results.looks

    @cached_property
    def drawn_runs(self) -> list[Run]:
        """The stored runs to draw."""
        return [run for run in self.comparison.runs.all() if run.pk in self.selection.keys]

    @cached_property
    def reported(self) -> Reported:
        """The reports of the comparison."""
        return Reported.of(self.comparison, self.access)

    @cached_property
    def shared_sets(self) -> list[SharedSets]:
        """Admissible sets that runs use, without duplicates."""
        if not REPORTS["admissible"].suits(self.records):
            return []
        return list(sets_of(self.part.results.table.records, jobs_of(self.comparison)))

    @property
    def warned(self) -> int:
        """Runs whose admissible sets come with a warning."""
        return sum(len(shared.labels) for shared in self.shared_sets if shared.sets.warnings)

    @property
    def gone(self) -> list[str]:
        """Which plugins of runs are not installed any more."""
        return gone_sentences(self.records)

    @property
    def versions(self) -> str:
        """Versions of what computed the results; where runs differ, the last run's versions."""
        versions = {
            name: version
            for run in self.records.done
            for name, version in (*run.versions.items(), *run.plugins.items())
        }
        return ", ".join(f"{name} {version}" for name, version in versions.items())

    @property
    def seeds(self) -> str:
        """Seeds of randomised algorithms and of the workload's model, the first of many."""
        params = self.comparison.workload.source.get("params", {})
        values = (pair for run in self.records.done for pair in flattened(run.params).items())
        found = [value for name, value in values if name.rpartition(".")[2] == "seed"]
        seeds = [params["seed"], *found] if "seed" in params else found
        texts = list(dict.fromkeys(str(seed) for seed in seeds))
        more = len(texts) - MOST_SEEDS
        return ", ".join(texts[:MOST_SEEDS]) + (f" and {more:,} more" if more > 0 else "")

    @property
    def seconds(self) -> float | None:
        """Computing time of the algorithms."""
        times = [run.seconds for run in self.records.done if run.seconds is not None]
        return sum(times) if times else None
