"""How a study goes on: progress, verdicts and what failed, which polling renews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self, TypeAlias
from urllib.parse import urlencode
from zlib import crc32

from parsched.report.figure import Figure
from parsched.studies import STUDIES, ClaimStanding
from parsched.studies.kept_claims import KeptClaim
from parsched.studies.kept_verdicts import kept_verdicts
from parsched.studies.verdicts import standing_of
from schedweb.studies.models import Study, Summary
from schedweb.studies.progress import Completion, PartProgress, Phase
from schedweb.web.access import Access
from schedweb.web.contexts.answer import AnswerCard
from schedweb.web.contexts.study_results import MeansTable, card_of, tables_of
from schedweb.web.contexts.study_workspace import StudyWorkspace
from schedweb.web.contexts.values import label_of, varying
from schedweb.web.quantities import rough_duration
from schedweb.web.study_tabs import StudyTab
from schedweb.workers.models import State

Badge: TypeAlias = tuple[str, str]
"""Words and their looks."""
POLL_MS = 1_500
MOST_BOXES = 120
"""Values of a part that are shown one by one."""
BADGES = {
    ClaimStanding.CONFIRMED: "done",
    ClaimStanding.NOT_REFUTED: "done",
    ClaimStanding.PARTLY: "partly",
    ClaimStanding.OPEN: "open",
    ClaimStanding.NOT_CONFIRMED: "failed",
    ClaimStanding.REFUTED: "failed",
    ClaimStanding.NOT_JUDGED: "queued",
}
"""Looks of claims."""
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
    """Return how many claims stand how, with the looks."""
    standings = [standing_of(claim) for claim in claims]
    return [(standings.count(s), str(s), BADGES[s]) for s in ClaimStanding if s in standings]


def badge_of(claim: Mapping[str, Any]) -> Badge:
    """Return how a claim stands, with the looks."""
    standing = standing_of(claim)
    return str(standing), BADGES[standing]


def kept_badge(one: KeptClaim) -> Badge:
    """Return how a claim stands by the verdict that is kept; an older one has no colour of its
    own."""
    standing = one.kept.standing if one.kept and one.is_present else ClaimStanding.NOT_JUDGED
    return one.verdict, BADGES[standing]


def links_of(study: Study, access: Access, shown: Figure) -> dict[str, str]:
    """Return the pages with the instances that points of a figure are of, by their origins."""
    places = {part.key: place for place, part in enumerate(study.declared.parts)}
    origins = dict.fromkeys(origin for series in shown.series for origin in series.origins)
    split = {origin: origin.rpartition(":") for origin in origins}
    return {
        origin: access.of_thing("study_cells", study, places[part], int(value))
        for origin, (part, _, value) in split.items()
    }


@dataclass(frozen=True)
class ValueProgress:
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
class PartRow:
    """The progress of one part."""

    progress: PartProgress
    title: str
    axis: str
    boxes: Sequence[ValueProgress]

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
    """The part of a tab that polling replaces: progress and what failed, with verdicts and means,
    or with what is done of each value."""

    workspace: StudyWorkspace
    tab: StudyTab
    progress: Completion

    @classmethod
    def of(cls, workspace: StudyWorkspace, tab: StudyTab) -> Self:
        """Read it, for an open tab."""
        return cls(workspace, tab, Completion.of(workspace.study))

    @property
    def study(self) -> Study:
        """The study."""
        return self.workspace.study

    @property
    def access(self) -> Access:
        """How the reader came in."""
        return self.workspace.access

    @property
    def summary(self) -> Summary | None:
        """What was summed up last."""
        return self.workspace.summary

    @property
    def content(self) -> Mapping[str, Any]:
        """Its content."""
        return self.workspace.content

    @cached_property
    def card(self) -> AnswerCard:
        """What the study found."""
        return card_of(self.workspace, sum(self.progress.failures.values()))

    @cached_property
    def means(self) -> list[MeansTable]:
        """The means of every part."""
        return tables_of(self.workspace)

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
    def badge(self) -> Badge:
        """Words and looks of the phase."""
        return PHASES[self.progress.phase]

    @property
    def percent(self) -> int:
        """How much is computed."""
        return 100 * self.progress.instances // max(self.study.instances, 1)

    @property
    def claims(self) -> list[tuple[Mapping[str, Any], Badge, Mapping[str, Any] | None]]:
        """Claims with how they stand, and their statements where they are many; before anything is
        computed they are as declared."""
        rows = self.content.get("claims")
        if rows is None:
            rows = [
                {
                    "key": claim.key,
                    "claim": claim.whole,
                    "where": claim.where,
                    "published": claim.published,
                    "ours": "",
                    "verdict": str(ClaimStanding.NOT_JUDGED),
                    "reason": "",
                }
                for claim in self.study.declared.claims
            ]
        statements = self.content.get("statements", {})
        return [(r, badge_of(r), statements.get(r["key"])) for r in rows]

    @property
    def is_kept_elsewhere(self) -> bool:
        """True where verdicts are kept of the declared study that this one is of, and the reader
        may open its page."""
        declared = STUDIES.get(self.study.preset)
        is_own = not self.access.is_shared
        return is_own and declared is not None and bool(kept_verdicts(declared))

    @cached_property
    def counts(self) -> list[tuple[int, str, str]]:
        """How many claims have which verdict, with its looks."""
        return counted_verdicts([row for row, *_ in self.claims])

    @cached_property
    def rows(self) -> list[PartRow]:
        """Progress by part and value."""
        return [self._row(place, part) for place, part in enumerate(self.progress.parts)]

    def _row(self, place: int, progress: PartProgress) -> PartRow:
        part, values = progress.part, progress.part.instances.values
        names = varying(part)
        boxes = [
            ValueProgress(
                label_of(names, values[i]),
                int(done),
                part.repetitions,
                self.access.of_thing("study_cells", self.study, place, i),
            )
            for i, done in enumerate(progress.done[:MOST_BOXES].tolist())
        ]
        axis = names[0].replace("_", " ") if len(names) == 1 else ""
        return PartRow(progress, self.study.declared.titles[part.key], axis, boxes)

    @property
    def left(self) -> str:
        """The time that is left, in round numbers."""
        seconds = self.progress.seconds_left
        is_whole = self.progress.instances >= self.study.instances
        return "" if seconds is None or is_whole else rough_duration(seconds)

    @property
    def url(self) -> str:
        """Address of this part of the page, with what it shows now and the reader's view."""
        sent = {"seen": self.stamp, "shown": self.shown, "open": self.tab.key}
        query = urlencode([*sent.items(), *self.workspace.view.fields])
        return f"{self.access.of_thing('study_progress', self.study)}?{query}"

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
