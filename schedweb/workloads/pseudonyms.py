"""Uploads whose names become pseudonyms: their key, and when the file and the key are deleted.

The file and the key are kept together as long as the user may still say what its columns mean:
until the upload is used, discarded or forgotten; for a day where the file was refused. Then both
are gone, and a pseudonym cannot be traced back any more; a user who wants the same pseudonyms in
the next file gives a key.
"""

from typing import Any

from django.utils import timezone

from parsched.data.formats.pseudonyms import PSEUDONYMS, new_key
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.store import blobs
from schedweb.store.references import is_named
from schedweb.workers.models import ACTIVE, State, Task
from schedweb.workloads.models import Upload

ARGUMENT = "pseudonyms"
"""Argument of the task that reads a file: the key, or true once it is deleted."""
LONGEST_KEY = 200


def arguments_for(key: str, *, asked: bool) -> dict[str, Any]:
    """Return the arguments of a task that reads a file; with a key names become pseudonyms, and one
    that is drawn where it was asked for without.

    Raises `InvalidError` under `key`.
    """
    if len(key) > LONGEST_KEY:
        rule = f"must have at most {LONGEST_KEY} characters"
        raise InvalidError({"key": f"key {rule}, got {len(key):,}"})
    return {ARGUMENT: key or new_key()} if asked or key else {}


def key_of(task: Task) -> str:
    """Return the key of a task that reads a file; blank where names are kept."""
    return str(task.arguments.get(ARGUMENT, ""))


def arguments_again(task: Task) -> dict[str, Any]:
    """Return what a task that reads the file once more takes over, so that names are the same."""
    return {ARGUMENT: key_of(task)} if key_of(task) else {}


def has_pseudonyms(upload: Upload) -> bool:
    """Tell whether the names of an upload are pseudonyms."""
    return any(finding["key"] == PSEUDONYMS.key for finding in upload.report.get("findings", ()))


def forget_file_of(upload: Upload) -> None:
    """Delete the file and the key of an upload whose names are pseudonyms."""
    if has_pseudonyms(upload):
        readings = Task.objects.filter(owner=upload.owner, result__upload=upload.pk)
        for task in readings.exclude(input=""):
            forget_file(upload.owner, task.input)


def forget_file(owner: User, digest: str) -> None:
    """Delete a file that was read for pseudonyms, its first rows, and the keys, unless another
    upload reads the file as it is."""
    readings = Task.objects.filter(owner=owner, kind="upload", input=digest)
    for task in readings.exclude(state__in=ACTIVE):
        if key_of(task):
            arguments = {**task.arguments, ARGUMENT: True}
            blank = {"input": "", "fingerprint": ""}  # which is a hash of the key, too
            Task.objects.filter(pk=task.pk).update(arguments=arguments, **blank)
    gone = {digest}
    if not readings.exists():
        looked_at = Task.objects.filter(owner=owner, kind="columns", input=digest)
        gone |= set(looked_at.values_list("output", flat=True))
        looked_at.delete()
    for name in gone - {""}:
        if not is_named(name):
            blobs.delete(name)


def forget_unused_files() -> None:
    """Delete the files and keys that must not be used any more: the upload is gone, the reading is
    too old, or it was refused and no columns are to be explained."""
    readings = Task.objects.filter(kind="upload", arguments__has_key=ARGUMENT).exclude(input="")
    over = list(readings.exclude(state__in=ACTIVE).select_related("owner"))
    in_use = {(task.owner_id, task.input) for task in over if _is_in_use(task)}
    for owner, digest in {(task.owner, task.input) for task in over}:
        if (owner.pk, digest) not in in_use:
            forget_file(owner, digest)


def _is_in_use(task: Task) -> bool:
    """Tell whether the user may still say what the columns of a file mean that was read."""
    if task.expires <= timezone.now() or "use" in task.arguments:
        return False
    if task.state == State.FAILED:
        return bool(task.result.get("is_table"))
    return Upload.objects.filter(pk=task.result.get("upload")).exists()
