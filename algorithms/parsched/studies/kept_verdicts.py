"""Verdicts on the claims of declared studies that are kept in files, so that pages show ours beside
the published ones without a run.

A verdict is kept with what it was judged by: a digest of what is declared of its instances, methods
and statements, the versions of what computed them, how many instances there were of how many, and
on which machine and when. One whose declaration has changed since is shown as older.
"""

import hashlib
import json
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, asdict, dataclass, field, fields
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from parsched.base.errors import FormatError
from parsched.base.this_machine import this_machine
from parsched.base.version import __version__
from parsched.base.whole_files import write
from parsched.model.versions import Change, VersionedPart
from parsched.report.phrases import counted
from parsched.report.scales import label
from parsched.run.record import versions
from parsched.studies.cells import Cells
from parsched.studies.claims import Claim, ClaimStanding
from parsched.studies.origins import later_than, versions_of
from parsched.studies.part import Part
from parsched.studies.study import Study
from parsched.studies.verdicts import judged_rows, standing_of

FOLDER = Path(__file__).parent / "results"
"""Where they are kept, a file for each declared study."""
JUDGES = VersionedPart(
    key="judges",
    title="how claims are judged",
    version=2,
    changes={2: Change("runs without a schedule lost, and a study has one average")},
)
"""Its version rises when the same numbers get another verdict, or other words, than before."""
SAID = ("key", "paper", "where", "claim", "published")
"""What rows of verdicts have from the declaration, which says it now."""
LEAST = 0.1
"""Seconds of processor time that are told: less is written so."""
FOR_PEOPLE = ("key", "title", "about", "paper", "cites", "choices")
"""What is declared of studies and parts for people alone."""
APART = ("plots", "claims", "tables", "parts", "repetitions", "instances", "methods")
"""What is no part of a digest, or is there as it counts."""


@dataclass(frozen=True)
class VerdictOrigin:
    """When, where and by what verdicts were computed; `seconds` is the processor time of all their
    instances, None where it was not kept of some."""

    date: str
    machine: str
    seconds: float | None
    versions: Mapping[str, str]
    declared: Mapping[str, int] = field(default_factory=dict)

    @property
    def day(self) -> str:
        """The date alone."""
        return self.date[:10]

    @property
    def words(self) -> str:
        """All of it but versions, in words."""
        took = (
            ""
            if self.seconds is None
            else f" in {label(max(self.seconds, LEAST))} of processor time"
        )
        return f"on {self.day}{took} ({self.machine})"


@dataclass(frozen=True)
class KeptVerdict:
    """What was found of a claim: its row without what is declared, and what it was judged by."""

    row: Mapping[str, Any]
    digest: str
    instances: int
    declared: int
    ran: VerdictOrigin

    @property
    def standing(self) -> ClaimStanding:
        """How the claim stood."""
        return standing_of(self.row)

    @property
    def ours(self) -> str:
        """Our numbers in words."""
        return str(self.row["ours"])

    @property
    def reason(self) -> str:
        """Why it does not hold, or is open; blank where nothing is said."""
        return str(self.row.get("reason", ""))

    @property
    def beside(self) -> str:
        """What the other forms of printed methods gave; blank where there are none."""
        return str(self.row.get("beside", ""))

    @property
    def is_full(self) -> bool:
        """True where all instances were there that the study had."""
        return self.instances >= self.declared

    @property
    def size(self) -> str:
        """How much it was judged by, in words."""
        if self.is_full:
            return f"full size, {counted(self.instances, 'instance')}"
        return f"not full size: {self.instances:,} of {counted(self.declared, 'instance')}"


Kept = Mapping[str, KeptVerdict]
"""Verdicts by the keys of their claims."""


def kept_verdicts(study: Study, folder: Path | None = None) -> Kept:
    """Return what is kept of the claims of a study, by their keys: of claims that it still has.

    Raises
    ------
    FormatError
        For a file of another kind.

    Examples
    --------
    >>> from parsched.studies import find_study
    >>> kept_verdicts(find_study("demt").changed(only="fig3")).keys() <= {
    ...     claim.key for claim in find_study("demt").claims
    ... }
    True
    """
    path = (folder or FOLDER) / f"{study.key}.json"
    if not path.is_file():
        return {}
    found = _read(path, path.stat().st_mtime_ns)
    return {claim.key: found[claim.key] for claim in study.claims if claim.key in found}


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> Kept:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        ran = [VerdictOrigin(**values) for values in content["ran"]]
        return {
            key: KeptVerdict(
                kept["row"], kept["digest"], kept["instances"], kept["declared"], ran[kept["ran"]]
            )
            for key, kept in content["claims"].items()
        }
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise FormatError(f"{path} holds no kept verdicts, or is damaged: {error}") from error


