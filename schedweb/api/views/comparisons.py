"""Comparisons: several algorithms on one workload and one machine."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from parsched import Instance, Rules
from parsched.base.errors import ParameterError
from parsched.run.ready_made import READY_MADE
from parsched.run.request import RequestEntry
from schedweb.api.parsers import MultiPartParser
from schedweb.api.serializers.comparisons import (
    ComparisonBrief,
    ComparisonIn,
    ComparisonOut,
    ComparisonPatch,
    ComparisonsQuery,
    EntriesIn,
    EstimateIn,
    EstimateOut,
    ScheduleIn,
)
from schedweb.api.serializers.runs import CancelIn, RunOut
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.throttles import UploadThrottle
from schedweb.api.views.base import View, asks
from schedweb.api.views.tasks import WaitingView
from schedweb.base.errors import InvalidError
from schedweb.runs import services
from schedweb.runs.bundles import task_of_bundle
from schedweb.runs.estimates import estimate_all, total
from schedweb.runs.imports import submit_schedule
from schedweb.runs.lists import COMPARISONS
from schedweb.runs.models import Comparison
from schedweb.runs.renewing import recompute
from schedweb.runs.selectors import comparison_for, comparisons_of, run_for
from schedweb.workers.presence import free_processes

OURS = re.compile(r"entries\b(\.(?P<index>\d+))?")


@extend_schema(tags=["comparisons"])
class Comparisons(View):
    """Comparisons with their runs and result tables."""

    kept = Comparison

    @asks(ComparisonsQuery)
    @extend_schema(responses=ComparisonBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your comparisons."""
        return self.listed(ComparisonBrief, self.narrowed(COMPARISONS, comparisons_of(self.user)))

    @extend_schema(request=ComparisonIn, responses={201: ComparisonOut})
    def create(self, request: Request) -> Response:
        """Compare algorithms on a workload and a cluster; the runs are queued at once."""
        values = self.validated(ComparisonIn)
        with _chosen(values, _instance(values)) as entries:
            comparison = services.create_comparison(self.user, entries=entries, **values)
        return self._again(comparison.pk, status=201)

    @extend_schema(responses=ComparisonOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a comparison: state of its runs, result table, summary."""
        return self._again(pk)

    @extend_schema(request=ComparisonPatch, responses=ComparisonOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change title and note."""
        comparison = comparison_for(self.user, pk)
        services.describe_comparison(comparison, **self.validated(ComparisonPatch))
        return self._again(pk)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Put a comparison into the trash for 30 days; its share links
        open nothing meanwhile."""
        services.delete_comparison(comparison_for(self.user, pk))
        return Response(status=204)

    @extend_schema(request=EntriesIn, responses={201: ComparisonOut})
    def extend(self, request: Request, pk: str) -> Response:
        """Add algorithms to a comparison."""
        comparison = comparison_for(self.user, pk)
        values = self.validated(EntriesIn)
        with _chosen(values, comparison.instance()) as entries:
            services.add_runs(comparison, entries)
        return self._again(pk, status=201)

    @extend_schema(request=EstimateIn, responses=EstimateOut)
    def estimate(self, request: Request) -> Response:
        """Say how long the runs of a new comparison would take, without starting any.

        Estimates come from earlier runs of the same algorithms here.
        """
        values = self.validated(EstimateIn)
        instance = _instance(values)
        with _chosen(values, instance) as entries:
            runs = estimate_all(entries, instance)
        together = total([run.estimate for run in runs], free_processes())
        return self.answer(EstimateOut, {"runs": runs, "total": together})

    @extend_schema(request=CancelIn, responses=ComparisonOut)
    def cancel(self, request: Request, pk: str) -> Response:
        """Cancel every run that has not ended.

        Those that wait are cancelled at once, those that compute are asked to stop and keep the
        best schedule that they have; a second call changes nothing. With `discard` all of them are
        cancelled at once and keep nothing.
        """
        comparison = comparison_for(self.user, pk)
        discard = self.validated(CancelIn)["discard"]
        services.stop_comparison(comparison)
        if discard:
            services.discard_comparison(comparison)
        return self._again(pk)

    @extend_schema(request=None, responses={202: ComparisonOut})
    def recompute(self, request: Request, pk: str) -> Response:
        """Queue again everything that an older version computed, with the same parameters and
        seeds.

        Results stay until the new ones are there; a second call changes nothing.
        """
        recompute(comparison_for(self.user, pk))
        return self._again(pk, 202)

    def _again(self, pk: str, status: int = 200) -> Response:
        return self.answer(ComparisonOut, comparison_for(self.user, pk), status)


@extend_schema(tags=["comparisons"])
class Bundle(WaitingView):
    """Everything of a comparison."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY, 202: TaskOut})
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Download figures, tables, schedules, jobs, BibTeX and the command that repeats it as one
        zip."""
        comparison = comparison_for(self.user, pk)
        return self.file(task_of_bundle(comparison), f"{comparison.title}.zip", "application/zip")


@extend_schema(tags=["comparisons"])
class Schedules(WaitingView):
    """Schedules that were made elsewhere."""

    takes_files = True
    parser_classes = (MultiPartParser,)
    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=ScheduleIn, responses={201: RunOut, 202: TaskOut})
    def create(self, request: Request, pk: str) -> Response:
        """Add a schedule that was made elsewhere to a comparison.

        Its rows are matched with the jobs by id, all rules are checked, and it becomes a run that
        is done. One that breaks rules has them in `violations`, and is ranked with no other; how
        rows were matched stands in `warnings`. A file without any of the jobs is refused.
        """
        comparison = comparison_for(self.user, pk)
        values = self.validated(ScheduleIn)
        file, kind = values.pop("file"), values.pop("format", "")
        task = submit_schedule(comparison, file, file.name or "", kind=kind, **values)
        return self.created(task, RunOut, lambda key: run_for(self.user, key), "file")


def _instance(values: Mapping[str, Any]) -> Instance:
    """Return what is to be solved; raises `InvalidError`."""
    try:
        rules = Rules.from_mapping(values["rules"])
    except ParameterError as error:
        raise InvalidError({f"rules.{n}": text for n, text in error.errors.items()}) from error
    return Instance(values["workload"].load(), values["cluster"].platform(), rules)


@contextmanager
def _chosen(values: dict[str, Any], instance: Instance) -> Iterator[list[RequestEntry]]:
    """Take the entries out of the request values; errors of the services get the field names of the
    API."""
    own = [RequestEntry(**item) for item in values.pop("algorithms", [])]
    key = values.pop("ready_made", None)
    try:
        yield [*own, *_ready_made(key, instance)]
    except InvalidError as error:
        fields = {_named(name, len(own)): text for name, text in reversed(error.errors.items())}
        raise InvalidError(dict(reversed(fields.items()))) from error


def _ready_made(key: str | None, instance: Instance) -> Sequence[RequestEntry]:
    if key is None:
        return ()
    if reason := READY_MADE[key].refusal(instance):
        raise InvalidError({"ready_made": f"{key} {reason}"})
    return READY_MADE[key].methods


def _named(name: str, own: int) -> str:
    """Name a field as the request did: the request's own entries come before the entries of the
    ready-made comparison."""
    if not (match := OURS.match(name)):
        return name
    index = match["index"]
    is_own = own if index is None else int(index) < own
    return f"algorithms{name.removeprefix('entries')}" if is_own else "ready_made"
