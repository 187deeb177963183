"""The same jobs with others of their names for environments, as a workload of its own."""

from parsched.data.formats import AS_GIVEN, ENVIRONMENT_FROM, sources_of
from parsched.model.problem.workload import Workload as Jobs
from schedweb.accounts.models import User
from schedweb.base.errors import InvalidError
from schedweb.workloads.models import MAX_NAME, Workload
from schedweb.workloads.services import (
    checked_name,
    new_workload,
    with_names_for_environments,
)


def other_sources(workload: Workload, jobs: Jobs) -> dict[str, int]:
    """Return the names of the jobs that are not their environments yet, with how many there are."""
    now = (AS_GIVEN, workload.environment_from)
    return {source: n for source, n in sources_of(jobs).items() if source not in now}


def take_environments(
    owner: User, workload: Workload, environment_from: str, name: str = ""
) -> Workload:
    """Store the jobs of a workload with other environments; the workload itself stays as it is.

    Raises `InvalidError` with errors under `name` and `environment_from`.
    """
    derived = with_other_environments(owner, workload, environment_from, name)
    derived.save()
    return derived


def with_other_environments(
    owner: User, workload: Workload, environment_from: str, name: str = ""
) -> Workload:
    """Return what `take_environments` stores, without its row."""
    jobs = workload.load()
    sources = other_sources(workload, jobs)
    if environment_from not in sources:
        raise InvalidError({"environment_from": _refusal(workload, sources, environment_from)})
    name = checked_name(name.strip() or suggested_name(workload, environment_from))
    source = {
        **workload.source,
        "environment_from": environment_from,
        "jobs_of": {"id": workload.pk, "name": workload.name, "digest": workload.digest},
    }
    changed = with_names_for_environments(jobs, environment_from)
    return new_workload(owner, changed, name, workload.processors, source, workload.report)


def suggested_name(workload: Workload, environment_from: str) -> str:
    """Say in the name what the environments are."""
    tail = f", environments from {environment_from}"
    before = workload.name.removesuffix(f", environments from {workload.environment_from}")
    return before[: MAX_NAME - len(tail)] + tail


def _refusal(workload: Workload, sources: dict[str, int], got: str) -> str:
    if problem := ENVIRONMENT_FROM.problem(got):
        return problem
    is_so = got in (AS_GIVEN, workload.environment_from)
    why = "that is what they are now" if is_so else "no job has one"
    rule = f"must be one of {', '.join(sources)} for these jobs" if sources else "cannot be another"
    return f"{ENVIRONMENT_FROM.name} {rule}, got {got!r}: {why}"