def keep(study: Study, kept: Kept, folder: Path | None = None) -> Path:
    """Write verdicts on the claims of a study, in the order of these; return the file."""
    ran = [one.ran for one in kept.values()]
    ran = [one for i, one in enumerate(ran) if one not in ran[:i]]
    claims = {
        claim.key: {
            "row": dict(one.row),
            "digest": one.digest,
            "instances": one.instances,
            "declared": one.declared,
            "ran": ran.index(one.ran),
        }
        for claim in study.claims
        if (one := kept.get(claim.key)) is not None
    }
    content = {"study": study.key, "ran": [asdict(one) for one in ran], "claims": claims}
    place = folder or FOLDER
    place.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return write(place / f"{study.key}.json", f"{text}\n")


def judged_now(study: Study, cells: Cells) -> Kept:
    """Judge the claims that cells say something of.

    Parameters
    ----------
    study
        As it is declared, of full size.
    cells
        Of the same study, or of fewer repetitions or parts of it.
    """
    ran = _ran(cells)
    rows = {row["key"]: row for row in judged_rows(cells)}
    found = {}
    for claim in study.claims:
        if claim.key in rows and (done := _done(cells, claim)):
            row = {name: value for name, value in rows[claim.key].items() if name not in SAID}
            declared = sum(len(p.instances.values) * p.repetitions for p in study.parts_of(claim))
            found[claim.key] = KeptVerdict(row, digest(study, claim), done, declared, ran)
    return found


def _done(cells: Cells, claim: Claim) -> int:
    return sum(int(cells.parts[p.key].is_done.sum()) for p in cells.study.parts_of(claim))


def _ran(cells: Cells) -> VerdictOrigin:
    parts = cells.parts.values()
    seconds = np.concatenate([part.seconds[part.is_done] for part in parts])
    total = float(seconds.sum())
    declared = {name: version for p in parts for name, version in versions_of(p.part).items()}
    return VerdictOrigin(
        datetime.now(UTC).isoformat(timespec="minutes"),
        this_machine(),
        round(total, 1) if np.isfinite(total) else None,
        {
            "SchedWeb": __version__,
            **versions(bounds={}, solves_programs=True, starts_programs=True),
        },
        declared | ({f"parts/{JUDGES.key}": JUDGES.version} if JUDGES.version > 1 else {}),
    )


def _versions() -> dict[str, str]:
    used = versions(bounds={}, solves_programs=True, starts_programs=True)
    return {"SchedWeb": __version__, **used}


def why_older(study: Study, claim: Claim, kept: KeptVerdict) -> str:
    """Say what has changed since a verdict was kept, in words; blank where nothing has."""
    if kept.digest != digest(study, claim):
        return "its statements, instances or methods have changed since"
    known = kept.ran.declared
    if known.get(f"parts/{JUDGES.key}", 1) != JUDGES.version:
        return "how claims are judged has changed since"
    changes = (text for part in study.parts_of(claim) for text in later_than(study, part, known))
    return next(changes, "")


def takes_place(study: Study, claim: Claim, new: KeptVerdict, old: KeptVerdict | None) -> bool:
    """Tell whether a verdict is kept in place of another: one of fewer instances takes the place of
    a present one of full size never."""
    if old is None or new.instances >= old.instances:
        return True
    return bool(why_older(study, claim, old))


_DIGESTS: dict[int, dict[int, str]] = {}
"""Digests by the identities of a study, which never changes, and of one of its own claims."""


def digest(study: Study, claim: Claim) -> str:
    """Return a digest of what a claim is judged by, as far as it is declared.

    It is made once for each study that lives: a list of studies asks for hundreds.
    """
    if not any(claim is own for own in study.claims):
        return _digest(study, claim)
    if id(study) not in _DIGESTS:  # of two threads both may come here
        weakref.finalize(study, _DIGESTS.pop, id(study), None)
    known = _DIGESTS.setdefault(id(study), {})
    if id(claim) not in known:
        known[id(claim)] = _digest(study, claim)
    return known[id(claim)]


def _digest(study: Study, claim: Claim) -> str:
    tables = {table.key: table for table in study.tables}
    lines = [_stated(tables[table].line(title)) for table, title in sorted(claim.lines)]
    content = [
        _stated(study, (*FOR_PEOPLE, *APART)),
        [_stated(judge) for judge in claim.judges],
        lines,
        [[*_of_part(part)] for part in study.parts_of(claim)],
    ]
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _of_part(part: Part) -> Iterator[Any]:
    instances = part.instances
    yield part.key
    yield _stated(part, (*FOR_PEOPLE, *APART))
    yield [instances.origin, dict(instances.rules), [dict(value) for value in instances.values]]
    yield [(request.label, request.text) for request in part.requests]


def _stated(declared: Any, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return what is declared and not usual: what may be declared one day changes nothing."""
    named = {one: getattr(declared, one.name) for one in fields(declared)}
    found = {
        one.name: value
        for one, value in named.items()
        if one.name not in without and value != _usual(one)
    }
    return {**found, "form": type(declared).__name__}


def _usual(declared: Field[Any]) -> Any:
    made = declared.default_factory
    return declared.default if made is MISSING else made()
