"""Claims: what a paper says of its experiments, and whether ours confirm it.

A claim is split into statements about groups of instances, each judged with its uncertainty: it
holds, it does not, or the interval straddles the threshold. All hold: confirmed; none does: not
confirmed; else partly. What is said of every run, as theorems are, is never confirmed by runs: it
is not refuted, or it is. People read a `ClaimStanding`, which tells claims that are still open from
claims that hold in part.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, ClassVar, Self

from pydantic import ConfigDict, Discriminator

from parsched.report.phrases import listed
from parsched.studies.findings import BETWEEN, StudyFinding
from parsched.studies.judges import Always, AnyJudge
from parsched.studies.measured import Measured
from parsched.studies.strict import STRICT

STRADDLES = "the 95 % interval contains the limit"
"""Why a statement is open although all its runs are computed, and enough of them."""
SHOWN = 4
"""Statements that a verdict names one by one."""


class Verdict(StrEnum):
    """What the experiments say of a claim.

    Examples
    --------
    >>> [str(verdict) for verdict in Verdict][:1]
    ['confirmed']
    """

    CONFIRMED = "confirmed"
    NOT_REFUTED = "not refuted"
    """A theorem, which held in every run."""
    PARTLY = "partly"
    NOT_CONFIRMED = "not confirmed"
    REFUTED = "refuted"
    """A theorem, which some run contradicts."""
    NOT_JUDGED = "not judged"
    """Nothing was measured: traces are missing, or nothing is computed yet."""


class ClaimStanding(StrEnum):
    """A verdict as pages and texts call it: `Verdict`, whose "partly" has three meanings, apart.

    Examples
    --------
    >>> ClaimStanding("open") is ClaimStanding.OPEN
    True
    """

    CONFIRMED = "confirmed"
    NOT_REFUTED = "not refuted"
    PARTLY = "partly"
    """Some statement holds; others do not, or are open."""
    OPEN = "open"
    """No statement holds and none fails."""
    NOT_CONFIRMED = "not confirmed"
    """No statement holds and some fails, though others may be open."""
    REFUTED = "refuted"
    """A statement about every run fails."""
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Judgement:
    """A verdict, and our numbers in words."""

    verdict: Verdict
    ours: str
    findings: tuple[StudyFinding, ...] = ()

    @classmethod
    def of(cls, findings: Sequence[StudyFinding], *, is_theorem: bool = False) -> "Judgement":
        """Sum up findings; all findings of a theorem must hold."""
        if not findings:
            return cls(Verdict.NOT_JUDGED, "nothing measured")
        holds = [finding.holds for finding in findings]
        verdict = Verdict.PARTLY
        if all(holds):
            verdict = Verdict.NOT_REFUTED if is_theorem else Verdict.CONFIRMED
        elif is_theorem and False in holds:
            verdict = Verdict.REFUTED
        elif all(one is False for one in holds):
            verdict = Verdict.NOT_CONFIRMED
        return cls(verdict, _summary(findings), tuple(findings))

    @property
    def standing(self) -> ClaimStanding:
        """The verdict as people read it."""
        if self.verdict is not Verdict.PARTLY or any(one.holds for one in self.findings):
            return ClaimStanding(self.verdict)
        return ClaimStanding.NOT_CONFIRMED if self.is_refuted else ClaimStanding.OPEN

    @property
    def is_refuted(self) -> bool:
        """True where any of its statements does not hold."""
        return any(finding.holds is False for finding in self.findings)

    @property
    def why_partly(self) -> str:
        """What "partly" means here: some holds and some does not, or some or all is open; blank for
        other verdicts."""
        if self.verdict is not Verdict.PARTLY:
            return ""
        said = (f.doubt or STRADDLES for f in self.findings if f.holds is None)
        doubts = dict.fromkeys(doubt for one in said for doubt in one.split(BETWEEN))
        much = "all" if self.standing is ClaimStanding.OPEN else "some"
        is_open = f"{much} is open: {BETWEEN.join(doubts)}" if doubts else ""
        if any(finding.holds for finding in self.findings):
            against = "some of it holds, some does not" if self.is_refuted else ""
        else:
            against = "some of it does not hold" if self.is_refuted else ""
        found = "; ".join(filter(None, (against, is_open)))
        return f"{found[:1].upper()}{found[1:]}."

    @property
    def counted(self) -> str:
        """How many of its statements hold, where they are too many to be named; else blank."""
        return _counted(self.findings) if len(self.findings) > SHOWN else ""


def _counted(findings: Sequence[StudyFinding]) -> str:
    """Say how many statements hold."""
    verbs = {True: ("holds", "hold"), None: ("is open", "are open"), False: ("does not", "do not")}
    counts = {kind: sum(finding.holds is kind for finding in findings) for kind in verbs}
    words = [f"{count} {verbs[kind][count > 1]}" for kind, count in counts.items() if count]
    return f"of {len(findings)} statements {listed(words)}"


def _summary(findings: Sequence[StudyFinding]) -> str:
    """Say what was measured; of many statements, how many hold, and the first that do not."""
    if len(findings) <= SHOWN:
        return "; ".join(finding.text for finding in findings)
    against = [finding.text for finding in findings if not finding.holds]
    examples = f": {'; '.join(against[:SHOWN])}" if against else f", such as {findings[0].text}"
    more = f"; and {len(against) - SHOWN} more" if len(against) > SHOWN else ""
    return f"{_counted(findings)}{examples}{more}"


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A statement about experiments.

    Parameters
    ----------
    text
        The claim in our words.
    reading
        How we read a word of it that is no number: thresholds that are ours.
    left_open
        What the text does not say and the claim depends on, in our words.
    where
        Where it stands, such as "Fig 3" or "§4.2".
    published
        Its numbers, in words.
    judges
        The statements that it consists of.
    reason
        Why it does not hold, where that is known.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> find_study("demt").claims[0].where[:3]
    'Fig'
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT
    key: str
    text: str
    where: str
    published: str
    reading: str = ""
    left_open: str = ""
    judges: tuple[Annotated[AnyJudge, Discriminator("judge")], ...]
    reason: str = ""

    @property
    def whole(self) -> str:
        """The claim with how we read it, marked as ours, and what the text leaves open."""
        return f"{self.text} {self.remark}".strip()

    @property
    def remark(self) -> str:
        """How we read it, and what the text leaves open; blank where it is plain."""
        ours = f"Our reading: {self.reading}." if self.reading else ""
        not_said = f"Not said: {self.left_open}." if self.left_open else ""
        return " ".join(filter(None, (ours, not_said)))

    @property
    def is_theorem(self) -> bool:
        """True for what is said of every run: no number of them confirms it."""
        return all(isinstance(judge, Always) for judge in self.judges)

    @property
    def parts(self) -> tuple[str, ...]:
        """Keys of the parts that it is about; empty for all."""
        if not all(judge.parts for judge in self.judges):
            return ()
        return tuple(dict.fromkeys(key for judge in self.judges for key in judge.parts))

    @property
    def lines(self) -> set[tuple[str, str]]:
        """Lines of printed tables that it is about, each by the key of its table and its title."""
        return {judge.printed for judge in self.judges if judge.printed is not None}

    def about(self, labels: Mapping[str, str]) -> Self | None:
        """Return the same claim about other methods, by the labels of those that it names; None
        where it names no such method."""
        judges = tuple(judge.about(labels) for judge in self.judges)
        return None if judges == self.judges else replace(self, judges=judges, reason="")

    def judged(self, cells: Measured) -> Judgement:
        """Judge it by what was measured."""
        several = len({judge.measure for judge in self.judges}) > 1
        found = [
            (judge, [judge.named(one) if several else one for one in judge.findings(cells)])
            for judge in self.judges
        ]
        if not any(findings for _, findings in found):
            return Judgement.of(())
        findings = [one for each in found for one in _complete(*each, cells)]
        return Judgement.of(findings, is_theorem=self.is_theorem)


def _complete(
    judge: AnyJudge, findings: list[StudyFinding], cells: Measured
) -> Iterator[StudyFinding]:
    """Yield what a judge found, and that runs are missing unless it is refuted whatever they say;
    so nothing is confirmed before everything is computed."""
    yield from findings
    is_refuted = judge.is_of_each_run and any(one.holds is False for one in findings)
    pending = judge.pending(cells)
    if pending is not None and not is_refuted:
        yield pending
