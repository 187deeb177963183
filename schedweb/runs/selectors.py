"""Finding comparisons and runs: people see their own, everything else is 404."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.shortcuts import get_object_or_404

from parsched.base.errors import ParameterError
from parsched.model.problem.instance import Instance
from parsched.policies.catalogue import ALGORITHMS, Algorithm, algorithm
from schedweb.accounts.models import User
from schedweb.base.errors import RefusedError
from schedweb.runs.commands import refusal_of_commands
from schedweb.runs.models import Comparison, Run
from schedweb.workers.models import ACTIVE, ENDED, State

Fetch = Callable[[QuerySet[Comparison]], QuerySet[Comparison]]
"""What is fetched along with comparisons."""
PROGRESS = ("comparison_id", "position", "state", "progress", "message", "stopping", "attempts")


def comparisons_of(user: User, *, trashed: bool = False) -> QuerySet[Comparison]:
    """Return a person's comparisons, newest first, with workload and numbers of runs; or those in
    the trash.

    Annotations: `run_count`, `over_count` (ended in any way), `failed_count`.
    """
    return (
        Comparison.everything.filter(owner=user, trashed__isnull=not trashed)
        .select_related("workload", "cluster")
        .annotate(
            run_count=Count("runs"),
            over_count=Count("runs", filter=Q(runs__state__in=ENDED)),
            failed_count=Count("runs", filter=Q(runs__state=State.FAILED)),
        )
        .order_by("-created")
    )


def recent_of(user: User, most: int) -> list[Comparison]:
    """Return a person's newest comparisons in use, as `comparisons_of` does, with what they found
    and `done_count` (runs with a result)."""
    done = Count("runs", filter=Q(runs__state=State.DONE))
    recent = comparisons_of(user).filter(archived=None).annotate(done_count=done)
    return list(recent.select_related("workload", "cluster", "outcome", "known")[:most])


def last_finished(user: User) -> Comparison | None:
    """Return a person's newest comparison whose runs have all ended, at least one with a result."""
    return _finished(user).first()


def finished_samples(user: User) -> QuerySet[Comparison]:
    """Return the sample comparisons that have ended with a result, in the order of the lists."""
    return _finished(user).filter(is_sample=True)


def _finished(user: User) -> QuerySet[Comparison]:
    """Return comparisons with a result, none of whose runs waits or computes, newest first."""
    ended = Comparison.objects.filter(owner=user).exclude(runs__state__in=ACTIVE)
    done = Run.objects.filter(comparison=OuterRef("pk"), state=State.DONE)
    finished = ended.filter(Exists(done)).order_by("-created")
    return finished.select_related("workload", "cluster", "outcome", "known")


def with_runs(comparisons: QuerySet[Comparison]) -> QuerySet[Comparison]:
    """Fetch workload, outcome, what is known of the instance or about to be and, in order of
    position, the runs along with comparisons."""
    fetched = comparisons.select_related("workload", "cluster", "outcome", "known__proof")
    return fetched.prefetch_related("runs")


def with_states(comparisons: QuerySet[Comparison]) -> QuerySet[Comparison]:
    """Fetch how far runs and bounds are along with comparisons, without what came out."""
    comparisons = comparisons.select_related("known__proof").defer("known__values")
    return comparisons.prefetch_related(Prefetch("runs", Run.objects.only(*PROGRESS)))


def comparison_for(user: User, pk: str, fetch: Fetch = with_runs) -> Comparison:
    """Return one of a person's comparisons with what `fetch` fetches; raises Http404."""
    return get_object_or_404(fetch(Comparison.objects.filter(owner=user)), pk=pk)


def runs_of(user: User) -> QuerySet[Run]:
    """Return a person's runs, the last queued first."""
    return (
        Run.objects.filter(comparison__owner=user, comparison__trashed=None)
        .select_related("comparison__workload", "comparison__known")
        .order_by("-queued", "position")
    )


def run_for(user: User, pk: str) -> Run:
    """Return one of a person's runs with its comparison and workload; raises Http404."""
    return get_object_or_404(runs_of(user), pk=pk)


def warnings_of(run: Run) -> list[str]:
    """Return the warnings about unwanted effects of a run's parameters on its machine, and what its
    algorithm said of the result."""
    declared = ALGORITHMS.get(run.algorithm)
    try:
        params = declared.params.from_mapping(run.params) if declared else None
    except ParameterError:  # a parameter of an earlier version
        params = None
    warnings = () if params is None else params.warnings(run.comparison.platform())
    return [*warnings, *run.result.remarks]


def active_runs_of(user: User) -> QuerySet[Run]:
    """Return a person's runs that wait or compute."""
    return runs_of(user).filter(state__in=ACTIVE)


@dataclass(frozen=True)
class Offer:
    """An algorithm for an instance, and why it cannot be chosen (None: it can)."""

    algorithm: Algorithm
    refusal: str | None


def offers(user: User, instance: Instance | None) -> list[Offer]:
    """Return all algorithms of the catalogue with the reasons against them: before the instance is
    known, there are only those that some people may not run."""
    return [Offer(one, _refusal(user, one, instance)) for one in ALGORITHMS.values()]


def _refusal(user: User, declared: Algorithm, instance: Instance | None) -> str | None:
    refusal = forbidden(user, declared)
    if refusal is None and instance is not None:
        refusal = declared.supports.refusal(instance)
    return refusal


def forbidden(user: User, declared: Algorithm) -> str | None:
    """Return why a person may not run an algorithm, whatever the instance, or None."""
    return refusal_of_commands(user) if declared.runs_commands else None


def commands_of(run: Run) -> tuple[str, ...]:
    """Return the commands that a run starts; raises as `from_mapping` of its parameters does."""
    if run.is_given:
        return ()
    return algorithm(run.algorithm).params.from_mapping(run.params).commands


def refuse_forbidden(run: Run) -> None:
    """Raise `RefusedError` where the owner of a run may not run its algorithm, or no more."""
    declared = algorithm(run.algorithm)
    if reason := forbidden(run.comparison.owner, declared):
        raise RefusedError(f"{declared.title} {reason}.")
