"""Merging stored workloads: a specification with its sources, the merge, the stored result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from parsched.base.errors import ParameterError, WorkloadError
from parsched.data.merging import Merged, MergeSpec, NothingLeft, SiteTrace, merge
from schedweb.accounts.models import User
from schedweb.base.errors import DamagedError, InvalidError
from schedweb.workloads.models import Workload
from schedweb.workloads.services import checked_name, new_workload
from schedweb.workloads.sources import SourceShelf, digest_of, file_of, trace_of, unfit

MOST_SITES = 64
"""Most sources: a machine has as many sites."""


def too_many(sources: int) -> str:
    """Return the sentence that no machine has a site for each of `sources` sources."""
    rule = f"sources must be a list of 1 to {MOST_SITES} objects, as a machine has at most"
    return f"{rule} {MOST_SITES} sites, got {sources:,}; the command line merges more"


@dataclass(frozen=True, eq=False)
class MergePlan:
    """A specification and the stored workload of each of its sources."""

    spec: MergeSpec
    workloads: Sequence[Workload]


def plan_merge(shelf: SourceShelf, values: Any) -> MergePlan:
    """Check a specification and find its sources.

    Parameters
    ----------
    values
        What `MergeSpec.from_json` takes; a source may have the id of a `workload` in place of
        `file` and `sha256`.

    Raises `InvalidError` with errors under paths such as `sources[0].window.align`.
    """
    finder = _Wanted(shelf)
    spec = finder.spec(values)
    plan = MergePlan(spec, [found for found in finder.found if found])
    if errors := _unfit(plan):
        raise InvalidError(errors)
    return plan


class _Wanted:
    """Puts file and digest of stored workloads into a specification, and collects errors."""

    def __init__(self, shelf: SourceShelf) -> None:
        self.shelf = shelf
        self.found: list[Workload | None] = []
        self.errors: dict[str, str] = {}

    def spec(self, values: Any) -> MergeSpec:
        """Return the checked specification; raises `InvalidError`."""
        sources = values.get("sources") if isinstance(values, Mapping) else None
        if isinstance(sources, list):
            if len(sources) > MOST_SITES:
                raise InvalidError({"sources": too_many(len(sources))})
            filled = [self._filled(i, source) for i, source in enumerate(sources)]
            values = {**values, "sources": filled}
        try:
            spec = MergeSpec.from_json(values)
        except ParameterError as error:
            raise InvalidError({**error.errors, **self.errors}) from error
        if self.errors:
            raise InvalidError(self.errors)
        return spec

    def _filled(self, index: int, source: Any) -> Any:
        """Return a source with file and digest of its workload, as far as it can be found."""
        self.found.append(None)
        if not isinstance(source, Mapping):
            return source
        filled = dict(source)
        pk, file, sha256 = (filled.pop(name, "") for name in ("workload", "file", "sha256"))
        if not (isinstance(file, str) and isinstance(sha256, str)):
            return {**filled, "file": file, "sha256": sha256}  # refused by what is declared
        try:
            workload = self.shelf.by_id(pk) if pk else self.shelf.find(file, sha256)
            if pk:
                _agree(workload, file, sha256)
        except InvalidError as error:
            place = f"sources[{index}]"
            self.errors |= {f"{place}.{n}": f"{place}: {t}" for n, t in error.errors.items()}
            return {**filled, "file": file or "unknown"}
        self.found[-1] = workload
        return {**filled, "file": file_of(workload), "sha256": digest_of(workload)}


def _agree(workload: Workload, file: str, sha256: str) -> None:
    """Refuse a file or a digest beside an id that means something else."""
    for name, value, own in (
        ("file", file, file_of(workload)),
        ("sha256", sha256, digest_of(workload)),
    ):
        if value and value != own:
            rule = f"{name} must be {own} for the workload {workload.pk}, or be left out"
            raise InvalidError({name: f"{rule}, got {value!r:.80}"})


def _unfit(plan: MergePlan) -> dict[str, str]:
    errors: dict[str, str] = {}
    try:
        checked_name(plan.spec.heading.name)
    except InvalidError as error:
        errors |= error.errors
    for index, (source, workload) in enumerate(zip(plan.spec.sources, plan.workloads, strict=True)):
        for name, text in unfit(source, workload, plan.spec.largest):
            errors[f"sources[{index}].{name}"] = f"sources[{index}] ({source.site.site}): {text}"
    jobs = sum(workload.jobs for workload in plan.workloads)
    if jobs > settings.SCHEDWEB_MAX_JOBS:
        rule = f"must have at most {settings.SCHEDWEB_MAX_JOBS:,} jobs together"
        errors["sources"] = f"sources {rule}, got {jobs:,}"
    return errors


def run_merge(plan: MergePlan) -> Merged:
    """Merge, and store nothing.

    Raises `InvalidError` with errors under paths of the specification, and `NothingLeft`.
    """
    traces = _traces(plan)
    try:
        return merge(plan.spec, [traces[workload.pk] for workload in plan.workloads])
    except NothingLeft:
        raise
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    except WorkloadError as error:
        raise InvalidError({"sources": str(error)}) from error


def _traces(plan: MergePlan) -> dict[str, SiteTrace]:
    """Load each workload once; raises `InvalidError` for those whose file is missing or damaged."""
    traces: dict[str, SiteTrace] = {}
    errors: dict[str, str] = {}
    for index, (source, workload) in enumerate(zip(plan.spec.sources, plan.workloads, strict=True)):
        try:
            if workload.pk not in traces:
                traces[workload.pk] = trace_of(workload)
        except DamagedError as error:
            where = f"sources[{index}]"
            text = f"{where} ({source.site.site}): the jobs of {workload.name} are {error.state}"
            errors[f"{where}.workload"] = text
    if errors:
        raise InvalidError(errors)
    return traces


def keep_merge(owner: User, plan: MergePlan) -> Workload:
    """Merge and store the jobs; raises as `run_merge` does, and `InvalidError` under `name`."""
    kept = new_merged(owner, plan)
    kept.save()
    return kept


def new_merged(owner: User, plan: MergePlan) -> Workload:
    """Return what `keep_merge` stores, without its row."""
    name = checked_name(plan.spec.heading.name)
    merged = run_merge(plan)
    source = {
        "kind": "merge",
        "spec": merged.spec.as_json(),
        "sites": [
            {"name": s.site.site, "processors": s.site.processors} for s in plan.spec.sources
        ],
    }
    report = merged.report
    return new_workload(owner, merged.workload, name, report.processors, source, report.as_json())
