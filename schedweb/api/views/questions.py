"""Questions to schedules: what may be asked, and which jobs match."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched.report.questions import FIELDS
from schedweb.api.serializers.base import ListQuery
from schedweb.api.serializers.questions import FieldOut, MatchingOut, QuestionQuery
from schedweb.api.views.base import View, asks
from schedweb.base.errors import InvalidError
from schedweb.runs.models import Run
from schedweb.runs.questions import matching_ids
from schedweb.runs.selectors import run_for


@extend_schema(tags=["catalogue"])
class QuestionFields(View):
    """What may be asked of a job."""

    @asks(ListQuery)
    @extend_schema(responses=FieldOut(many=True))
    def list(self, request: Request) -> Response:
        """List the fields of questions with their formulas."""
        return self.listed(FieldOut, list(FIELDS.values()))


@extend_schema(tags=["runs"])
class RunJobs(View):
    """The jobs of a run that match a question."""

    @asks(QuestionQuery)
    @extend_schema(responses=MatchingOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """List the ids of the jobs that match a question under a run that is done."""
        run, question = run_for(self.user, pk), self.query["question"]
        ids = matching_ids(run, question, self._baseline(run))
        found = {"ids": ids, "count": len(ids), "jobs": run.comparison.workload.jobs}
        return self.answer(MatchingOut, {"run": run.pk, "question": question, **found})

    def _baseline(self, run: Run) -> Run | None:
        key = self.query.get("baseline")
        if key is None:
            return None
        other = run.comparison.runs.filter(pk=key).first()
        if other is None:
            rule = "baseline must be the id of a run of the same comparison"
            raise InvalidError({"baseline": f"{rule}, got {key[:40]!r}"})
        return other
