"""The report on a merge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from parsched.data.merging.merge_report import BEFORE
from schedweb.web.quantities import duration


@dataclass(frozen=True)
class MergedSiteRow:
    """Jobs of one source; `left_out` has the number that each rule of the table removed."""

    site: str
    file: str
    processors: int
    unusable: int
    origins: int
    read: int
    left_out: Sequence[int]
    kept: int
    load: str
    begins: str
    ends_early: bool
    is_before: bool = False


@dataclass(frozen=True)
class MergeReportView:
    """The report on a merge as a table, with a column for each rule that removed jobs."""

    rules: Sequence[str]
    rows: Sequence[MergedSiteRow]
    total: MergedSiteRow
    days: float

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Self:
        """Show `MergeReport.as_json()`."""
        counts = [
            {entry["rule"]: entry["jobs"] for entry in site["left_out"]} for site in report["sites"]
        ]
        used = dict.fromkeys(rule for of in counts for rule, jobs in of.items() if jobs)
        rules = [*used]
        rows = [
            _site_row(site, [of.get(rule, 0) for rule in rules], of.get(BEFORE, 0))
            for site, of in zip(report["sites"], counts, strict=True)
        ]
        total = MergedSiteRow(
            site="All",
            file="",
            processors=report["processors"],
            unusable=sum(row.unusable for row in rows),
            origins=sum(row.origins for row in rows),
            read=sum(row.read for row in rows),
            left_out=[sum(of.get(rule, 0) for of in counts) for rule in rules],
            kept=report["jobs"],
            load=f"{report['load']:.3f}",
            begins="",
            ends_early=False,
        )
        return cls(rules, rows, total, report["length"] / 86_400)

    @property
    def replaced(self) -> Sequence[MergedSiteRow]:
        """Sites whose traces have origins of their own."""
        return [row for row in self.rows if row.origins]

    @property
    def ends_early(self) -> Sequence[str]:
        """Sites whose traces seem to be too short."""
        return [row.site for row in self.rows if row.ends_early and not row.is_before]

    @property
    def before(self) -> Sequence[str]:
        """Sites all of whose jobs come before the window."""
        return [row.site for row in self.rows if row.is_before]


def _site_row(site: Mapping[str, Any], left_out: Sequence[int], before: int) -> MergedSiteRow:
    return MergedSiteRow(
        site=site["site"],
        file=site["file"],
        processors=site["processors"],
        unusable=site["unusable"],
        origins=site.get("origins", 0),  # reports on older merges do not count these
        read=site["read"],
        left_out=left_out,
        kept=site["kept"],
        load=f"{site['load']:.3f}",
        begins=_date(site["begin_date"]) or f"{duration(site['begin'])} into the trace",
        ends_early=site["ends_early"],
        is_before=0 < before == site["read"],
    )


def _date(text: str) -> str:
    """`1996-10-28T00:00-08:00` → `Mon 28 Oct 1996, 00:00 UTC−08:00`."""
    if not text:
        return ""
    moment = datetime.fromisoformat(text)
    offset = text[len("2000-01-01T00:00") :].replace("-", "\N{MINUS SIGN}")
    offset = offset if moment.utcoffset() else ""
    date, time = f"{moment:%a} {moment.day} {moment:%b %Y}", f"{moment:%H:%M} UTC{offset}"
    # Where there is no room for both, a line ends between date and time.
    return f"{date}, {time}".replace(" ", "\N{NO-BREAK SPACE}").replace(",\N{NO-BREAK SPACE}", ", ")
