"""What forms say of how a file is read, beside what its columns mean."""

from django.http import QueryDict

from parsched.data.formats import LEAVE_DEPENDENCIES_OUT
from schedweb.workers.models import Task


def leaves_dependencies_out(reading: Task, sent: QueryDict | None) -> bool:
    """Tell whether a form that was sent leaves dependencies out, else the task that has read the
    file."""
    given = reading.arguments if sent is None else sent.dict()
    return bool(given.get(LEAVE_DEPENDENCIES_OUT.name))


def switched(sent: QueryDict) -> dict[str, bool]:
    """Return the switches of a form that are on, as arguments of the task that reads the file."""
    switch = LEAVE_DEPENDENCIES_OUT.name
    return {switch: True} if sent.get(switch) else {}
