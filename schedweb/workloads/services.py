"""Taking workloads in, naming and deleting them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any, BinaryIO
from unicodedata import category

import numpy as np
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from parsched.base import naming
from parsched.base.errors import FormatError, ParameterError, UnknownKeyError, WorkloadError
from parsched.data.files.doubted import ON_REQUEST
from parsched.data.formats import (
    AS_GIVEN,
    LEAVE_DEPENDENCIES_OUT,
    Reading,
    ReadReport,
    with_environments,
)
from parsched.data.generators import BundledSample, find_generator, generate
from parsched.data.logs import Mapping as Profile
from parsched.model.problem.machine import StatedMachine
from parsched.model.problem.platform import MAX_PROCESSORS
from parsched.model.problem.workload import Workload as Jobs
from schedweb.accounts.models import User
from schedweb.base.editing import NOTHING, Seen, store
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.base.numbers import number_problem
from schedweb.base.texts import checked_texts
from schedweb.store import blobs, filing, known
from schedweb.store.arrays import pack, unpack
from schedweb.workloads.facts import facts
from schedweb.workloads.models import MAX_FILE_NAME, MAX_NAME, ColumnProfile, Upload, Workload
from schedweb.workloads.pseudonyms import forget_file_of, has_pseudonyms
from schedweb.workloads.reading import OnProgress, read_counted
from schedweb.workloads.selectors import remembered_columns, remembered_profiles, shape_of
from schedweb.workloads.storage import save_workload

KEPT = timedelta(hours=12)
"""How long a previewed upload waits for "Use this workload"."""
MOST_REMEMBERED = 100
"""Tables of a person whose columns are remembered."""


def read_upload(owner: User, file: BinaryIO, file_name: str) -> Upload:
    """Read a file for its preview; nothing is kept unless `keep_upload` follows.

    Raises FormatError and WorkloadError: the sentence says what is wrong, and where.
    """
    upload = new_upload(owner, file, file_name)
    upload.save()
    return upload


def new_upload(
    owner: User,
    file: BinaryIO,
    file_name: str,
    on_progress: OnProgress | None = None,
    *,
    profile: Profile | None = None,
    source: str = "",
    is_remembering: bool = False,
    pseudonyms: str = "",
    leave_dependencies_out: bool = False,
) -> Upload:
    """Return what `read_upload` stores, without its row; `on_progress` takes the bytes read.

    A `profile` says what columns mean, `source` which kind of log it is; `is_remembering` lets
    count what the owner said of an earlier file with the same columns. With a key for `pseudonyms`
    names are not kept; dependencies are not where they are to be left out.
    """
    file_name = plain_name(file_name) or "pasted text"
    asked = partial(remembered_columns, owner)
    reading, counted = read_counted(
        file,
        file_name,
        on_progress,
        mapping=profile,
        source=source,
        remembered=asked if is_remembering else None,
        pseudonyms=pseudonyms,
        leave_dependencies_out=leave_dependencies_out,
    )
    lines = reading.lines
    return Upload(
        owner=owner,
        name=(naming.one_line(reading.workload.name) or file_name)[:MAX_NAME],
        file=file_name,
        format=reading.format,
        sha256=counted.sha256,
        size=counted.size,
        digest=save_workload(reading.workload),
        lines="" if lines is None else blobs.put(pack({"lines": lines})),
        report=reading.report.as_json(),
        expires=timezone.now() + KEPT,
        profile=reading.mapping and reading.mapping.as_json(),
        is_remembered=reading.is_remembered,
        **facts(reading.workload, reading.processors),
    )


def remember_columns(owner: User, columns: Sequence[str], file: str, profile: Profile) -> None:
    """Keep what columns of these names mean, for the next file that has them; of many, what was
    said last."""
    values = {"file": file, "profile": profile.as_json()}
    ColumnProfile.objects.update_or_create(owner=owner, shape=shape_of(columns), defaults=values)
    last = remembered_profiles(owner).values_list("pk", flat=True)[:MOST_REMEMBERED]
    ColumnProfile.objects.filter(owner=owner).exclude(pk__in=list(last)).delete()


def forget_columns(owner: User, columns: Sequence[str]) -> None:
    """Forget it."""
    ColumnProfile.objects.filter(owner=owner, shape=shape_of(columns)).delete()


def plain_name(name: str) -> str:
    """Return a file name without folders and control characters, as it is kept; raises
    `InvalidError` under `file` where it has other invisible characters."""
    base = naming.one_line(name.replace("\\", "/").rsplit("/", 1)[-1])
    base = "".join(c for c in base if category(c) != "Cc")
    if fault := naming.hidden(base):
        raise InvalidError({"file": f"file must have a name without {fault}"})
    return naming.shortened(base, MAX_FILE_NAME)


def misfit(upload: Upload, processors: int) -> str | None:
    """Return the sentence about jobs too wide for `processors` processors, or None."""
    try:
        _reading(upload).fit(processors)
    except WorkloadError as error:
        return str(error)
    return None


def keep_upload(
    upload: Upload,
    *,
    name: str,
    drop_wider_than: int | None = None,
    environment_from: str = AS_GIVEN,
) -> Workload:
    """Make a previewed upload a workload, if asked without the jobs that a machine cannot take, and
    with others of their names for environments.

    Raises `InvalidError` with errors under `name`, `drop_wider_than` and `environment_from`.
    """
    kept = workload_of(
        upload, name=name, drop_wider_than=drop_wider_than, environment_from=environment_from
    )
    with transaction.atomic():
        take_over(upload, kept)
    return kept


def take_over(upload: Upload, kept: Workload) -> None:
    """Store the workload in place of the upload, in a transaction; asked twice, only once."""
    kept.save(force_insert=True)
    if not _delete(upload):
        raise InvalidError({"file": f"{upload.file} was taken over or forgotten before"})


def workload_of(
    upload: Upload,
    *,
    name: str,
    drop_wider_than: int | None = None,
    environment_from: str = AS_GIVEN,
) -> Workload:
    """Return what `keep_upload` stores, without its row."""
    name = checked_name(name)
    reading = _reading(upload)
    if drop_wider_than is not None:
        reading = _without_wide(reading, drop_wider_than)
    if not len(reading.workload):
        raise InvalidError({"file": f"{upload.file} holds no job that can be used"})
    jobs = with_names_for_environments(reading.workload, environment_from)
    source = {
        "kind": "upload",
        "file": upload.file,
        "format": upload.format,
        "sha256": upload.sha256,
        "size": upload.size,
        "dropped_wider_than": drop_wider_than,
        "environment_from": environment_from,
        "unusable": upload.report["dropped"],
        "profile": upload.profile,
    }
    source |= {"pseudonyms": True} if has_pseudonyms(upload) else {}
    source |= {LEAVE_DEPENDENCIES_OUT.name: True} if _waits_for_none(upload) else {}
    processors = upload.processors
    if drop_wider_than is not None:
        processors = drop_wider_than
        jobs = replace(jobs, machine=StatedMachine(processors=processors))
    return new_workload(upload.owner, jobs, name, processors, source, reading.report.as_json())


def _waits_for_none(upload: Upload) -> bool:
    """Tell whether the dependencies of an upload were left out, as the user had asked."""
    return any(finding["key"] == ON_REQUEST.key for finding in upload.report["findings"])


def refuse_dropped(upload: Upload) -> None:
    """Raise `InvalidError` where lines of the file cannot be used."""
    if upload.report["dropped"]:
        sentences = [f["sentence"] for f in upload.report["findings"] if f["drops"]]
        raise InvalidError({"file": "; ".join(sentences)})


def _without_wide(reading: Reading, processors: int) -> Reading:
    if problem := number_problem("drop_wider_than", str(processors), 1, MAX_PROCESSORS):
        raise InvalidError({"drop_wider_than": problem})
    try:
        return reading.fit(processors, "drop")
    except WorkloadError as error:
        raise InvalidError({"drop_wider_than": str(error)}) from error


def with_names_for_environments(jobs: Jobs, source: str) -> Jobs:
    """Do as `parsched.data.formats.with_environments`; raises `InvalidError` under
    `environment_from`."""
    try:
        return with_environments(jobs, source)
    except FormatError as error:
        raise InvalidError({"environment_from": str(error)}) from error


def _reading(upload: Upload) -> Reading:
    """Return what reading the file gave."""
    lines = unpack(blobs.get(upload.lines))["lines"] if upload.lines else None
    return Reading(
        format=upload.format,
        workload=upload.load(),
        report=ReadReport.from_json(upload.report),
        processors=upload.processors,
        lines=None if lines is None else lines.astype(np.int64),
    )


def too_many(jobs: int) -> str | None:
    """Return the sentence about more jobs than a workload may have, or None."""
    if jobs <= settings.SCHEDWEB_MAX_JOBS:
        return None
    return f"jobs must be at most {settings.SCHEDWEB_MAX_JOBS:,}, got {jobs:,}"


def generate_workload(owner: User, generator: str, **values: Any) -> Workload:
    """Generate a workload and store it; takes and raises what `new_generated` does."""
    workload = new_generated(owner, generator, **values)
    workload.save()
    return workload


def new_generated(
    owner: User,
    generator: str,
    *,
    jobs: int,
    processors: int,
    params: Mapping[str, Any],
    name: str = "",
) -> Workload:
    """Generate a workload, and return it without storing its row.

    Raises `InvalidError` with errors under `generator`, `jobs`, `processors` and `params.<name>`.
    """
    workload = generated(generator, jobs, processors, params)
    source = {
        "kind": "generator",
        "generator": generator,
        "jobs": jobs,
        "processors": processors,
        "params": checked_params(generator, params),
    }
    named = checked_name(name.strip() or workload.name)
    return new_workload(owner, workload, named, processors, source, {})


def checked_params(generator: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a model with its defaults, before anything is made; raises
    `InvalidError` with errors under `generator` and `params.<name>`."""
    try:
        return find_generator(generator).params.from_mapping(params).as_dict()
    except UnknownKeyError as error:
        raise InvalidError({"generator": str(error)}) from error
    except ParameterError as error:
        fields = {f"params.{name}": text for name, text in error.errors.items()}
        raise InvalidError(fields) from error


