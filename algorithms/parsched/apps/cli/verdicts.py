"""What the command line says of kept verdicts, and how it computes them again."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from parsched.apps.cli.output import show, show_json
from parsched.base.digits import counted
from parsched.studies import STUDIES, Cells, Study, find_study
from parsched.studies.kept_cells import pack, unpack
from parsched.studies.kept_claims import KeptClaim, kept_claims, summed_up
from parsched.studies.rejudging import Rejudged, rejudged

TELL_SECONDS = 1.0
"""Least time between two lines of progress."""


def claimed(study: Study) -> Iterator[str]:
    """Yield the claims of a study; of a declared one with the verdicts that are kept."""
    is_declared = STUDIES.get(study.key) == study
    claims = kept_claims(study) if is_declared else [KeptClaim(claim) for claim in study.claims]
    for one in claims:
        yield f"  {one.claim.key} ({one.claim.where}): {one.claim.whole}"
        if one.kept is None:
            continue
        yield f"      published: {one.claim.published}"
        yield f"      ours: {one.kept.ours}"
        yield f"      {one.verdict} ({one.size})"
        if one.older:
            yield f"      changed: {one.older}"
        if one.kept.reason:
            yield f"      why: {one.kept.reason}"
    if sentences := summed_up(claims):
        yield from ("", "Verdicts that are kept:", *(f"  {text}" for text in sentences))


def compute_verdicts(args: argparse.Namespace) -> None:
    """Compute the verdicts on studies, say what changed, and keep them."""
    studies = [find_study(name) for name in args.studies] or list(STUDIES.values())
    said = []
    with TemporaryDirectory() as temporary:
        results = args.results or Path(temporary)
        for study in studies:
            found = _rejudged(study, results, args)
            if not args.dry:
                found.keep(args.kept)
            said.append(_as_json(found))
            if not args.json:
                show("\n".join([f"{study.key}: {study.title}", *found.lines()]))
    if args.json:
        show_json(said)


def _rejudged(study: Study, results: Path, args: argparse.Namespace) -> Rejudged:
    located = study.with_traces(args.traces) if args.traces else study
    unpack(study.key, results / study.key, args.kept)
    try:
        return rejudged(
            located,
            results / study.key,
            repetitions=args.repetitions,
            processes=args.jobs,
            tell=_VerdictTeller(),
            folder=args.kept,
        )
    finally:  # what was computed until it was stopped is kept, too
        if not args.dry:
            pack(study.key, results / study.key, args.kept)


class _VerdictTeller:
    """Says how far a study is, now and then on a terminal."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, cells: Cells) -> None:
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._told >= TELL_SECONDS:
            self._told = now
            sys.stderr.write(
                f"\r{cells.study.key}: {cells.done:,} of {counted(cells.total, 'run')}   "
            )
            sys.stderr.flush()


def _as_json(found: Rejudged) -> dict[str, Any]:
    claims = [
        {
            "key": one.claim.key,
            "standing": str(one.now.standing) if one.now else None,
            "before": str(one.before.standing) if one.before else None,
            "size": one.now.size if one.now else None,
            "is_same": one.is_same,
            "is_kept": one.is_taken,
            "changed": one.older,
        }
        for one in found.changes
    ]
    return {"study": found.study.key, "missing": found.missing, "claims": claims}
