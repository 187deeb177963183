"""Flux: what `flux jobs --json` prints."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from parsched.data.files.findings import Findings
from parsched.data.files.mapping import Mapping, columns
from parsched.data.files.source import FileLimits
from parsched.data.logs.declared import source

if TYPE_CHECKING:
    from parsched.data.logs.tables.table import LogTable

_STATES = {1: "new", 2: "depend", 4: "priority", 8: "sched", 16: "run", 32: "cleanup"}
_RESULTS = {1: "completed", 2: "failed", 4: "cancelled", 8: "timeout"}
"""States and results by the bits that stand for them in what programs ask of Flux."""
_OPEN = {
    **dict.fromkeys(("new", "depend", "priority", "sched"), "pending"),
    **dict.fromkeys(("run", "cleanup"), "running"),
}
"""States of jobs that have not ended, in the words of other logs."""
_AFTER = {
    "after-success": "afterok",
    "after-failure": "afternotok",
    "after-finish": "afterany",
    "after-start": "after",
}
"""Dependencies of Flux, in the words of Slurm."""
_BEGIN = "begin-time="


def _state(job: dict[str, Any]) -> str | None:
    """Return how a job ended, or that it has not."""
    state, result = job.get("state"), job.get("result")
    word = _STATES.get(state) if isinstance(state, int) else str(state).lower()
    if word in _OPEN:
        return _OPEN[word]
    told = _RESULTS.get(result) if isinstance(result, int) else result
    return None if told is None else str(told).lower().replace("canceled", "cancelled")


def _after(dependencies: list[str]) -> str | None:
    """Return the jobs that one waits for, as Slurm writes it."""
    pairs = (each.partition("=") for each in dependencies if not each.startswith(_BEGIN))
    return ",".join(f"{_AFTER.get(word, word)}:{of}" for word, _, of in pairs) or None


def _job(job: dict[str, Any]) -> dict[str, Any]:
    """Return what matters of a job."""
    told = job.get("dependencies")
    dependencies = [str(each) for each in told] if isinstance(told, list) else []
    return {
        "id": job.get("id"),
        "t_submit": job.get("t_submit"),
        "t_run": job.get("t_run") or None,
        "t_cleanup": job.get("t_cleanup") or job.get("t_inactive") or None,
        "duration": job.get("duration") or None,
        "ncores": job.get("ncores"),
        "ntasks": job.get("ntasks"),
        "nnodes": job.get("nnodes"),
        "ngpus": job.get("ngpus"),
        "state": _state(job),
        "username": job.get("username") or job.get("userid"),
        "bank": job.get("bank") or job.get("project"),
        "name": job.get("name"),
        "queue": job.get("queue"),
        "dependencies": _after(dependencies),
        "begin": next((each for each in dependencies if each.startswith(_BEGIN)), None),
    }


def _jobs(content: Iterator[bytes], limits: FileLimits, findings: Findings) -> "LogTable":
    from parsched.data.logs.tables.records import of_json  # noqa: PLC0415 (loads pyarrow)

    return of_json(content, limits, findings, "jobs", _job, may_be_one=True)


FLUX = source(
    key="flux",
    title="Flux jobs",
    about="What flux jobs --json prints: all jobs, or one.",
    command="flux jobs -A -a --json",
    documentation="https://flux-framework.readthedocs.io/projects/flux-core/en/latest/man1/"
    "flux-jobs.html",
    recognises=lambda head: (
        head.lstrip().startswith(b"{")
        and b'"t_submit"' in head
        and (b'"ncores"' in head or b'"ntasks"' in head)
    ),
    open=_jobs,
    mapping=Mapping(
        columns=columns(
            id="id",
            submit="t_submit",
            start="t_run",
            end="t_cleanup",
            estimate="duration",
            processors="ncores",
            asked="ntasks",
            nodes="nnodes",
            state="state",
            user="username",
            group="bank",
            executable="name",
            queue="queue",
            after="dependencies",
            gpus="ngpus",
            begin="begin",
        )
    ),
    oddities=(
        "A core is a processor. A job without a number of cores, as of older versions, has one for "
        "each task.",
        "Jobs ran from t_run to t_cleanup; those that wait or run have not ended.",
        "Flux forgets what a job waited for once that has ended.",
    ),
)
