"""The form of a new share link."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateparse import parse_date

from schedweb.base.forms import StatedForm, as_error_of_field
from schedweb.base.texts import column_of
from schedweb.sharing.models import ShareLink
from schedweb.sharing.services import refuse_past


class EndOfDay(forms.CharField):
    """The end of a day, when a link expires."""

    widget = forms.DateInput({"type": "date"})

    def clean(self, value: Any) -> datetime | None:
        """Return the moment, None without a day; raises `ValidationError`."""
        if not value:
            return None
        try:
            day = parse_date(value)
        except ValueError:
            day = None
        if day is None:
            raise ValidationError(f"expires must be a day such as 2027-01-31, got {value!r:.40}")
        moment = timezone.make_aware(datetime.combine(day, time.max))
        with as_error_of_field():
            refuse_past(moment)
        return moment


class ShareForm(StatedForm):
    """Label and last day."""

    label = column_of(ShareLink, "label").formfield(
        widget=forms.TextInput({"placeholder": "for the reviewers"})
    )
    expires = EndOfDay(label="Expiry", required=False)

    def __init__(self, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id="link-%s")
        self.fields["expires"].widget.attrs["min"] = timezone.localdate().isoformat()
