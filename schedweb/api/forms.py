"""The form of a new API token."""

from django import forms

from schedweb.api.tokens import MAX_DAYS, MAX_LABEL


class TokenForm(forms.Form):
    """What a token is for, and how long it lasts."""

    label = forms.CharField(label="What it is for", max_length=MAX_LABEL)
    expires_in_days = forms.IntegerField(
        label="Expires after days",
        required=False,
        min_value=1,
        max_value=MAX_DAYS,
        help_text="Empty: it never does.",
    )
