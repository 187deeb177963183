"""Title and note of a new comparison."""

from django import forms

from schedweb.base.forms import StatedForm
from schedweb.base.texts import column_of
from schedweb.runs.models import Comparison


class TextsForm(StatedForm):
    """What may be typed; without a title there is one by workload and machine."""

    title = column_of(Comparison, "title").formfield(
        required=False,
        widget=forms.TextInput({"placeholder": "workload and machine", "autocomplete": "off"}),
    )
    note = column_of(Comparison, "note").formfield(
        widget=forms.Textarea({"rows": 2, "placeholder": "Markdown", "autocomplete": "off"})
    )

    @property
    def texts(self) -> dict[str, str]:
        """What is typed."""
        return {field.name: field.value() or "" for field in self}
