"""What became of the jobs of each source."""

from dataclasses import asdict, dataclass
from typing import Any

BEFORE = "before the window"
"""The rule that jobs break which come before their window."""


@dataclass(frozen=True, kw_only=True)
class SiteReport:
    """One source: jobs read, kept, and left out by each rule; the first rule broken counts.

    Parameters
    ----------
    unusable
        Lines of the file that held no usable job.
    origins
        Kept jobs with an origin of their own, in whose place the site is.
    begin
        Where the window begins, seconds after time 0 of the trace.
    begin_date
        The same as date and time of the clock whose midnights count (ISO 8601); "" when unknown.
    ends_early
        Whether the trace has no job in the last tenth of the window: it may be too short for it.
    load
        Work of the kept jobs over processors × length of the window.
    """

    site: str
    file: str
    sha256: str
    processors: int
    unusable: int
    read: int
    kept: int
    left_out: tuple[tuple[str, int], ...]
    origins: int
    begin: float
    begin_date: str
    ends_early: bool
    load: float

    @property
    def is_before(self) -> bool:
        """True where every job comes before the window."""
        return 0 < dict(self.left_out).get(BEFORE, 0) == self.read

    def lines(self) -> list[str]:
        """Say it in words, a line per fact."""
        lines = [
            f"{self.site}: {self.kept:,} of {_jobs(self.read)} kept, load {self.load:.3f}",
            *(f"  {count:,} left out: {rule}" for rule, count in self.left_out if count),
        ]
        if self.unusable:
            of_file = "line of the file holds" if self.unusable == 1 else "lines of the file hold"
            lines.append(f"  {self.unusable:,} {of_file} no usable job")
        if self.origins:
            lines.append(f"  the site replaces the trace's own origins of {_jobs(self.origins)}")
        if self.is_before:
            lines.append("  to take jobs from time 0 on, set align to start and after_days to 0")
        elif self.ends_early:
            lines.append("  the trace has no job in the last tenth of the window")
        return lines


@dataclass(frozen=True, kw_only=True)
class MergeReport:
    """All sources; `load` is work over processors × length of the longest window."""

    sites: tuple[SiteReport, ...]
    jobs: int
    processors: int
    length: float
    load: float

    def as_json(self) -> dict[str, Any]:
        """Return plain JSON values."""
        sites = [
            asdict(site)
            | {"left_out": [{"rule": rule, "jobs": count} for rule, count in site.left_out]}
            for site in self.sites
        ]
        return asdict(self) | {"sites": sites}

    @property
    def text(self) -> str:
        """The report for people."""
        lines = [line for site in self.sites for line in site.lines()]
        noun = "processor" if self.processors == 1 else "processors"
        machine = f"{self.processors:,} {noun}"
        return "\n".join([*lines, f"{_jobs(self.jobs)} on {machine}, load {self.load:.3f}"])


def _jobs(count: int) -> str:
    return f"{count:,} job{'' if count == 1 else 's'}"
