"""Runs in answers."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from algorithms import per_environment, per_site
from algorithms.columns import Column
from algorithms.trace import SERIES, Series
from schedweb.api.serializers.base import Input, ListQuery, Output, PageAddress, ordering
from schedweb.api.serializers.fields import Choice, ComparisonKey, Flag, Keys
from schedweb.runs.charts import CHARTS
from schedweb.runs.models import Run
from schedweb.runs.proofs import certificate
from schedweb.runs.schedules import FORMATS
from schedweb.runs.selectors import warnings_of
from schedweb.runs.tables import build_table
from schedweb.workers.models import ErrorKind, State


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


class CertificateOut(Output):
    """What is proved about the distance to the optimum."""

    gap = serializers.FloatField(
        allow_null=True,
        help_text="Fraction of the optimum that it is above at most: 0 is proved optimal, but for "
        "rounding where the text says so; null is no certificate.",
    )
    text = serializers.CharField(help_text="The same in words.")
    reason = serializers.CharField(
        required=False,
        help_text="Why there is none, where jobs lack something of their source.",
    )


def _part_column(column: Column[Any]) -> serializers.IntegerField | serializers.FloatField:
    unit = {"%": " As a fraction.", "": ""}.get(column.unit, f" In {column.unit}.")
    text = f"{column.formula}. {column.help}{unit} Null where it means nothing."
    kind = serializers.IntegerField if column.is_count else serializers.FloatField
    return kind(allow_null=True, help_text=text)


SiteOut = type(
    "SiteOfRunOut",
    (Output,),
    {
        "__doc__": "What one site of a grid did.",
        "name": serializers.CharField(),
        "processors": serializers.IntegerField(),
        **{key: _part_column(column) for key, column in per_site.COLUMNS.items()},
        "submitted": serializers.DictField(
            child=serializers.IntegerField(),
            help_text="Jobs that ran there by where they were submitted; empty without origins.",
        ),
    },
)


EnvironmentOut = type(
    "EnvironmentOfRunOut",
    (Output,),
    {
        "__doc__": "What one environment asked for, and what it was given.",
        "name": serializers.CharField(),
        **{key: _part_column(column) for key, column in per_environment.COLUMNS.items()},
    },
)


class GroupingOut(Output):
    """How environments were deployed."""

    target = serializers.FloatField(
        allow_null=True,
        help_text="λ, the makespan that groups were made for, seconds; null where there is no "
        "single one.",
    )
    deploy_seconds = serializers.FloatField(
        help_text="Time of a deployment on one processor, seconds."
    )
    deploy_extra = serializers.FloatField(
        help_text="How much longer it takes on 100 processors at once, seconds."
    )


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
    resumed = serializers.BooleanField(
        help_text="True where a search went on from what an attempt that was cut off had found."
    )
    queued = serializers.DateTimeField()
    stopping = serializers.DateTimeField(
        allow_null=True, help_text="When somebody cancelled it while it computed."
    )
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    error = serializers.SerializerMethodField(help_text="Why it failed; null: it did not.")
    warnings = serializers.SerializerMethodField(
        help_text="What its parameters make of the machine that nobody may want, such as a site "
        "that is admissible to no job."
    )

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_warnings(self, run: Run) -> list[str]:
        return warnings_of(run)

    @extend_schema_field(ErrorOut(allow_null=True))
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
    sites = SiteOut(
        many=True,
        help_text="Of a grid, in the order of the machine; empty until done, and of one machine.",
    )
    environments = EnvironmentOut(
        many=True,
        help_text="Those that jobs need, in the order of the workload's names; empty until done, "
        "and where no job needs any.",
    )
    grouping = serializers.SerializerMethodField(
        help_text="Null until done, and where no job needs an environment."
    )
    proved = serializers.FloatField(
        allow_null=True,
        help_text="What it has proved about the makespan beyond its bounds: none is shorter, "
        "seconds.",
    )
    ratios = serializers.SerializerMethodField(
        help_text="By criterion; what any run on the same instance has proved counts, too."
    )
    certificates = serializers.SerializerMethodField(
        help_text="By criterion, as for the ratios; empty until done."
    )
    versions = serializers.DictField(
        child=serializers.CharField(), help_text="Of what computed it, solvers among them."
    )

    def to_representation(self, instance: Run) -> dict[str, Any]:
        self._siblings = list(instance.comparison.runs.all())
        return super().to_representation(instance)

    @extend_schema_field(GroupingOut(allow_null=True))
    def get_grouping(self, run: Run) -> dict[str, float | None] | None:
        return run.grouping or None

    @extend_schema_field(serializers.DictField(child=RatioOut()))
    def get_ratios(self, run: Run) -> dict[str, Any]:
        rows = build_table(self._siblings).as_json()["rows"]
        found: dict[str, Any] = next(row["ratios"] for row in rows if row["run"] == run.pk)
        return found

    @extend_schema_field(serializers.DictField(child=CertificateOut()))
    def get_certificates(self, run: Run) -> dict[str, Any]:
        return {
            criterion: found.as_json()
            for criterion, found in certificate(run, self._siblings).items()
        }


class CancelIn(Input):
    discard = Flag(
        default=False, help_text="Cancel also what computes at once, and keep no schedule of it."
    )


class RunsQuery(ListQuery):
    ordering = ordering("-queued", "queued", "started", "finished")
    state = Choice(choices=State.choices, required=False)
    comparison = ComparisonKey(required=False)


class ScheduleQuery(Input):
    format = Choice(
        choices=[*FORMATS, "deployments", "pack"],
        default="csv",
        help_text="`csv`: Batsim's jobs.csv with our columns behind; `swf`: SWF with waits; "
        "`deployments`: a CSV row for each deployment, where jobs need environments: for which "
        "jobs, what, on which processors, when and for how long; `pack`: what the Gantt chart "
        "draws from (binary, gzip).",
    )


class PointsOut(Output):
    x = serializers.ListField(child=serializers.FloatField())
    y = serializers.ListField(child=serializers.FloatField())


SeriesOut = type("SeriesOut", (Output,), {key: PointsOut(required=False) for key in CHARTS})


def _column(series: Series) -> serializers.ListField:
    unit = f" In {series.unit}." if series.unit else ""
    return serializers.ListField(
        child=serializers.FloatField(allow_null=True),
        required=False,
        help_text=f"{series.help}{unit} Null where nothing was known.",
    )


TraceOut = type(
    "TraceOut",
    (Output,),
    {
        "seconds": serializers.ListField(
            child=serializers.FloatField(), help_text="Since the algorithm began."
        ),
        **{key: _column(series) for key, series in SERIES.items()},
    },
)


class SeriesQuery(Input):
    charts = Keys(CHARTS, default=list(CHARTS))
