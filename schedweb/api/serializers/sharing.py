"""Share links and API tokens in requests and answers."""

from rest_framework import serializers

from schedweb.api.models import ApiToken
from schedweb.api.serializers.base import Input, Output, WalkQuery, ordering
from schedweb.api.serializers.fields import (
    StatedInteger,
    StatedMoment,
    StatedText,
    StoredText,
)
from schedweb.api.tokens import MAX_DAYS
from schedweb.base.texts import column_of
from schedweb.sharing.models import ShareLink

MAX_ADDRESS = 8_000
"""Characters of the address of a figure."""


class LinkIn(Input):
    label = StoredText(column_of(ShareLink, "label"), default="")  # type: ignore[assignment]
    expires = StatedMoment(allow_null=True, default=None, help_text="Null: it never does.")


class EmbedIn(LinkIn):
    at = StatedText(
        max_length=MAX_ADDRESS,
        help_text="Address on the pages of a figure, or of a table as a file, with the query that "
        "says what is shown: `/comparisons/KEY/reports/results.csv?of=results`, "
        "`/comparisons/KEY/reports/gantt/figures/schedules/?colour=wait`.",
    )


class LinkOut(Output):
    edited = ("id", "label", "expires", "revoked")

    id = serializers.CharField()
    comparison = serializers.CharField(source="comparison_id", allow_null=True)
    run = serializers.CharField(source="run_id", allow_null=True)
    study = serializers.CharField(source="study_id", allow_null=True)
    label = serializers.CharField()  # type: ignore[assignment]
    embeds = serializers.CharField(
        help_text="Title of the one figure or table that it shows; blank where it opens all."
    )
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True)
    expires = serializers.DateTimeField(allow_null=True)
    revoked = serializers.DateTimeField(allow_null=True)
    open = serializers.BooleanField(source="is_open")


class NewLinkOut(LinkOut):
    """The only answer that holds the address."""

    token = serializers.CharField()
    url = serializers.CharField(help_text="Opens without an account; shown once.")


class NewEmbedOut(NewLinkOut):
    """The only answer that holds the address, which shows one figure or table."""

    html = serializers.CharField(help_text="Shows it within a page; `?theme=dark` in the address.")


class LinksQuery(WalkQuery):
    ordering = ordering("-created", "created", "label")


class TokenIn(Input):
    label = StoredText(  # type: ignore[assignment]
        column_of(ApiToken, "label"), help_text="What it is for."
    )
    expires_in_days = StatedInteger(min_value=1, max_value=MAX_DAYS, allow_null=True, default=None)


class TokenOut(Output):
    id = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    hint = serializers.CharField(help_text="How the token begins.")
    created = serializers.DateTimeField()
    last_used = serializers.DateTimeField(allow_null=True, help_text="To the minute.")
    expires = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    """The only answer that holds the secret."""

    token = serializers.CharField()


class TokensQuery(WalkQuery):
    ordering = ordering("-created", "created", "label")