def generated(generator: str, jobs: int, processors: int, params: Mapping[str, Any]) -> Jobs:
    """Return what a model makes; raises as `new_generated` does."""
    if text := too_many(jobs):
        raise InvalidError({"jobs": text})
    try:
        return generate(generator, jobs=jobs, processors=processors, params=params)
    except UnknownKeyError as error:
        raise InvalidError({"generator": str(error)}) from error
    except ParameterError as error:
        own = ("jobs", "processors")
        fields = {n if n in own else f"params.{n}": text for n, text in error.errors.items()}
        raise InvalidError(fields) from error


def keep_sample(owner: User, sample: BundledSample, jobs: Jobs) -> Workload:
    """Store the jobs of a bundled workload."""
    source = {"kind": "sample", "key": sample.key, "sentence": sample.sentence}
    kept = new_workload(owner, jobs, sample.title, sample.processors, source, {})
    kept.save()
    return kept


def new_workload(
    owner: User,
    jobs: Jobs,
    name: str,
    processors: int,
    source: dict[str, Any],
    report: dict[str, Any],
) -> Workload:
    """Store jobs, and return their workload without storing its row."""
    return Workload(
        owner=owner,
        name=name,
        digest=save_workload(jobs),
        source=source,
        report=report,
        **facts(jobs, processors),
    )


