"""The list of studies: studies of papers, and the user's own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Self

from parsched import studies
from parsched.declare.references import REFERENCES
from parsched.studies.as_code import study_as_code
from parsched.studies.kept_claims import KeptClaim, kept_claims, summed_up
from schedweb.studies.definitions import missing_traces
from schedweb.studies.models import Study
from schedweb.studies.previews import PICTURES, has_picture, kept_figure, picture_name
from schedweb.studies.progress import Phase
from schedweb.studies.selectors import claims_of
from schedweb.web.contexts.answer import Thumbnail
from schedweb.web.contexts.studies import PHASES, Badge, counted_verdicts, kept_badge


@dataclass(frozen=True)
class OfferedStudy:
    """A declared study; `picture` is a figure of it, drawn from our own numbers."""

    declared: studies.Study

    @property
    def picture(self) -> str:
        """Path of the picture among the static files; blank where there is none."""
        name = picture_name(self.declared, "light")
        return f"{PICTURES}/{name}" if has_picture(self.declared) else ""

    @property
    def dark_picture(self) -> str:
        """Path of the same picture for a dark page."""
        return f"{PICTURES}/{picture_name(self.declared, 'dark')}"

    @property
    def caption(self) -> str:
        """What the picture shows."""
        figure = kept_figure(self.declared)
        return " ".join([f"{figure.title}.", *figure.notes[:1]]) if figure else ""

    @cached_property
    def missing(self) -> Sequence[str]:
        """Files of traces that the server lacks."""
        return missing_traces(self.declared)

    @cached_property
    def ready(self) -> Sequence[tuple[str, str]]:
        """Keys of its figures with their titles: of those that can be computed here."""
        figures = self.declared.figures.items()
        return [
            (key, title)
            for key, title in figures
            if not self.missing or not missing_traces(self.declared.only(key))
        ]

    @property
    def figures(self) -> Sequence[str]:
        """Keys of its figures."""
        return list(self.declared.figures)

    @property
    def code(self) -> str:
        """Python that computes it."""
        return study_as_code(self.declared)

    @cached_property
    def claims(self) -> Sequence[tuple[KeptClaim, Badge]]:
        """Its claims, each with the verdict that is kept of it, and the looks of that."""
        return [(one, kept_badge(one)) for one in kept_claims(self.declared)]

    @property
    def is_judged(self) -> bool:
        """True where a verdict is kept of any claim."""
        return any(one.kept for one, _ in self.claims)

    @property
    def summed_up(self) -> Sequence[str]:
        """How its claims stand, and when that was found, in sentences."""
        return summed_up([one for one, _ in self.claims])

    @property
    def counts(self) -> Sequence[tuple[int, str, str]]:
        """How many claims stand how by what is kept, with the looks; older verdicts apart."""
        badges = [badge for one, badge in self.claims if one.kept]
        order = [str(standing) for standing in studies.ClaimStanding]
        found = sorted(
            set(badges), key=lambda b: order.index(b[0]) if b[0] in order else len(order)
        )
        return [(badges.count(one), *one) for one in found]

    @property
    def first_claims(self) -> Sequence[Any]:
        """The claims that a card shows."""
        return self.declared.claims[:3]

    @property
    def more_claims(self) -> int:
        """How many it does not show."""
        return max(0, len(self.declared.claims) - 3)


@dataclass(frozen=True)
class PaperStudies:
    """The declared studies of one paper."""

    number: str
    presets: Sequence[OfferedStudy]

    @property
    def title(self) -> str:
        """What is written above them: the publication."""
        cites = [key for preset in self.presets for key in preset.declared.cites]
        return REFERENCES[cites[0]].title if self.number and cites else "Our own"


@dataclass(frozen=True)
class StudyLine:
    """A study in the list; `verdicts` are numbers of claims with words and looks."""

    study: Study
    verdicts: Sequence[tuple[int, str, str]] = ()
    picture: Thumbnail | None = None

    def __str__(self) -> str:
        return str(self.study)

    @property
    def pk(self) -> str:
        """Key of the study."""
        return self.study.pk

    @property
    def percent(self) -> int:
        """How much of it is computed."""
        return int(100 * self.study.done_count / max(self.study.instances, 1))  # type: ignore[attr-defined]

    @property
    def phase(self) -> Phase:
        """Where it stands."""
        study = self.study
        if study.stopped is not None:
            return Phase.STOPPED
        if study.finished is not None:
            return Phase.FINISHED if self.percent == 100 else Phase.INCOMPLETE
        if study.is_paused:
            return Phase.PAUSED
        return Phase.RUNNING

    @property
    def badge(self) -> tuple[str, str]:
        """Words and looks of the phase."""
        words, look = PHASES[self.phase]
        is_whole = self.phase is Phase.FINISHED
        return (words if is_whole else f"{words}, {self.percent} %", look)


def lines_of(own: Iterable[Study]) -> list[StudyLine]:
    """Return studies with the verdicts on their claims."""
    listed = list(own)
    claims = claims_of(listed)
    return [StudyLine(study, counted_verdicts(claims.get(study.pk, ()))) for study in listed]


@dataclass(frozen=True)
class StudyListPage:
    """Studies of papers."""

    papers: Sequence[PaperStudies]

    @classmethod
    def of(cls) -> Self:
        """Build it from what is declared."""
        ordered = sorted(studies.STUDIES.values(), key=lambda study: study.paper)
        by_paper = groupby(ordered, key=lambda study: study.paper)
        return cls(
            [PaperStudies(number, [OfferedStudy(study) for study in of]) for number, of in by_paper]
        )
