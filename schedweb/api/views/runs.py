"""Runs: state, numbers, schedule."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from parsched.model.search_trace import shown
from schedweb.api.serializers.explanations import ExplanationOut, ExplanationQuery
from schedweb.api.serializers.runs import (
    CancelIn,
    RunBrief,
    RunOut,
    RunPatch,
    RunsQuery,
    ScheduleQuery,
    SeriesOut,
    SeriesQuery,
    TraceOut,
)
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.views.base import View, asks
from schedweb.api.views.files import stored
from schedweb.api.views.tasks import WaitingView
from schedweb.base.errors import RefusedError
from schedweb.runs import services
from schedweb.runs.charts import series_of
from schedweb.runs.explanations import explanation_of
from schedweb.runs.files import file_of_run
from schedweb.runs.models import Run
from schedweb.runs.pictures import picture_of
from schedweb.runs.schedules import need_schedule
from schedweb.runs.selectors import run_for, runs_of
from schedweb.workers.models import State


@extend_schema(tags=["runs"])
class Runs(View):
    """One algorithm of a comparison."""

    kept = Run

    @asks(RunsQuery)
    @extend_schema(responses=RunBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your runs."""
        runs = runs_of(self.user)
        if "state" in self.query:
            runs = runs.filter(state=self.query["state"])
        if "comparison" in self.query:
            runs = runs.filter(comparison=self.query["comparison"])
        return self.listed(RunBrief, runs)

    @extend_schema(responses=RunOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a run: state and progress, then metrics, bounds, ratios and certificates."""
        return self.answer(RunOut, run_for(self.user, pk))

    @extend_schema(request=RunPatch, responses=RunOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change the note on a run."""
        services.describe_run(run_for(self.user, pk), **self.validated(RunPatch))
        return self.answer(RunOut, run_for(self.user, pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Take a run out of its comparison; the last one stays."""
        services.delete_run(run_for(self.user, pk))
        return Response(status=204)

    @extend_schema(request=CancelIn, responses=RunOut)
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel a run.

        One that waits is cancelled at once. One that computes is asked to stop: it goes on
        `running`, with the time in `stopping`, until it has kept the best schedule that it has; it
        is then `done`, and its `status` is `stopped early`. With nothing to keep it is `cancelled`.
        A second call changes nothing. With `discard` the run does not wait for its worker: it is
        cancelled at once and keeps nothing. What was cancelled before stays so; a run that is done
        or failed is refused.
        """
        run = run_for(self.user, pk)
        discard = self.validated(CancelIn)["discard"]
        changed = services.stop_run(run)
        changed = (discard and services.discard_run(run)) or changed
        run = run_for(self.user, pk)
        if not changed and run.state in (State.DONE, State.FAILED):
            raise RefusedError(f"The run has ended before: it is {run.state}.")
        return self.answer(RunOut, run)

    @extend_schema(request=None, responses=RunOut)
    def retry(self, request: Request, pk: str) -> Response:
        """Queue a failed or cancelled run again, or one whose stored schedule is damaged."""
        services.retry_run(run_for(self.user, pk))
        return self.answer(RunOut, run_for(self.user, pk))


@extend_schema(tags=["runs"])
class RunSchedule(WaitingView):
    """When and where each job ran."""

    @asks(ScheduleQuery)
    @extend_schema(
        responses={
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "text/plain"): OpenApiTypes.BINARY,
            (200, "application/octet-stream"): OpenApiTypes.BINARY,
            202: TaskOut,
        },
    )
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Download the schedule of a run that is done, or the deployments in it."""
        run, key = run_for(self.user, pk), self.query["format"]
        need_schedule(run)
        if key == "pack":
            return stored(picture_of(run, "gantt"), f"{run.label}.swp.gz")
        is_deployments = key == "deployments"
        name = f"{run.label} deployments.csv" if is_deployments else f"{run.label}.{key}"
        kind = "text/plain" if key == "swf" else "text/csv"
        return self.file(file_of_run(run, key), name, f"{kind}; charset=utf-8")


@extend_schema(tags=["runs"])
class RunSeries(View):
    """What the plots draw."""

    @asks(SeriesQuery)
    @extend_schema(responses=SeriesOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show the points of the plots: each y holds from its x to the next; times in seconds."""
        run = run_for(self.user, pk)
        need_schedule(run)
        return Response({key: series_of(key, run).as_json() for key in self.query["charts"]})


@extend_schema(tags=["runs"])
class RunExplanation(View):
    """Why a job waited."""

    @asks(ExplanationQuery)
    @extend_schema(responses=ExplanationOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Say why a job started when it did, in data and in three sentences.

        Facts come from the schedule. What is claimed of the policy comes from running it again
        on the `simulated` jobs that decide the start; with 0 of them, `unknown` says why not.
        """
        run = run_for(self.user, pk)
        return Response(explanation_of(run, self.query["job"]).as_json())


@extend_schema(tags=["runs"])
class RunTrace(View):
    """How a search went."""

    @extend_schema(responses=TraceOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show how a run searches or has searched: columns over time, some hundred points.

        While it computes, they grow about once per second. Only algorithms that search tell
        anything; of others, and until something is known, `seconds` is empty.
        """
        run = run_for(self.user, pk)
        return Response({"seconds": []} | shown(run.trace, run.comparison.workload.unmodelled))