def rename_workload(workload: Workload, *, seen: Seen = NOTHING, **texts: str) -> None:
    """Give a workload another `name`; raises `InvalidError` and, if it is not as it was `seen`,
    `StaleError`."""
    store(workload, checked_texts(Workload, **texts), seen)


def hold(*workloads: Workload) -> None:
    """Keep workloads from the trash until the transaction ends; raises `RefusedError` where one is
    there."""
    keys = {workload.pk for workload in workloads}
    held = Workload.objects.select_for_update().filter(pk__in=keys).order_by("pk")
    if lost := keys - set(held.values_list("pk", flat=True)):
        name = next(workload.name for workload in workloads if workload.pk in lost)
        raise RefusedError(f"{name} was deleted meanwhile: take it back from the trash first.")


@transaction.atomic
def delete_workload(workload: Workload) -> None:
    """Put a workload into the trash; raises `RefusedError` while comparisons or studies need it
    that are not there themselves."""
    Workload.everything.select_for_update().get(pk=workload.pk)  # until it is there, no new use
    related = (workload.comparisons.all(), workload.uses.filter(study__trashed=None))
    if rows := [row for of_kind in related for row in of_kind]:
        raise RefusedError(f"{workload.name} cannot be deleted: {_uses(rows)}")
    filing.throw_away(workload)


def _uses(rows: Collection[Any]) -> str:
    """Say what uses a workload, and what to do."""
    if len(rows) == 1:
        [row] = rows
        return f"a {row._meta.verbose_name} uses it. Delete that first."
    kinds = sorted({str(row._meta.verbose_name_plural) for row in rows})
    return f"{len(rows):,} {' and '.join(kinds)} use it. Delete those first."


def discard_upload(upload: Upload) -> None:
    """Forget a previewed upload."""
    _delete(upload)


def _delete(upload: Upload) -> bool:
    """Delete the row, unless that was done already; its files may go, too."""
    known.release(upload)
    transaction.on_commit(partial(forget_file_of, upload))
    return Upload.objects.filter(pk=upload.pk).delete()[0] > 0


def forget_expired_uploads() -> int:
    """Delete the uploads that were not used in time and return their number."""
    expired = Upload.objects.filter(expires__lte=timezone.now())
    for upload in expired:
        forget_file_of(upload)
    return expired.delete()[0]


def checked_name(name: str) -> str:
    """Return a name as it is stored; raises `InvalidError`."""
    return checked_texts(Workload, name=name)["name"]
