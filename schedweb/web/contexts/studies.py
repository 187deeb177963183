"""The page of a study, which fills while it runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isinf
from typing import Any, Self
from zlib import crc32

from algorithms import studies
from algorithms.declare.references import REFERENCES
from algorithms.report.figure import Figure
from algorithms.studies import Verdict
from algorithms.studies.part import MAX_REPETITIONS
from algorithms.studies.printed_tables import EACH
from algorithms.studies.statistics import AGGREGATES
from schedweb.sharing.models import ShareLink
from schedweb.studies.models import Study, Summary
from schedweb.studies.progress import PartProgress, Phase, Progress
from schedweb.web.access import Access
from schedweb.web.contexts.values import label_of, varying
from schedweb.web.forms.sharing import EMPTY, ShareForm
from schedweb.web.plots import height
from schedweb.web.quantities import rough_duration
from schedweb.workers.models import State

POLL_MS = 1_500
MOST_BOXES = 120
"""Values of a part that are shown one by one."""
BADGES = {
    Verdict.CONFIRMED: "done",
    Verdict.PARTLY: "partly",
    Verdict.NOT_CONFIRMED: "failed",
    Verdict.NOT_JUDGED: "queued",
}
"""Looks of verdicts."""
PHASES = {
    Phase.WAITING: ("waits for a worker", "queued"),
    Phase.RUNNING: ("running", "running"),
    Phase.PAUSED: ("paused", "queued"),
    Phase.STOPPED: ("stopped", "cancelled"),
    Phase.INCOMPLETE: ("incomplete", "failed"),
    Phase.FINISHED: ("finished", "done"),
}
"""Words for each phase, and its looks."""


def counted_verdicts(claims: Sequence[Mapping[str, Any]]) -> list[tuple[int, str, str]]:
    """Return how many claims have which verdict, with its looks."""
    verdicts = [claim["verdict"] for claim in claims]
    counted = [(verdicts.count(v), str(v), BADGES[v]) for v in Verdict]
    return [one for one in counted if one[0]]


def figure_of(study: Study, key: str) -> Figure | None:
    """Return a figure of the summary of a study; None where there is none."""
    summary = Summary.objects.filter(study=study).first()
    for values in summary.content.get("figures", []) if summary else []:
        if values["key"] == key:
            return Figure.from_json(_without_table(values))
    return None


def links_of(study: Study, access: Access, shown: Figure) -> dict[str, str]:
    """Return the pages with the instances that points of a figure are of, by their origins."""
    places = {part.key: place for place, part in enumerate(study.declared.parts)}
    origins = dict.fromkeys(origin for series in shown.series for origin in series.origins)
    split = {origin: origin.rpartition(":") for origin in origins}
    return {
        origin: access.of_thing("study_cells", study, places[part], int(value))
        for origin, (part, _, value) in split.items()
    }


def _without_table(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "table"}


@dataclass(frozen=True)
class Box:
    """One value of a part: how many of its instances are computed, and where they are listed."""

    label: str
    done: int
    total: int
    url: str

    @property
    def percent(self) -> int:
        """How much is computed."""
        return 100 * self.done // self.total


@dataclass(frozen=True)
class Row:
    """The progress of one part."""

    progress: PartProgress
    title: str
    axis: str
    boxes: Sequence[Box]

    @property
    def hidden(self) -> int:
        """Values that are not shown one by one."""
        return len(self.progress.done) - len(self.boxes)

    @property
    def total(self) -> int:
        """Instances of the part."""
        return len(self.progress.done) * self.progress.part.repetitions

    @property
    def done(self) -> int:
        """Those that are computed."""
        return int(self.progress.done.sum())


@dataclass(frozen=True)
class StudyProgress:
    """The part of the page that polling replaces: progress, verdicts and what failed."""

    study: Study
    access: Access
    progress: Progress
    summary: Summary | None

    @classmethod
    def of(cls, study: Study, access: Access) -> Self:
        """Read it."""
        summary = Summary.objects.filter(study=study).first()
        return cls(study, access, Progress.of(study), summary)

    @property
    def content(self) -> Mapping[str, Any]:
        """What was summed up last."""
        return self.summary.content if self.summary else {}

    @property
    def failure(self) -> str:
        """Why there is no newer summary, if it failed."""
        is_failed = self.summary is not None and self.summary.state == State.FAILED
        return self.summary.error if self.summary and is_failed else ""

    @property
    def is_summing(self) -> bool:
        """True while verdicts and figures are behind the numbers."""
        if self.failure or self.study.changed is None:
            return False
        return self.summary is None or self.summary.as_of != self.study.changed

    @property
    def is_live(self) -> bool:
        """True while the page changes by itself."""
        return self.progress.is_going_on or self.is_summing

    @property
    def badge(self) -> tuple[str, str]:
        """Words and looks of the phase."""
        return PHASES[self.progress.phase]

    @property
    def percent(self) -> int:
        """How much is computed."""
        return 100 * self.progress.instances // max(self.study.instances, 1)

    @property
    def claims(self) -> list[tuple[Mapping[str, Any], str, Mapping[str, Any] | None]]:
        """Claims with their verdicts, the looks of these, and their statements where they are many;
        before anything is computed they are as declared."""
        rows = self.content.get("claims")
        if rows is None:
            rows = [
                {
                    "key": claim.key,
                    "claim": claim.whole,
                    "where": claim.where,
                    "published": claim.published,
                    "ours": "",
                    "verdict": str(Verdict.NOT_JUDGED),
                    "reason": "",
                }
                for claim in self.study.declared.claims
            ]
        statements = self.content.get("statements", {})
        return [(r, BADGES[Verdict(r["verdict"])], statements.get(r["key"])) for r in rows]

    @cached_property
    def counts(self) -> list[tuple[int, str, str]]:
        """How many claims have which verdict, with its looks."""
        return counted_verdicts([row for row, *_ in self.claims])

    @cached_property
    def rows(self) -> list[Row]:
        """Progress by part and value."""
        return [self._row(place, part) for place, part in enumerate(self.progress.parts)]

    def _row(self, place: int, progress: PartProgress) -> Row:
        part, values = progress.part, progress.part.instances.values
        names = varying(part)
        boxes = [
            Box(
                label_of(names, values[i]),
                int(done),
                part.repetitions,
                self.access.of_thing("study_cells", self.study, place, i),
            )
            for i, done in enumerate(progress.done[:MOST_BOXES].tolist())
        ]
        axis = names[0].replace("_", " ") if len(names) == 1 else ""
        return Row(progress, self.study.declared.titles[part.key], axis, boxes)

    @property
    def left(self) -> str:
        """The time that is left, in round numbers."""
        seconds = self.progress.seconds_left
        is_whole = self.progress.instances >= self.study.instances
        return "" if seconds is None or is_whole else rough_duration(seconds)

    @property
    def url(self) -> str:
        """Address of this part of the page."""
        return self.access.of_thing("study_progress", self.study)

    @property
    def poll_ms(self) -> int:
        """How often the page asks."""
        return POLL_MS

    @property
    def shown(self) -> str:
        """What the rest of the page depends on."""
        phase = self.progress.phase
        phase = Phase.RUNNING if phase == Phase.WAITING else phase
        return f"{phase}-{len(self.content.get('figures', []))}"

    @property
    def stamp(self) -> str:
        """Fingerprint of what is in this part."""
        progress = self.progress
        seen = (
            progress.instances,
            progress.phase,
            self.figures_stamp,
            self.failure,
            self.is_live,
            progress.outdated,
        )
        return f"{crc32(repr((*seen, *progress.failures.items())).encode()):08x}"

    @property
    def figures_stamp(self) -> str:
        """Changes with what is drawn."""
        return str(self.content.get("done", ""))


@dataclass(frozen=True)
class Drawing:
    """A figure with its address and its numbers."""

    figure: Figure
    url: str
    table: Mapping[str, Any]

    @property
    def height(self) -> int:
        """CSS pixels that it takes."""
        return height(self.figure)

    @property
    def has_links(self) -> bool:
        """True where a click on a point leads to its instances."""
        return any(series.origins for series in self.figure.series)


@dataclass(frozen=True)
class StudyPage:
    """One study from top to bottom."""

    part: StudyProgress
    links: Sequence[ShareLink] = ()
    new_link: str = ""
    share_form: ShareForm = EMPTY

    @property
    def study(self) -> Study:
        """The study of the page."""
        return self.part.study

    @property
    def declared(self) -> studies.Study:
        """What is computed."""
        return self.study.declared

    @property
    def access(self) -> Access:
        """How the reader came in."""
        return self.part.access

    @cached_property
    def drawings(self) -> list[Drawing]:
        """Its figures."""
        return [
            Drawing(
                Figure.from_json(_without_table(values)),
                self.access.of_thing("study_figure", self.study, values["key"]),
                values["table"],
            )
            for values in self.part.content.get("figures", [])
        ]

    @property
    def tables(self) -> Sequence[Mapping[str, Any]]:
        """Tables as the paper prints them, with ours; of older summaries none."""
        tables: Sequence[Mapping[str, Any]] = self.part.content.get("tables", [])
        return tables

    @property
    def of_tables(self) -> str:
        """What is to be known of all of these."""
        return EACH

    @property
    def undrawn(self) -> list[tuple[str, str]]:
        """Titles of figures that lack numbers, each with the reason where more repetitions are
        needed."""
        drawn = {drawing.figure.key for drawing in self.drawings}
        return [(p.title, self._lack(p)) for p in self.declared.plots if p.key not in drawn]

    def _lack(self, plot: studies.Plot) -> str:
        aggregate = AGGREGATES[plot.aggregate]
        repetitions = max(self.declared.part(key).repetitions for key in plot.parts)
        if repetitions >= aggregate.least:
            return ""
        return f"a {aggregate.title} needs {aggregate.least} repetitions"

    @property
    def reports(self) -> list[tuple[str, str, str]]:
        """Reports with what they say, and their addresses."""
        return [
            (one.title, one.help, self.access.of_thing("study_report", self.study, one.key))
            for one in studies.REPORTS.values()
            if (one.key != "verdicts" or self.declared.claims)
            and (one.key != "figures" or self.declared.figures)
            and (one.key != "printed" or self.declared.tables)
        ]

    @property
    def most(self) -> int:
        """The largest number of repetitions of a part."""
        return max(part.repetitions for part in self.declared.parts)

    @property
    def allowed(self) -> int | None:
        """How many there may be; None for any number."""
        most = self.declared.most_repetitions
        return None if isinf(most) else int(most)

    @property
    def added(self) -> int:
        """Runs that one repetition more adds."""
        more = min(self.most + 1, MAX_REPETITIONS)
        return sum(part.repeated(more).cells - part.cells for part in self.declared.parts)

    @property
    def papers(self) -> list[Any]:
        """What it cites."""
        return [REFERENCES[key] for key in self.declared.cites]

    @property
    def toml_url(self) -> str:
        """Address of the study as a file."""
        return self.access.of_thing("study_toml", self.study)

    @property
    def bundle_url(self) -> str:
        """Address of everything as one file."""
        return self.access.of_thing("study_bundle", self.study)
