"""The form of what is left out of a file as it is read, beside what its columns mean."""

from typing import Any, Self

from django import forms
from django.http import QueryDict

from parsched.data.formats import LEAVE_DEPENDENCIES_OUT
from schedweb.base.forms import StatedForm
from schedweb.workers.models import Task


class ReadingForm(StatedForm):
    """What is left out."""

    leave_dependencies_out = forms.BooleanField(
        label=LEAVE_DEPENDENCIES_OUT.title, help_text=LEAVE_DEPENDENCIES_OUT.help, required=False
    )

    @classmethod
    def of(cls, reading: Task, sent: QueryDict | None) -> Self:
        """Return the form as it was sent, else as the task says that has read the file."""
        return cls(initial=reading.arguments) if sent is None else cls(sent)

    @property
    def leaves_dependencies_out(self) -> bool:
        """True where dependencies are left out."""
        return bool(self["leave_dependencies_out"].value())

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments of the task that reads the file: what is left out."""
        return {LEAVE_DEPENDENCIES_OUT.name: True} if self.leaves_dependencies_out else {}
