"""Computing one run, for the first time or again, from claim to stored result."""

import logging
import math
import time
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from parsched.base.errors import (
    AlgorithmsError,
    Cancelled,
    InfeasibleError,
    SolverError,
    TimeLimitReached,
)
from parsched.base.processor_time import cpu_seconds
from parsched.model.search_trace import TracePoint, columns
from parsched.model.stop import Progress, Stop
from parsched.policies.catalogue import algorithm
from parsched.policies.external.messages import ProgramError
from parsched.run.result import Result
from parsched.run.solve import solve
from schedweb.base import outages
from schedweb.base.errors import DamagedError, RefusedError, UnconfirmedError
from schedweb.runs.bounds import recall
from schedweb.runs.checkpoints import Checkpoints, earlier
from schedweb.runs.commands import refuse_unconfirmed
from schedweb.runs.damage import explain
from schedweb.runs.judging import judged_again
from schedweb.runs.models import Renewal, Run
from schedweb.runs.outcomes import conclude
from schedweb.runs.proving import prove
from schedweb.runs.selectors import refuse_forbidden
from schedweb.runs.storage import save_schedule
from schedweb.workers import lifecycle
from schedweb.workers.database import persistently
from schedweb.workers.heartbeat import Heart
from schedweb.workers.limits import memory_limit, peak_memory, reset_peak
from schedweb.workers.models import ErrorKind, State
from schedweb.workers.outbox import Ending, hand_over
from schedweb.workers.patience import patiently
from schedweb.workers.processes import worker_name

TELL_SECONDS = 0.5
"""Least time before progress is written and between two writes of it."""
TRACE_SECONDS = 1.0
"""Least time between two writes of a trace while its run computes."""
NEEDED = (
    "algorithm",
    "params",
    "checkpoint",
    "comparison__sites",
    "comparison__rules",
    "comparison__deployment",
    "comparison__systems",
    "comparison__known__values",
    "comparison__known__versions",
    "comparison__known__proved",
    "comparison__known__proved_by",
    "comparison__concerned",
    "comparison__workload__name",
    "comparison__workload__digest",
    "comparison__workload__features",
    "comparison__workload__kind",
    "comparison__owner__is_active",
    "comparison__owner__is_staff",
)
"""What is read of a run before it is computed, and of what it belongs to when it has ended."""

log = logging.getLogger(__name__)


def execute(pk: str) -> bool:
    """Compute a queued run and store its result, then the bounds of its instance that are not
    stored yet. Return False where another worker has the run."""
    return _carry_out(Run, pk)


def renew(pk: str) -> bool:
    """Compute a run again for its queued renewal, as `execute` does."""
    return _carry_out(Renewal, pk)


def _carry_out(model: type[Run | Renewal], pk: str) -> bool:
    held = persistently(lambda: lifecycle.claim(model, pk, worker_name()), f"run {pk}")
    if held is None:
        return False
    with Heart(held) as heart:
        work = persistently(lambda: _found(model, held.pk), f"run {held.pk}")
        ending = _attempt(work, held, heart) if work else None
        has_ended = ending is not None and hand_over(held, ending)
    if work and has_ended:
        comparison = _run_of(work).comparison
        # Findings do not wait for bounds either; who proves concludes once more.
        conclude(comparison)
        if ending is not None and ending.state == State.DONE:
            prove(comparison)
    return True


def _run_of(work: Run | Renewal) -> Run:
    return work.run if isinstance(work, Renewal) else work


def _attempt(work: Run | Renewal, held: lifecycle.WorkClaim, heart: Heart) -> Ending | None:
    """Return how the attempt ended; None when it no longer matters."""
    run = _run_of(work)
    cpu = cpu_seconds()
    reset_peak()
    ear = _Ear(heart)
    limit = settings.SCHEDWEB_RUN_SECONDS
    ear.stop = stop = Stop(
        time_limit=limit, listener=ear, interval=TELL_SECONDS, initial=earlier(work)
    )
    try:
        if stop.initial is not None:
            heart.tell(record={"resumed": True})
        with memory_limit(settings.SCHEDWEB_RUN_MEMORY_MB):
            stored = _compute(work, stop, heart)
    except lifecycle.LostClaimError:
        log.info("run %s was cancelled or given to another worker", held.pk)
        return None
    except DamagedError as error:
        sentence = explain(error, run.comparison.owner).sentence
        return Ending(State.FAILED, _measured({}, cpu, stop), ErrorKind.STORAGE, sentence)
    except Cancelled:
        return Ending(State.CANCELLED, _measured({}, cpu, stop))
    except Exception as error:  # whatever an algorithm raises ends its own run only
        kind, sentence = explained(error)
        if kind == ErrorKind.DEFECT:
            log.exception("run %s failed", held.pk)
        return Ending(State.FAILED, _measured({}, cpu, stop), kind, sentence)
    return Ending(State.DONE, _measured(stored, cpu, stop))


