"""Forms of files: a workload, what is kept of it, and a schedule that was made elsewhere."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile

from parsched.data.formats import AS_GIVEN, ENVIRONMENT_FROM, SCHEDULES
from parsched.model.problem.platform import MAX_PROCESSORS
from schedweb.base.forms import NumberField, StatedForm, TypedText, as_error_of_field
from schedweb.base.texts import column_of
from schedweb.runs.imports import LABEL, MADE_BY, refuse_unknown
from schedweb.web.forms.reading import ReadingForm
from schedweb.workloads.models import Workload
from schedweb.workloads.pseudonyms import LONGEST_KEY, arguments_for
from schedweb.workloads.services import plain_name

if TYPE_CHECKING:
    from django.core.files import File

PASTED = "pasted text"
LINES = """; 18 columns: job, submit, wait, run, processors, …
1 0 -1 9 2 -1 -1 2 9 -1 1 1 1 -1 -1 -1 -1 -1"""


class UploadForm(ReadingForm):
    """A file or its text, and what is left out of it."""

    pseudonyms = forms.BooleanField(
        label="Replace users, accounts and job names by pseudonyms", required=False
    )
    key = TypedText(
        label="Key",
        widget=forms.PasswordInput({"maxlength": LONGEST_KEY, "autocomplete": "new-password"}),
        help_text="The same key gives the same pseudonyms in your next file. Without one, a key is "
        "drawn at random. The key and the file are deleted once you use or discard what was read, "
        "and after a day at the latest.",
    )
    file = forms.FileField(label="File", required=False, allow_empty_file=True)
    text = TypedText(
        label="Jobs",
        widget=forms.Textarea({"class": "code", "spellcheck": "false", "placeholder": LINES}),
    )

    def clean(self) -> None:
        """Refuse a form with nothing to read."""
        if not self.cleaned_data.get("file") and not self.cleaned_data["text"].strip():
            raise ValidationError("Choose a file, or paste its text.")

    @property
    def content(self) -> "File[Any]":
        """The file, or the text as one."""
        return self.cleaned_data["file"] or ContentFile(self.cleaned_data["text"].encode())

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments of the task that reads it; raises `InvalidError` under `file` and `key`."""
        sent = self.cleaned_data
        named = {
            "file": (plain_name(sent["file"].name) if sent["file"] else "") or PASTED,
            "pasted": not sent["file"],
            "is_remembering": True,
        }
        return named | super().arguments | arguments_for(sent["key"], asked=sent["pseudonyms"])


class UseForm(StatedForm):
    """What is taken over of an upload."""

    name = column_of(Workload, "name").formfield()
    drop_wider_than = NumberField(
        "drop_wider_than",
        1,
        MAX_PROCESSORS,
        label="Leave out jobs wider than",
        required=False,
        widget=forms.TextInput(
            {
                "class": "short",
                "inputmode": "numeric",
                "autocomplete": "off",
                "placeholder": "keep all",
                "list": "machines",
                "hx-trigger": "input changed delay:250ms, load",
                "hx-target": "#fit",
                "hx-swap": "innerHTML",
            }
        ),
        help_text="For a machine smaller than the widest job. All else on this page is about the "
        "file with these jobs.",
    )
    environment_from = TypedText(label="Environments from", empty_value=AS_GIVEN)

    def clean_environment_from(self) -> str:
        """Refuse what is no name of jobs."""
        source: str = self.cleaned_data["environment_from"]
        if problem := ENVIRONMENT_FROM.problem(source):
            raise ValidationError(problem)
        return source


class ScheduleForm(StatedForm):
    """A schedule that was made elsewhere."""

    use_required_attribute = False  # browsers cannot say it: the drop zone hides the field

    file = forms.FileField(
        label="File", allow_empty_file=True, error_messages={"required": "file is missing"}
    )
    label = LABEL.formfield(
        label="Name", widget=forms.TextInput({"placeholder": "name of the file"})
    )
    made_by = MADE_BY.formfield(
        widget=forms.TextInput({"placeholder": "a program, a machine or a person"})
    )
    kind = TypedText(
        label="Format",
        widget=forms.Select(
            choices=[
                ("", "recognised by what it holds"),
                *((key, kind.title) for key, kind in SCHEDULES.items()),
            ]
        ),
    )

    def clean_kind(self) -> str:
        """Refuse what is no kind of file."""
        kind: str = self.cleaned_data["kind"]
        with as_error_of_field():
            refuse_unknown(kind)
        return kind
