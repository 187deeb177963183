"""Writing an archive while the server runs."""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from django.apps import apps
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from parsched.base.whole_files import keeping, whole
from schedweb.base.errors import DamagedError
from schedweb.store import blobs
from schedweb.store.archive import BLOBS, FORMAT, KEY, MANIFEST, ROWS
from schedweb.store.archive.rows import as_line, columns, tables, written
from schedweb.store.references import BlobRole, digests

PERMISSIONS = 0o600
"""Archives hold the key and everybody's data."""


def write(path: Path) -> list[str]:
    """Write an archive, which is there whole or not at all; return the digests of originals that
    could not be read, which it lacks.

    One snapshot of the database is read, then the files that it names: these never change, and
    those that are deleted meanwhile come from the trash.
    """
    with keeping(*_in_use()), whole(path, PERMISSIONS) as file:
        return _write(file)


def _in_use() -> Iterator[Path]:
    """Yield the files that an archive is made of and must not take the place of."""
    if connection.vendor == "sqlite":
        yield Path(connection.settings_dict["NAME"])
    if settings.SCHEDWEB_KEY_FILE:
        yield Path(settings.SCHEDWEB_KEY_FILE)


def _write(file: IO[bytes]) -> list[str]:
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        sums: dict[str, str] = {}
        with _snapshot():
            migrations = sorted(MigrationRecorder(connection).applied_migrations())
            for model in tables(apps):
                name = f"{ROWS}{model._meta.label_lower}.jsonl"
                sums[name] = _add_rows(archive, name, model)
            originals = set(digests(BlobRole.ORIGINAL))
            named = originals | set(digests())
        lost = [digest for digest in sorted(named) if not _add_blob(archive, digest)]
        missing = sorted(originals.intersection(lost))
        sums[KEY] = _add(archive, KEY, lambda member: member(settings.SECRET_KEY.encode()))
        manifest = {
            "format": FORMAT,
            "written": timezone.now().isoformat(),
            "migrations": migrations,
            "members": sums,
            "missing": missing,
        }
        _add(archive, MANIFEST, lambda member: member(json.dumps(manifest, indent=1).encode()))
    return missing


@contextmanager
def _snapshot() -> Iterator[None]:
    """See the database as it is now, and let others write meanwhile."""
    if connection.vendor == "sqlite":  # as Django begins them here, transactions keep writers out
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _add_rows(archive: ZipFile, name: str, model: Any) -> str:
    def fill(member: Callable[[bytes], None]) -> None:
        member(as_line(columns(model)))
        for row in written(model):
            member(as_line(row))

    return _add(archive, name, fill)


def _add_blob(archive: ZipFile, digest: str) -> bool:
    """Add a blob that can be read; its name is its SHA-256, and it is compressed already."""
    try:
        content = blobs.get(digest)
    except DamagedError:
        return False
    _add(archive, BLOBS + digest, lambda member: member(content), ZIP_STORED)
    return True


def _add(
    archive: ZipFile,
    name: str,
    fill: Callable[[Callable[[bytes], None]], None],
    method: int = ZIP_DEFLATED,
) -> str:
    """Add a member that `fill` writes piece by piece; return its SHA-256."""
    info = ZipInfo(name, timezone.now().timetuple()[:6])
    info.compress_type = method
    info.external_attr = PERMISSIONS << 16
    total = hashlib.sha256()
    with archive.open(info, "w", force_zip64=True) as member:

        def write(content: bytes) -> None:
            total.update(content)
            member.write(content)

        fill(write)
    return total.hexdigest()
