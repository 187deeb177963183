"""What reports are about, for a reader: a comparison with its records, a study with its cells."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from parsched import studies
from parsched.base.errors import UnknownKeyError, UnsupportedError
from parsched.report import REPORTS, DeclaredReport, suiting
from parsched.report.figure import Figure
from schedweb.runs.models import Comparison
from schedweb.studies.files import file_of_report
from schedweb.studies.models import Study
from schedweb.studies.reading import cells_of
from schedweb.web.access import Access
from schedweb.web.contexts.studies import links_of
from schedweb.web.report_files import file_addresses, records_for
from schedweb.workers.models import Task


@dataclass(frozen=True)
class Reported:
    """A comparison or a study with its reports; `subject` is what these take."""

    thing: Comparison | Study
    access: Access
    reports: Mapping[str, DeclaredReport]
    subject: Any

    @classmethod
    def of(cls, thing: Comparison | Study, access: Access) -> Self:
        """Load what the reports are about."""
        if isinstance(thing, Study):
            return cls(thing, access, studies.REPORTS, cells_of(thing))
        return cls(thing, access, REPORTS, records_for(access, thing))

    @property
    def home(self) -> str:
        """Address of the page that the reports belong to."""
        return self.access.home(self.thing)

    def suiting(self) -> list[DeclaredReport]:
        """Return the reports that have something to say."""
        return suiting(self.subject, self.reports)

    def declared(self, key: str) -> DeclaredReport:
        """Return a report; raises `UnknownKeyError`, `UnsupportedError`."""
        if key not in self.reports:
            raise UnknownKeyError(f"there is no report {key}")
        if not self.reports[key].suits(self.subject):
            raise UnsupportedError(f"there is no report {key} of this")
        return self.reports[key]

    def write(self, key: str, options: Mapping[str, Any], ending: str, table: str) -> str | Task:
        """Return a report as a file, or the task that writes it; raises also `ParameterError`."""
        declared = self.declared(key)
        if isinstance(self.thing, Study):
            return file_of_report(self.thing, self.subject, declared, options, ending, table)
        return declared.of(self.subject, options).write(ending, table)

    def address(self, name: str, *args: str) -> str:
        """Return the address of a page: "code", "report", "report_file" or "report_figure"."""
        kind = "study" if isinstance(self.thing, Study) else "comparison"
        return self.access.of_thing(f"{kind}_{name}", self.thing, *args)

    def links(self, figure: Figure) -> dict[str, str]:
        """Return where points of a figure lead to, by their origins."""
        if isinstance(self.thing, Study):
            return links_of(self.thing, self.access, figure)
        return {}

    def files(self, key: str, options: Mapping[str, str]) -> dict[str, str]:
        """Return the addresses of the files of a report, by name of the format."""
        return file_addresses(self.access, self.thing, key, options)
