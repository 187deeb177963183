"""Runs in answers."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from parsched.model.search_trace import SERIES, SearchSeries
from parsched.report.curves import CURVES
from parsched.report.proofs import certificates_of
from parsched.report.standings import standings_of
from parsched.run import per_environment, per_site
from parsched.run.columns import DeclaredColumn
from parsched.run.record import Record
from schedweb.api.serializers.base import Input, Output, PageAddress, WalkQuery, ordering
from schedweb.api.serializers.fields import (
    ComparisonKey,
    StatedChoice,
    StatedFlag,
    StatedKeys,
    StoredText,
)
from schedweb.base.texts import column_of
from schedweb.runs.line import RunInLine, standings
from schedweb.runs.models import Run
from schedweb.runs.records import records_of
from schedweb.runs.schedules import FORMATS
from schedweb.runs.selectors import warnings_of
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


def _part_column(column: DeclaredColumn[Any]) -> serializers.IntegerField | serializers.FloatField:
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


FIELDS: Mapping[str, Callable[..., serializers.Field[Any, Any, Any, Any]]] = {
    "string": serializers.CharField,
    "number": serializers.FloatField,
    "integer": serializers.IntegerField,
    "boolean": serializers.BooleanField,
}
HELP: dict[str, str] = {
    name: schema["description"] for name, schema in Record.json_schema()["properties"].items()
}


def of_record(name: str) -> serializers.Field[Any, Any, Any, Any]:
    """Return the field of what came out of a run, as the record declares it."""
    schema = Record.json_schema()["properties"][name]
    options: dict[str, Any] = {"source": f"result.{name}", "help_text": HELP[name]}
    if schema["type"] == "object":
        return serializers.DictField(child=_plain(schema["additionalProperties"]), **options)
    return _plain(schema, **options)


def _plain(schema: Mapping[str, Any], **options: Any) -> serializers.Field[Any, Any, Any, Any]:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "null" in kinds:
        options["allow_null"] = True
    return FIELDS[kinds[0]](**options)


STANDINGS = "standings"
NOT_KEPT = "There is none where the source gives what is not kept of the jobs."
"""Why an import has no lower bounds: they would hold for another problem."""


class RunBrief(Output):
    id = serializers.CharField()
    comparison = serializers.CharField(source="comparison_id")
    page = PageAddress("run")
    label = serializers.CharField()  # type: ignore[assignment]
    algorithm = serializers.CharField()
    version = serializers.IntegerField()
    params = serializers.DictField(help_text="Every parameter that applies, with any seed.")
    state = serializers.ChoiceField(choices=State.choices)
    progress = serializers.FloatField(help_text="From 0 to 1.")
    message = serializers.CharField(help_text="What it is doing.")
    attempts = serializers.IntegerField()
    resumed = of_record("resumed")
    made_by = of_record("made_by")
    violation_count = of_record("violation_count")
    outdated = serializers.ListField(
        child=serializers.CharField(),
        source="result.outdated",
        help_text="What an older version computed of its result, and what changed since, in "
        "sentences; such a result is ranked with no other, and nothing is proved of it.",
    )
    queued = serializers.DateTimeField()
    position = serializers.SerializerMethodField(
        help_text="Its place in line, 1 for the next one; null for one that does not wait."
    )
    seconds_left = serializers.SerializerMethodField(
        help_text="Until it ends, about; null where that is not known, and for one that has ended."
    )
    stopping = serializers.DateTimeField(
        allow_null=True, help_text="When a user cancelled it while it computed."
    )
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    error = serializers.SerializerMethodField(help_text="Why it failed; null: it did not.")
    warnings = serializers.SerializerMethodField(
        help_text="Unwanted effects of its parameters on the machine, such as a site "
        "that is admissible to no job, and what the algorithm says of its result, such as that "
        "times were rounded."
    )

    def get_position(self, run: Run) -> int | None:
        standing = self._standing(run)
        return standing.position or None if standing else None

    def get_seconds_left(self, run: Run) -> float | None:
        standing = self._standing(run)
        return standing.left if standing else None

    def _standing(self, run: Run) -> RunInLine | None:
        """Ask once for all runs of an answer, and again for one that was not in line then."""
        if run.is_over:
            return None
        context: Any = self.context  # shared by all serializers of an answer
        if run.pk not in context.get(STANDINGS, ()):
            context[STANDINGS] = standings([run])
        found: RunInLine | None = context[STANDINGS].get(run.pk)
        return found

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_warnings(self, run: Run) -> list[str]:
        return warnings_of(run)

    @extend_schema_field(ErrorOut(allow_null=True))
    def get_error(self, run: Run) -> dict[str, str] | None:
        return {"kind": run.error_kind, "message": run.error} if run.error else None


class RunPatch(Input):
    note = StoredText(column_of(Run, "note"), help_text="Markdown.")


class RunOut(RunBrief):
    edited = ("id", "note")

    note = serializers.CharField(help_text="Markdown.")
    status = of_record("status")
    violations = serializers.ListField(
        child=serializers.CharField(), source="result.violations", help_text=HELP["violations"]
    )
    broken_rules = of_record("broken_rules")
    renewal = serializers.SerializerMethodField(
        help_text="State of computing it again; null where that was not requested, or is done."
    )
    seconds = of_record("seconds")
    cpu_seconds = of_record("cpu_seconds")
    algorithm_cpu_seconds = of_record("algorithm_cpu_seconds")
    peak_memory = of_record("peak_memory")
    metrics = serializers.DictField(
        child=serializers.FloatField(allow_null=True), help_text=HELP["metrics"]
    )
    proved = serializers.FloatField(allow_null=True, help_text=f"{HELP['proved']} {NOT_KEPT}")
    search = of_record("search")
    versions = of_record("versions")
    plugins = of_record("plugins")
    bounds = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        help_text=f"By criterion and key of /bounds. {NOT_KEPT}",
    )
    sites = SiteOut(many=True, source="result.sites", help_text=HELP["sites"])
    environments = EnvironmentOut(many=True, help_text=HELP["environments"])
    grouping = serializers.SerializerMethodField(
        help_text="Null until done, and where no job needs an environment."
    )
    ratios = serializers.SerializerMethodField(
        help_text="By criterion; what any run on the same instance has proved counts, too."
    )
    certificates = serializers.SerializerMethodField(
        help_text="By criterion, as for the ratios; empty until done."
    )

    def to_representation(self, instance: Run) -> dict[str, Any]:
        self._records = records_of(instance.comparison)
        return super().to_representation(instance)

    @extend_schema_field(serializers.ChoiceField(choices=State.choices, allow_null=True))
    def get_renewal(self, run: Run) -> str | None:
        renewal = getattr(run, "renewal", None)
        return None if renewal is None else str(renewal.state)

    @extend_schema_field(GroupingOut(allow_null=True))
    def get_grouping(self, run: Run) -> dict[str, float | None] | None:
        return dict(run.result.grouping) or None

    @extend_schema_field(serializers.DictField(child=RatioOut()))
    def get_ratios(self, run: Run) -> dict[str, Any]:
        rows = standings_of(self._records).as_json()["rows"]
        ratios: dict[str, Any] = next(row["ratios"] for row in rows if row["run"] == run.pk)
        return ratios

    @extend_schema_field(serializers.DictField(child=CertificateOut()))
    def get_certificates(self, run: Run) -> dict[str, Any]:
        return {
            criterion: certificate.as_json()
            for criterion, certificate in certificates_of(run.result, self._records).items()
        }


class CancelIn(Input):
    discard = StatedFlag(
        default=False, help_text="Cancel also what computes at once, and keep no schedule of it."
    )


class RunsQuery(WalkQuery):
    ordering = ordering("-queued", "queued", "started", "finished")
    state = StatedChoice(choices=State.choices, required=False)
    comparison = ComparisonKey(required=False)


class ScheduleQuery(Input):
    format = StatedChoice(
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


SeriesOut = type("SeriesOut", (Output,), {key: PointsOut(required=False) for key in CURVES})


def _column(series: SearchSeries) -> serializers.ListField:
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
    charts = StatedKeys(CURVES, default=list(CURVES))
