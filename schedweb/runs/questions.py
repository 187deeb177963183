"""Which jobs of stored runs match a question."""

from parsched.report.questions import AskedJobs, QuestionError, matching, parsed
from schedweb.base.errors import InvalidError
from schedweb.runs.models import Run
from schedweb.runs.schedules import need_schedule
from schedweb.runs.storage import load_schedule


def matching_ids(run: Run, question: str, baseline: Run | None = None) -> list[str]:
    """Return the identifiers of the jobs that match, in the order of the workload.

    Raises `RefusedError` for runs without a schedule, and `InvalidError` for a text that is no
    question to these jobs.
    """
    need_schedule(run)
    before = None
    if baseline is not None:
        need_schedule(baseline)
        before = load_schedule(baseline.schedule)
    jobs = AskedJobs(run.comparison.instance(), load_schedule(run.schedule), before)
    try:
        chosen = matching(parsed(question), jobs)
    except QuestionError as error:
        raise InvalidError({"question": f"question: {error}"}) from error
    return [str(name) for name in jobs.workload.ids[chosen].tolist()]
