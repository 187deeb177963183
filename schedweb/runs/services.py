"""What people do with comparisons and runs."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from parsched.base import naming
from parsched.base.errors import ParameterError, UnknownKeyError
from parsched.model.problem.instance import Rules
from parsched.policies.catalogue import ALGORITHMS, algorithm
from parsched.report.phrases import counted
from parsched.run.request import Request, RequestEntry, check
from schedweb.accounts.models import User
from schedweb.base.editing import NOTHING, Seen, store
from schedweb.base.errors import InvalidError, RefusedError
from schedweb.base.texts import MAX_TITLE, checked_texts
from schedweb.clusters.models import Cluster
from schedweb.runs.commands import refuse_unconfirmed
from schedweb.runs.models import Comparison, Renewal, Run
from schedweb.runs.selectors import active_runs_of, commands_of, forbidden, refuse_forbidden
from schedweb.store import blobs, filing, known
from schedweb.workers import broker, lifecycle
from schedweb.workers.models import ACTIVE, State
from schedweb.workloads.models import Workload
from schedweb.workloads.services import hold


@transaction.atomic
def create_comparison(
    owner: User,
    workload: Workload,
    cluster: Cluster,
    entries: Sequence[RequestEntry],
    *,
    title: str = "",
    note: str = "",
    rules: Mapping[str, Any] | None = None,
    confirmed: Collection[str] = (),
) -> Comparison:
    """Compare algorithms on a workload and a machine; the runs are queued.

    `rules` has values of `parsched.model.problem.instance.Rules`, as text or JSON; `confirmed` the
    commands that the owner has just let run.

    Raises `InvalidError` with errors under `title`, `note`, `rules.estimates` and `rules.events`
    and as `parsched.run.request.check` does, `RefusedError` when too many runs wait and when the
    workload was deleted meanwhile, and `UnconfirmedError` for other commands.
    """
    hold(workload)
    comparison = Comparison(
        owner=owner,
        workload=workload,
        cluster=cluster,
        cluster_name=cluster.name,
        sites=cluster.sites,
        deployment=cluster.deployment.as_dict(),
        systems=cluster.systems,
        rules=_rules(rules or {}),
        **checked_texts(
            Comparison,
            title=naming.one_line(title) or f"{workload.name} on {cluster.name}"[:MAX_TITLE],
            note=note,
        ),
    )
    runs = _new_runs(comparison, entries, existing=[], confirmed=confirmed)
    comparison.save()
    _queue(runs)
    return comparison


@transaction.atomic
def add_runs(
    comparison: Comparison, entries: Sequence[RequestEntry], *, confirmed: Collection[str] = ()
) -> list[Run]:
    """Add algorithms to a comparison; raises as `create_comparison` does."""
    Comparison.objects.select_for_update().get(pk=comparison.pk)
    existing = list(Run.objects.filter(comparison=comparison))
    return _queue(_new_runs(comparison, entries, existing, confirmed))


def texts_of(comparison: Comparison) -> list[str]:
    """Return the algorithms of a comparison with their parameters, each as `RequestEntry.parse`
    takes it; without those that there are no more, and schedules that no algorithm made."""
    texts = []
    for run in comparison.runs.all():
        try:
            declared = algorithm(run.algorithm)
            texts.append(Request(declared, declared.params.from_mapping(run.params)).text)
        except (UnknownKeyError, ParameterError):
            continue
    return list(dict.fromkeys(texts))


def describe_comparison(comparison: Comparison, *, seen: Seen = NOTHING, **texts: str) -> None:
    """Change `title`, `note` or both; raises `InvalidError` and, for what is not as it was `seen`,
    `StaleError`."""
    store(comparison, checked_texts(Comparison, **texts), seen)


def describe_run(run: Run, *, seen: Seen = NOTHING, **texts: str) -> None:
    """Change the `note` on a run; raises as `describe_comparison` does."""
    store(run, checked_texts(Run, **texts), seen)


@transaction.atomic
def delete_comparison(comparison: Comparison) -> None:
    """Put a comparison into the trash, which closes its links; what waits is cancelled, what
    computes is stopped."""
    stop_comparison(comparison)
    filing.throw_away(comparison)


def stop_run(run: Run) -> bool:
    """Cancel a run that waits, and stop one that computes, which keeps the best schedule it has;
    return whether that changed anything."""
    return lifecycle.stop(run)


def discard_run(run: Run) -> bool:
    """Cancel a run that is stopping, whatever it has; return whether that changed anything."""
    return lifecycle.discard(run)


@transaction.atomic
def stop_comparison(comparison: Comparison) -> int:
    """Stop each run that waits or computes; return how many were stopped. Runs that are computed
    again keep their present results."""
    for renewal in Renewal.objects.filter(run__comparison=comparison, state__in=ACTIVE):
        lifecycle.stop(renewal)
        lifecycle.discard(renewal)
    return sum(map(lifecycle.stop, comparison.runs.filter(state__in=ACTIVE).only("comparison")))


def discard_comparison(comparison: Comparison) -> int:
    """Cancel the runs that are stopping, whatever they have; return how many."""
    return sum(map(lifecycle.discard, comparison.runs.filter(stopping__isnull=False)))


@transaction.atomic
def retry_ended(comparison: Comparison, *, confirmed: Collection[str] = ()) -> None:
    """Queue every run of a comparison again that failed or was cancelled; all or none; raises
    as `retry_run` does, and asks for all commands at once."""
    ended = list(comparison.runs.filter(state__in=(State.FAILED, State.CANCELLED)))
    for run in ended:
        refuse_gone(run)
    refuse_unconfirmed([c for run in ended for c in commands_of(run)], confirmed)
    for run in ended:
        retry_run(run, confirmed=confirmed)


def retry_run(run: Run, *, confirmed: Collection[str] = ()) -> None:
    """Queue a run again that failed, was cancelled, or has a schedule that cannot be read any more.

    Raises `RefusedError` for others, where its algorithm is gone, for algorithms that their owner
    may not run, and for a schedule that came in a file; `UnconfirmedError` for a command that is
    not among those that the owner has just let run.
    """
    if run.is_given:
        raise RefusedError(f"{run.label} was made elsewhere: upload {run.params['file']} again.")
    refuse_gone(run)
    refuse_forbidden(run)
    commands = commands_of(run)
    refuse_unconfirmed(commands, confirmed)
    is_lost = run.is_done and not blobs.verifies(run.schedule)
    with transaction.atomic():
        lost = {"schedule": run.schedule}
        if not (lifecycle.recompute(run, **lost) if is_lost else lifecycle.retry(run)):
            raise RefusedError("Only a run that failed or was cancelled can be started again.")
        Run.objects.filter(pk=run.pk).update(confirmed=list(commands))
        broker.enqueue(Run, run.pk)


def refuse_gone(run: Run) -> None:
    """Refuse to repeat what this version, or its plugins, cannot compute any more."""
    try:
        algorithm(run.algorithm).params.from_mapping(run.params)
    except UnknownKeyError:
        text = f"{run.algorithm} is not installed any more, so {run.label} cannot be run again."
        raise RefusedError(text) from None
    except ParameterError as error:
        raise RefusedError(f"{run.label} cannot be run again: {error}.") from None


@transaction.atomic
def delete_run(run: Run) -> None:
    """Take a run out of its comparison; raises `RefusedError` for the last one."""
    Comparison.objects.select_for_update().get(pk=run.comparison.pk)
    if not Run.objects.filter(comparison=run.comparison).exclude(pk=run.pk).exists():
        raise RefusedError("This is the only run of its comparison: delete the comparison.")
    known.release(run)
    run.delete()


def _rules(values: Mapping[str, Any]) -> dict[str, Any]:
    try:
        return Rules.from_mapping(values).as_dict()
    except ParameterError as error:
        errors = {f"rules.{name}": text for name, text in error.errors.items()}
        raise InvalidError(errors) from error


def _new_runs(
    comparison: Comparison,
    entries: Sequence[RequestEntry],
    existing: Sequence[Run],
    confirmed: Collection[str],
) -> list[Run]:
    """Build runs that are not stored yet."""
    _refuse_forbidden(comparison.owner, entries)
    try:
        checked = check(entries, comparison.instance(), [run.label for run in existing])
    except ParameterError as error:
        raise InvalidError(error.errors) from error
    _limit(comparison.owner, len(checked))
    refuse_unconfirmed([command for one in checked for command in one.params.commands], confirmed)
    first = max((run.position for run in existing), default=-1) + 1
    now = timezone.now()
    return [
        Run(
            comparison=comparison,
            position=first + index,
            algorithm=entry.algorithm.key,
            version=entry.algorithm.version,
            params=entry.params.as_dict(),
            label=entry.label,
            confirmed=list(entry.params.commands),
            queued=now,
        )
        for index, entry in enumerate(checked)
    ]


def _refuse_forbidden(owner: User, entries: Sequence[RequestEntry]) -> None:
    """Raise `InvalidError` for algorithms that the owner may not run."""
    errors = {}
    for index, entry in enumerate(entries):
        declared = ALGORITHMS.get(entry.algorithm)
        if declared and (reason := forbidden(owner, declared)):
            errors[f"entries.{index}.algorithm"] = f"{declared.title} {reason}"
    if errors:
        raise InvalidError(errors)


def _limit(owner: User, more: int) -> None:
    active = active_runs_of(owner).count()
    if active + more > settings.SCHEDWEB_MAX_QUEUED:
        raise RefusedError(
            f"You have {counted(active, 'run')} in the queue, and {more} more would exceed the "
            f"limit of {settings.SCHEDWEB_MAX_QUEUED}: wait for some to end, or cancel some."
        )


def _queue(runs: list[Run]) -> list[Run]:
    Run.objects.bulk_create(runs)
    broker.enqueue(Run, *[run.pk for run in runs])
    return runs
