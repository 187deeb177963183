"""The page everything is about, and the lists that lead to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self
from zlib import crc32

from parsched.declare.parameters import flattened
from parsched.report.palette import Style
from parsched.report.summary import sentence
from schedweb.runs.deployments import has_deployments
from schedweb.runs.line import RunInLine, line_with, standings
from schedweb.runs.models import Comparison, Run
from schedweb.runs.outcomes import sentence_of
from schedweb.runs.pictures import undrawn
from schedweb.runs.records import records_of
from schedweb.web.access import Access
from schedweb.web.contexts.active import LISTED
from schedweb.web.contexts.line import told
from schedweb.web.contexts.results import RANK, Results
from schedweb.web.report_files import file_addresses
from schedweb.web.table_view import TableView
from schedweb.workers.models import State

POLL_MS, MS_PER_RUN = 800, 20
RUNS, BOUNDS = "runs", "bounds"
"""What a page may wait for."""


@dataclass(frozen=True)
class EndButton:
    """A button that ends runs; `busy` is its text while it is on the way. One that `discards` gives
    up schedules that would be kept."""

    text: str
    busy: str
    tooltip: str
    discards: bool = False


CANCEL = EndButton("Cancel", "Cancelling…", "It leaves the queue; it can be tried again.")
STOP = EndButton(
    "Stop", "Stopping…", "Ends now and keeps the best schedule so far, if there is one."
)
DISCARD = EndButton(
    "Discard", "Discarding…", "Ends without a schedule; it can be tried again.", True
)


def end_of(run: Run) -> EndButton:
    """Return how to end a run that waits or computes."""
    if run.is_stopping:
        return DISCARD
    return STOP if run.state == State.RUNNING else CANCEL


@dataclass(frozen=True)
class Pending:
    """A run without a result: it waits, computes, failed or was cancelled."""

    run: Run
    style: Style
    url: str
    standing: RunInLine | None = None

    @property
    def in_line(self) -> str:
        """Its place in line, and when it ends, as far as that is known."""
        return told(self.standing)

    @property
    def percent(self) -> int:
        """How far it is."""
        return round(100 * self.run.progress)

    @property
    def is_active(self) -> bool:
        """True while the run is queued or computing."""
        return not self.run.is_over

    @property
    def end(self) -> EndButton:
        """How to end it."""
        return end_of(self.run)


@dataclass(frozen=True)
class Urls:
    """Addresses of a comparison, as its reader may call them."""

    page: str
    results: str
    json: str
    reports: str
    schedules: str
    about: str
    """Address below which it is said what columns mean."""

    @classmethod
    def of(cls, access: Access, comparison: Comparison) -> Self:
        """Build them for an owner or for a reader with a link."""
        return cls(
            page=access.home(comparison),
            results=access.comparison("comparison_results", comparison),
            json=access.comparison("comparison_json", comparison),
            reports=access.comparison("comparison_report", comparison, "results"),
            schedules=access.tab(comparison, "schedules"),
            about=access.comparison("comparison_about", comparison, RANK).removesuffix(f"{RANK}/"),
        )


@dataclass(frozen=True)
class ResultsPart:
    """The part of the page that polling replaces: sentence, unfinished runs and table."""

    comparison: Comparison
    access: Access
    urls: Urls
    results: Results
    pending: Sequence[Pending]
    waiting: int = 0
    """Number of queued runs that are not listed individually."""
    left: float = 0.0
    """Seconds until the last run with a known end has ended; 0 where no end is known."""

    @classmethod
    def of(cls, comparison: Comparison, access: Access, view: TableView) -> Self:
        """Build it from a comparison with its runs."""
        runs = list(comparison.runs.all())
        addresses = {run.pk: access.run("run", run.pk) for run in runs}
        results = Results.of(records_of(comparison), view, addresses)
        looks = results.looks
        unfinished = [run for run in runs if not run.is_done]
        places = {} if has_ended(comparison) else standings(runs)
        pending = [Pending(r, looks[r.pk], addresses[r.pk], places.get(r.pk)) for r in unfinished]
        last = max((p.standing.left or 0.0 for p in pending if p.standing), default=0.0)
        listed = [p for p in pending if p.run.state != State.QUEUED]
        waiting = len(pending) - len(listed)
        if view.waiting or waiting <= LISTED:
            listed, waiting = pending, 0
        return cls(comparison, access, Urls.of(access, comparison), results, listed, waiting, last)

    @cached_property
    def sentence(self) -> str:
        """Summary of the results in one sentence."""
        table = self.results.table
        is_usual = not self.results.view.against
        return sentence_of(self.comparison, table) if is_usual else sentence(table)

    @property
    def files(self) -> Mapping[str, str]:
        """Addresses of the table as files, by what they are called."""
        view, base = self.results.view, self.results.table.baseline
        options = {"baseline": view.against if base and base.key == view.against else ""}
        if view.columns != view.defaults:
            options["metrics"] = ",".join(view.columns)
        addresses = file_addresses(self.access, self.comparison, "results", options)
        return {name: address for name, address in addresses.items() if name != "JSON"}

    @property
    def stamp(self) -> str:
        """Fingerprint of the progress of all runs."""
        return stamp(self.comparison)

    @property
    def is_active(self) -> bool:
        """True while runs wait or compute."""
        return bool(self.waiting) or any(pending.is_active for pending in self.pending)

    @property
    def awaits(self) -> str:
        """What polling waits for: `runs`, or then the `bounds` of their instance; blank for
        nothing."""
        if self.is_active:
            return RUNS
        return BOUNDS if self.comparison.awaits_bounds else ""

    @property
    def progress(self) -> str:
        """How many runs have ended, for the title of the page."""
        runs = self.comparison.runs.all()
        return f"{sum(State(run.state).is_over for run in runs)}/{len(runs)}"

    @property
    def end_all(self) -> EndButton:
        """How to end all active runs; first the action that keeps the most results."""
        ends = [pending.end for pending in self.pending if pending.is_active]
        ends += [CANCEL] if self.waiting else []
        return STOP if STOP in ends else CANCEL if CANCEL in ends else DISCARD

    @property
    def poll_ms(self) -> int:
        """How often the page asks while runs are active; less often for a long table."""
        return max(POLL_MS, MS_PER_RUN * len(self.results.table.rows))


@dataclass(frozen=True)
class Files:
    """Downloads of a finished run; no `deployments` if jobs need none, and no posters where its
    schedule is not drawn."""

    run: Run
    style: Style
    csv: str
    swf: str
    poster: str
    poster_dark: str
    is_drawn: bool
    deployments: str = ""

    @property
    def params(self) -> dict[str, Any]:
        """Values of parameters, also of those within others."""
        return flattened(self.run.params)


def files(access: Access, runs: Sequence[Run], looks: Mapping[str, Style]) -> list[Files]:
    """Return the files of runs that have a schedule."""
    return [
        Files(
            run=run,
            style=looks[run.pk],
            csv=access.run("run_schedule", run.pk, "csv"),
            swf=access.run("run_schedule", run.pk, "swf"),
            poster=access.run("run_poster", run.pk, run.schedule),
            poster_dark=access.run("run_dark_poster", run.pk, run.schedule),
            is_drawn=not undrawn(run.comparison.workload),
            deployments=access.run("run_deployments", run.pk) if has_deployments(run) else "",
        )
        for run in runs
    ]


def stamp(comparison: Comparison) -> str:
    """Return a checksum of the runs' states: changes with progress, stop requests and ends, with
    the place of waiting runs in line, and as bounds are computed or runs computed again."""
    runs = comparison.runs.all()
    states: list[object] = [
        (r.pk, r.state, r.progress, r.message, r.stopping, r.attempts) for r in runs
    ]
    states.append(comparison.awaits_bounds)
    states += [(one.pk, one.state, one.progress) for one in comparison.renewals]
    if waiting := {run.pk for run in runs if run.state == State.QUEUED}:
        line = line_with(runs)
        states += [place for place, one in enumerate(line) if one.pk in waiting]
    return f"{crc32(repr(states).encode()):08x}"


def has_ended(comparison: Comparison) -> bool:
    """True when no run waits or computes."""
    return all(State(run.state).is_over for run in comparison.runs.all())
