"""Blobs verify what they give, and are whole or not there."""

import io
import os
from pathlib import Path

import pytest
from django.core.files.base import ContentFile

from schedweb.base.errors import DamagedError
from schedweb.store import blobs, files, trash
from schedweb.store.files import AtomicFileStorage
from tests.store.damaging import DAMAGE, damage, path_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_store"), pytest.mark.smoke]


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_only_digests_name_blobs(name: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        blobs.path_of(name)


def test_a_writer_that_is_killed_leaves_no_half_file(tmp_path: Path) -> None:
    class Killed(io.BytesIO):
        def chunks(self) -> object:
            yield b"half"
            raise KeyboardInterrupt

    storage = AtomicFileStorage(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        storage.save("ab/name", Killed())
    assert list((tmp_path / "ab").iterdir()) == []


def test_a_data_folder_that_is_gone_is_not_made_again(tmp_path: Path) -> None:
    storage = AtomicFileStorage(tmp_path / "data" / "blobs")
    with pytest.raises(FileNotFoundError, match="the data folder is gone"):
        storage.save("ab/name", ContentFile(b"content"))
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").mkdir()
    storage.save("ab/name", ContentFile(b"content"))
    assert (tmp_path / "data" / "blobs" / "ab" / "name").read_bytes() == b"content"


@pytest.mark.parametrize("how", DAMAGE)
def test_what_does_not_verify_is_not_given_out_and_healed_by_storing_it_again(how: str) -> None:
    digest = blobs.put(b"content of thirty bytes or more")
    blobs.put(b"another")
    damage(how, digest)
    with pytest.raises(DamagedError) as caught:
        blobs.get(digest)
    assert caught.value.digest == digest
    assert caught.value.is_missing == (how == "deleted")
    assert blobs.put(b"content of thirty bytes or more") == digest
    assert blobs.get(digest) == b"content of thirty bytes or more"


def test_a_damaged_blob_is_taken_from_the_trash() -> None:
    digest = blobs.put(b"content")
    trash.discard(blobs.path_of(digest))
    path_of(digest).write_bytes(b"other")
    assert blobs.get(digest) == b"content"
    assert list(blobs.trashed_names(digest)) == []


def test_a_damaged_file_in_the_trash_is_no_help() -> None:
    digest = blobs.put(b"content")
    path_of(digest).write_bytes(b"other")
    trash.discard(blobs.path_of(digest))
    with pytest.raises(DamagedError):
        blobs.get(digest)


def test_a_disk_that_cannot_read_a_file_has_damaged_it() -> None:
    digest = blobs.put(b"content")
    path_of(digest).unlink()
    path_of(digest).mkdir()
    with pytest.raises(DamagedError):
        blobs.get(digest)


def test_file_and_folders_are_on_disk_before_a_blob_counts_as_stored(
    monkeypatch: pytest.MonkeyPatch, own_store: Path
) -> None:
    synced: list[str] = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(Path(f"/proc/self/fd/{descriptor}").readlink().name)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    digest = blobs.put(b"content")
    folder = digest[:2]
    assert synced[:2] == [own_store.parent.name, own_store.name], "the folders that were made"
    assert synced[2].startswith(files.DRAFT)
    assert synced[3:] == [folder]