def _found(model: type[Run | Renewal], pk: str) -> Run | Renewal | None:
    within = "run__" if model is Renewal else ""
    related = [f"{within}comparison__{name}" for name in ("workload", "known", "owner")]
    rows = model.objects.select_related(*related)
    needed = {"checkpoint", "confirmed", *(f"{within}{name}" for name in NEEDED)}
    found: Run | Renewal | None = rows.only(*needed).filter(pk=pk).first()
    return found


def _compute(work: Run | Renewal, stop: Stop, heart: Heart) -> dict[str, Any]:
    run = _run_of(work)
    comparison = run.comparison
    if run.is_given:
        return patiently(lambda: judged_again(run), heart)
    refuse_forbidden(run)
    instance = patiently(comparison.instance, heart)
    params = algorithm(run.algorithm).params.from_mapping(run.params)
    refuse_unconfirmed(params.commands, work.confirmed)
    stop.allow_commands = True  # those that were confirmed
    persistently(lambda: recall(comparison, instance), f"bounds of run {run.pk}")
    result = solve(instance, run.algorithm, params, stop=stop)
    resumed = stop.initial is not None
    return patiently(lambda: _values(result, resumed=resumed), heart)


class _Ear:
    """Stores what an algorithm tells, and cancels it when it shall stop; of a search that `stop`
    belongs to also checkpoints.

    Nothing is stored at first: a short run ends before anybody could read it.
    """

    def __init__(self, heart: Heart) -> None:
        self.stop: Stop | None = None
        self._heart = heart
        self._checkpoints = Checkpoints()
        self._made = time.monotonic()
        self._written = -math.inf

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if now - self._made < TELL_SECONDS:
            return
        fields: dict[str, Any] = {"progress": progress.fraction, "message": progress.message[:200]}
        if self.stop:
            fields |= self._checkpoints.of(self.stop)
        if self._heart.tell(**fields, **self._trace(progress, now)):
            raise Cancelled("a user asked for it")

    def _trace(self, progress: Progress, now: float) -> dict[str, Any]:
        """Return the trace up to now, unless it was just written: a chart of it shows time passing
        while nothing better is found."""
        points = progress.trace.points
        if not points or now - self._written < TRACE_SECONDS:
            return {}
        self._written = now
        if points[-1].seconds < progress.seconds:
            points = (*points, TracePoint(progress.seconds, progress.values))
        return {"details": {"trace": columns(points)}}


def _values(result: Result, *, resumed: bool) -> dict[str, Any]:
    record = result.record()
    return {
        "version": result.version,
        "message": result.interruption[:200],
        "record": record.outcome | {"resumed": resumed},
        "details": record.details,
        "schedule": save_schedule(result.schedule),
        "checkpoint": "",
    }


def _measured(stored: Mapping[str, Any], cpu_before: float, stop: Stop) -> dict[str, Any]:
    """Return what is stored of an attempt, with what it took."""
    own = peak_memory()
    took = {
        "cpu_seconds": cpu_seconds() - cpu_before,
        "peak_memory": None if own is None else own + stop.helper_memory,
    }
    resumed = {"resumed": True} if stop.initial is not None else {}
    return {**stored, "record": {**resumed, **stored.get("record", {}), **took}}


def explained(error: Exception) -> tuple[ErrorKind, str]:
    """Return the kind of a failure and the sentence that people read."""
    match error:
        case TimeLimitReached():
            return ErrorKind.TIME, f"The algorithm had no schedule to keep when {error}."
        case MemoryError():
            limit = settings.SCHEDWEB_RUN_MEMORY_MB
            text = f"The algorithm ran out of memory (limit {limit:,} MB)."
            return ErrorKind.MEMORY, f"{text} SCHEDWEB_RUN_MEMORY_MB is the setting for it."
        case InfeasibleError():
            text = "This is our mistake, and nothing was stored."
            return ErrorKind.INFEASIBLE, f"The algorithm returned an {error}. {text}"
        case UnconfirmedError():
            how = "Try it again, and a page asks for that."
            return ErrorKind.REFUSED, f"It waits until you confirm its command. {how}"
        case RefusedError():
            return ErrorKind.REFUSED, str(error)
        case ProgramError():
            return ErrorKind.SOLVER, f"The scheduler failed: {error}."
        case SolverError():
            return ErrorKind.SOLVER, f"A solver that the algorithm needs failed: {error}."
        case AlgorithmsError():
            return ErrorKind.REFUSED, f"{error}."
        case OSError():
            reason = outages.reason(error)
            return ErrorKind.STORAGE, f"The schedule could not be stored: {reason}."
    name = type(error).__name__
    return ErrorKind.DEFECT, f"The run ended by an internal error ({name}); the log has details."
