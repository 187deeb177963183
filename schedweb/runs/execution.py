"""Computing one run, from claim to stored result."""

import logging
import platform as machine
import time
from typing import Any

import numba
import numpy
from django.conf import settings

from algorithms.catalogue import algorithm
from algorithms.errors import AlgorithmsError, InfeasibleError, TimeLimitReached
from algorithms.result import Result, finite
from algorithms.solve import solve, warm_up
from algorithms.stop import Progress, Stop
from schedweb.runs import lifecycle
from schedweb.runs.heart import Heart
from schedweb.runs.limits import memory_limit, peak_memory, reset_peak
from schedweb.runs.models import ErrorKind, Run
from schedweb.runs.pictures import draw
from schedweb.runs.storage import save_schedule
from schedweb.runs.workers import worker_name

log = logging.getLogger(__name__)


def execute(pk: str) -> None:
    """Compute a queued run and store what comes out; a run that somebody else has is left alone."""
    held = lifecycle.claim(pk, worker_name())
    if held is None:
        return
    cpu = time.process_time()
    reset_peak()
    try:
        with Heart(held) as heart, memory_limit(settings.SCHEDWEB_RUN_MEMORY_MB):
            result = _compute(pk, heart)
    except lifecycle.LostClaimError:
        log.info("run %s was cancelled or given to another worker", pk)
    except Exception as error:  # whatever an algorithm raises ends its own run only
        kind, sentence = explained(error)
        if kind == ErrorKind.DEFECT:
            log.exception("run %s failed", pk)
        lifecycle.fail(held, kind, sentence, **_measured(cpu))
    else:
        lifecycle.finish(held, result | _measured(cpu))


def _compute(pk: str, heart: Heart) -> dict[str, Any]:
    run = Run.objects.select_related("comparison__workload").get(pk=pk)
    comparison = run.comparison
    jobs, platform = comparison.workload.load(), comparison.platform()

    def hear(progress: Progress) -> None:
        heart.tell(progress=progress.fraction, message=progress.message[:200])

    stop = Stop(time_limit=settings.SCHEDWEB_RUN_SECONDS, listener=hear)
    params = algorithm(run.algorithm).params.from_mapping(run.params)
    warm_up(run.algorithm, params)
    result = solve(jobs, platform, run.algorithm, params, stop=stop)
    heart.tell(progress=1.0, message="storing")
    return _values(result) | draw(comparison.workload, jobs, result)


def _values(result: Result) -> dict[str, Any]:
    return {
        "version": result.version,
        "status": str(result.status),
        "seconds": result.seconds,
        "metrics": {key: finite(value) for key, value in result.metrics.items()},
        "bounds": result.bounds,
        "versions": versions(),
        "schedule": save_schedule(result.schedule),
    }


def _measured(cpu_before: float) -> dict[str, Any]:
    return {"cpu_seconds": time.process_time() - cpu_before, "peak_memory": peak_memory()}


def versions() -> dict[str, str]:
    """Return the versions of what computes."""
    return {
        "Python": machine.python_version(),
        "NumPy": numpy.__version__,
        "Numba": numba.__version__,
    }


def explained(error: Exception) -> tuple[ErrorKind, str]:
    """Return the kind of a failure and the sentence that people read."""
    match error:
        case TimeLimitReached():
            return ErrorKind.TIME, f"The algorithm was {error} and had no schedule to keep."
        case MemoryError():
            limit = settings.SCHEDWEB_RUN_MEMORY_MB
            return ErrorKind.MEMORY, f"The algorithm ran out of memory (limit {limit:,} MB)."
        case InfeasibleError():
            text = "This is our mistake, and nothing was stored."
            return ErrorKind.INFEASIBLE, f"The algorithm returned an {error}. {text}"
        case AlgorithmsError():
            return ErrorKind.REFUSED, f"{error}."
        case FileNotFoundError():
            return ErrorKind.DEFECT, "The stored jobs of this workload are missing."
    name = type(error).__name__
    return ErrorKind.DEFECT, f"The run ended by an internal error ({name}); the log has details."
