"""Checking an archive, and restoring it into an empty database and an empty store."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError

from django.conf import settings
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

from schedweb.base import secret_key
from schedweb.store import blobs, installation
from schedweb.store.archive import BLOBS, FORMAT, KEY, MANIFEST, ROWS, ArchiveError
from schedweb.store.archive.rows import load, tables

CHUNK = 2**20


@dataclass(frozen=True)
class Archive:
    """An open archive and its manifest."""

    file: ZipFile
    manifest: dict[str, Any]

    @classmethod
    def of(cls, path: Path) -> Self:
        """Open an archive; raises `ArchiveError`."""
        try:
            file = ZipFile(path)
            manifest = json.loads(file.read(MANIFEST))
        except FileNotFoundError as error:
            raise ArchiveError(f"There is no file {path}.") from error
        except OSError as error:
            raise ArchiveError(f"{path} cannot be read: {error.strerror}.") from error
        except (BadZipFile, KeyError, ValueError, ZlibError) as error:
            rule = "it is none that backup wrote, or it is damaged"
            raise ArchiveError(f"{path} is not an archive of SchedWeb: {rule}.") from error
        if manifest.get("format") != FORMAT:
            file.close()
            raise ArchiveError(
                f"{path} has format {manifest.get('format')!r}, this version reads {FORMAT}: "
                "restore it with the version that wrote it."
            )
        return cls(file, manifest)

    @property
    def blobs(self) -> list[str]:
        """Digests of the stored files."""
        return [n.removeprefix(BLOBS) for n in self.file.namelist() if n.startswith(BLOBS)]

    def check(self) -> None:
        """Read all of it and compare every SHA-256; raises `ArchiveError` for the first that
        differs."""
        sums = {**self.manifest["members"], **{BLOBS + digest: digest for digest in self.blobs}}
        for name, expected in sums.items():
            if self._sum(name) != expected:
                raise ArchiveError(
                    f"{name} in {self.file.filename} is not what was written: the archive is "
                    "damaged, take another copy."
                )

    def _sum(self, name: str) -> str:
        total = hashlib.sha256()
        try:
            with self.file.open(name) as member:
                while content := member.read(CHUNK):
                    total.update(content)
        except (OSError, BadZipFile, KeyError, ValueError, ZlibError, EOFError):
            return ""
        return total.hexdigest()


def restore(archive: Archive) -> None:
    """Make this installation what the archive was; raises `ArchiveError`, before anything is
    written, where the archive is damaged or the installation not empty.

    The rows are stored in tables as they were when the archive was written, and these are brought
    up to date afterwards, as any update does.
    """
    archive.check()
    _refuse_what_is_not_empty()
    installation.begin_restore()
    for digest in archive.blobs:
        blobs.put(archive.file.read(BLOBS + digest), noted=False)  # no tables yet
    state = _migrate_to(archive)
    with transaction.atomic():
        models = tables(state.apps)
        for model in models:
            name = f"{ROWS}{model._meta.label_lower}.jsonl"
            if name in archive.manifest["members"]:
                with archive.file.open(name) as lines:
                    load(model, lines)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    call_command("migrate", interactive=False, verbosity=0)
    installation.join()
    if settings.SCHEDWEB_KEY_FILE is not None:
        secret_key.replace(settings.SCHEDWEB_KEY_FILE, archive.file.read(KEY).decode())


def _refuse_what_is_not_empty() -> None:
    if connection.introspection.table_names():
        raise ArchiveError(
            f"The database {connection.settings_dict['NAME']} has tables: a restore needs an empty "
            "one, so name another in DATABASE_URL or SCHEDWEB_DATA."
        )
    if installation.of_store() is not None or next(blobs.names(), None) is not None:
        place = getattr(blobs.storage(), "location", "The storage")
        raise ArchiveError(
            f"{place} has files: a restore needs an empty folder, so name another in SCHEDWEB_DATA."
        )


def _migrate_to(archive: Archive) -> Any:
    """Make the tables that the rows of an archive are from; return the state of the models."""
    executor = MigrationExecutor(connection)
    graph = executor.loader.graph
    then = {(app, name) for app, name in archive.manifest["migrations"]}
    if unknown := sorted(then - graph.nodes.keys()):
        app, name = unknown[0]
        raise ArchiveError(
            f"The archive is from a newer version of SchedWeb, with the migration {name} of {app}: "
            "restore it with that version or a later one."
        )
    return executor.migrate([node for node in then if _is_last(graph.node_map[node], then)])


def _is_last(node: Any, then: set[tuple[str, str]]) -> bool:
    """Tell whether no later migration of the same app is among some."""
    return not any(child.key in then and child.key[0] == node.key[0] for child in node.children)
