"""Workloads and the uploads that become some."""

import json
import re
from http import HTTPStatus
from typing import Any

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from parsched.base.errors import AlgorithmsError, WorkloadError
from parsched.data.formats import LEAVE_DEPENDENCIES_OUT
from parsched.data.logs import SOURCES, known
from parsched.data.logs import Mapping as Profile
from schedweb.api.parsers import MultiPartParser
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.serializers.workloads import (
    EnvironmentsIn,
    FileQuery,
    GenerateIn,
    MergeIn,
    ReadIn,
    UploadOut,
    UseIn,
    WithoutUsersIn,
    WorkloadBrief,
    WorkloadIn,
    WorkloadOut,
    WorkloadPatch,
    WorkloadsQuery,
)
from schedweb.api.throttles import UploadThrottle
from schedweb.api.views.base import View, asks
from schedweb.api.views.tasks import WaitingView
from schedweb.base.errors import InvalidError
from schedweb.store import blobs
from schedweb.workers.models import Task
from schedweb.workers.services import submit
from schedweb.workloads import services
from schedweb.workloads.files import file_of_workload, unkept_of
from schedweb.workloads.lists import WORKLOADS
from schedweb.workloads.merging import plan_merge
from schedweb.workloads.models import Upload, Workload
from schedweb.workloads.pseudonyms import arguments_for
from schedweb.workloads.selectors import upload_for, workload_for, workloads_of
from schedweb.workloads.sources import SourceShelf

CONTENT_TYPES = {"json": "application/json", "csv": "text/csv"}


def read_as(source: str) -> dict[str, Any]:
    """Return what a task is told of a log: the key of its source, or what its columns mean.

    Raises `InvalidError` under `source`.
    """
    try:
        if not source or source in SOURCES:
            return {"source": source}
        if re.fullmatch(r"[\w-]+", source):
            known(source)
        return {"profile": Profile.from_toml(source).as_json()}
    except AlgorithmsError as error:
        raise InvalidError({"source": str(error)}) from error


def _arguments(sent: dict[str, Any]) -> dict[str, Any]:
    """Take what is said of pseudonyms and dependencies out of a request, and return the arguments
    of the task."""
    switch = LEAVE_DEPENDENCIES_OUT.name
    left_out = {switch: True} if sent.pop(switch) else {}
    return left_out | arguments_for(sent.pop("key", ""), asked=sent.pop("pseudonyms"))


class FileReader(WaitingView):
    """Base of what takes files."""

    takes_files = True
    parser_classes = (MultiPartParser,)
    throttle_classes = (UserRateThrottle, UploadThrottle)

    def read(self, file: Any, source: str, **arguments: Any) -> Task:
        """Let a worker read a file, as a source or profile says if one is given."""
        arguments |= read_as(source)
        name = services.plain_name(file.name or "") or "upload"
        arguments = {"file": name, "pasted": False, **arguments}
        return submit(self.user, "upload", arguments, input=blobs.put_file(file))


