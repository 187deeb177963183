"""The jobs of a workload, without the jobs of the users who use the machine most."""

from typing import Any

from parsched.base.errors import WorkloadError
from parsched.data.what_if import LeftOutUsers, named_without, without_largest_users
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.workers.models import Task
from schedweb.workers.services import shared_task, submit
from schedweb.workloads.models import MAX_NAME, Workload
from schedweb.workloads.services import checked_name, new_workload


def leave_out_users(owner: User, workload: Workload, users: int, name: str = "") -> Workload:
    """Store the jobs of all other users; the workload itself stays as it is.

    Raises `InvalidError` with errors under `name` and `users`.
    """
    derived = without_users(owner, workload, users, name)
    derived.save()
    return derived


def task_without_users(workload: Workload, users: int, comparison: str) -> Task:
    """Return a task that does so, for a comparison if one is named; asked twice, the same one as
    long as its workload is there."""
    arguments = {"workload": workload.pk, "values": {"users": users}, "comparison": comparison}
    task = shared_task(workload.owner, "without-users", arguments)
    if task.is_done and not Workload.objects.filter(pk=task.result["workload"]).exists():
        return submit(workload.owner, "without-users", arguments)
    return task


def without_users(owner: User, workload: Workload, users: int, name: str = "") -> Workload:
    """Return what `leave_out_users` stores, without its row."""
    try:
        jobs, left_out = without_largest_users(workload.load(), users)
    except WorkloadError as error:
        raise InvalidError({"users": str(error)}) from error
    name = checked_name(name.strip() or named_without(workload.name, users)[-MAX_NAME:])
    source = {**workload.source, **_left_out(workload, left_out)}
    return new_workload(owner, jobs, name, workload.processors, source, workload.report)


def _left_out(workload: Workload, now: LeftOutUsers) -> dict[str, Any]:
    """Return the users left out, and the workload with all jobs: where users were left out earlier,
    these are included, and the workload is the first one."""
    of = {"id": workload.pk, "name": workload.name, "digest": workload.digest}
    if before := workload.source.get("without_users"):
        now = now.after(LeftOutUsers(tuple(before["users"]), before["jobs"], before["share"]))
        of = workload.source["jobs_of"]
    users = {
        "users": list(now.users),
        "jobs": now.jobs,
        "share": now.share,
        "text": now.text,
    }
    return {"without_users": users, "jobs_of": of}
