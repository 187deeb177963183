"""Computing the verdicts on a declared study again, and saying what changed of those that are kept.

One verdict takes the place of another unless it is of fewer instances and the other is present, so
a quick run never replaces one of full size.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from parsched.base.errors import ParameterError
from parsched.studies.cells import Cells
from parsched.studies.claims import Claim
from parsched.studies.instances import Traced
from parsched.studies.journal import journal
from parsched.studies.kept_verdicts import (
    Kept,
    KeptVerdict,
    judged_now,
    keep,
    kept_verdicts,
    takes_place,
    why_older,
)
from parsched.studies.measured import UnitRow
from parsched.studies.part import Unit
from parsched.studies.running import run
from parsched.studies.study import Study


@dataclass(frozen=True)
class Changed:
    """A claim with the verdict that was kept and the one that was computed, None where there is
    none; `older` says what had changed since the kept one, and `is_taken` whether the new one is
    kept in its place."""

    claim: Claim
    before: KeptVerdict | None
    now: KeptVerdict | None
    older: str = ""
    is_taken: bool = False

    @property
    def is_same(self) -> bool:
        """True where the verdict and its numbers are as they were."""
        before, now = self.before, self.now
        return before is not None and now is not None and before.row == now.row


@dataclass(frozen=True)
class Rejudged:
    """What came of a study: each claim, and the files of traces that were missing."""

    study: Study
    changes: tuple[Changed, ...]
    missing: tuple[str, ...] = ()

    def keep(self, folder: Path | None = None) -> Path:
        """Keep the new verdicts, and the kept ones whose place they do not take."""
        kept = {
            one.claim.key: verdict
            for one in self.changes
            if (verdict := one.now if one.is_taken else one.before) is not None
        }
        return keep(self.study, kept, folder)

    def lines(self) -> Iterator[str]:
        """Yield what changed, in words."""
        if self.missing:
            yield f"  not computed, as traces are missing: {', '.join(self.missing)}"
        for one in self.changes:
            yield from _said(one)
        if same := sum(one.is_same for one in self.changes):
            yield f"  as before: {same} of {len(self.changes)}"


def _said(one: Changed) -> Iterator[str]:
    now, before = one.now, one.before
    if now is None or one.is_same:
        return
    was = f", was {before.standing} ({before.ran.day}, {before.size})" if before else ", new"
    is_same = before is not None and before.standing is now.standing
    verdict = "other numbers" if is_same else f"{now.standing}{was}"
    yield f"  {one.claim.key} ({one.claim.where}): {verdict}; {now.size}"
    yield f"      ours: {now.ours}"
    if before is not None and before.ours != now.ours:
        yield f"      was:  {before.ours}"
    if one.older:
        yield f"      why:  {one.older}"
    if not one.is_taken:
        yield "      not kept: the kept verdict is about more instances"


def rejudged(
    study: Study,
    results: Path,
    *,
    repetitions: int | None = None,
    processes: int = 1,
    tell: Callable[[Cells], None] = lambda _: None,
    folder: Path | None = None,
) -> Rejudged:
    """Compute the verdicts on a study, as far as its traces are there.

    Parameters
    ----------
    results
        Folder of `python -m parsched study run`: what is there is not computed again.
    repetitions
        Of each value; the study's by default, and never more.
    tell
        Told of the cells after each instance.
    folder
        Where verdicts are kept; in the package by default.

    Raises
    ------
    FormatError
        For a folder of results that is no such one.
    ParameterError
        For a number of repetitions that is not allowed.
    """
    there, missing = _there(study)
    now: Kept = {}
    if there is not None:
        cells = _computed(_fewer(there, repetitions), results, processes, tell)
        now = judged_now(study, cells)
    before = kept_verdicts(study, folder)
    changes = (_changed(study, claim, before, now) for claim in study.claims)
    return Rejudged(study, tuple(changes), missing)


def _there(study: Study) -> tuple[Study | None, tuple[str, ...]]:
    """Return what can be computed here, None for nothing, and the traces that are missing."""
    lacking = {
        part.key: part.instances.missing
        for part in study.parts
        if isinstance(part.instances, Traced) and part.instances.missing
    }
    keys = [part.key for part in study.parts if part.key not in lacking]
    missing = dict.fromkeys(file for files in lacking.values() for file in files)
    return (study.having(keys) if keys else None), tuple(missing)


def _fewer(study: Study, repetitions: int | None) -> Study:
    if repetitions is None:
        return study
    most = max(part.repetitions for part in study.parts)
    if not 1 <= repetitions <= most:
        rule = f"repetitions must be an integer from 1 to the {most:,} of the study"
        raise ParameterError({"repetitions": f"{rule}, got {repetitions:,}"})
    return study.fewer(repetitions)


def _computed(study: Study, results: Path, processes: int, tell: Callable[[Cells], None]) -> Cells:
    cells = Cells(study)
    with journal(study, results) as opened:
        opened.read(cells)

        def take(unit: Unit, row: UnitRow) -> None:
            opened.add(unit, row)
            tell(cells)

        run(cells, take, processes=processes)
    return cells


def _changed(study: Study, claim: Claim, before: Kept, now: Kept) -> Changed:
    old, new = before.get(claim.key), now.get(claim.key)
    older = why_older(study, claim, old) if old else ""
    is_taken = new is not None and takes_place(study, claim, new, old)
    return Changed(claim, old, new, older, is_taken)
