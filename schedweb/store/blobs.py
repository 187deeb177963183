"""Files under the SHA-256 of their content: immutable, so equal content is stored once.

The storage is Django's `STORAGES["blobs"]`: a folder, or a bucket where an installation says so.
What is read is verified; what does not verify is taken from the trash, or written again by the next
`put` of the same content.
"""

import errno
import hashlib
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, BinaryIO, cast

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage, storages
from django.db import DatabaseError
from django.utils import timezone

from schedweb.base.errors import DamagedError
from schedweb.store import known
from schedweb.store.files import AtomicFileStorage

FRESH = timedelta(hours=12)
TRASH = "trash"
log = logging.getLogger(__name__)

_DIGEST = re.compile(r"[0-9a-f]{64}")
_FOLDER = re.compile(r"[0-9a-f]{2}")


def storage() -> Storage:
    """Return where blobs are kept."""
    return storages["blobs"]


def is_digest(text: str) -> bool:
    """Tell whether a text may name a blob."""
    return _DIGEST.fullmatch(text) is not None


def path_of(digest: str) -> str:
    """Return the name of a blob in the storage; refuses anything but a digest."""
    if not is_digest(digest):
        raise ValueError(f"{digest[:80]!r} is not the SHA-256 of a blob")
    return f"{digest[:2]}/{digest}"


def digest_of(content: bytes) -> str:
    """Return the name that content is stored under."""
    return hashlib.sha256(content).hexdigest()


def put(content: bytes, *, noted: bool = True) -> str:
    """Store content and return its digest; `noted` in the database, which may not be there yet."""
    return _put(digest_of(content), ContentFile(content), noted=noted)


def put_file(file: "File[Any]") -> str:
    """Store an open file, which may be larger than the memory, and return its digest."""
    return _put(_digest_of_file(file), file, noted=True)


def _digest_of_file(file: "File[Any]") -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    return digest.hexdigest()


def _put(digest: str, file: "File[Any]", *, noted: bool) -> str:
    """Store a file under its digest.

    A blob that does not verify is written again, and so is an old one: no purge takes it.
    """
    name = path_of(digest)
    found = _digest_at(name)
    if found is not None and found != digest:
        storage().delete(name)  # a storage that overwrites nothing would keep the bad one
        found = None
    if found is None or storage().get_modified_time(name) < timezone.now() - FRESH:
        stored = storage().save(name, file)
        if stored != name:  # two writers met and this storage kept both copies
            storage().delete(stored)
    if noted:
        _remember(digest)
    return digest


def _remember(digest: str) -> None:
    """Write down that this database's programs have stored the blob, so that `tidy` knows it also
    where its row was never written."""
    try:
        known.remember([digest])
    except DatabaseError as error:  # it may be away while a result is stored
        log.warning("%s is stored, but not noted: %s", digest, error)


def get(digest: str) -> bytes:
    """Return the content, from the trash if need be; raises `DamagedError`."""
    name = path_of(digest)
    stored = read(name)
    if stored is not None and digest_of(stored) == digest:
        return stored
    for trashed in trashed_names(digest):
        content = read(trashed)
        if content is not None and digest_of(content) == digest:
            move(trashed, name)
            return content
    raise DamagedError(digest, is_missing=stored is None)


@contextmanager
def opened(digest: str) -> Iterator[BinaryIO]:
    """Open content that may be larger than the memory, once it is verified; raises
    `DamagedError`."""
    name = path_of(digest)
    if _digest_at(name) != digest:
        get(digest)  # from the trash if need be
    with storage().open(name) as file:
        yield cast("BinaryIO", file)


def _digest_at(name: str) -> str | None:
    """Return the SHA-256 of what a file holds: of nothing where the disk cannot read it, None
    without a file."""
    try:
        with storage().open(name) as file:
            return _digest_of_file(file)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.EIO, errno.EISDIR):
            return digest_of(b"")
        raise


def delete(digest: str) -> None:
    """Delete a blob for good, also from the trash: content that must not be kept."""
    for name in (path_of(digest), *trashed_names(digest)):
        storage().delete(name)
    known.forget([digest])


def exists(digest: str) -> bool:
    """Tell whether the blob is there, whatever its content."""
    return storage().exists(path_of(digest))


def verifies(digest: str) -> bool:
    """Tell whether the blob can be read as it was stored."""
    try:
        get(digest)
    except DamagedError:
        return False
    return True


def read(name: str) -> bytes | None:
    """Return what a file holds: nothing where the disk cannot read it, None without a file."""
    try:
        with storage().open(name) as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.EIO, errno.EISDIR):
            return b""
        raise


def move(name: str, to: str) -> None:
    """Give a file another name: a folder renames it, a bucket copies it."""
    files = storage()
    if isinstance(files, AtomicFileStorage):
        files.move(name, to)
        return
    with files.open(name) as content:
        files.save(to, content)
    files.delete(name)


def names() -> Iterator[str]:
    """Yield the names of all blobs outside of the trash, and of what else lies between them."""
    for folder in listing("")[0]:
        if _FOLDER.fullmatch(folder):
            yield from (f"{folder}/{name}" for name in listing(folder)[1])


def trashed_names(digest: str) -> Iterator[str]:
    """Yield where the trash may have a blob, the last day first."""
    for day in sorted(listing(TRASH)[0], reverse=True):
        name = f"{TRASH}/{day}/{digest}"
        if storage().exists(name):
            yield name


def listing(folder: str) -> tuple[list[str], list[str]]:
    """Return the folders and files in a folder; none where it is not there."""
    try:
        folders, files = storage().listdir(folder)
    except FileNotFoundError:
        return [], []
    return list(folders), list(files)
