"""Files under the SHA-256 of their content: immutable, so equal content is stored once.

The storage is Django's `STORAGES["blobs"]`: a folder, or a bucket where an installation says so.
"""

import hashlib
import io
import re
import tempfile
import zipfile
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from django.core.files.base import ContentFile, File
from django.core.files.storage import FileSystemStorage, Storage, storages
from django.utils import timezone
from numpy.typing import NDArray

FRESH = timedelta(hours=12)
_DIGEST = re.compile(r"[0-9a-f]{64}")


class AtomicFileStorage(FileSystemStorage):
    """A folder in which a file is there whole or not at all, also when its writer is killed."""

    def __init__(self, location: str | Path) -> None:
        super().__init__(location=location, allow_overwrite=True)

    def _save(self, name: str, content: "File[bytes]") -> str:
        target = Path(self.path(name))
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix="draft-", delete=False) as draft:
            for chunk in content.chunks():
                draft.write(chunk)
        Path(draft.name).replace(target)
        return name


def storage() -> Storage:
    """Return where blobs are kept."""
    return storages["blobs"]


def path_of(digest: str) -> str:
    """Return the name of a blob in the storage; refuses anything but a digest."""
    if not _DIGEST.fullmatch(digest):
        raise ValueError(f"{digest[:80]!r} is not the SHA-256 of a blob")
    return f"{digest[:2]}/{digest}"


def put(content: bytes) -> str:
    """Store content and return its digest; old files are written anew: no purge takes them."""
    digest = hashlib.sha256(content).hexdigest()
    name = path_of(digest)
    if not storage().exists(name) or storage().get_modified_time(name) < timezone.now() - FRESH:
        stored = storage().save(name, ContentFile(content))
        if stored != name:  # two writers met and this storage kept both copies
            storage().delete(stored)
    return digest


def put_file(file: "File[Any]") -> str:
    """Store an open file, which may be larger than memory, and return its digest."""
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    name = path_of(digest.hexdigest())
    stored = storage().save(name, file)
    if stored != name:
        storage().delete(stored)
    return digest.hexdigest()


def get(digest: str) -> bytes:
    """Return the content; raises FileNotFoundError where there is none."""
    with storage().open(path_of(digest)) as file:
        return bytes(file.read())


def exists(digest: str) -> bool:
    """Tell whether the blob is there."""
    return storage().exists(path_of(digest))


def purge(keep: set[str], before: datetime) -> int:
    """Delete what was written before the moment, but for the digests to keep; return how many."""
    kept = {path_of(digest) for digest in keep}
    deleted = 0
    for name in _names():
        if name not in kept and storage().get_modified_time(name) < before:
            storage().delete(name)
            deleted += 1
    return deleted


def _names() -> list[str]:
    try:
        found = storage().listdir("")[0]
    except FileNotFoundError:  # nothing was ever stored
        return []
    folders = [name for name in found if re.fullmatch(r"[0-9a-f]{2}", name)]
    return [f"{folder}/{name}" for folder in folders for name in storage().listdir(folder)[1]]


def pack(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return arrays as the bytes of an .npz file; equal arrays give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, array, allow_pickle=False)
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), member.getbuffer())
    return file.getvalue()


def unpack(content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an .npz file; pickled objects are refused."""
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        return dict(archive)
