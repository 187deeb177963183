"""What takes longer than a request: tasks, and answers that wait for them a while."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from schedweb.api.serializers.base import Output
from schedweb.api.serializers.tasks import TaskOut
from schedweb.api.serializers.workloads import WorkloadOut
from schedweb.api.views.base import View
from schedweb.api.views.files import attached
from schedweb.base import outages
from schedweb.base.errors import DamagedError, InvalidError, RefusedError
from schedweb.store import blobs
from schedweb.workers import services
from schedweb.workers.models import ErrorKind, Task
from schedweb.workers.selectors import task_for
from schedweb.workloads.selectors import workload_for

WAIT_SECONDS = 3.0
"""How long a request waits for a task before it is answered with 202."""
RETRY_SECONDS = 2


class Unavailable(APIException):
    """A task that could not be done because something is away."""

    status_code = 503
    default_code = "unavailable"
    wait = outages.RETRY_SECONDS


class Failed(APIException):
    """A task that failed by a mistake of ours."""

    status_code = 500
    default_code = "server_error"


class WaitingView(View):
    """Base of what lets a worker do something and answers with what comes out."""

    def created(
        self, task: Task, output: type[Output], find: Callable[[str], Any], field: str = ""
    ) -> Response:
        """Answer with the row that a task has made, or with the task while it goes on.

        Raises `InvalidError` and `RefusedError` as the task did; a sentence that names no field is
        one about `field`.
        """
        task = self._waited(task, field)
        if not task.is_done:
            return self.pending(task)
        [key] = task.result.values()
        return self.answer(output, find(key), status=201)

    def created_workload(self, task: Task, field: str = "") -> Response:
        """Answer with the workload that a task has made."""
        return self.created(task, WorkloadOut, lambda key: workload_for(self.user, key), field)

    def file(self, content: bytes | Task, name: str, content_type: str) -> HttpResponseBase:
        """Answer with a file that was written, or with the task that writes it."""
        if isinstance(content, bytes):
            return attached(content, name, content_type)
        task = self._waited(content)
        if not task.is_done:
            return self.pending(task)
        return attached(blobs.get(task.output), name, content_type)

    def pending(self, task: Task) -> Response:
        """Answer that a task goes on, and where to look."""
        response = self.answer(TaskOut, task, status=202)
        response["Location"] = reverse("api_task", args=(task.pk,))
        response["Retry-After"] = str(RETRY_SECONDS)
        return response

    def _waited(self, task: Task, field: str = "") -> Task:
        task = services.wait(task, WAIT_SECONDS)
        if not task.is_over or task.is_done:
            if "refused" in task.result:
                raise InvalidError({"sources": task.result["refused"]})
            return task
        if damage := task.result.get("damage"):
            raise DamagedError(**damage)
        if task.error_kind == ErrorKind.STORAGE:
            raise Unavailable(task.error)
        if task.error_kind in (ErrorKind.DEFECT, ErrorKind.LOST):
            raise Failed(task.error)
        errors = task.errors or ({field: task.error} if field and task.error else {})
        if errors:
            raise InvalidError(errors)
        raise RefusedError(task.error or "The task was cancelled.")


@extend_schema(tags=["tasks"])
class Tasks(View):
    """What workers do for you: files that are read or written, workloads that are made."""

    kept = Task

    @extend_schema(responses=TaskOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Show how far a task is, and what came out: `result` names what was made, by its id."""
        return self.answer(TaskOut, task_for(self.user, pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Cancel a task; one that is over stays as it is."""
        services.cancel(task_for(self.user, pk))
        return Response(status=204)
