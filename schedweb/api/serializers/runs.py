"""Runs in answers."""

from typing import Any

from rest_framework import serializers

from schedweb.api.serializers.base import Input, ListQuery, Output, PageAddress, ordering
from schedweb.api.serializers.fields import Choice, ComparisonKey, Keys
from schedweb.runs.charts import CHARTS
from schedweb.runs.models import ErrorKind, Run, State
from schedweb.runs.schedules import FORMATS
from schedweb.runs.tables import build_table


class ErrorOut(Output):
    kind = serializers.ChoiceField(choices=ErrorKind.choices)
    message = serializers.CharField()


class RatioOut(Output):
    """A metric over its best certified lower bound; 1 is optimal."""

    metric = serializers.CharField()
    bound = serializers.CharField()
    bound_value = serializers.FloatField()
    value = serializers.FloatField()
    best = serializers.BooleanField(help_text="The least of several runs.")


class RunBrief(Output):
    id = serializers.CharField()
    comparison = serializers.CharField(source="comparison_id")
    page = PageAddress("run")
    label = serializers.CharField()  # type: ignore[assignment]
    algorithm = serializers.CharField()
    version = serializers.IntegerField()
    params = serializers.DictField(help_text="Every parameter, with any seed.")
    state = serializers.ChoiceField(choices=State.choices)
    progress = serializers.FloatField(help_text="From 0 to 1.")
    message = serializers.CharField(help_text="What it is doing.")
    attempts = serializers.IntegerField()
    queued = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    error = serializers.SerializerMethodField(help_text="Why it failed; null: it did not.")

    def get_error(self, run: Run) -> dict[str, str] | None:
        return {"kind": run.error_kind, "message": run.error} if run.error else None


class RunOut(RunBrief):
    status = serializers.CharField(help_text="finished, or stopped early; empty until done.")
    seconds = serializers.FloatField(allow_null=True, help_text="Time of the algorithm alone.")
    cpu_seconds = serializers.FloatField(allow_null=True)
    peak_memory = serializers.IntegerField(allow_null=True, help_text="Bytes.")
    metrics = serializers.DictField(
        child=serializers.FloatField(allow_null=True),
        help_text="By key of /metrics; null where a metric means nothing.",
    )
    bounds = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        help_text="By criterion and key of /bounds.",
    )
    ratios = serializers.SerializerMethodField(help_text="By criterion.")
    versions = serializers.DictField(child=serializers.CharField())

    def get_ratios(self, run: Run) -> dict[str, Any]:
        found: dict[str, Any] = build_table([run]).as_json()["rows"][0]["ratios"]
        return found


class RunsQuery(ListQuery):
    ordering = ordering("-queued", "queued", "started", "finished")
    state = Choice(choices=State.choices, required=False)
    comparison = ComparisonKey(required=False)


class ScheduleQuery(Input):
    format = Choice(
        choices=[*FORMATS, "pack"],
        default="csv",
        help_text="Batsim's jobs.csv with our columns behind, SWF with waits, or the binary pack "
        "that the Gantt chart draws from (gzip).",
    )


class PointsOut(Output):
    x = serializers.ListField(child=serializers.FloatField())
    y = serializers.ListField(child=serializers.FloatField())


SeriesOut = type("SeriesOut", (Output,), {key: PointsOut(required=False) for key in CHARTS})


class SeriesQuery(Input):
    charts = Keys(CHARTS, default=list(CHARTS))
