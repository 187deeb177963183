"""Why a job of a stored run waited."""

from algorithms.explain import Explanation, explain_row, row_of
from schedweb.runs.models import Run
from schedweb.runs.schedules import need_schedule
from schedweb.runs.storage import load_schedule


def explanation_of(run: Run, job: str) -> Explanation:
    """Explain the start of a job by its id; raises `RefusedError` where the run has no schedule,
    and `ParameterError` where there is no such job, or it has no start."""
    need_schedule(run)
    instance = run.comparison.instance()
    row = row_of(instance, job)
    return explain_row(instance, load_schedule(run.schedule), run.algorithm, run.params, row)
