"""Questions to schedules."""

from rest_framework import serializers

from parsched.report.questions import LONGEST
from schedweb.api.serializers.base import Input, Output
from schedweb.api.serializers.fields import StatedText


class FieldOut(Output):
    """What may be asked of a job."""

    key = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.CharField(help_text="id, name, number, duration, time or flag.")
    needs = serializers.CharField(help_text="jobs, schedule or baseline.")
    formula = serializers.CharField()
    example = serializers.CharField()
    unit = serializers.CharField()
    also = serializers.ListField(
        child=serializers.CharField(), help_text="Other words for it, as columns have them."
    )


class QuestionQuery(Input):
    question = StatedText(
        max_length=LONGEST,
        allow_blank=True,
        default="",
        help_text="Such as `user:7 wait>1h`; a blank one matches all jobs.",
    )
    baseline = serializers.CharField(
        required=False,
        help_text="The id of another run of the same comparison, for `moved` and `differs`.",
    )


class MatchingOut(Output):
    """The jobs that match a question under a run."""

    run = serializers.CharField()
    question = serializers.CharField()
    jobs = serializers.IntegerField(help_text="All jobs of the workload.")
    count = serializers.IntegerField(help_text="Those that match.")
    ids = serializers.ListField(child=serializers.CharField())
