"""Why a job of a stored run waited."""

from parsched.model.problem.identifiers import row_of
from parsched.report.classes import longest
from parsched.report.explain import Explanation, explain_row
from schedweb.runs.models import Run
from schedweb.runs.schedules import need_schedule
from schedweb.runs.storage import load_schedule


def explanation_of(run: Run, job: str) -> Explanation:
    """Explain the start of a job by its id, blank for the one that waits longest; raises
    `RefusedError` where the run has no schedule, and `ParameterError` where there is no such job,
    or it has no start."""
    need_schedule(run)
    instance, schedule = run.comparison.instance(), load_schedule(run.schedule)
    is_any = not job and len(instance.jobs) > 0
    row = longest(instance.jobs, schedule).job if is_any else row_of(instance.jobs, job)
    return explain_row(instance, schedule, run.algorithm, run.params, row)
