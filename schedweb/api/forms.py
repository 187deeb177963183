"""The form of a new API token."""

from schedweb.api.models import ApiToken
from schedweb.api.tokens import MAX_DAYS
from schedweb.base.forms import NumberField, StatedForm
from schedweb.base.texts import column_of


class TokenForm(StatedForm):
    """What a token is for, and how long it lasts."""

    label = column_of(ApiToken, "label").formfield(label="What it is for")
    expires_in_days = NumberField(
        "expires_in_days",
        1,
        MAX_DAYS,
        label="Expires after days",
        required=False,
        help_text="Empty: it never does.",
    )