@extend_schema(tags=["workloads"])
class Uploads(FileReader):
    """Files that were read and wait for a decision."""

    kept = Upload

    @extend_schema(request=ReadIn, responses={201: UploadOut, 202: TaskOut})
    def create(self, request: Request) -> Response:
        """Read a file and report line by line what would be dropped and repaired.

        Nothing becomes a workload before `/uploads/{id}/use`.
        """
        values = self.validated(ReadIn)
        arguments = _arguments(values)
        task = self.read(values["file"], values.get("source", ""), **arguments)
        return self.created(task, UploadOut, lambda key: upload_for(self.user, key), "file")

    @extend_schema(responses=UploadOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show an upload with its report."""
        return self.answer(UploadOut, upload_for(self.user, pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Forget an upload."""
        services.discard_upload(upload_for(self.user, pk))
        return Response(status=204)


@extend_schema(tags=["workloads"])
class UploadDecision(WaitingView):
    """The decision about an upload."""

    @extend_schema(request=UseIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make an upload a workload, if asked without jobs that are too wide, and with others of
        their names for environments."""
        upload = upload_for(self.user, pk)
        values = {"name": upload.name, **self.validated(UseIn)}
        arguments = {"upload": upload.pk, "name": upload.name, "values": values}
        return self.created_workload(submit(self.user, "use", arguments))


@extend_schema(tags=["workloads"])
class Workloads(FileReader):
    """Sets of jobs."""

    @asks(WorkloadsQuery)
    @extend_schema(responses=WorkloadBrief(many=True))
    def list(self, request: Request) -> Response:
        """List your workloads."""
        return self.listed(WorkloadBrief, self.narrowed(WORKLOADS, workloads_of(self.user)))

    @extend_schema(request=WorkloadIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request) -> Response:
        """Upload a workload in one step; the answer holds the report on its lines.

        Lines that are no jobs are left out and counted, unless `strict` is set. To look at the
        report before deciding, send the file to `/uploads`.
        """
        use = self.validated(WorkloadIn)
        arguments = _arguments(use)
        file, strict, source = use.pop("file"), use.pop("strict"), use.pop("source", "")
        task = self.read(file, source, use=use, strict=strict, **arguments)
        return self.created_workload(task, "file")


@extend_schema(tags=["workloads"])
class OneWorkload(View):
    """A set of jobs."""

    kept = Workload

    @extend_schema(responses=WorkloadOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show a workload with the report on its file."""
        return self.answer(WorkloadOut, workload_for(self.user, pk))

    @extend_schema(request=WorkloadPatch, responses=WorkloadOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Rename a workload."""
        workload = workload_for(self.user, pk)
        services.rename_workload(workload, **self.validated(WorkloadPatch))
        return self.answer(WorkloadOut, workload)

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Put a workload that no comparison uses into the trash for 30 days."""
        services.delete_workload(workload_for(self.user, pk))
        return Response(status=204)


@extend_schema(tags=["workloads"])
class Environments(WaitingView):
    """What jobs need deployed."""

    @extend_schema(request=EnvironmentsIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make a workload of the same jobs with others of their names for environments.

        The workload itself stays as it is, with its comparisons. `features.labels` tells which
        names its jobs have.
        """
        workload = workload_for(self.user, pk)
        arguments = {"workload": workload.pk, "values": self.validated(EnvironmentsIn)}
        return self.created_workload(submit(self.user, "environments", arguments))


@extend_schema(tags=["workloads"])
class WithoutUsers(WaitingView):
    """Workloads without those who use the machine most."""

    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=WithoutUsersIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request, pk: str) -> Response:
        """Make a workload of the same jobs without the jobs of the users with most work, which is
        processors times run time.

        The workload itself stays as it is. `source.without_users` of the answer says who was left
        out.
        """
        workload = workload_for(self.user, pk)
        values = self.validated(WithoutUsersIn)
        arguments = {"workload": workload.pk, "values": values, "comparison": ""}
        return self.created_workload(submit(self.user, "without-users", arguments))


@extend_schema(tags=["workloads"])
class GeneratedWorkloads(WaitingView):
    """Synthetic workloads."""

    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=GenerateIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request) -> Response:
        """Generate a workload; the same parameters give the same jobs."""
        values = self.validated(GenerateIn)
        params = services.checked_params(values["generator"], values["params"])
        arguments = {"name": "", **values, "params": params, "keep": True}
        return self.created_workload(submit(self.user, "generate", arguments))


@extend_schema(tags=["workloads"])
class MergedWorkloads(WaitingView):
    """Workloads of several sites."""

    throttle_classes = (UserRateThrottle, UploadThrottle)

    @extend_schema(request=MergeIn, responses={201: WorkloadOut, 202: TaskOut})
    def create(self, request: Request) -> Response:
        """Merge stored workloads by a specification, one for each site of a grid.

        A source names its workload by `workload` (id), `sha256` or `file`. The same specification
        and the same files give the same jobs; `source.spec` of the answer has the digests.
        """
        spec = plan_merge(SourceShelf(self.user), self.validated(MergeIn)).spec
        arguments = {"spec": spec.as_json(), "name": spec.heading.name, "keep": True}
        return self.created_workload(submit(self.user, "merge", arguments))


UNKEPT = "X-Not-Kept"
"""Header of a file that does not hold everything of its jobs."""


@extend_schema(tags=["workloads"])
class WorkloadFile(WaitingView):
    """The jobs as a file."""

    @asks(FileQuery)
    @extend_schema(
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/csv"): OpenApiTypes.BINARY,
            (200, "text/plain"): OpenApiTypes.BINARY,
            202: TaskOut,
        },
        parameters=[
            OpenApiParameter(
                UNKEPT,
                location=OpenApiParameter.HEADER,
                response=[200],
                description="What a file of this format does not hold of the jobs, a list of "
                "sentences as JSON; without it the file holds all.",
            )
        ],
    )
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:
        """Download the jobs; moldable ones fit in JSON only."""
        workload, key = workload_for(self.user, pk), self.query["format"]
        kind = CONTENT_TYPES.get(key, "text/plain")
        try:
            content = file_of_workload(workload, key)
        except WorkloadError as error:
            raise InvalidError({"format": str(error)}) from error
        answer = self.file(content, f"{workload.name}.{key}", kind)
        if answer.status_code == HTTPStatus.OK and (unkept := unkept_of(workload.load()).get(key)):
            answer[UNKEPT] = json.dumps(unkept)  # headers are ASCII
        return answer
