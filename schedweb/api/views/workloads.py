"""Workloads and the uploads that become some."""

from typing import Any, BinaryIO, cast

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from algorithms import formats
from algorithms.errors import FormatError, WorkloadError
from algorithms.merging import NothingLeft
from schedweb.api.serializers.workloads import (
    EnvironmentsIn,
    FileQuery,
    GenerateIn,
    MergeIn,
    UploadIn,
    UploadOut,
    UseIn,
    WorkloadBrief,
    WorkloadIn,
    WorkloadOut,
    WorkloadPatch,
    WorkloadsQuery,
)
from schedweb.api.throttles import UploadThrottle
from schedweb.api.views.base import View, asks
from schedweb.api.views.files import written
from schedweb.errors import InvalidError
from schedweb.workloads import services
from schedweb.workloads.environments import take_environments
from schedweb.workloads.merging import keep_merge, plan_merge
from schedweb.workloads.models import Upload
from schedweb.workloads.selectors import upload_for, workload_for, workloads_of
from schedweb.workloads.sources import Shelf

CONTENT_TYPES = {"json": "application/json", "csv": "text/csv"}


class FileReader(View):
    """Base of what takes files."""

    takes_files = True
    parser_classes = (MultiPartParser,)
    throttle_classes = (UserRateThrottle, UploadThrottle)

    def read(self, file: Any) -> Upload:
        """Read a file; raises `InvalidError`."""
        try:
            return services.read_upload(self.user, cast("BinaryIO", file), file.name or "")
        except (FormatError, WorkloadError) as error:
            raise InvalidError({"file": str(error)}) from error


@extend_schema(tags=["workloads"])
class Uploads(FileReader):
    """Files that were read and wait for a decision."""

    @extend_schema(request=UploadIn, responses={201: UploadOut})
    def create(self, request: Request) -> Response:
        """Read a file and report line by line what would be dropped and repaired.

        Nothing becomes a workload before `/uploads/{id}/use`.
        """
        return self.shown(UploadOut, self.read(self.given(UploadIn)["file"]), status=201)

    @extend_schema(responses=UploadOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show an upload with its report."""
        return self.shown(UploadOut, upload_for(self.user, pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Forget an upload."""
        services.discard_upload(upload_for(self.user, pk))
        return Response(status=204)


@extend_schema(tags=["workloads"])
class Use(View):
    """The decision about an upload."""

    @extend_schema(request=UseIn, responses={201: WorkloadOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make an upload a workload, if asked without jobs that are too wide, and with others of
        their names for environments."""
        upload = upload_for(self.user, pk)
        kept = services.keep_upload(upload, **{"name": upload.name, **self.given(UseIn)})
        return self.shown(WorkloadOut, kept, status=201)


@extend_schema(tags=["workloads"])
class Workloads(FileReader):
    """Sets of jobs."""

    @asks(WorkloadsQuery)
    @extend_schema(responses=WorkloadBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your workloads."""
        return self.listed(WorkloadBrief, workloads_of(self.user))

    @extend_schema(request=WorkloadIn, responses={201: WorkloadOut})
    def create(self, request: Request) -> Response:
        """Upload a workload in one step; the answer holds the report on its lines.

        Lines that are no jobs are left out and counted, unless `strict` is set. To look at the
        report before deciding, send the file to `/uploads`.
        """
        given = self.given(WorkloadIn)
        upload, strict = self.read(given.pop("file")), given.pop("strict")
        try:
            if strict:
                _refuse_dropped(upload)
            kept = services.keep_upload(upload, **{"name": upload.name, **given})
        except InvalidError:
            services.discard_upload(upload)
            raise
        return self.shown(WorkloadOut, kept, status=201)


@extend_schema(tags=["workloads"])
class OneWorkload(View):
    """A set of jobs."""

    @extend_schema(responses=WorkloadOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a workload with the report on its file."""
        return self.shown(WorkloadOut, workload_for(self.user, pk))

    @extend_schema(request=WorkloadPatch, responses=WorkloadOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename a workload."""
        workload = workload_for(self.user, pk)
        name = self.given(WorkloadPatch).get("name", workload.name)
        return self.shown(WorkloadOut, services.rename_workload(workload, name))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Delete a workload that no comparison uses."""
        services.delete_workload(workload_for(self.user, pk))
        return Response(status=204)


@extend_schema(tags=["workloads"])
class Environments(View):
    """What jobs need deployed."""

    @extend_schema(request=EnvironmentsIn, responses={201: WorkloadOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make a workload of the same jobs with others of their names for environments.

        The workload itself stays as it is, with its comparisons. `features.labels` tells which
        names its jobs have.
        """
        workload = workload_for(self.user, pk)
        made = take_environments(self.user, workload, **self.given(EnvironmentsIn))
        return self.shown(WorkloadOut, made, status=201)


@extend_schema(tags=["workloads"])
class Generated(View):
    """Synthetic workloads."""

    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=GenerateIn, responses={201: WorkloadOut})
    def create(self, request: Request) -> Response:
        """Generate a workload; the same parameters give the same jobs."""
        made = services.generate_workload(self.user, **self.given(GenerateIn))
        return self.shown(WorkloadOut, made, status=201)


@extend_schema(tags=["workloads"])
class MergedWorkloads(View):
    """Workloads of several sites."""

    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=MergeIn, responses={201: WorkloadOut})
    def create(self, request: Request) -> Response:
        """Merge stored workloads by a specification, one for each site of a grid.

        A source names its workload by `workload` (id), `sha256` or `file`. The same specification
        and the same files give the same jobs; `source.spec` of the answer has the digests.
        """
        plan = plan_merge(Shelf(self.user), self.given(MergeIn))
        try:
            kept = keep_merge(self.user, plan)
        except NothingLeft as error:
            raise InvalidError({"sources": str(error)}) from error
        return self.shown(WorkloadOut, kept, status=201)


@extend_schema(tags=["workloads"])
class WorkloadFile(View):
    """The jobs as a file."""

    @asks(FileQuery)
    @extend_schema(
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "text/plain"): OpenApiTypes.BINARY,
        },
    )
    def retrieve(self, request: Request, pk: str) -> FileResponse:
        """Download the jobs; moldable ones fit in JSON only."""
        workload, key = workload_for(self.user, pk), self.query["format"]
        jobs = workload.load()
        try:
            return written(
                lambda stream: formats.write(jobs, stream, format=key),
                f"{workload.name}.{key}",
                CONTENT_TYPES.get(key, "text/plain"),
            )
        except WorkloadError as error:
            raise InvalidError({"format": str(error)}) from error


def _refuse_dropped(upload: Upload) -> None:
    if upload.report["dropped"]:
        sentences = [f["sentence"] for f in upload.report["findings"] if f["drops"]]
        raise InvalidError({"file": "; ".join(sentences)})
